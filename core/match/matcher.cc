#include "core/match/matcher.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/line_feeds.h"
#include "core/base/utf8.h"
#include "core/match/line_plan.h"
#include "core/match/program.h"
#include "core/match/required_literals.h"
#include "core/match/translate.h"
#include "core/match/unicode_classes.h"
#include "re2/re2.h"
#include "re2/regexp.h"

namespace sonde {
namespace {

// Where no DFA state comes up twice, RE2 follows each instruction at each byte:
// 8 ns in WebAssembly. So many of them count as one unit of a step's budget.
constexpr int64_t kInstructionsPerCost = 2;
// The states of a program this small are soon all there.
constexpr int64_t kFewInstructions = 12;

// A longer pattern is compiled at once, to know that its program fits. The
// program of a shorter one that bytes decide does: its classes are Unicode's
// large ones at worst, ByteSequence::kMaxItems times (line_plan_test.cc).
constexpr size_t kMaxUncompiledBytes = 256;

std::string_view Advice(RE2::ErrorCode code) {
  switch (code) {
    case RE2::ErrorMissingParen:
      return "missing ): write \\( for a parenthesis";
    case RE2::ErrorUnexpectedParen:
      return "unexpected ): write \\) for a parenthesis";
    case RE2::ErrorMissingBracket:
      return "missing ]: write \\[ for a bracket";
    case RE2::ErrorRepeatArgument:
      return "nothing to repeat: write a backslash before *, + or ? for the character itself";
    case RE2::ErrorRepeatSize:
      return "repetition count over 1000 or out of order: use a smaller count";
    case RE2::ErrorRepeatOp:
      return "repeated repetition operator: put the inner one in (?:...)";
    case RE2::ErrorBadEscape:
      return "unknown escape: write \\\\ for a backslash";
    case RE2::ErrorBadCharClass:
    case RE2::ErrorBadCharRange:
      return "invalid character class: check the names and that ranges ascend";
    case RE2::ErrorBadPerlOp:
      return "unknown group syntax: (?:...), (?i), (?P<name>...) and (?<name>...) are supported";
    case RE2::ErrorBadNamedCapture:
      return "invalid or repeated group name: use letters, digits and _, each name once";
    case RE2::ErrorPatternTooLarge:
      return "the compiled pattern is too large: use fewer or smaller repetitions";
    default:
      return "invalid pattern: check its syntax against RE2's";
  }
}

// Where RE2's parser stopped, as an offset into the user's pattern.
size_t ErrorOffset(const Translation& translation, const RE2::Options& options) {
  re2::RegexpStatus status;
  if (ParseRegexp(translation.pattern, options, &status)) return 0;
  const char* begin = translation.pattern.data();
  const char* at = status.error_arg().data();
  bool inside = at >= begin && at <= begin + translation.pattern.size();
  return inside ? translation.origin[static_cast<size_t>(at - begin)] : 0;
}

bool SmartIgnoresCase(const Translation& translation) {
  return translation.has_letter && !translation.has_upper_letter;
}

}  // namespace

struct Matcher::Impl {
  bool ignore_case = false;
  bool whole_word = false;
  bool literal = false;
  bool line_by_line = false;  // the pattern may not be run over several lines at once
  size_t max_line_bytes = 0;
  std::unique_ptr<const Program> ascii;  // null: use `unicode` for ASCII text too
  std::unique_ptr<const Program> unicode;
  std::unique_ptr<const LinePlan> ascii_plan;
  std::unique_ptr<const LinePlan> any_plan;
  int64_t ascii_instructions = 0;  // of the programs, or an estimate
  int64_t any_instructions = 0;

  const RE2& ProgramFor(bool ascii_text) const { return ascii_text && ascii ? ascii->get() : unicode->get(); }
  const LinePlan& Plan(bool ascii_text) const { return ascii_text ? *ascii_plan : *any_plan; }
  // Lines of any length are searched.
  bool IsPlainText(bool ascii_text) const { return literal && Plan(ascii_text).exact(); }
  // A line that is too long must be counted whatever it holds.
  bool HasLongLine(const SearchText& text) const {
    return text.longest_line_bytes > max_line_bytes && !IsPlainText(text.ascii);
  }

