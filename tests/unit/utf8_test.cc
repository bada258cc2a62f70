#include "core/base/utf8.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "random.h"

namespace sonde {
namespace {

struct ValidityCase {
  const char* name;
  std::string text;
  bool valid;
};

const ValidityCase kValidity[] = {
    {"empty", "", true},
    {"ASCII", "abc", true},
    {"NUL", std::string("a\0b", 3), true},
    {"two bytes, least", "\xC2\x80", true},
    {"two bytes, overlong", "\xC0\x80", false},
    {"two bytes, overlong C1", "\xC1\xBF", false},
    {"three bytes, least", "\xE0\xA0\x80", true},
    {"three bytes, overlong", "\xE0\x9F\xBF", false},
    {"before the surrogates", "\xED\x9F\xBF", true},
    {"a high surrogate", "\xED\xA0\x80", false},
    {"a low surrogate", "\xED\xBF\xBF", false},
    {"behind the surrogates", "\xEE\x80\x80", true},
    {"four bytes, least", "\xF0\x90\x80\x80", true},
    {"four bytes, overlong", "\xF0\x8F\xBF\xBF", false},
    {"the largest code point", "\xF4\x8F\xBF\xBF", true},
    {"above the largest", "\xF4\x90\x80\x80", false},
    {"a lead that never was", "\xF5\x80\x80\x80", false},
    {"FF", "\xFF", false},
    {"a continuation alone", "\x80", false},
    {"cut two", "\xC3", false},
    {"cut three", "\xE2\x82", false},
    {"cut four", "\xF0\x9F\x98", false},
    {"two leads", "\xC3\xC3\xA9", false},
    {"a wrong third byte", "\xE2\x82\x41", false},
    {"a wrong fourth byte", "\xF0\x9F\x98\x41", false},
};

TEST_CASE("UTF-8 validity", "[utf8]") {
  for (const ValidityCase& row : kValidity) {
    INFO(row.name);
    CHECK(IsValidUtf8(row.text) == row.valid);
    CHECK(IsValidUtf8("x" + row.text + "y") == row.valid);
  }
}

// Every code point, by the definition rather than by the tables.
TEST_CASE("UTF-8: every code point comes back", "[utf8]") {
  std::string all;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    std::string one;
    AppendUtf8(&one, c);
    size_t expected = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    bool surrogate = c >= 0xD800 && c < 0xE000;
    size_t at = 0;
    char32_t back = DecodeUtf8(one, &at);
    bool right = surrogate ? back == kInvalidByte + 0xED && at == 1 && !IsValidUtf8(one)
                           : back == c && at == expected && one.size() == expected && IsValidUtf8(one);
    if (!right) FAIL("code point " << static_cast<uint32_t>(c));
    if (Utf16Length(one) != (surrogate ? 3u : c < 0x10000 ? 1u : 2u)) FAIL("units of " << static_cast<uint32_t>(c));
  }
}

TEST_CASE("UTF-8: an ill-formed byte decodes alone", "[utf8]") {
  std::string text = "\xE2\x82x";
  size_t at = 0;
  CHECK(DecodeUtf8(text, &at) == kInvalidByte + 0xE2);
  CHECK(DecodeUtf8(text, &at) == kInvalidByte + 0x82);
  CHECK(DecodeUtf8(text, &at) == 'x');
  CHECK(at == 3);
}

TEST_CASE("UTF-8: floor and ceil at every offset", "[utf8]") {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    std::vector<bool> boundary;
    for (size_t i = random.Below(12); i > 0; --i) {
      size_t before = text.size();
      static constexpr char32_t kSome[] = {'a', 0xE9, 0x20AC, 0x1F600, '\n', 0x10FFFF};
      AppendUtf8(&text, random.Pick(kSome));
      boundary.push_back(true);
      boundary.insert(boundary.end(), text.size() - before - 1, false);
    }
    boundary.push_back(true);
    for (size_t offset = 0; offset <= text.size(); ++offset) {
      size_t floor = offset;
      while (!boundary[floor]) --floor;
      size_t ceil = offset;
      while (!boundary[ceil]) ++ceil;
      CHECK(FloorCodePoint(text, offset) == floor);
      CHECK(CeilCodePoint(text, offset) == ceil);
    }
  }
}

