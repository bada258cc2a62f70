#include "core/base/nfc.h"

#include <catch2/catch.hpp>
#include <string>

namespace sonde {
namespace {

struct NfcCase {
  const char* name;
  std::string text;
  std::string nfc;
};

// UTF-8 is spelled in octets where the characters would look alike.
const NfcCase kNfcCases[] = {
    {"empty", "", ""},
    {"ASCII", "src/main.cc", "src/main.cc"},
    {"composed stays", "\xC3\xA9", "\xC3\xA9"},
    {"letter and accent compose", "e\xCC\x81", "\xC3\xA9"},
    {"two accents compose in turn", "o\xCC\x82\xCC\x81", "\xE1\xBB\x91"},
    {"accents are put in order first", "q\xCC\x87\xCC\xA3", "q\xCC\xA3\xCC\x87"},
    {"an accent below steps over one above", "a\xCC\x81\xCC\xA3", "\xE1\xBA\xA1\xCC\x81"},
    {"an accent of the same class blocks", "a\xCC\x96\xCC\x96\xCC\x81", "\xC3\xA1\xCC\x96\xCC\x96"},
    {"an accent blocks its like", "q\xCC\x81\xCC\x80", "q\xCC\x81\xCC\x80"},
    {"an accent alone stays", "\xCC\x81", "\xCC\x81"},
    {"an accent after a slash stays", "a/\xCC\x81", "a/\xCC\x81"},
    {"a starter in between blocks", "e-\xCC\x81", "e-\xCC\x81"},
    {"Hangul jamo compose", "\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB", "\xED\x95\x9C"},
    {"Hangul syllable and trail compose", "\xED\x95\x98\xE1\x86\xAB", "\xED\x95\x9C"},
    {"Hangul syllable with trail takes no other", "\xED\x95\x9C\xE1\x86\xAB", "\xED\x95\x9C\xE1\x86\xAB"},
    {"Hangul vowel alone stays", "\xE1\x85\xA1", "\xE1\x85\xA1"},
    {"Hangul decomposes for its neighbour", "\xED\x95\x9C\xCC\x81", "\xED\x95\x9C\xCC\x81"},
    {"kana and voice mark compose", "\xE3\x81\x8B\xE3\x82\x99", "\xE3\x81\x8C"},
    {"a singleton is replaced", "\xE2\x84\xAA", "K"},
    {"a compatibility ideograph is replaced", "\xEF\xA4\x80", "\xE8\xB1\x88"},
    {"an ideograph beyond 16 bits is replaced", "\xF0\xAF\xA0\x80", "\xE4\xB8\xBD"},
    {"an exclusion stays apart", "\xE0\xA4\x95\xE0\xA4\xBC", "\xE0\xA4\x95\xE0\xA4\xBC"},
    {"an exclusion is taken apart", "\xE0\xA5\x98", "\xE0\xA4\x95\xE0\xA4\xBC"},
    {"three parts with an exclusion inside", "\xF0\x9D\x85\xA0", "\xF0\x9D\x85\x98\xF0\x9D\x85\xA5\xF0\x9D\x85\xAE"},
    {"ill-formed bytes stay", "\xFF\xC3(\x80", "\xFF\xC3(\x80"},
    {"an ill-formed byte blocks", "e\xFF\xCC\x81", "e\xFF\xCC\x81"},
    {"after an ill-formed byte all goes on",
     "\xFF"
     "e\xCC\x81\xFE",
     "\xFF\xC3\xA9\xFE"},
    {"a cut character stays", "e\xCC\x81\xE2\x84", "\xC3\xA9\xE2\x84"},
    {"a surrogate stays",
     "\xED\xA0\x80"
     "e\xCC\x81",
     "\xED\xA0\x80\xC3\xA9"},
};

TEST_CASE("NormalizeNfc") {
  for (const NfcCase& row : kNfcCases) {
    INFO(row.name);
    CHECK(NormalizeNfc(row.text) == row.nfc);
    CHECK(NormalizeNfc(row.nfc) == row.nfc);
    if (IsCertainlyNfc(row.text)) CHECK(row.text == row.nfc);
  }
}

TEST_CASE("IsCertainlyNfc is true for what most names are made of") {
  for (const char* text :
       {"", "src/a.cc", "\xC3\xA9t\xC3\xA9", "\xE6\x97\xA5\xE6\x9C\xAC", "\xD0\xAF", "\xFF", "\xF0\x9F\x98\x80"}) {
    INFO(text);
    CHECK(IsCertainlyNfc(text));
  }
  CHECK_FALSE(IsCertainlyNfc("e\xCC\x81"));
  CHECK_FALSE(IsCertainlyNfc("\xE2\x84\xAA"));
}

TEST_CASE("IsAscii looks at every byte") {
  for (size_t length = 0; length < 20; ++length) {
    std::string text(length, 'a');
    CHECK(IsAscii(text));
    for (size_t at = 0; at < length; ++at) {
      std::string changed = text;
      changed[at] = '\x80';
      CHECK_FALSE(IsAscii(changed));
    }
  }
}

TEST_CASE("a run of 20,000 marks is put in order") {
  std::string text = "q";
  std::string below;
  std::string above;
  for (int i = 0; i < 10000; ++i) {
    text += "\xCC\x87\xCC\xA3";
    below += "\xCC\xA3";
    above += "\xCC\x87";
  }
  CHECK(NormalizeNfc(text) == "q" + below + above);
}

}  // namespace
}  // namespace sonde
