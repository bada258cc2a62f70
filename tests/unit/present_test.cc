// excerpt, search_text, search_meta, read_text.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/base/utf8.h"
#include "core/present/excerpt.h"
#include "core/present/read_text.h"
#include "core/present/search_meta.h"
#include "core/present/search_text.h"
#include "nlohmann/json.hpp"
#include "random.h"

namespace sonde {
namespace {

constexpr const char* kCut = " (line truncated)";

struct PreviewCase {
  const char* name;
  std::string line;
  std::vector<ByteRange> hits;
  size_t max_bytes;
  std::string text;    // a final "$" stands for kCut
  std::string ranges;  // UTF-16
};

const PreviewCase kPreviews[] = {
    {"short", "abc", {{1, 2}}, 10, "abc", "1-2"},
    {"exactly at the cap", "abcdef", {{5, 6}}, 6, "abcdef", "5-6"},
    {"no hits", "abcdef", {}, 3, "abc$", ""},
    {"empty line", "", {{0, 0}}, 3, "", "0-0"},
    {"cut behind the hit", "abcdefgh", {{1, 3}}, 4, "abcd$", "1-3"},
    {"a hit that ends at the cap", "abcdefgh", {{2, 4}}, 4, "abcd$", "2-4"},
    {"later hits are clipped", "abcdefgh", {{0, 1}, {3, 6}}, 4, "abcd$", "0-1,3-4"},
    {"later hits are dropped", "abcdefgh", {{0, 1}, {4, 6}}, 4, "abcd$", "0-1"},
    {"an empty hit at the edge stays", "abcdefgh", {{0, 0}, {4, 4}}, 4, "abcd$", "0-0,4-4"},
    {"cut back to a character",
     "a\xC3\xA9"
     "a\xC3\xA9"
     "a\xC3\xA9"
     "a\xC3\xA9",
     {},
     7,
     "a\xC3\xA9"
     "a\xC3\xA9"
     "a$",
     ""},
    {"centred",
     "0123456789abcdefghij",
     {{10, 12}},
     6,
     "\xE2\x80\xA6"
     "89abcd\xE2\x80\xA6$",
     "3-5"},
    {"centred, one hit past the window",
     "0123456789abcdefghij",
     {{10, 12}, {13, 17}, {18, 19}},
     6,
     "\xE2\x80\xA6"
     "89abcd\xE2\x80\xA6$",
     "3-5,6-7"},
    {"centred at the end",
     "0123456789",
     {{8, 10}},
     6,
     "\xE2\x80\xA6"
     "456789$",
     "5-7"},
    {"an empty hit at the end",
     "0123456789",
     {{10, 10}},
     6,
     "\xE2\x80\xA6"
     "456789$",
     "7-7"},
    {"a hit over the cap",
     "0123456789",
     {{2, 9}},
     4,
     "\xE2\x80\xA6"
     "2345\xE2\x80\xA6$",
     "1-5"},
    {"a hit over the cap from the begin", "0123456789", {{0, 9}}, 4, "0123\xE2\x80\xA6$", "0-4"},
    {"a hit of the cap's size",
     "0123456789",
     {{3, 7}},
     4,
     "\xE2\x80\xA6"
     "3456\xE2\x80\xA6$",
     "1-5"},
    {"a hit over the cap to the end",
     "0123456789",
     {{2, 10}},
     8,
     "\xE2\x80\xA6"
     "23456789$",
     "1-9"},
    {"centred between characters",
     "\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80x\xF0\x9F\x98\x80\xF0\x9F\x98\x80",
     {{12, 13}},
     9,
     "\xE2\x80\xA6\xF0\x9F\x98\x80x\xF0\x9F\x98\x80\xE2\x80\xA6$",
     "3-4"},
    {"no character fits", "\xF0\x9F\x98\x80\xF0\x9F\x98\x80", {{0, 4}}, 1, "\xE2\x80\xA6$", ""},
    {"UTF-16 units",
     "\xF0\x9F\x98\x80"
     "a\xC3\xA9"
     "b",
     {{4, 5}, {7, 8}},
     99,
     "\xF0\x9F\x98\x80"
     "a\xC3\xA9"
     "b",
     "2-3,4-5"},
    {"not UTF-8", "ab\xFF", {{0, 1}}, 99, "(not valid UTF-8)", ""},
};

std::string Shown(const std::vector<UnitRange>& ranges) {
  std::string text;
  for (UnitRange range : ranges) {
    text += (text.empty() ? "" : ",") + std::to_string(range.begin) + "-" + std::to_string(range.end);
  }
  return text;
}

TEST_CASE("Previews", "[excerpt]") {
  for (const PreviewCase& row : kPreviews) {
    INFO(row.name);
    std::string expected = row.text;
    if (!expected.empty() && expected.back() == '$') expected.replace(expected.size() - 1, 1, kCut);
    Preview preview = MakePreview(row.line, row.hits, row.max_bytes);
    CHECK(preview.text == expected);
    CHECK(Shown(preview.ranges) == row.ranges);
  }
}

// UTF-16 of valid UTF-8, by the definition.
std::u16string Utf16(std::string_view text) {
  std::u16string units;
  for (size_t at = 0; at < text.size();) {
    char32_t c = DecodeUtf8(text, &at);
    if (c >= 0x10000) {
      units.push_back(static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10)));
      units.push_back(static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FF)));
    } else {
      units.push_back(static_cast<char16_t>(c));
    }
  }
  return units;
}

