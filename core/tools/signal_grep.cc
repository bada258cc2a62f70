// The signal_grep tool: search, continue, inspect. Source of the rules:
// signal.md.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "core/rank/reading_order.h"
#include "core/snapshot/cursor.h"
#include "core/snapshot/signal_snapshot.h"
#include "core/tools/arguments.h"
#include "core/tools/registry.h"
#include "core/tools/search_details.h"
#include "core/tools/signal_inspect.h"
#include "core/tools/signal_pages.h"
#include "core/tools/signal_request.h"
#include "core/tools/target.h"

namespace sonde {
namespace {

class SignalJob : public Job, private LineSink {
 public:
  SignalJob(const CallContext& context, SignalRequest request, View view, Query query)
      : context_(context),
        request_(std::move(request)),
        snapshot_(std::make_shared<SignalSnapshot>(context.id, context.owner)),
        search_(std::move(view), std::move(query), context.ignore_files, this, context.filter_bytes) {
    snapshot_->matcher = search_.query().matcher;
    for (const std::string& term : request_.any_of) snapshot_->names.push_back(NameOf(term, false));
    if (request_.any_of.empty()) snapshot_->names.push_back(NameOf(request_.pattern, !request_.literal));
  }

  bool Step(int64_t budget) override {
    int64_t bound = context_.limits->max_work_bytes;
    if (!search_.Step(bound == 0 ? budget : std::min(budget, bound - search_.work()))) return false;
    out_of_budget_ = bound > 0 && search_.work() >= bound;
    return !out_of_budget_;
  }

  Progress progress() const override { return search_.progress(); }

  ToolResponse Finish() override {
    if (out_of_budget_) KeepUnfinished();
    for (const SignalSnapshot::File& file : snapshot_->files) snapshot_->total += file.count;
    snapshot_->scope = search_.scope();
    snapshot_->revision = search_.view().revision;
    ToolResponse response = SignalPages(context_, snapshot_).FirstPage(request_);
    if (out_of_budget_ && !response.is_error) {
      response.error = LimitError(ErrorCode::kSearchBudget, context_.limits->max_work_bytes);
      response.text += "\n[PARTIAL: " + response.error->message + "]";
    }
    return response;
  }

 private:
  // The file in which the search stopped counts with what it has shown so far.
  void KeepUnfinished() {
    snapshot_->stopped = true;
    int64_t finished = 0;
    for (const SignalSnapshot::File& file : snapshot_->files) finished += file.count;
    bool has_lines = !snapshot_->lines.empty() && snapshot_->lines.back().file == snapshot_->files.size();
    if (has_lines) OnFileEnd(*file_, search_.matches() - finished);
  }

  bool WantsLines() const override {
    return static_cast<int64_t>(snapshot_->lines.size()) < context_.limits->signal_max_lines;
  }

  bool OnLine(const FileEntry& file, const LineSpan& line) override {
    if (file_ != &file) {
      file_ = &file;
      first_line_ = snapshot_->lines.size();
    }
    snapshot_->lines.push_back({static_cast<uint32_t>(snapshot_->files.size()), 0, static_cast<uint32_t>(line.begin),
                                static_cast<uint32_t>(line.end)});
    return true;
  }

  void OnFileEnd(const FileEntry& file, int64_t matching_lines) override {
    size_t first = file_ == &file ? first_line_ : snapshot_->lines.size();
    snapshot_->files.push_back(
        {matching_lines, static_cast<uint32_t>(first), static_cast<uint32_t>(snapshot_->lines.size() - first)});
    snapshot_->entries.push_back(file);
  }

  const CallContext context_;
  const SignalRequest request_;
  std::shared_ptr<SignalSnapshot> snapshot_;
  const FileEntry* file_ = nullptr;
  size_t first_line_ = 0;
  bool out_of_budget_ = false;
  SearchJob search_;
};

std::unique_ptr<Job> DoneJob(ToolResponse response) { return std::make_unique<FinishedJob>(std::move(response)); }

std::unique_ptr<Job> StartSearch(const CallContext& context, SignalRequest request) {
  PatternSpec pattern;
  pattern.pattern = request.pattern;
  pattern.any_of = request.any_of;
  pattern.literal = request.literal;
  pattern.whole_word = request.whole_word;
  pattern.max_pattern_bytes = context.limits->max_pattern_bytes;
  pattern.max_match_line_bytes = context.limits->max_match_line_bytes;
  pattern.case_mode = !request.ignore_case   ? CaseMode::kSmart
                      : *request.ignore_case ? CaseMode::kInsensitive
                                             : CaseMode::kSensitive;
  Query query;
  Result<std::shared_ptr<const Matcher>> matcher = context.matchers->Get(pattern);
  if (!matcher.ok()) return FailedJob(std::move(matcher).error());
  query.matcher = std::move(matcher).value();
  Result<Target> resolved = ResolveTarget(context, request.path);
  if (!resolved.ok()) return FailedJob(std::move(resolved).error());
  Target& target = resolved.value();
  query.scope.root = target.path;
  query.scope.hidden = request.hidden;
  query.scope.ignored = request.no_ignore;
  std::string base = target.is_file ? "" : target.path;
  auto compile = [&](const char* name, const std::vector<std::string>& globs,
                     std::vector<PathFilter>* filters) -> std::optional<Error> {
    for (const std::string& glob : globs) {
      if (std::optional<Error> refused = CheckGlobArgument(name, glob)) return refused;
      Result<PathFilter> filter = CompileGlob(glob, base, context.limits->max_pattern_bytes);
      if (!filter.ok()) return std::move(filter).error();
      filters->push_back(std::move(filter).value());
    }
    return std::nullopt;
  };
  if (auto refused = compile("glob", request.glob, &query.scope.include)) return FailedJob(*std::move(refused));
  if (auto refused = compile("exclude", request.exclude, &query.scope.exclude)) return FailedJob(*std::move(refused));
  if (target.is_file) {
    const FileEntry* file = target.view.tree.Find(target.path);
    if (auto refused = RefuseTooLarge(*file, *context.limits)) return FailedJob(*std::move(refused));
  }
  return std::make_unique<SignalJob>(context, std::move(request), std::move(target.view), std::move(query));
}

}  // namespace

std::unique_ptr<Job> MakeSignalJob(const nlohmann::json& arguments, const CallContext& context) {
  Result<SignalRequest> parsed = ParseSignalRequest(arguments);
  if (!parsed.ok()) return FailedJob(std::move(parsed).error());
  SignalRequest request = std::move(parsed).value();
  if (request.kind == SignalRequest::Kind::kSearch) return StartSearch(context, std::move(request));
  if (request.kind == SignalRequest::Kind::kInspectTargets) return DoneJob(Inspect(context, request, nullptr));

  Result<Cursor> cursor = ParseCursor(request.cursor);
  if (!cursor.ok()) return FailedJob(std::move(cursor).error());
  std::shared_ptr<Snapshot> found = context.snapshots->Find(cursor.value().snapshot_id, context.owner, context.now_ms);
  if (!found || found->is_spill()) return FailedJob(MakeError(ErrorCode::kCursorExpired, {}));
  auto snapshot = std::static_pointer_cast<SignalSnapshot>(found);
  if (request.kind == SignalRequest::Kind::kInspectMatches) return DoneJob(Inspect(context, request, snapshot.get()));
  return DoneJob(SignalPages(context, snapshot).Continue(request, cursor.value()));
}

}  // namespace sonde