  // The first hit in `text` at or after `from`, without the whole-word rule.
  bool Find(std::string_view text, size_t from, size_t until, bool ascii_text, ByteRange* hit) const {
    if (const LiteralFinder* literal_finder = Plan(ascii_text).hit_finder()) {
      size_t at = literal_finder->Find(text.substr(0, until), from);
      if (at == std::string_view::npos) return false;
      *hit = {static_cast<uint32_t>(at), static_cast<uint32_t>(at + literal_finder->size())};
      return true;
    }
    absl::string_view found;
    if (!ProgramFor(ascii_text).Match({text.data(), text.size()}, from, until, RE2::UNANCHORED, &found, 1))
      return false;
    size_t begin = static_cast<size_t>(found.data() - text.data());
    *hit = {static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + found.size())};
    return true;
  }

  static bool IsWholeWord(std::string_view line, ByteRange hit) {
    if (hit.end < line.size()) {
      size_t at = hit.end;
      if (IsWordCharacter(DecodeUtf8(line, &at))) return false;
    }
    if (hit.begin == 0) return true;
    size_t before = FloorCodePoint(line, hit.begin - 1);
    return !IsWordCharacter(DecodeUtf8(line, &before));
  }

  // The first hit of `line` that counts.
  bool FindInLine(std::string_view line, size_t from, bool ascii_text, ByteRange* hit) const {
    while (from <= line.size() && Find(line, from, line.size(), ascii_text, hit)) {
      if (!whole_word || IsWholeWord(line, *hit)) return true;
      from = hit->begin + 1;
      from = from > line.size() ? from : CeilCodePoint(line, from);
    }
    return false;
  }

  bool Matches(std::string_view line, bool ascii_text) const {
    if (whole_word || Plan(ascii_text).hit_finder()) {
      ByteRange hit;
      return FindInLine(line, 0, ascii_text, &hit);
    }
    // Without a place asked for, RE2 stops at the first sign of a match.
    return ProgramFor(ascii_text).Match({line.data(), line.size()}, 0, line.size(), RE2::UNANCHORED, nullptr, 0);
  }
};