TEST_CASE("Previews: never a split character, never too long, ranges name the hits' text", "[excerpt]") {
  Random random(9);
  for (int round = 0; round < 20000; ++round) {
    std::string line;
    std::vector<uint32_t> bounds = {0};
    for (size_t i = random.Below(30); i > 0; --i) {
      static constexpr char32_t kSome[] = {'a', 'b', 0xE9, 0x4E00, 0x1F600};
      AppendUtf8(&line, random.Pick(kSome));
      bounds.push_back(static_cast<uint32_t>(line.size()));
    }
    std::vector<ByteRange> hits;
    uint32_t from = 0;
    for (size_t i = random.Below(4); i > 0; --i) {
      uint32_t a = random.Pick(bounds);
      uint32_t b = random.Pick(bounds);
      if (a > b) std::swap(a, b);
      if (a < from || (!hits.empty() && a == b && a == from)) continue;
      hits.push_back({a, b});
      from = b;
    }
    size_t most = 1 + random.Below(40);
    Preview preview = MakePreview(line, hits, most);
    INFO("round " << round << " line " << line << " most " << most << " preview " << preview.text);
    REQUIRE(IsValidUtf8(preview.text));
    bool cut = preview.text != line;
    REQUIRE(cut == (line.size() > most));
    std::string body = preview.text;
    std::u16string units = Utf16(preview.text);
    int64_t last = 0;
    int64_t body_units = static_cast<int64_t>(units.size());
    if (cut) {
      REQUIRE(body.size() >= 17);
      REQUIRE(body.substr(body.size() - 17) == kCut);
      body.resize(body.size() - 17);
      body_units -= 17;
      if (body.substr(0, 3) == "\xE2\x80\xA6") body.erase(0, 3);
      if (body.size() >= 3 && body.substr(body.size() - 3) == "\xE2\x80\xA6") {
        body.resize(body.size() - 3);
        --body_units;
      }
      REQUIRE(body.size() <= most);
      REQUIRE(line.find(body) != std::string::npos);
    } else {
      REQUIRE(preview.ranges.size() == hits.size());
    }
    for (UnitRange range : preview.ranges) {
      REQUIRE(range.begin >= last);
      REQUIRE(range.end >= range.begin);
      REQUIRE(range.end <= body_units);
      last = range.end;
      std::u16string part =
          units.substr(static_cast<size_t>(range.begin), static_cast<size_t>(range.end - range.begin));
      bool in_a_hit = std::any_of(hits.begin(), hits.end(), [&](ByteRange hit) {
        return Utf16(line.substr(hit.begin, hit.end - hit.begin)).find(part) != std::u16string::npos;
      });
      REQUIRE(in_a_hit);
    }
    // The first hit is seen, unless not one character of it fits.
    if (!hits.empty() && most >= 4) REQUIRE_FALSE(preview.ranges.empty());
  }
}

