#include "core/match/matcher.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/utf8.h"
#include "core/match/class_finder.h"
#include "core/match/literal_finder.h"
#include "core/match/multi_literal_finder.h"
#include "core/match/required_classes.h"
#include "core/match/required_literals.h"
#include "core/match/translate.h"
#include "core/match/unicode_classes.h"
#include "re2/re2.h"
#include "re2/regexp.h"

namespace sonde {
namespace {

// Memory for one program and its DFA states. A pattern whose program does not
// fit is refused; a DFA that outgrows it is thrown away and begun anew.
constexpr int64_t kMaxProgramBytes = 8 << 20;

RE2::Options ProgramOptions(TextClass text_class, bool ignore_case) {
  RE2::Options options;
  options.set_encoding(text_class == TextClass::kAscii ? RE2::Options::EncodingLatin1 : RE2::Options::EncodingUTF8);
  options.set_case_sensitive(!ignore_case);
  options.set_log_errors(false);
  options.set_never_nl(true);
  options.set_max_mem(kMaxProgramBytes);
  return options;
}

// Where no DFA state comes up twice, RE2 follows each instruction at each byte:
// 8 ns in WebAssembly. So many of them count as one unit of a step's budget.
constexpr int64_t kInstructionsPerCost = 2;
// The states of a program this small are soon all there.
constexpr int64_t kFewInstructions = 12;

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
  re2::Regexp* parsed =
      re2::Regexp::Parse(translation.pattern, static_cast<re2::Regexp::ParseFlags>(options.ParseFlags()), &status);
  if (parsed) {
    parsed->Decref();
    return 0;
  }
  const char* begin = translation.pattern.data();
  const char* at = status.error_arg().data();
  bool inside = at >= begin && at <= begin + translation.pattern.size();
  return inside ? translation.origin[static_cast<size_t>(at - begin)] : 0;
}

bool SmartIgnoresCase(const Translation& translation) {
  return translation.has_letter && !translation.has_upper_letter;
}

// ASCII letters that also fold to a code point above U+007F: K (Kelvin sign)
// and s (long s).
bool FoldsBeyondAscii(std::string_view text) { return text.find_first_of("kKsS") != std::string_view::npos; }

// What must stand in a line before RE2 is asked about it.
struct Prefilter {
  std::optional<LiteralFinder> one;
  std::optional<MultiLiteralFinder> several;
  std::optional<ClassFinder> classes;

  explicit operator bool() const { return one || several || classes; }
  size_t Find(std::string_view text, size_t from) const {
    if (one) return one->Find(text, from);
    return several ? several->Find(text, from) : classes->Find(text, from);
  }
};

Prefilter MakePrefilter(std::vector<std::string> literals, bool scalar) {
  Prefilter prefilter;
  if (literals.size() == 1) prefilter.one.emplace(std::move(literals.front()), true, scalar);
  if (literals.size() > 1) prefilter.several.emplace(std::move(literals), scalar);
  return prefilter;
}

}  // namespace

struct Matcher::Impl {
  bool ignore_case = false;
  bool whole_word = false;
  bool literal = false;
  bool line_by_line = false;  // the pattern may not be run over several lines at once
  size_t max_line_bytes = 0;
  std::unique_ptr<RE2> ascii;                 // null: use `unicode` for ASCII text too
  std::unique_ptr<RE2> unicode;               // always there
  std::optional<LiteralFinder> finder;        // finds the whole pattern in any text
  std::optional<LiteralFinder> ascii_finder;  // the same, right in ASCII text only
  Prefilter ascii_prefilter;
  Prefilter unicode_prefilter;

  const RE2& Program(bool ascii_text) const { return ascii_text && ascii ? *ascii : *unicode; }
  const LiteralFinder* Finder(bool ascii_text) const {
    if (finder) return &*finder;
    return ascii_text && ascii_finder ? &*ascii_finder : nullptr;
  }