Matcher::Matcher(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Matcher::~Matcher() = default;

Result<std::shared_ptr<const Matcher>> Matcher::Compile(const PatternSpec& spec) {
  std::string pattern;
  if (!spec.any_of.empty()) {
    for (const std::string& term : spec.any_of) {
      if (!pattern.empty()) pattern.push_back('|');
      pattern.append(EscapePattern(term));
    }
  } else {
    pattern = spec.literal ? EscapePattern(spec.pattern) : spec.pattern;
  }
  if (static_cast<int64_t>(pattern.size()) > spec.max_pattern_bytes) {
    return PatternError(
        pattern, 0,
        "the pattern is longer than " + std::to_string(spec.max_pattern_bytes) + " bytes: search for a part of it");
  }
  Result<Translation> unicode = TranslatePattern(pattern, TextClass::kUnicode);
  if (!unicode.ok()) return std::move(unicode).error();
  const Translation& translation = unicode.value();

  auto impl = std::make_unique<Impl>();
  impl->whole_word = spec.whole_word;
  impl->max_line_bytes = static_cast<size_t>(spec.max_match_line_bytes);
  impl->ignore_case =
      spec.case_mode == CaseMode::kInsensitive || (spec.case_mode == CaseMode::kSmart && SmartIgnoresCase(translation));
  impl->line_by_line = translation.has_any_byte;

  const bool scalar = spec.strategy == Strategy::kScalar;
  const bool plans = spec.strategy != Strategy::kLineByLine && !impl->line_by_line;
  const bool may_fold = impl->ignore_case || translation.has_inline_flags;
  RE2::Options options = ProgramOptions(TextClass::kUnicode, impl->ignore_case);
  re2::RegexpStatus status;
  RegexpPointer parsed = ParseRegexp(translation.pattern, options, &status);
  if (parsed && plans) {
    impl->ascii_plan = LinePlan::ByBytes(parsed.get(), true, scalar);
    impl->any_plan = LinePlan::ByBytes(parsed.get(), false, scalar);
  }
  impl->unicode = std::make_unique<Program>(translation.pattern, options);
  if (!(may_fold && translation.has_non_ascii)) {
    Result<Translation> ascii = TranslatePattern(pattern, TextClass::kAscii);
    impl->ascii = std::make_unique<Program>(std::move(ascii).value().pattern,
                                            ProgramOptions(TextClass::kAscii, impl->ignore_case));
  }
  impl->literal = plans && translation.literal && !translation.literal->empty();
  if (impl->ascii_plan && impl->any_plan && pattern.size() <= kMaxUncompiledBytes) {
    impl->ascii_instructions = impl->ascii_plan->instructions();
    impl->any_instructions = impl->any_plan->instructions();
    return std::shared_ptr<const Matcher>(new Matcher(std::move(impl)));
  }

  if (!impl->unicode->get().ok()) {
    size_t offset = ErrorOffset(translation, options);
    return PatternError(pattern, offset, Advice(impl->unicode->get().error_code()));
  }
  if (impl->ascii && !impl->ascii->get().ok()) impl->ascii.reset();
  impl->ascii_instructions = impl->ProgramFor(true).ProgramSize();
  impl->any_instructions = impl->ProgramFor(false).ProgramSize();
  if (!plans) impl->line_by_line = true;
  RequiredLiterals required;
  if (plans) required = RequiredLiteralsOf(impl->unicode->get(), may_fold || translation.has_non_ascii);
  const RE2* classes = plans && impl->ascii ? &impl->ascii->get() : nullptr;
  if (!impl->ascii_plan) impl->ascii_plan = std::make_unique<LinePlan>(required.in_ascii_text, classes, scalar);
  if (!impl->any_plan) impl->any_plan = std::make_unique<LinePlan>(required.in_any_text, nullptr, scalar);
  return std::shared_ptr<const Matcher>(new Matcher(std::move(impl)));
}

int64_t Matcher::worst_cost_per_byte(bool ascii) const {
  int64_t instructions = ascii ? impl_->ascii_instructions : impl_->any_instructions;
  return 1 + std::max<int64_t>(0, instructions - kFewInstructions) / kInstructionsPerCost;
}

bool Matcher::ignores_case() const { return impl_->ignore_case; }
bool Matcher::is_literal() const { return impl_->literal; }

LineSpan LineAt(std::string_view text, size_t offset, size_t floor) {
  size_t begin = LineBegin(text, offset, floor);
  size_t feed = FindLineFeed(text, offset);
  if (feed == text.size()) return {begin, feed, feed};
  size_t end = feed > begin && text[feed - 1] == '\r' ? feed - 1 : feed;
  return {begin, end, feed + 1};
}

bool Matcher::MatchesLine(std::string_view line, bool ascii) const { return impl_->Matches(line, ascii); }

bool Matcher::RulesOut(const SearchText& text, const uint32_t* filter, size_t from, size_t until) const {
  const LinePlan& plan = impl_->Plan(text.ascii);
  if (impl_->HasLongLine(text)) return false;
  return plan.never() || (filter && !plan.trigrams().MayHold(filter, text.text.size(), from, until));
}

bool Matcher::AsksFilters(bool ascii) const { return static_cast<bool>(impl_->Plan(ascii).trigrams()); }

bool Matcher::NextLine(const SearchText& text, size_t from, size_t until, LineSpan* line, Work* work) const {
  return Next(text, from, until, true, line, work);
}

int64_t Matcher::CountLines(const SearchText& text, size_t from, size_t until, Work* work) const {
  int64_t count = 0;
  LineSpan line;
  for (; Next(text, from, until, false, &line, work); from = line.next) ++count;
  return count;
}

bool Matcher::Next(const SearchText& text, size_t from, size_t until, bool whole_span, LineSpan* line,
                   Work* work) const {
  const Impl& impl = *impl_;
  const LinePlan& plan = impl.Plan(text.ascii);
  const bool leads = plan.leads() && !impl.HasLongLine(text);
  const bool one_by_one = !leads && (impl.line_by_line || text.has_crlf || impl.HasLongLine(text));
  while (from < until) {
    if (one_by_one) {
      *line = LineAt(text.text, from, from);
    } else if (leads) {
      size_t at;
      LineVerdict verdict = plan.Find(text.text, from, until, &at);
      if (verdict == LineVerdict::kNone) return false;
      if (verdict == LineVerdict::kMatch && !impl.whole_word) {
        ++work->lines_entered;
        if (whole_span) {
          *line = LineAt(text.text, at, from);
        } else {
          line->next = std::min(FindLineFeed(text.text, at) + 1, text.text.size());
        }
        return true;
      }
      *line = LineAt(text.text, at, from);
    } else {
      // One run over many lines finds a candidate; its line decides.
      ByteRange hit;
      bool found = impl.Find(text.text, from, until, text.ascii, &hit);
      work->bytes_entered += static_cast<int64_t>((found ? hit.end : until) - from);
      if (!found) return false;
      // Behind a final line feed there is no line.
      if (hit.begin == text.text.size() && text.text.back() == '\n') return false;
      *line = LineAt(text.text, hit.begin, from);
      if (line->begin >= until) return false;
      bool inside = hit.begin >= line->begin && hit.end <= line->end;
      if (inside && !impl.whole_word) {
        ++work->lines_entered;
        return true;
      }
    }
    from = line->next;
    std::string_view content = text.text.substr(line->begin, line->end - line->begin);
    if (content.size() > impl.max_line_bytes && !impl.IsPlainText(text.ascii)) {
      ++work->long_lines;
      continue;
    }
    ++work->lines_entered;
    if (!plan.hit_finder()) work->bytes_entered += static_cast<int64_t>(content.size());
    if (impl.Matches(content, text.ascii)) return true;
  }
  return false;
}

bool Matcher::NextHit(std::string_view line, size_t from, bool ascii, ByteRange* hit) const {
  if (from > line.size()) return false;
  const LinePlan& plan = impl_->Plan(ascii);
  const SequenceFinder* sequence_hits = impl_->whole_word ? nullptr : plan.sequence_hits();
  if (sequence_hits) {
    LineVerdict verdict = sequence_hits->FindHit(line, from, hit);
    if (verdict != LineVerdict::kUndecided) return verdict == LineVerdict::kMatch;
  }
  // The plan tells sooner that the rest of a line holds nothing, and what of it
  // comes before the first hit.
  if (plan.leads() && !plan.hit_finder()) {
    size_t at;
    if (plan.Find(line, from, line.size(), &at) == LineVerdict::kNone) return false;
    size_t before = plan.most_bytes_before();
    if (at >= before && at - before > from) from = CeilCodePoint(line, at - before);
  }
  if (!impl_->FindInLine(line, from, ascii, hit)) return false;
  if (impl_->line_by_line) {
    // \C may begin or end a hit inside a character, which can't be shown.
    const bool empty = hit->begin == hit->end;
    hit->end = static_cast<uint32_t>(CeilCodePoint(line, hit->end));
    hit->begin = empty ? hit->end : static_cast<uint32_t>(FloorCodePoint(line, hit->begin));
  }
  return true;
}

bool Matcher::FindFirst(std::string_view line, bool ascii, ByteRange* hit) const {
  return NextHit(line, 0, ascii, hit);
}

bool Matcher::FindOccurrences(std::string_view line, bool ascii, size_t limit, std::vector<ByteRange>* hits) const {
  size_t from = 0;
  ByteRange hit;
  while (NextHit(line, from, ascii, &hit)) {
    const bool empty = hit.begin == hit.end;
    bool next_to_last = !hits->empty() && hits->back().end == hit.begin;
    if (!(empty && next_to_last)) {
      if (hits->size() == limit) return false;
      hits->push_back(hit);
    }
    from = empty ? (hit.end < line.size() ? CeilCodePoint(line, hit.end + 1) : line.size() + 1) : hit.end;
  }
  return true;
}

}  // namespace sonde