RetainedMatches SomeMatches() {
  RetainedMatches retained;
  retained.outcome.total = retained.outcome.kept = 3;
  retained.outcome.scope.searched = 9;
  retained.outcome.revision = 4;
  retained.files = {{"a/b.c", {{1, {"x y", {{0, 1}}}}, {20, {"z", {}}}}}, {"c", {{3, {"w", {{0, 1}}}}}}};
  return retained;
}

TEST_CASE("Grep text, every form", "[search_text]") {
  RetainedMatches retained = SomeMatches();
  const std::string list = "\n\na/b.c\nLine 1: x y\nLine 20: z\n\nc\nLine 3: w";
  CHECK(GrepText(retained, true) == "Found 3 matches" + list);
  retained.outcome.total = 1;
  retained.outcome.kept = 1;
  CHECK(GrepText(retained, true) == "Found 1 match" + list);
  retained.outcome.kept = 3;
  retained.outcome.total = 999;
  CHECK(GrepText(retained, true) ==
        "Found 3 of 999 matches" + list + "\n\n(The rest was not kept: narrow pattern, path or include.)");
  CHECK(GrepText(retained, false) == "Found 3 of 999 matches" + list);
  retained.outcome.locator = ".sonde/results/1.txt";
  const std::string footer = "\n\n(All 999 matches are in .sonde/results/1.txt: open it with read, or grep that path.)";
  CHECK(GrepText(retained, true) == "Found 3 of 999 matches" + list + footer);
  CHECK(GrepText(retained, false) == "Found 3 of 999 matches" + list);
  retained.outcome.scope.long_lines = 2;
  CHECK(GrepText(retained, true) ==
        "Found 3 of 999 matches" + list + footer + "\n\n[Searched 9 files; left out: 2 long lines]");
  retained.outcome.partial_note = "[PARTIAL: x]";
  CHECK(GrepText(retained, true) ==
        "Found 3 of 999 matches" + list + footer + "\n\n[Searched 9 files; left out: 2 long lines]\n\n[PARTIAL: x]");
}

TEST_CASE("Grep text, nothing found", "[search_text]") {
  RetainedMatches none;
  none.outcome.scope.searched = 5;
  CHECK(GrepText(none, true) == "No matches found\n\n[Searched 5 files]");
  none.hint = "2 matches if case is ignored";
  CHECK(GrepText(none, true) == "No matches found\n\n[Searched 5 files]\n2 matches if case is ignored");
  none.outcome.partial_note = "[PARTIAL: x]";
  CHECK(GrepText(none, true) == "No matches found\n\n[Searched 5 files]\n2 matches if case is ignored\n\n[PARTIAL: x]");
}

TEST_CASE("Glob text, every form", "[search_text]") {
  RetainedPaths retained;
  retained.outcome.scope.searched = 5;
  retained.outcome.scope.glob_filtered = 3;
  CHECK(GlobText(retained, true) == "No files found\n\n[Searched 5 files; left out: 3 not matching the glob]");
  retained.paths = {"a", "b"};
  retained.outcome.total = retained.outcome.kept = 2;
  CHECK(GlobText(retained, true) == "a\nb");
  retained.outcome.total = 9;
  CHECK(GlobText(retained, true) == "a\nb\n\n(Showing 2 of 9 paths; the rest was not kept: narrow pattern or path.)");
  CHECK(GlobText(retained, false) == "a\nb");
  retained.outcome.locator = "L";
  CHECK(GlobText(retained, true) ==
        "a\nb\n\n(Showing 2 of 9 paths; all of them are in L: open it with read, or grep that path.)");
  retained.sampled = true;
  retained.sampled_groups = retained.total_groups = 2;
  CHECK(GlobText(retained, true) ==
        "a\nb\n\n(Showing 2 of 9 paths, taken evenly from 2 of 2 top-level entries, not in time order; all of them are "
        "in L: open it with read, or grep that path.)");
  retained.total_groups = 3;
  CHECK(GlobText(retained, true) ==
        "a\nb\n\n(Showing 2 of 9 paths, taken evenly from 2 of 3 top-level entries, not in time order, narrow path for "
        "one subtree; all of them are in L: open it with read, or grep that path.)");
  retained.outcome.partial_note = "[PARTIAL: x]";
  CHECK(GlobText(retained, false) == "a\nb\n\n[PARTIAL: x]");
}