  // The first hit in `text` at or after `from`, without the whole-word rule.
  bool Find(std::string_view text, size_t from, size_t until, bool ascii_text, ByteRange* hit) const {
    if (const LiteralFinder* literal_finder = Finder(ascii_text)) {
      size_t at = literal_finder->Find(text.substr(0, until), from);
      if (at == std::string_view::npos) return false;
      *hit = {static_cast<uint32_t>(at), static_cast<uint32_t>(at + literal_finder->size())};
      return true;
    }
    absl::string_view found;
    if (!Program(ascii_text).Match({text.data(), text.size()}, from, until, RE2::UNANCHORED, &found, 1)) return false;
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
    if (whole_word || Finder(ascii_text)) {
      ByteRange hit;
      return FindInLine(line, 0, ascii_text, &hit);
    }
    // Without a place asked for, RE2 stops at the first sign of a match.
    return Program(ascii_text).Match({line.data(), line.size()}, 0, line.size(), RE2::UNANCHORED, nullptr, 0);
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

  RE2::Options options = ProgramOptions(TextClass::kUnicode, impl->ignore_case);
  impl->unicode = std::make_unique<RE2>(translation.pattern, options);
  if (!impl->unicode->ok()) {
    size_t offset = ErrorOffset(translation, options);
    return PatternError(pattern, offset, Advice(impl->unicode->error_code()));
  }
  bool may_fold = impl->ignore_case || translation.has_inline_flags;
  if (!(may_fold && translation.has_non_ascii)) {
    Result<Translation> ascii = TranslatePattern(pattern, TextClass::kAscii);
    auto program = std::make_unique<RE2>(ascii.value().pattern, ProgramOptions(TextClass::kAscii, impl->ignore_case));
    if (program->ok()) impl->ascii = std::move(program);
  }
  if (spec.strategy == Strategy::kLineByLine) {
    impl->line_by_line = true;
    return std::shared_ptr<const Matcher>(new Matcher(std::move(impl)));
  }
  bool scalar = spec.strategy == Strategy::kScalar;
  if (translation.literal && !translation.literal->empty()) {
    const std::string& literal = *translation.literal;
    impl->literal = true;
    if (!impl->ignore_case || !translation.has_letter) {
      impl->finder.emplace(literal, false, scalar);
    } else if (!translation.has_non_ascii) {
      impl->ascii_finder.emplace(literal, true, scalar);
      if (!FoldsBeyondAscii(literal)) impl->finder = impl->ascii_finder;
    }
  }
  if (!impl->finder) {
    bool folds = may_fold || translation.has_non_ascii;
    impl->unicode_prefilter = MakePrefilter(RequiredLiterals(*impl->unicode, false, folds), scalar);
    impl->ascii_prefilter = MakePrefilter(RequiredLiterals(*impl->unicode, true, folds), scalar);
    if (!impl->ascii_prefilter && impl->ascii) {
      std::vector<ByteClass> classes = RequiredClasses(*impl->ascii);
      if (!classes.empty()) impl->ascii_prefilter.classes.emplace(classes, scalar);
    }
  }
  return std::shared_ptr<const Matcher>(new Matcher(std::move(impl)));
}

int64_t Matcher::worst_cost_per_byte(bool ascii) const {
  int64_t instructions = impl_->Program(ascii).ProgramSize();
  return 1 + std::max<int64_t>(0, instructions - kFewInstructions) / kInstructionsPerCost;
}

bool Matcher::ignores_case() const { return impl_->ignore_case; }
bool Matcher::is_literal() const { return impl_->literal; }

LineSpan LineAt(std::string_view text, size_t offset) {
  size_t begin = offset;
  while (begin > 0 && text[begin - 1] != '\n') --begin;
  const void* found = offset < text.size() ? std::memchr(text.data() + offset, '\n', text.size() - offset) : nullptr;
  if (!found) return {begin, text.size(), text.size()};
  size_t feed = static_cast<size_t>(static_cast<const char*>(found) - text.data());
  size_t end = feed > begin && text[feed - 1] == '\r' ? feed - 1 : feed;
  return {begin, end, feed + 1};
}

bool Matcher::MatchesLine(std::string_view line, bool ascii) const { return impl_->Matches(line, ascii); }

bool Matcher::NextLine(const SearchText& text, size_t from, size_t until, LineSpan* line, Work* work) const {
  const Impl& impl = *impl_;
  const bool finder = impl.Finder(text.ascii) != nullptr;
  const Prefilter& prefilter = text.ascii ? impl.ascii_prefilter : impl.unicode_prefilter;
  // A line that is too long must be counted whatever it holds.
  const bool has_long_line = text.longest_line_bytes > impl.max_line_bytes;
  const bool filtered = !finder && prefilter && !has_long_line && !impl.line_by_line;
  const bool one_by_one = !finder && !filtered && (impl.line_by_line || text.has_crlf || has_long_line);
  while (from < until) {
    if (one_by_one) {
      *line = LineAt(text.text, from);
    } else if (filtered) {
      size_t at = prefilter.Find(text.text.substr(0, until), from);
      if (at == std::string_view::npos) return false;
      *line = LineAt(text.text, at);
    } else {
      // One run over many lines finds a candidate; its line decides.
      ByteRange hit;
      bool found = impl.Find(text.text, from, until, text.ascii, &hit);
      if (!finder) work->bytes_entered += static_cast<int64_t>((found ? hit.end : until) - from);
      if (!found) return false;
      // Behind a final line feed there is no line.
      if (hit.begin == text.text.size() && text.text.back() == '\n') return false;
      *line = LineAt(text.text, hit.begin);
      if (line->begin >= until) return false;
      bool inside = hit.begin >= line->begin && hit.end <= line->end;
      if (inside && !impl.whole_word) {
        ++work->lines_entered;
        return true;
      }
    }
    from = line->next;
    std::string_view content = text.text.substr(line->begin, line->end - line->begin);
    if (!finder && content.size() > impl.max_line_bytes) {
      ++work->long_lines;
      continue;
    }
    ++work->lines_entered;
    if (!finder) work->bytes_entered += static_cast<int64_t>(content.size());
    if (impl.Matches(content, text.ascii)) return true;
  }
  return false;
}

bool Matcher::FindOccurrences(std::string_view line, bool ascii, size_t limit, std::vector<ByteRange>* hits) const {
  size_t from = 0;
  ByteRange hit;
  while (from <= line.size() && impl_->FindInLine(line, from, ascii, &hit)) {
    if (impl_->line_by_line) {
      // \C may begin or end a hit inside a character, which can't be shown.
      hit.begin = static_cast<uint32_t>(FloorCodePoint(line, hit.begin));
      hit.end = static_cast<uint32_t>(CeilCodePoint(line, hit.end));
    }
    bool empty = hit.begin == hit.end;
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
