// translate, unicode_classes.
#include "core/match/translate.h"

#include <catch2/catch.hpp>
#include <string>

#include "core/base/utf8.h"
#include "core/match/unicode_classes.h"
#include "re2/re2.h"

namespace sonde {
namespace {

struct TranslateCase {
  const char* name;
  std::string pattern;
  std::string ascii;    // "=": the pattern itself
  std::string literal;  // "-": not a plain text
};

const TranslateCase kTranslated[] = {
    {"plain", "abc", "=", "abc"},
    {"escaped dots", "a\\.b", "a\\x{2E}b", "a.b"},
    {"controls", "\\a\\f\\r\\t\\v", "\\x{7}\\x{C}\\x{D}\\x{9}\\x{B}", "\a\f\r\t\v"},
    {"hex", "\\x41\\x{42}\\u0043\\u{44}", "\\x{41}\\x{42}\\x{43}\\x{44}", "ABCD"},
    {"octal, one digit", "\\07", "\\x{7}", "\a"},
    {"quoted", "\\Qa.b*\\E", "\\x{61}\\x{2E}\\x{62}\\x{2A}", "a.b*"},
    {"quoted to the end", "\\Qa(", "\\x{61}\\x{28}", "a("},
    {"quoted, nothing", "\\Q\\E", "", ""},
    {"anchors", "^a$", "(?m:^)a(?m:$)", "-"},
    {"text anchors are line anchors", "\\Aa\\z", "(?m:^)a(?m:$)", "-"},
    {"word ends", "\\<a\\>", "\\ba\\b", "-"},
    {"operators", "a.b*c+d?e|f{2}(g)", "=", "-"},
    {"a brace is text to RE2", "a}", "=", "a}"},
    {"digits", "\\d\\D", "[\\d][^\\d]", "-"},
    {"words", "\\w\\W", "[\\w][^\\w]", "-"},
    {"spaces", "\\s\\S", "[\\t-\\r ][^\\t-\\r ]", "-"},
    {"words in a class", "[\\w-]", "=", "-"},
    {"not words in a class", "[\\W]", "=", "-"},
    {"spaces in a class", "[\\s]", "[\\t-\\r ]", "-"},
    {"not spaces in a class", "[\\S]", "[\\x{0}-\\x{8}\\x{E}-\\x{1F}\\x{21}-\\x{FF}]", "-"},
    {"a class with a bracket first", "[]a]", "=", "-"},
    {"a negated class with a bracket first", "[^]a]", "=", "-"},
    {"a named class", "[[:alpha:]_]", "=", "-"},
    {"an unclosed named class is text", "[[:]", "=", "-"},
    {"a line feed in a class", "[a\\n]", "[a\\x{A}]", "-"},
    {"a raw line feed in a class", "[a\n]", "[a\\x{A}]", "-"},
    {"not a line feed", "[^\\n]", "[^\\x{A}]", "-"},
    {"angle brackets in a class", "[\\<\\>]", "[<>]", "-"},
    {"properties", "\\pL\\p{Greek}\\PN\\P{^Nd}", "=", "-"},
    {"properties in a class", "[\\pL\\p{Nd}]", "=", "-"},
    {"a named group", "(?P<n>a)(?<m>b)", "=", "-"},
    {"flags", "(?i:a)(?s)b(?-i)", "=", "-"},
    {"any byte", "\\C", "=", "-"},
    {"word boundaries", "\\ba\\B", "=", "-"},
    {"beyond ASCII", "\xC3\xA9[\xC3\xA9-\xC3\xAF]", "\\x{FF}[\\x{FF}-\\x{FF}]", "-"},
    {"beyond ASCII, plain", "\xC3\xA9", "\\x{FF}", "\xC3\xA9"},
    {"an astral escape", "\\u{1F600}", "\\x{FF}", "\xF0\x9F\x98\x80"},
};

TEST_CASE("Translation for ASCII text, and the plain text in a pattern", "[translate]") {
  for (const TranslateCase& row : kTranslated) {
    INFO(row.name);
    Result<Translation> result = TranslatePattern(row.pattern, TextClass::kAscii);
    REQUIRE(result.ok());
    CHECK(result.value().pattern == (row.ascii == "=" ? row.pattern : row.ascii));
    CHECK(result.value().literal.value_or("-") == row.literal);
    CHECK(result.value().origin.size() == result.value().pattern.size() + 1);
    CHECK(result.value().origin.back() == row.pattern.size());
  }
}

TEST_CASE("What a translation says about the pattern", "[translate]") {
  struct Row {
    const char* pattern;
    bool letter, upper, non_ascii, flags, any_byte;
  };
  const Row rows[] = {
      {"a", true, false, false, false, false},
      {"A", true, true, false, false, false},
      {"1", false, false, false, false, false},
      {"\xC3\xA9", true, false, true, false, false},
      {"\xC3\x89", true, true, true, false, false},
      {"[A-Z]", true, true, false, false, false},
      {"\\W", false, false, false, false, false},
      {"\\x41", true, true, false, false, false},
      {"(?i)1", false, false, false, true, false},
      {"(?s)1", false, false, false, false, false},
      {"(?P<Name>1)", false, false, false, false, false},
      {"\\pL", false, false, false, false, false},
      {"\\C", false, false, false, false, true},
      {"\\u01C5", true, true, true, false, false},
  };
  for (const Row& row : rows) {
    INFO(row.pattern);
    Result<Translation> result = TranslatePattern(row.pattern, TextClass::kUnicode);
    REQUIRE(result.ok());
    CHECK(result.value().has_letter == row.letter);
    CHECK(result.value().has_upper_letter == row.upper);
    CHECK(result.value().has_non_ascii == row.non_ascii);
    CHECK(result.value().has_inline_flags == row.flags);
    CHECK(result.value().has_any_byte == row.any_byte);
  }
}

constexpr const char* kLineFeed =
    "a line feed can't match, since each line is searched by itself: search for one of the lines";
constexpr const char* kLookAround =
    "look-around is not supported, since it can't be matched in linear time: match the text around it as well, or "
    "search for the wanted part and filter the lines";
constexpr const char* kBackReference =
    "back-references are not supported, since they can't be matched in linear time: write the repeated text out, or "
    "search for its first part and filter the lines";

struct RefusedCase {
  std::string pattern;
  int character;
  std::string detail;
};

const RefusedCase kRefused[] = {
    {"a\nb", 2, kLineFeed},
    {"\xC3\xA9\nb", 2, kLineFeed},
    {"a\\nb", 2, kLineFeed},
    {"a\\x0Ab", 2, kLineFeed},
    {"a\\012b", 2, kLineFeed},
    {"\\Qa\nb", 4, kLineFeed},
    {"x[\\n]", 2, kLineFeed},
    {"x[\n]", 2, kLineFeed},
    {"(?P<a\nb>x)", 1, kLineFeed},
    {"a(?=b)", 2, kLookAround},
    {"a(?!b)", 2, kLookAround},
    {"(?<=b)a", 1, kLookAround},
    {"(?<!b)a", 1, kLookAround},
    {"(a)\\1", 4, kBackReference},
    {"(a)\\k<n>", 4, kBackReference},
    {"(?P<n>a)(?P=n)", 9, kBackReference},
    {"(?>a)", 1, "atomic groups are not supported: use (?:...), matching is linear anyway"},
    {"a\\", 2, "trailing \\: write \\\\ for a backslash"},
    {"[a\\", 3, "trailing \\: write \\\\ for a backslash"},
    {"a[b", 2, "missing ]: write \\[ for a bracket"},
    {"a[", 2, "missing ]: write \\[ for a bracket"},
    {"[]", 1, "missing ]: write \\[ for a bracket"},
    {"\\xZ", 1, "invalid escape: write \\xHH or \\x{H...}"},
    {"\\x{110000}", 1, "invalid escape: write \\xHH or \\x{H...}"},
    {"\\x{}", 1, "invalid escape: write \\xHH or \\x{H...}"},
    {"\\x{41", 1, "invalid escape: write \\xHH or \\x{H...}"},
    {"\\x4", 1, "invalid escape: write \\xHH or \\x{H...}"},
    {"[\\xG]", 2, "invalid escape: write \\xHH or \\x{H...}"},
    {"\\u12", 1, "invalid escape: write \\uHHHH or \\u{H...}"},
    {"\\uD800", 1, "invalid escape: write \\uHHHH or \\u{H...}"},
    {"\\u{DFFF}", 1, "invalid escape: write \\uHHHH or \\u{H...}"},
    {"\\u{FFFFFFFFFFFFFFFFFFFF}", 1, "invalid escape: write \\uHHHH or \\u{H...}"},
};

TEST_CASE("Patterns that are refused before RE2 sees them", "[translate]") {
  for (const RefusedCase& row : kRefused) {
    INFO(row.pattern);
    for (TextClass text_class : {TextClass::kAscii, TextClass::kUnicode}) {
      Result<Translation> result = TranslatePattern(row.pattern, text_class);
      REQUIRE_FALSE(result.ok());
      CHECK(result.error().code == ErrorCode::kSearchInvalidPattern);
      CHECK(result.error().message == "regex parse error at character " + std::to_string(row.character) + " of \"" +
                                          row.pattern + "\": " + row.detail);
    }
  }
}

TEST_CASE("A long pattern is quoted around the fault, never inside a character", "[translate]") {
  std::string many;
  for (int i = 0; i < 200; ++i) many += "\xC3\xA9";
  Error error = PatternError(many + "(" + many, 400, "x");
  CHECK(IsValidUtf8(error.message));
  CHECK(error.message.find("at character 201 of \"\xE2\x80\xA6\xC3\xA9") != std::string::npos);
  CHECK(error.message.find("\xC3\xA9\xE2\x80\xA6\": x") != std::string::npos);
  CHECK(error.message.find('(') != std::string::npos);
  CHECK(PatternError("ab", 9, "x").message == "regex parse error at character 3 of \"ab\": x");
}

TEST_CASE("EscapePattern makes any text a plain pattern", "[translate]") {
  std::string text = "a\\.+*?()|[]{}^$-&#~ \t/\"'\xC3\xA9";
  CHECK(TranslatePattern(EscapePattern(text), TextClass::kUnicode).value().literal.value_or("") == text);
}

// RE2 itself says what is in the classes whose text we give it.
TEST_CASE("Unicode classes and their complements share no code point and miss none", "[unicode_classes]") {
  for (char letter : {'w', 'd', 's'}) {
    RE2 members("[" + std::string(UnicodeClassMembers(letter)) + "]");
    RE2 complement("[" + UnicodeClassComplement(letter) + "]");
    REQUIRE(members.ok());
    REQUIRE(complement.ok());
    for (char32_t c = 0; c <= 0x10FFFF; c += c < 0x3100 ? 1 : 7) {
      if (c >= 0xD800 && c < 0xE000) continue;
      std::string one;
      AppendUtf8(&one, c);
      bool in = RE2::FullMatch(one, members);
      if (in == RE2::FullMatch(one, complement)) FAIL(letter << " " << static_cast<uint32_t>(c));
      if (letter == 'w' && in != IsWordCharacter(c)) FAIL("IsWordCharacter " << static_cast<uint32_t>(c));
    }
  }
}

TEST_CASE("Letters and word characters", "[unicode_classes]") {
  CHECK(IsLetter('a'));
  CHECK(IsLetter(0x4E00));
  CHECK(IsLetter(0x1D400));
  CHECK_FALSE(IsLetter('1'));
  CHECK_FALSE(IsLetter(0x1F600));
  CHECK(IsUpperLetter('A'));
  CHECK(IsUpperLetter(0x1C5));
  CHECK_FALSE(IsUpperLetter('a'));
  CHECK(IsWordCharacter(0x200D));
  CHECK(IsWordCharacter(0x200C));
  CHECK_FALSE(IsWordCharacter(0x200B));
  CHECK_FALSE(IsWordCharacter(kInvalidByte + 0xC3));
}

}  // namespace
}  // namespace sonde