TEST_CASE("Scope report", "[search_text]") {
  CHECK(ScopeReport({}) == "[Searched 0 files]");
  CHECK(ScopeReport({1, 2, 3, 4, 5, 6, 7}) ==
        "[Searched 1 files; left out: 2 hidden, 3 ignored, 4 binary, 5 too large, 6 not matching the glob, 7 long "
        "lines]");
  CHECK(ScopeReport({1, 0, 3, 0, 5, 0, 0}) == "[Searched 1 files; left out: 3 ignored, 5 too large]");
}

constexpr const char* kScope =
    R"("scope":{"searched":9,"hidden":0,"ignored":0,"binary":0,"tooLarge":0,"globFiltered":0,"longLines":0},"revision":4})";

TEST_CASE("Meta of matches: whole, without ranges, without trailing files", "[search_meta]") {
  RetainedMatches retained = SomeMatches();
  const std::string head = R"({"shape":"matches","files":[)";
  const std::string first =
      R"({"path":"a/b.c","matches":[{"lineNumber":1,"line":"x y","ranges":[[0,1]]},{"lineNumber":20,"line":"z"}]})";
  const std::string first_bare =
      R"({"path":"a/b.c","matches":[{"lineNumber":1,"line":"x y"},{"lineNumber":20,"line":"z"}]})";
  const std::string second = R"({"path":"c","matches":[{"lineNumber":3,"line":"w","ranges":[[0,1]]}]})";
  const std::string second_bare = R"({"path":"c","matches":[{"lineNumber":3,"line":"w"}]})";
  const std::string complete = std::string(R"(],"truncated":false,"total":3,)") + kScope;
  const std::string truncated = std::string(R"(],"truncated":true,"total":3,)") + kScope;
  const std::string whole = head + first + "," + second + complete;
  const std::string bare = head + first_bare + "," + second_bare + complete;
  const std::string one = head + first_bare + truncated;
  CHECK(MatchesMeta(retained, 65536) == whole);
  CHECK(MatchesMeta(retained, whole.size()) == whole);
  CHECK(MatchesMeta(retained, whole.size() - 1) == bare);
  CHECK(MatchesMeta(retained, bare.size()) == bare);
  CHECK(MatchesMeta(retained, bare.size() - 1) == one);
  CHECK(MatchesMeta(retained, 1) == one);
  retained.outcome.total = 8;
  CHECK(MatchesMeta(retained, 65536) == head + first + "," + second + R"(],"truncated":true,"total":8,)" + kScope);
}

TEST_CASE("Meta of one file that is over the cap by its ranges alone", "[search_meta]") {
  RetainedMatches retained = SomeMatches();
  retained.files.resize(1);
  std::string whole = MatchesMeta(retained, 65536);
  std::string bare = MatchesMeta(retained, whole.size() - 1);
  CHECK(bare.find("ranges") == std::string::npos);
  CHECK(bare.find(R"("truncated":false)") != std::string::npos);
}

TEST_CASE("Meta of paths", "[search_meta]") {
  RetainedPaths retained;
  retained.outcome.scope.searched = 9;
  retained.outcome.revision = 4;
  CHECK(PathsMeta(retained, 1) == std::string(R"({"shape":"paths","paths":[],"truncated":false,"total":0,)") + kScope);
  retained.outcome.total = retained.outcome.kept = 2;
  retained.paths = {"a\"", "bb"};
  std::string whole = std::string(R"({"shape":"paths","paths":["a\"","bb"],"truncated":false,"total":2,)") + kScope;
  CHECK(PathsMeta(retained, whole.size()) == whole);
  CHECK(PathsMeta(retained, whole.size() - 1) ==
        std::string(R"({"shape":"paths","paths":["a\""],"truncated":true,"total":2,)") + kScope);
  retained.outcome.partial_note = "x";
  CHECK(PathsMeta(retained, 9999).find(R"("truncated":true)") != std::string::npos);
}

