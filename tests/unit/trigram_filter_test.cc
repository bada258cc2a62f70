// trigram_filter, line_feeds.
#include "core/index/trigram_filter.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/base/line_feeds.h"
#include "random.h"

namespace sonde {
namespace {

std::vector<uint32_t> FilterOf(std::string_view text) {
  std::vector<uint32_t> words(TrigramFilterWords(text.size()));
  BuildTrigramFilter(text, words.data());
  return words;
}

bool MayHold(const std::vector<std::string>& literals, std::string_view text) {
  return TrigramQuery(literals).MayHold(FilterOf(text).data(), text.size(), 0, text.size());
}

TEST_CASE("A trigram filter never rules out a text that holds the literal", "[trigram_filter]") {
  Random random(41);
  int ruled_out = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text = random.Text("abcdeABC_ \n\xE9", 300) + "xyz";
    size_t begin = random.Below(text.size() - 2);
    std::string literal = text.substr(begin, 3 + random.Below(40));
    for (char& c : literal) {
      bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z' && static_cast<unsigned char>(c) < 0x80;
      if (letter && random.OneIn(2)) c = static_cast<char>(c ^ 0x20);
    }
    REQUIRE(MayHold({literal}, text));
    REQUIRE(MayHold({"absent-absent", literal, "not there"}, text));
    ruled_out += !MayHold({"absent-absent"}, text);
  }
  CHECK(ruled_out > 19000);
}

TEST_CASE("A long text is asked block by block", "[trigram_filter]") {
  Random random(43);
  constexpr size_t kBlock = 32 << 10;
  const std::string literal = "needle-of-many-different-parts-0123456789";
  for (int round = 0; round < 300; ++round) {
    std::string text;
    while (text.size() < 3 * kBlock + random.Below(40)) text += random.Text("abcdeABC_ \n\xE9", 300);
    CHECK_FALSE(MayHold({literal}, text));
    // At a border, and cut off by the text's end.
    size_t at = random.OneIn(3) ? text.size() : kBlock * (1 + random.Below(3)) - random.Below(60);
    text.insert(std::min(at, text.size()), literal);
    REQUIRE(MayHold({literal}, text));
    REQUIRE(MayHold({"absent-absent", literal}, text));
  }
  // A part of the text is asked by the blocks that it lies in.
  std::string second = std::string(kBlock + 10, 'x') + literal + std::string(2 * kBlock, 'x');
  TrigramQuery query({literal});
  std::vector<uint32_t> filter = FilterOf(second);
  CHECK_FALSE(query.MayHold(filter.data(), second.size(), 0, kBlock));
  CHECK(query.MayHold(filter.data(), second.size(), 0, kBlock + 1));
  CHECK(query.MayHold(filter.data(), second.size(), kBlock + 5, kBlock + 20));
  CHECK_FALSE(query.MayHold(filter.data(), second.size(), 2 * kBlock, second.size()));
  CHECK_FALSE(query.MayHold(filter.data(), second.size(), 5, 5));
  // Parts in two blocks are no literal.
  std::string apart = "needle-" + std::string(2 * kBlock, 'x') + "edle-of";
  CHECK_FALSE(MayHold({"needle-of"}, apart));
  CHECK(MayHold({"needle-of"}, "needle- edle-of"));
}

TEST_CASE("TrigramQuery: what can't be asked holds everywhere", "[trigram_filter]") {
  CHECK_FALSE(TrigramQuery());
  CHECK_FALSE(TrigramQuery(std::vector<std::string>()));
  CHECK_FALSE(TrigramQuery({"abc", "ab"}));
  CHECK(TrigramQuery({"abc"}));
  CHECK(MayHold({}, "text"));
  CHECK(MayHold({"abc", "ab"}, "text"));
  CHECK(MayHold({"text"}, "text"));
  CHECK_FALSE(MayHold({"abc"}, "text"));
  // A long literal is asked by its begin.
  std::string text(100, 'a');
  CHECK(MayHold({std::string(90, 'a') + "bcd"}, text));
  CHECK_FALSE(MayHold({"bcd" + std::string(90, 'a')}, text));
}

TEST_CASE("Trigram filters take an eighth of the text", "[trigram_filter]") {
  CHECK(TrigramFilterWords(0) == 0);
  CHECK(TrigramFilterWords(1) == 1);
  CHECK(TrigramFilterWords(32) == 1);
  CHECK(TrigramFilterWords(33) == 2);
  CHECK(TrigramFilterWords(1 << 20) * 4 == 1 << 17);
}

TEST_CASE("Line feeds equal a loop over the bytes", "[line_feeds]") {
  Random random(42);
  for (int round = 0; round < 20000; ++round) {
    std::string text = random.Text(random.OneIn(2) ? "ab\n" : "abcdefghijklmnop\n\xE9", 90);
    size_t offset = random.Below(text.size() + 1);
    size_t feed = std::min(text.find('\n', offset), text.size());
    REQUIRE(FindLineFeed(text, offset) == feed);
    size_t begin = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
    begin = begin == std::string::npos ? 0 : begin + 1;
    REQUIRE(LineBegin(text, offset, 0) == begin);
    REQUIRE(LineBegin(text, offset, begin) == begin);
    REQUIRE(CountLineFeeds(text) == std::count(text.begin(), text.end(), '\n'));
  }
}

}  // namespace
}  // namespace sonde
