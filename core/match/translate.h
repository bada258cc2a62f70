// Rewrites a user's pattern into RE2's syntax.
//
// What changes: \w \d \s (and their negations, inside classes too) become
// Unicode classes as in ripgrep; \uXXXX, \u{X} and \< \> are accepted; every
// anchor becomes a line anchor; escapes and literals are checked for a line
// feed, which no line holds. What RE2 lacks (look-around, back-references) is
// refused with advice. Source of the rules: search.md §3.
#ifndef SONDE_MATCH_TRANSLATE_H_
#define SONDE_MATCH_TRANSLATE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace sonde {

enum class TextClass {
  kAscii,    // the program runs on ASCII text only, compiled as Latin-1: small
  kUnicode,  // UTF-8
};

struct Translation {
  std::string pattern;  // RE2 syntax
  // For each byte of `pattern`, the byte offset in the user's pattern that it
  // came from; one more entry for the end.
  std::vector<uint32_t> origin;
  // The pattern's text when it is nothing but literal characters.
  std::optional<std::string> literal;
  bool has_letter = false;        // a literal letter
  bool has_upper_letter = false;  // a literal upper case letter
  bool has_non_ascii = false;     // a literal or escaped code point above U+007F
  bool has_inline_flags = false;  // (?i) or the like: may fold case whatever the options say
  bool has_any_byte = false;      // \C
};

// Errors: SEARCH_INVALID_PATTERN with the position, 1-based in characters.
Result<Translation> TranslatePattern(std::string_view pattern, TextClass text_class);

// `text` with every special character escaped, ready for TranslatePattern.
std::string EscapePattern(std::string_view text);

// "regex parse error at character <n>: <detail>", with the pattern quoted.
Error PatternError(std::string_view pattern, size_t byte_offset, std::string_view detail);

}  // namespace sonde

#endif  // SONDE_MATCH_TRANSLATE_H_
