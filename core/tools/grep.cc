// The grep tool: {pattern, path?, include?}. Source of the rules: search.md §4.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/contract/tool_arguments.h"
#include "core/present/search_meta.h"
#include "core/present/search_text.h"
#include "core/snapshot/spill.h"
#include "core/tools/arguments.h"
#include "core/tools/packed_matches.h"
#include "core/tools/registry.h"
#include "core/tools/retain.h"
#include "core/tools/search_details.h"
#include "core/tools/target.h"

namespace sonde {
namespace {

// A search that found nothing is repeated without regard to case when that is
// cheap: at most this many bytes.
constexpr int64_t kHintMaxBytes = 4 << 20;

// The canonical value in the response: its matches go with TakeMatches.
constexpr std::string_view kValueWithoutMatches = R"({"matches":[]})";

// Packs the canonical value while lines come in.
class ValueWriter {
 public:
  explicit ValueWriter(const Matcher& matcher) : matcher_(matcher) {}

  void Add(const FileRef& file, const LineSpan& line) {
    std::string_view text = file.blob->text();
    if (file_ != &file) {
      file_ = &file;
      numberer_.emplace(text);
    }
    std::string_view content = text.substr(line.begin, line.end - line.begin);
    hits_.clear();
    matcher_.FindOccurrences(content, file.blob->ascii(), SIZE_MAX, &hits_, line.first_hit);
    packed_.Add(file, numberer_->NumberAt(line.begin), content, hits_);
  }

  // Size of the value as JSON, and what of it is known without a look at the last lines.
  int64_t bytes() const { return packed_.json_bytes(); }
  int64_t least_bytes() const { return packed_.least_json_bytes(); }
  std::string_view Take() { return packed_.Take(); }

 private:
  const Matcher& matcher_;
  PackedMatches packed_;
  const FileRef* file_ = nullptr;
  std::optional<LineNumberer> numberer_;
  std::vector<ByteRange> hits_;
};

// Counts matching lines up to where counting stops being cheap.
class CountingSink : public LineSink {
 public:
  bool WantsLines() const override { return false; }
  bool OnLine(const FileEntry&, const LineSpan&) override { return true; }
};

class GrepJob : public Job, private LineSink {
 public:
  GrepJob(const CallContext& context, Target target, Query query, PatternSpec pattern)
      : context_(context),
        pattern_(std::move(pattern)),
        is_result_(target.is_result),
        retainer_(*query.matcher, static_cast<size_t>(context.limits->grep_max_line_bytes)),
        search_(std::move(target.view), std::move(query), context.ignore_files, this, context.filter_bytes) {
    if (context_.value) value_.emplace(*search_.query().matcher);
  }

  bool Step(int64_t budget) override {
    if (hint_search_) return hint_search_->Step(budget);
    if (search_.Step(RemainingWork(budget))) {
      if (!WorkExhausted()) return true;
      out_of_budget_ = true;
      return false;
    }
    return BeginHint();
  }

  Progress progress() const override { return search_.progress(); }

  std::string_view TakeMatches() override { return value_ ? value_->Take() : std::string_view(); }

  ToolResponse Finish() override {
    if (value_ && value_->bytes() > context_.limits->raw_output_max_bytes) {
      return ToolResponse::Failure(
          LimitError(ErrorCode::kSearchRawOutputOverflow, context_.limits->raw_output_max_bytes));
    }
    RetainedMatches retained;
    Outcome& outcome = retained.outcome;
    outcome.total = search_.matches();
    outcome.kept = kept_;
    outcome.scope = search_.scope();
    outcome.revision = search_.view().revision;
    retained.files = retainer_.TakeFiles();
    retained.hint = Hint();
    ToolResponse response;
    if (out_of_budget_) {
      response.error = LimitError(ErrorCode::kSearchBudget, context_.limits->max_work_bytes);
      outcome.partial_note = "[PARTIAL: " + response.error->message + "]";
    }
    if (outcome.kept < outcome.total && !context_.nested && !is_result_ && !out_of_budget_) KeepAll(&outcome);
    response.text = GrepText(retained, !context_.nested);
    if (value_) response.value = kValueWithoutMatches;
    if (!context_.nested) {
      response.meta = MatchesMeta(retained, static_cast<size_t>(context_.limits->search_meta_max_bytes));
    }
    response.details = SearchDetails(outcome);
    return response;
  }

 private:
  bool WantsLines() const override { return value_.has_value() || kept_ < context_.limits->grep_max_matches; }

  bool WantsHits() const override { return value_.has_value(); }

  bool OnLine(const FileEntry& file, const LineSpan& line) override {
    if (kept_ < context_.limits->grep_max_matches) {
      retainer_.Add(file, line);
      ++kept_;
    }
    if (!value_) return true;
    value_->Add(file, line);
    overflow_ = value_->least_bytes() > context_.limits->raw_output_max_bytes;
    return !overflow_;
  }