TEST_CASE("Meta keeps its cap, and is the longest that does", "[search_meta]") {
  Random random(10);
  for (int round = 0; round < 2000; ++round) {
    RetainedMatches retained;
    retained.outcome.revision = static_cast<int64_t>(random.Below(2000));
    for (size_t file = 1 + random.Below(6); file > 0; --file) {
      RetainedFile made{random.Text("ab\"\\/\x01", 20), {}};
      for (size_t line = 1 + random.Below(4); line > 0; --line) {
        RetainedLine row{static_cast<int64_t>(1 + random.Below(1000)), {random.Text("xy\"\t", 30), {}}};
        for (size_t range = random.Below(3); range > 0; --range) row.preview.ranges.push_back({1, 2});
        made.lines.push_back(row);
      }
      retained.outcome.total += static_cast<int64_t>(made.lines.size());
      retained.files.push_back(made);
    }
    retained.outcome.kept = retained.outcome.total;
    size_t cap = 100 + random.Below(900);
    std::string meta = MatchesMeta(retained, cap);
    nlohmann::json parsed = nlohmann::json::parse(meta);
    size_t kept = parsed["files"].size();
    REQUIRE(kept >= 1);
    REQUIRE((meta.size() <= cap || kept == 1));
    REQUIRE(parsed["total"] == retained.outcome.total);
    REQUIRE(parsed["truncated"] == (kept < retained.files.size()));
    if (kept == retained.files.size()) continue;
    REQUIRE(meta.find("\"ranges\"") == std::string::npos);
    // One file more would not have fitted.
    RetainedMatches more = retained;
    more.files.resize(kept + 1);
    for (RetainedFile& file : more.files) {
      for (RetainedLine& line : file.lines) line.preview.ranges.clear();
    }
    std::string longer = MatchesMeta(more, 1 << 20);
    if (kept + 1 < retained.files.size()) {
      // "true" is one byte shorter than "false", which the room is reckoned with.
      REQUIRE(longer.size() > cap);
    }
  }
}

std::string Read(const std::string& text, int64_t total, int64_t offset, int64_t limit, size_t preview = 2000) {
  return ReadText(text, total, offset, limit, preview).text;
}

TEST_CASE("Read text", "[read_text]") {
  CHECK(Read("", 0, 1, 10) == "[Lines 0-0 of 0]");
  CHECK(Read("a\nb\n", 2, 1, 10) == "1\ta\n2\tb\n[Lines 1-2 of 2]");
  CHECK(Read("a\nb", 2, 1, 10) == "1\ta\n2\tb\n[Lines 1-2 of 2]");
  CHECK(Read("a\r\n\r\nb\r", 3, 1, 10) == "1\ta\n2\t\n3\tb\r\n[Lines 1-3 of 3]");
  CHECK(Read("a\nb\nc\n", 3, 2, 1) == "2\tb\n[Lines 2-2 of 3; continue with offset=3]");
  CHECK(Read("a\nb\nc\n", 3, 3, 1) == "3\tc\n[Lines 3-3 of 3]");
  CHECK(Read("abcdef\n", 1, 1, 1, 3) == "1\tabc (line truncated)\n[Lines 1-1 of 1]");
  CHECK(Read("a\xFF\nb\n", 2, 1, 9) == "1\t(not valid UTF-8)\n2\tb\n[Lines 1-2 of 2]");
}

TEST_CASE("Read text: pages of 50 KiB join without a gap", "[read_text]") {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += std::string(static_cast<size_t>(i % 97), 'x') + "\n";
  int64_t next = 1;
  std::string joined;
  int pages = 0;
  while (true) {
    ReadPage page = ReadText(text, 3000, next, kReadMaxLines, 2000);
    ++pages;
    size_t footer = page.text.rfind("[Lines ");
    CHECK(footer <= kReadMaxBytes);
    CHECK(page.first_line == next);
    joined += page.text.substr(0, footer);
    if (!page.truncated) break;
    next = page.last_line + 1;
    CHECK(page.text.substr(footer) == "[Lines " + std::to_string(page.first_line) + "-" +
                                          std::to_string(page.last_line) +
                                          " of 3000; continue with offset=" + std::to_string(next) + "]");
  }
  CHECK(pages > 2);
  std::string expected;
  for (int i = 0; i < 3000; ++i)
    expected += std::to_string(i + 1) + "\t" + std::string(static_cast<size_t>(i % 97), 'x') + "\n";
  CHECK(joined == expected);
  // One row is shown even when it is larger than a page.
  ReadPage wide = ReadText(std::string(100000, 'x') + "\ny\n", 2, 1, 10, 200000);
  CHECK(wide.last_line == 1);
  CHECK(wide.truncated);
}

}  // namespace
}  // namespace sonde
