// From a pattern to a Matcher.
#include <optional>
#include <utility>

#include "core/match/matcher_impl.h"
#include "core/match/required_literals.h"
#include "core/match/translate.h"
#include "re2/regexp.h"

namespace sonde {
namespace {

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

}  // namespace sonde