  void OnFileEnd(const FileEntry& file, int64_t) override { files_with_hits_.push_back(file); }

  // The part of `budget` that maxWorkBytes still allows.
  int64_t RemainingWork(int64_t budget) const {
    int64_t bound = context_.limits->max_work_bytes;
    return bound == 0 ? budget : std::min(budget, bound - search_.work());
  }
  bool WorkExhausted() const {
    return context_.limits->max_work_bytes > 0 && search_.work() >= context_.limits->max_work_bytes;
  }

  // Begins the search behind the "if case is ignored" hint. True when there is
  // something to do.
  bool BeginHint() {
    bool cheap = search_.progress().bytes <= kHintMaxBytes;
    if (search_.matches() > 0 || overflow_ || !cheap || context_.limits->max_work_bytes > 0) return false;
    pattern_.case_mode = CaseMode::kInsensitive;
    Result<std::shared_ptr<const Matcher>> matcher = context_.matchers->Get(pattern_);
    if (!matcher.ok()) return false;
    hint_search_.emplace(search_.view(), Query{std::move(matcher).value(), search_.query().scope},
                         context_.ignore_files, &hint_sink_, 0);
    return true;
  }

  std::string Hint() const {
    if (!hint_search_ || hint_search_->matches() == 0) return {};
    int64_t count = hint_search_->matches();
    return count == 1 ? "1 match if case is ignored" : std::to_string(count) + " matches if case is ignored";
  }

  void KeepAll(Outcome* outcome) {
    auto spill = std::make_shared<Spill>(Spill::Matches(context_.id, context_.owner, std::move(files_with_hits_),
                                                        search_.query().matcher, outcome->total, outcome->scope));
    if (context_.snapshots->Put(std::move(spill), context_.now_ms)) outcome->locator = SpillLocator(context_.id);
  }

  const CallContext context_;
  PatternSpec pattern_;
  const bool is_result_;
  MatchRetainer retainer_;
  std::optional<ValueWriter> value_;
  std::vector<FileRef> files_with_hits_;
  int64_t kept_ = 0;
  bool overflow_ = false;
  bool out_of_budget_ = false;
  CountingSink hint_sink_;
  SearchJob search_;
  std::optional<SearchJob> hint_search_;
};

// A comma outside of braces and brackets.
bool IsCommaList(std::string_view glob) {
  int depth = 0;
  for (size_t i = 0; i < glob.size(); ++i) {
    char c = glob[i];
    if (c == '\\') {
      ++i;
    } else if (c == '[') {
      // A bracket directly behind the opening one (or its negation) is a member.
      bool negated = i + 1 < glob.size() && (glob[i + 1] == '!' || glob[i + 1] == '^');
      size_t close = glob.find(']', i + (negated ? 3 : 2));
      if (close != std::string_view::npos) i = close;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}') {
      --depth;
    } else if (c == ',' && depth <= 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::unique_ptr<Job> MakeGrepJob(const nlohmann::json& arguments, const CallContext& context) {
  ArgumentReader reader(arguments, "grep", kGrepArguments);
  PatternSpec pattern;
  pattern.pattern = reader.RequiredString("pattern", false);
  std::optional<std::string> path = reader.String("path", "path can't be empty when given");
  std::optional<std::string> include = reader.String("include", "include can't be empty when given");
  if (include && !reader.error()) {
    if (std::optional<Error> refused = CheckGlobArgument("include", *include)) reader.Fail(refused->message);
    if (IsCommaList(*include)) reader.Fail("include is one glob: write {a,b} for alternatives, not a comma list");
  }
  if (reader.error()) return FailedJob(*reader.error());

  pattern.max_pattern_bytes = context.limits->max_pattern_bytes;
  pattern.max_match_line_bytes = context.limits->max_match_line_bytes;
  Query query;
  Result<std::shared_ptr<const Matcher>> matcher = context.matchers->Get(pattern);
  if (!matcher.ok()) return FailedJob(std::move(matcher).error());
  query.matcher = std::move(matcher).value();
  Result<Target> target = ResolveTarget(context, path);
  if (!target.ok()) return FailedJob(std::move(target).error());
  query.scope.root = target.value().path;
  if (include) {
    std::string base = target.value().is_file ? "" : target.value().path;
    Result<PathFilter> filter = CompileGlob(*include, base, context.limits->max_pattern_bytes);
    if (!filter.ok()) return FailedJob(std::move(filter).error());
    query.scope.include.push_back(std::move(filter).value());
  }
  if (target.value().is_file) {
    const FileEntry* file = target.value().view.tree.Find(target.value().path);
    if (std::optional<Error> refused = RefuseTooLarge(*file, *context.limits)) return FailedJob(*std::move(refused));
  }
  return std::make_unique<GrepJob>(context, std::move(target).value(), std::move(query), std::move(pattern));
}

}  // namespace sonde
