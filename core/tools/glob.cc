// The glob tool: {pattern, path?}. Source of the rules: search.md §4.
#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/byte_frequency.h"
#include "core/base/json_writer.h"
#include "core/base/path_order.h"
#include "core/contract/tool_arguments.h"
#include "core/present/search_meta.h"
#include "core/present/search_text.h"
#include "core/search/path_job.h"
#include "core/snapshot/spill.h"
#include "core/tools/arguments.h"
#include "core/tools/registry.h"
#include "core/tools/search_details.h"
#include "core/tools/target.h"

namespace sonde {
namespace {

// Trees up to this many files are looked through for a path of another case.
constexpr size_t kHintMaxFiles = 20'000;

std::string Lower(std::string text) {
  for (char& c : text) c = static_cast<char>(LowerAscii(static_cast<uint8_t>(c)));
  return text;
}

class GlobJob : public Job {
 public:
  GlobJob(const CallContext& context, Target target, std::string pattern, ScopeOptions scope)
      : context_(context),
        pattern_(std::move(pattern)),
        root_(target.path),
        paths_(std::move(target.view), std::move(scope), context.ignore_files) {}

  bool Step(int64_t budget) override {
    int64_t bound = context_.limits->max_work_bytes;
    if (!paths_.Step(bound == 0 ? budget : std::min(budget, bound - paths_.work()))) return false;
    out_of_budget_ = bound > 0 && paths_.work() >= bound;
    return !out_of_budget_;
  }

  Progress progress() const override { return paths_.progress(); }

  ToolResponse Finish() override {
    paths_.SortByTime();
    const std::vector<const FileEntry*>& found = paths_.files();
    ToolResponse response;
    if (context_.value) response.value = Value(found);
    if (static_cast<int64_t>(response.value.size()) > context_.limits->raw_output_max_bytes) {
      return ToolResponse::Failure(
          LimitError(ErrorCode::kSearchRawOutputOverflow, context_.limits->raw_output_max_bytes));
    }
    RetainedPaths retained = Retain(found);
    if (out_of_budget_) {
      response.error = LimitError(ErrorCode::kSearchBudget, context_.limits->max_work_bytes);
      retained.outcome.partial_note = "[PARTIAL: " + response.error->message + "]";
    } else if (retained.outcome.truncated() && !context_.nested) {
      KeepAll(found, &retained.outcome);
    }
    response.text = GlobText(retained, !context_.nested);
    if (!context_.nested) {
      response.meta = PathsMeta(retained, static_cast<size_t>(context_.limits->search_meta_max_bytes));
    }
    response.details = SearchDetails(retained.outcome);
    return response;
  }

 private:
  std::string Value(const std::vector<const FileEntry*>& found) const {
    JsonWriter json;
    json.BeginObject().Key("root").String(root_.empty() ? "." : root_).Key("paths").BeginArray();
    for (const FileEntry* file : found) json.String(file->path->text);
    json.EndArray().EndObject();
    return std::move(json).Take();
  }

  RetainedPaths Retain(const std::vector<const FileEntry*>& found) const {
    RetainedPaths retained;
    auto cap = static_cast<size_t>(context_.limits->glob_max_results);
    std::vector<const FileEntry*> shown(found.begin(),
                                        found.begin() + static_cast<std::ptrdiff_t>(std::min(cap, found.size())));
    if (context_.glob_sampling && found.size() > cap) {
      EvenSample sample = SampleEvenly(found, root_, cap);
      shown = std::move(sample.files);
      retained.sampled = true;
      retained.sampled_groups = sample.groups_shown;
      retained.total_groups = sample.groups;
    }
    for (const FileEntry* file : shown) retained.paths.push_back(file->path->text);
    retained.outcome.total = static_cast<int64_t>(found.size());
    retained.outcome.kept = static_cast<int64_t>(shown.size());
    retained.outcome.scope = paths_.scope();
    retained.outcome.revision = paths_.view().revision;
    if (found.empty()) retained.hint = NearMiss();
    return retained;
  }

  // A line that names the first path which matches but for ASCII case.
  std::string NearMiss() const {
    const FileTree& tree = paths_.view().tree;
    if (tree.size() > kHintMaxFiles) return {};
    std::variant<PathFilter, GlobError> filter = PathFilter::Compile(Lower(pattern_), Lower(root_));
    if (!std::holds_alternative<PathFilter>(filter)) return {};
    for (auto at = tree.begin(); const FileEntry* entry = tree.At(at); at = tree.Next(at)) {
      const Path& path = *entry->path;
      bool in_scope = !path.in_vcs && (root_.empty() || IsBelow(path.text, root_));
      if (in_scope && std::get_if<PathFilter>(&filter)->Matches(Lower(path.text))) {
        return "did you mean " + path.text + "?";
      }
    }
    return {};
  }

  void KeepAll(const std::vector<const FileEntry*>& found, Outcome* outcome) {
    std::vector<PathRef> all;
    all.reserve(found.size());
    for (const FileEntry* file : found) all.push_back(file->path);
    auto spill = std::make_shared<Spill>(Spill::Paths(context_.id, context_.owner, std::move(all), outcome->scope));
    if (context_.snapshots->Put(std::move(spill), context_.now_ms)) outcome->locator = SpillLocator(context_.id);
  }

  const CallContext context_;
  const std::string pattern_;
  const std::string root_;
  PathJob paths_;
  bool out_of_budget_ = false;
};

}  // namespace

std::unique_ptr<Job> MakeGlobJob(const nlohmann::json& arguments, const CallContext& context) {
  ArgumentReader reader(arguments, "glob", kGlobArguments);
  std::string pattern = reader.RequiredString("pattern", true);
  std::optional<std::string> path = reader.String("path", "path can't be empty when given");
  if (std::optional<Error> refused = CheckGlobArgument("pattern", pattern)) reader.Fail(refused->message);
  if (reader.error()) return FailedJob(*reader.error());
  Result<Target> target = ResolveTarget(context, path);
  if (!target.ok()) return FailedJob(std::move(target).error());

  ScopeOptions scope;
  scope.root = target.value().path;
  scope.hidden = true;
  scope.ignored = true;
  scope.skip_binary = false;
  scope.skip_vcs = true;
  scope.filter_named_file = true;
  std::string base = target.value().is_file ? "" : target.value().path;
  Result<PathFilter> filter = CompileGlob(pattern, base, context.limits->max_pattern_bytes);
  if (!filter.ok()) return FailedJob(std::move(filter).error());
  scope.include.push_back(std::move(filter).value());
  return std::make_unique<GlobJob>(context, std::move(target).value(), std::move(pattern), std::move(scope));
}

}  // namespace sonde