TEST_CASE("UTF-8: a run of continuations may be cut anywhere", "[utf8]") {
  std::string text(10, '\x80');
  CHECK(FloorCodePoint(text, 5) == 5);
  CHECK(CeilCodePoint(text, 5) == 5);
  CHECK(CeilCodePoint(text, 8) == 10);
  CHECK(FloorCodePoint(text, 2) == 2);
}

TEST_CASE("UTF-16 offsets", "[utf8]") {
  std::string line =
      "a\xF0\x9F\x9F\xA2"
      "b\xF0\x9F\x94\xBA"
      "c ALPHA";  // S-A17
  CHECK(Utf16Length(line) == 13);
  Utf16Cursor cursor(line);
  CHECK(cursor.UnitsAt(0) == 0);
  CHECK(cursor.UnitsAt(1) == 1);
  CHECK(cursor.UnitsAt(5) == 3);
  CHECK(cursor.UnitsAt(5) == 3);
  CHECK(cursor.UnitsAt(12) == 8);
  CHECK(cursor.UnitsAt(17) == 13);
  CHECK(Utf16Length("\xFF\xFE") == 2);
}

struct Utf16Case {
  const char* name;
  std::string little_endian;
  std::string utf8;
};

const Utf16Case kUtf16[] = {
    {"empty", "", ""},
    {"ASCII", std::string("a\0b\0", 4), "ab"},
    {"BMP", "\xAC\x20", "\xE2\x82\xAC"},
    {"a pair", std::string("\x3D\xD8\x00\xDE", 4), "\xF0\x9F\x98\x80"},
    {"a high surrogate alone",
     std::string("\x3D\xD8"
                 "a\0",
                 4),
     "\xEF\xBF\xBD"
     "a"},
    {"a low surrogate alone",
     std::string("\x00\xDE"
                 "a\0",
                 4),
     "\xEF\xBF\xBD"
     "a"},
    {"two high ones", std::string("\x3D\xD8\x3D\xD8\x00\xDE", 6), "\xEF\xBF\xBD\xF0\x9F\x98\x80"},
    {"a high one at the end", "\x3D\xD8", "\xEF\xBF\xBD"},
    {"a cut last byte", std::string("a\0b", 3), "a\xEF\xBF\xBD"},
    {"a cut low surrogate", std::string("\x3D\xD8\x00", 3), "\xEF\xBF\xBD\xEF\xBF\xBD"},
};

TEST_CASE("UTF-16 to UTF-8, both orders", "[utf8]") {
  for (const Utf16Case& row : kUtf16) {
    INFO(row.name);
    const std::string& little = row.little_endian;
    CHECK(Utf16ToUtf8(little, false) == row.utf8);
    std::string big = little;
    for (size_t i = 0; i + 1 < big.size(); i += 2) std::swap(big[i], big[i + 1]);
    CHECK(Utf16ToUtf8(big, true) == row.utf8);
  }
}

TEST_CASE("IsValidUtf8: whatever stands before and behind, a block at a time", "[utf8]") {
  struct Row {
    const char* bytes;
    bool valid;
  };
  for (Row row : {Row{"\xC3\xA9", true}, Row{"\xE2\x80\x94", true}, Row{"\xF0\x9F\x94\xBA", true}, Row{"\xC3", false},
                  Row{"\xE2\x80", false}, Row{"\x80", false}, Row{"\xED\xA0\x80", false}, Row{"\xFF", false}}) {
    for (size_t before = 0; before < 40; ++before) {
      for (size_t behind : {0, 1, 15, 16, 17}) {
        INFO(before << " before, " << behind << " behind");
        CHECK(IsValidUtf8(std::string(before, 'a') + row.bytes + std::string(behind, 'b')) == row.valid);
      }
    }
  }
}

}  // namespace
}  // namespace sonde
