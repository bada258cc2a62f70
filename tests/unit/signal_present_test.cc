// match_row, inspect_page, page_budget, signal_details, summary_page: the pages
// of signal_grep piece by piece. Whole pages: fixtures/signal and tests/signal.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/utf8.h"
#include "core/present/inspect_page.h"
#include "core/present/match_row.h"
#include "core/present/page_budget.h"
#include "core/present/signal_details.h"
#include "core/present/summary_page.h"
#include "random.h"

namespace sonde {
namespace {

const std::string kDots = "\xE2\x80\xA6";
const std::string kSmile = "\xF0\x9F\x98\x80";

struct ExcerptCase {
  const char* name;
  std::string line;
  std::optional<ByteRange> focus;
  size_t units;
  std::string text;
};

const ExcerptCase kExcerpts[] = {
    {"whole", "abc", std::nullopt, 3, "abc"},
    {"cut", "abcd", std::nullopt, 3, "abc" + kDots},
    {"cut before a pair", "ab" + kSmile, std::nullopt, 3, "ab" + kDots},
    {"focus at the begin", "abcdefgh", ByteRange{0, 1}, 3, "abc" + kDots},
    {"focus in the middle", "abcdefgh", ByteRange{4, 5}, 3, kDots + "def" + kDots},
    {"focus at the end", "abcdefgh", ByteRange{7, 8}, 4, kDots + "efgh"},
    {"focus longer than the room", "abcdefgh", ByteRange{2, 8}, 3, kDots + "cde" + kDots},
    {"no half pair before the focus", kSmile + kSmile + "abcd", ByteRange{8, 9}, 4, kDots + "abcd"},
    {"a pair before the focus", "xx" + kSmile + "abcdefgh", ByteRange{6, 7}, 5, kDots + kSmile + "abc" + kDots},
    {"no half pair at the end", "abcdef" + kSmile, ByteRange{6, 10}, 3, kDots + "f" + kSmile},
    {"not UTF-8", "ab\xFF", ByteRange{0, 1}, 1, "(not valid UTF-8)"},
};

TEST_CASE("Excerpts of source lines", "[match_row]") {
  for (const ExcerptCase& row : kExcerpts) {
    INFO(row.name);
    LineExcerpt excerpt = ExcerptLine(row.line, row.focus ? &*row.focus : nullptr, row.units);
    CHECK(excerpt.text == row.text);
    CHECK(excerpt.truncated == (row.text.find(kDots) != std::string::npos));
  }
}

TEST_CASE("Excerpts never split a character or exceed their units", "[match_row]") {
  Random random(12);
  for (int round = 0; round < 5000; ++round) {
    std::string line;
    std::vector<uint32_t> bounds = {0};
    for (size_t i = random.Below(30); i > 0; --i) {
      static constexpr char32_t kSome[] = {'a', 0xE9, 0x4E00, 0x1F600};
      AppendUtf8(&line, random.Pick(kSome));
      bounds.push_back(static_cast<uint32_t>(line.size()));
    }
    ByteRange focus{random.Pick(bounds), random.Pick(bounds)};
    if (focus.begin > focus.end) std::swap(focus.begin, focus.end);
    size_t units = 2 + random.Below(20);
    LineExcerpt excerpt = ExcerptLine(line, random.OneIn(4) ? nullptr : &focus, units);
    REQUIRE(IsValidUtf8(excerpt.text));
    REQUIRE(excerpt.end <= line.size());
    REQUIRE(Utf16Length(line.substr(excerpt.begin, excerpt.end - excerpt.begin)) <= units);
    REQUIRE(excerpt.truncated == (Utf16Length(line) > units));
  }
}

TEST_CASE("Match rows", "[match_row]") {
  CHECK(MakeMatchRow(7, 3, "abc", {}).Format(true) == "3: abc {#7}");
  CHECK(MakeMatchRow(7, 3, "abc", {{0, 0}, {1, 3}}).Format(true) == "3: abc [2-3] {#7}");
  CHECK(MakeMatchRow(7, 3, "a" + kSmile + "b", {{1, 5}, {5, 6}}).Format(true) == "3: a" + kSmile + "b [2-3,4-4] {#7}");
  CHECK(MakeMatchRow(7, 3, "a" + kSmile + "b", {{1, 5}}).Format(false) == "3: a" + kSmile + "b {#7}");
  CHECK(MakeMatchRow(7, 3,
                     "\xFF"
                     "b",
                     {{1, 2}})
            .Format(true) == "3: (not valid UTF-8) [2-2b] {#7}");
  std::vector<ByteRange> many;
  for (uint32_t i = 0; i < 23; ++i) many.push_back({i, i + 1});
  MatchRow row = MakeMatchRow(1, 1, std::string(23, 'x'), many);
  CHECK(row.columns.size() == kMaxDisplayedRanges);
  CHECK(row.columns_omitted == 3);
  CHECK(row.Format(true).find(",20-20 +3 more] {#1}") != std::string::npos);
  MatchRow cut = MakeMatchRow(1, 1, std::string(600, 'x') + "needle", {{600, 606}});
  CHECK(cut.truncated);
  REQUIRE(cut.ranges.size() == 1);
  CHECK(cut.text.substr(cut.text.size() - 6) == "needle");
  CHECK(cut.columns[0].begin == 601);
}

TEST_CASE("Rows around a line", "[inspect_page]") {
  std::vector<SourceRow> rows;
  for (int64_t i = 1; i <= 7; ++i) rows.push_back({i, "x"});
  constexpr size_t kRow = 5;  // "1: x" and its line feed
  struct Case {
    size_t target, room, first, last;
  };
  for (Case row : {Case{3, 0, 3, 3}, Case{3, 2 * kRow, 2, 3}, Case{3, 3 * kRow, 2, 4}, Case{3, 7 * kRow, 0, 6},
                   Case{0, 4 * kRow, 0, 3}, Case{6, 4 * kRow, 3, 6}, Case{1, 5 * kRow, 0, 4}, Case{5, 99, 0, 6}}) {
    RowWindow window = FitAround(rows, row.target, row.room);
    CHECK(window.first == row.first);
    CHECK(window.last == row.last);
    CHECK(window.bytes == (row.last - row.first + 1) * kRow);
  }
  CHECK(FormatSourceRow({12, "y"}) == "12: y");
}

TEST_CASE("Budget tiers", "[page_budget]") {
  struct Case {
    std::optional<double> used;
    std::string tier;
    std::string note;
  };
  for (const Case& row : {Case{std::nullopt, "", ""}, Case{-0.1, "", ""}, Case{100.1, "", ""},
                          Case{std::nan(""), "", ""}, Case{0.0, "full", ""}, Case{59.9, "full", ""},
                          Case{60.0, "tight", "[budget tight: 40% context left, target 1000 tokens]"},
                          Case{88.0, "tight", "[budget tight: 12% context left, target 1000 tokens]"},
                          Case{88.1, "critical", "[budget critical: 11.9% context left, target 500 tokens]"},
                          Case{100.0, "critical", "[budget critical: 0% context left, target 500 tokens]"}}) {
    std::optional<BudgetTier> tier = TierFor(row.used);
    CHECK((tier ? std::string(tier->name) : std::string()) == row.tier);
    CHECK(BudgetNote(tier) == row.note);
  }
}

TEST_CASE("Page budgets: bytes and units", "[page_budget]") {
  PageBudget budget(10, 1);
  CHECK(budget.empty());
  CHECK(budget.Fits("abcd", 0));
  CHECK_FALSE(budget.Fits("abcde", 0));
  CHECK_FALSE(budget.Fits("abcd", 1));
  CHECK(budget.FitsBytes("abcdefghij", 0));
  CHECK_FALSE(budget.FitsBytes("abcdefghij", 1));
  budget.Take(kSmile);
  CHECK_FALSE(budget.empty());
  CHECK(budget.Fits("ab", 0));
  CHECK_FALSE(budget.Fits("abc", 0));
  CHECK_FALSE(PageBudget(3).Fits("abcd", 0));
}

TEST_CASE("Summary pages", "[summary_page]") {
  auto row = [](const std::string& path, int64_t count, const std::string& line) {
    SummaryRow made{path, count, std::nullopt};
    if (!line.empty()) made.sample = MakeMatchRow(1, 1, line, {{0, 1}});
    return made;
  };
  SummaryPage page(PageBudget(1 << 20), 1234567, 2, true, 0);
  CHECK(page.Add(row("a", 1234567, "x")));
  CHECK(page.Add(row("b", 5, std::string(600, 'y'))));
  CHECK(page.Add(row("c", 5, "")));
  CHECK(page.samples_shown() == 2);
  CHECK(page.rows_truncated() == 1);
  CHECK(page.Text({"note"}) ==
        "1234567 matches in 2 files (complete)\n\n1234567  a\n        1: x {#1}\n     5  b\n        1: " +
            std::string(500, 'y') + kDots + " {#1}\n     5  c\n\nnote");
  // The first file of a page is shown without its sample rather than not at all.
  SummaryPage small(PageBudget(540), 1, 1, false, 1);
  CHECK(small.Add(row("a", 1, std::string(100, 'x'))));
  CHECK(small.samples_shown() == 0);
  CHECK_FALSE(small.Add(row("b", 1, "")));
  CHECK_FALSE(SummaryPage(PageBudget(500), 1, 1, true, 0).Add(row("a", 1, "")));
  // Past the target in units, within the bytes.
  CHECK(SummaryPage(PageBudget(1 << 20, 1), 1, 1, true, 0).Add(row("a", 1, "x")));
}

TEST_CASE("Meta of signal_grep when the details alone fill it", "[signal_details]") {
  RetainedMatches shown;
  shown.files = {{"a", {{1, {"x", {{0, 1}}}}}}, {"b", {{1, {"x", {}}}}}};
  shown.outcome.total = shown.outcome.kept = 2;
  std::string details = R"({"version":1})";
  std::string whole = SignalMeta(shown, details, 1 << 16);
  CHECK(whole.substr(whole.size() - details.size() - 1) == details + "}");
  CHECK(whole.find("\"path\":\"b\"") != std::string::npos);
  CHECK(SignalMeta(shown, details, whole.size()) == whole);
  std::string least = SignalMeta(shown, details, 5);
  CHECK(least.find("\"path\":\"a\"") != std::string::npos);
  CHECK(least.find("\"path\":\"b\"") == std::string::npos);
  CHECK(least.find("\"truncated\":true") != std::string::npos);
}

}  // namespace
}  // namespace sonde
