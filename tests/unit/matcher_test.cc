// matcher, literal_finder, line_hits.
#include "core/match/matcher.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/base/utf8.h"
#include "core/match/literal_finder.h"
#include "core/search/line_hits.h"
#include "core/vfs/blob.h"
#include "random.h"

namespace sonde {
namespace {

using MatcherPtr = std::shared_ptr<const Matcher>;

MatcherPtr Compile(const PatternSpec& spec) {
  Result<MatcherPtr> result = Matcher::Compile(spec);
  INFO(spec.pattern);
  REQUIRE(result.ok());
  return std::move(result).value();
}

MatcherPtr Compile(const std::string& pattern) {
  PatternSpec spec;
  spec.pattern = pattern;
  return Compile(spec);
}

SearchText TextFacts(const Blob& blob) {
  return {blob.text(), blob.ascii(), blob.has_crlf(), blob.longest_line_bytes()};
}

// "1:2-4,6-8 3:…": line numbers and byte ranges of all hits, searched in
// windows of about `window` bytes.
std::string Hits(const Matcher& matcher, const std::string& content, size_t window = SIZE_MAX) {
  Ref<Blob> blob = Blob::Create(content, 0, INT64_MAX);
  SearchText text = TextFacts(*blob);
  std::string shown;
  Matcher::Work work;
  size_t from = 0;
  while (from < text.text.size()) {
    size_t feed = window == SIZE_MAX ? std::string::npos : text.text.find('\n', from + window);
    size_t until = feed == std::string::npos ? text.text.size() : feed + 1;
    LineSpan line;
    while (matcher.NextLine(text, from, until, &line, &work)) {
      auto number =
          std::count(text.text.begin(), text.text.begin() + static_cast<std::ptrdiff_t>(line.begin), '\n') + 1;
      shown += (shown.empty() ? "" : " ") + std::to_string(number) + ":";
      std::vector<ByteRange> hits;
      std::string_view content_of_line = text.text.substr(line.begin, line.end - line.begin);
      matcher.FindOccurrences(content_of_line, text.ascii, SIZE_MAX, &hits);
      REQUIRE_FALSE(hits.empty());
      LineSpan told;
      Matcher::Work told_work;
      REQUIRE(matcher.NextLine(text, from, until, &told, &told_work, true));
      REQUIRE(told.begin == line.begin);
      if (told.first_hit.end > told.first_hit.begin) REQUIRE(told.first_hit == hits.front());
      REQUIRE(matcher.MatchesLine(content_of_line, text.ascii));
      for (size_t i = 0; i < hits.size(); ++i) {
        shown += (i == 0 ? "" : ",") + std::to_string(hits[i].begin) + "-" + std::to_string(hits[i].end);
      }
      from = line.next;
    }
    from = until;
  }
  return shown;
}

struct MatchCase {
  const char* name;
  std::string pattern;
  std::string text;
  std::string hits;
};

const MatchCase kCases[] = {
    {"nothing", "x", "abc\n", ""},
    {"no text", "", "", ""},
    {"a word", "b", "abc\nb\n", "1:1-2 2:0-1"},
    {"twice in a line", "a", "aba\n", "1:0-1,2-3"},
    {"no overlap", "aa", "aaaa a\n", "1:0-2,2-4"},
    {"leftmost first", "a|ab", "ab\n", "1:0-1"},
    {"leftmost first, other way", "ab|a", "ab\n", "1:0-2"},
    {"an empty pattern", "x*", "ab\n", "1:0-0,1-1,2-2"},
    {"empty hits beside others", "b*", "abc\n", "1:0-0,1-2,3-3"},
    {"an empty line", "^$", "a\n\nb\n", "2:0-0"},
    {"the end is no line", "^$", "a\n", ""},
    {"two empty lines at the end", "^$", "a\n\n\n", "2:0-0 3:0-0"},
    {"line anchors", "^a$", "a\nba\na\n", "1:0-1 3:0-1"},
    {"text anchors are line anchors", "\\Aa\\z", "a\nba\na\n", "1:0-1 3:0-1"},
    {"(?s) does not join lines", "(?s)a.b", "a\nb\na.b\n", "3:0-3"},
    {"a negated class does not join lines", "a[^x]b", "a\nb\na.b\n", "3:0-3"},
    {"\\s does not join lines", "a\\sb", "a\nb\na b\n", "3:0-3"},
    {"a class that holds a line feed", "a[\\n.]b", "a\nb\na.b\n", "3:0-3"},
    {"no line feed at the end", "b$", "a\nb", "2:0-1"},
    {"CRLF: $", "a$", "a\r\nba\r\n", "1:0-1 2:1-2"},
    {"CRLF: \\r is no part of the line", "\\r", "a\r\nb\rc\r\n", "2:1-2"},
    {"CRLF: a dot", "a.", "a\r\nab\r\n", "2:0-2"},
    {"CRLF: \\s", "a\\s", "a\r\na \r\n", "2:0-2"},
    {"CRLF: an empty line", "^$", "a\r\n\r\n", "2:0-0"},
    {"CRLF: two carriage returns", "a\\r$", "a\r\r\n", "1:0-2"},
    {"CRLF: a carriage return at the very end", "a\\r$", "b\r\na\r", "2:0-2"},
    {"CRLF: plain text with a carriage return", "a\r", "a\r\na\rb\r\n", "2:0-2"},
    {"alternation under repetition", "(?:ab|a)+b", "abab\n", "1:0-4"},
    {"a word boundary", "\\bfoo\\b", "foo foobar foo\n", "1:0-3,11-14"},
    {"word begin and end", "\\<foo\\>", "foo xfoo\n", "1:0-3"},
    {"\\b is ASCII", "\\bx", "\xC3\xA9x\n", "1:2-3"},
    {"case folds", "(?i)straSSe",
     "STRASSE stra\xC3\x9F"
     "e\n",
     "1:0-7"},
    {"case folds beyond ASCII", "(?i)\xC3\xA9", "\xC3\x89\n", "1:0-2"},
    {"the Kelvin sign folds", "(?i)k", "\xE2\x84\xAA\n", "1:0-3"},
    {"the long s folds", "(?i)s", "\xC5\xBF s\n", "1:0-2,3-4"},
    {"\\w is Unicode", "\\w+", "na\xC3\xAFve \xE6\x97\xA5\xE6\x9C\xAC\n", "1:0-6,7-13"},
    {"\\d is Unicode", "\\d", "1\xD9\xA3\n", "1:0-1,1-3"},
    {"\\s is Unicode", "a\\sb",
     "a\xC2\xA0"
     "b\n",
     "1:0-4"},
    {"\\W in a class", "[\\Wx]", "a\xE2\x82\xACx\n", "1:1-4,4-5"},
    {"\\s holds the vertical tab", "\\s", "a\vb\n", "1:1-2"},
    {"\\S in ASCII", "[\\S]", " a\n", "1:1-2"},
    {"[^\\W\\d]", "[^\\W\\d]", "1a\n", "1:1-2"},
    {"a code point range", "[\xCE\xB1-\xCF\x89]+", "a\xCE\xB2\xCE\xB3\n", "1:1-5"},
    {"\\u", "\\u00e9|\\u{1F600}", "\xC3\xA9 \xF0\x9F\x98\x80\n", "1:0-2,3-7"},
    {"a dot is one character", "a.c",
     "a\xF0\x9F\x98\x80"
     "c\n",
     "1:0-6"},
    {"an emoji is not skipped",
     "\xF0\x9F\x9F\xA2"
     "a",
     "\xF0\x9F\x9F\xA2"
     "a\xF0\x9F\x9F\xA2"
     "a\n",
     "1:0-5,5-10"},
    {"a dot does not match a bad byte", "a.b",
     "a\xFF"
     "b\na-b\n",
     "2:0-3"},
    {"around bad bytes", "a",
     "\xFF"
     "a\xFE\n",
     "1:1-2"},
    {"a pattern beyond ASCII in ASCII text", "\xC3\xA9|a", "a\n", "1:0-1"},
    {"a negated class beyond ASCII in ASCII text", "[^\xC3\xA9]", "a\n", "1:0-1"},
    {"a class beyond ASCII in ASCII text", "[\xC3\xA9-\xC3\xAF]", "a\n", ""},
    {"\\P in ASCII text", "\\P{Greek}", "a\n", "1:0-1"},
    {"any byte", "a\\Cb", "a\nb\na.b\n", "3:0-3"},
    {"any byte never splits a character", "\\C", "\xC3\xA9x\n", "1:0-2,2-3"},
    {"a leading dash", "--regexp", "use --regexp here\n", "1:4-12"},
    {"named groups", "(?P<x>a)(?<y>b)", "ab\n", "1:0-2"},
    {"quoted", "\\Qa.b\\E", "a.b axb\n", "1:0-3"},
    {"NUL in the pattern", "\\x00", std::string("a\0b\n", 4), "1:1-2"},
    {"a huge repetition of nothing", "(?:a?){100}b", std::string(100, 'a') + "b\n", "1:0-101"},
};

TEST_CASE("Matcher: lines and hits", "[matcher]") {
  for (const MatchCase& row : kCases) {
    INFO(row.name);
    MatcherPtr matcher = Compile(row.pattern);
    CHECK(Hits(*matcher, row.text) == row.hits);
    CHECK(Hits(*matcher, row.text, 0) == row.hits);
  }
}

TEST_CASE("Matcher: a text beyond ASCII does not change what ASCII lines match", "[matcher]") {
  for (const MatchCase& row : kCases) {
    INFO(row.name);
    if (row.text.empty() || row.text.back() != '\n') continue;
    MatcherPtr matcher = Compile(row.pattern);
    // A last line of its own keeps the numbers; its own hits are cut off again.
    auto lines = std::count(row.text.begin(), row.text.end(), '\n');
    std::string hits = Hits(*matcher, row.text + "\xE2\x82\xAD\n");
    size_t extra = hits.rfind(std::to_string(lines + 1) + ":");
    if (extra != std::string::npos) hits = hits.substr(0, extra == 0 ? 0 : extra - 1);
    CHECK(hits == row.hits);
  }
}

struct ErrorCase {
  std::string pattern;
  int character;
  std::string advice;
};

const ErrorCase kErrors[] = {
    {"a(b", 2, "missing ): write \\( for a parenthesis"},
    {"a)", 2, "unexpected ): write \\) for a parenthesis"},
    {"*a", 1, "nothing to repeat: write a backslash before *, + or ? for the character itself"},
    {"ab**", 3, "repeated repetition operator: put the inner one in (?:...)"},
    {"a{1001}", 2, "repetition count over 1000 or out of order: use a smaller count"},
    {"a{2,1}", 2, "repetition count over 1000 or out of order: use a smaller count"},
    {"a\\y", 2, "unknown escape: write \\\\ for a backslash"},
    {"[z-a]", 2, "invalid character class: check the names and that ranges ascend"},
    {"[[:foo:]]", 2, "invalid character class: check the names and that ranges ascend"},
    {"\\p{Foo}", 1, "invalid character class: check the names and that ranges ascend"},
    {"(?x)a", 1, "unknown group syntax: (?:...), (?i), (?P<name>...) and (?<name>...) are supported"},
    {"(?P<a-b>c)", 1, "invalid or repeated group name: use letters, digits and _, each name once"},
    {"(?i", 1, "missing ): write \\( for a parenthesis"},
    {"(?i)(?:\xC3\xA9(?P<n>x)", 5, "missing ): write \\( for a parenthesis"},
    {"(a))(", 4, "unexpected ): write \\) for a parenthesis"},
};

TEST_CASE("Matcher: what RE2 refuses, with advice", "[matcher]") {
  for (const ErrorCase& row : kErrors) {
    INFO(row.pattern);
    PatternSpec spec;
    spec.pattern = row.pattern;
    Result<MatcherPtr> result = Matcher::Compile(spec);
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().code == ErrorCode::kSearchInvalidPattern);
    std::string head = "regex parse error at character ";
    CHECK(result.error().message.substr(0, head.size()) == head);
    std::string tail = " of \"" + row.pattern + "\": " + row.advice;
    CHECK(result.error().message == head + std::to_string(row.character) + tail);
  }
}

TEST_CASE("Matcher: the longest pattern", "[matcher]") {
  PatternSpec spec;
  spec.max_pattern_bytes = 5;
  spec.pattern = "aaaaa";
  CHECK(Matcher::Compile(spec).ok());
  spec.pattern = "aaaaaa";
  Result<MatcherPtr> result = Matcher::Compile(spec);
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().message ==
        "regex parse error at character 1 of \"aaaaaa\": the pattern is longer than 5 bytes: search for a part of it");
}

TEST_CASE("Matcher: case modes, whole words, plain texts, several terms", "[matcher]") {
  struct Row {
    const char* name;
    PatternSpec spec;
    std::string text;
    std::string hits;
    bool ignores_case, is_literal;
  };
  auto spec = [](const std::string& pattern, auto change) {
    PatternSpec made;
    made.pattern = pattern;
    change(&made);
    return made;
  };
  const Row rows[] = {
      {"sensitive", spec("ab", [](auto*) {}), "ab AB\n", "1:0-2", false, true},
      {"insensitive", spec("aB", [](auto* s) { s->case_mode = CaseMode::kInsensitive; }), "ab AB\n", "1:0-2,3-5", true,
       true},
      {"smart, lower", spec("ab", [](auto* s) { s->case_mode = CaseMode::kSmart; }), "ab AB\n", "1:0-2,3-5", true,
       true},
      {"smart, upper", spec("Ab", [](auto* s) { s->case_mode = CaseMode::kSmart; }), "ab Ab\n", "1:3-5", false, true},
      {"smart, no letter", spec("1", [](auto* s) { s->case_mode = CaseMode::kSmart; }), "1\n", "1:0-1", false, true},
      {"smart, an escape is no letter", spec("\\W", [](auto* s) { s->case_mode = CaseMode::kSmart; }), "a-\n", "1:1-2",
       false, false},
      {"whole word", spec("foo", [](auto* s) { s->whole_word = true; }),
       "foo foo_ \xC3\xA9"
       "foo -foo-\n",
       "1:0-3,16-19", false, true},
      {"whole word, tried again behind", spec("a.?", [](auto* s) { s->whole_word = true; }), "ab- a\n", "1:0-2,4-5",
       false, false},
      {"whole word, no hit counts", spec("a", [](auto* s) { s->whole_word = true; }),
       "ab ba\n\xC3\xA9"
       "a\n",
       "", false, true},
      {"literal", spec("a.b", [](auto* s) { s->literal = true; }), "axb a.b\n", "1:4-7", false, true},
      {"literal, special characters", spec("(a|b)*", [](auto* s) { s->literal = true; }), "x(a|b)*\n", "1:1-7", false,
       true},
      {"several terms",
       spec("",
            [](auto* s) {
              s->any_of = {"a.b", "c"};
            }),
       "axb a.b c\n", "1:4-7,8-9", false, false},
      {"insensitive, beyond ASCII", spec("\xC3\xA9", [](auto* s) { s->case_mode = CaseMode::kInsensitive; }),
       "\xC3\x89\n", "1:0-2", true, true},
      {"insensitive, no letter", spec("1", [](auto* s) { s->case_mode = CaseMode::kInsensitive; }), "1\n", "1:0-1",
       true, true},
      {"insensitive, folds beyond ASCII", spec("sk", [](auto* s) { s->case_mode = CaseMode::kInsensitive; }),
       "SK \xC5\xBF\xE2\x84\xAA\n", "1:0-2,3-8", true, true},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    MatcherPtr matcher = Compile(row.spec);
    CHECK(Hits(*matcher, row.text) == row.hits);
    CHECK(matcher->ignores_case() == row.ignores_case);
    CHECK(matcher->is_literal() == row.is_literal);
  }
}

TEST_CASE("Matcher: lines over the limit", "[matcher]") {
  PatternSpec spec;
  spec.max_match_line_bytes = 10;
  std::string text = "needle\n" + std::string(11, 'x') + " needle\nxxxxneedle\n";
  Ref<Blob> blob = Blob::Create(text, 0, 1 << 20);
  for (bool literal : {false, true}) {
    spec.pattern = literal ? "needle" : "needl[e]";
    MatcherPtr matcher = Compile(spec);
    Matcher::Work work;
    LineSpan line;
    SearchText facts = TextFacts(*blob);
    int lines = 0;
    for (size_t from = 0; matcher->NextLine(facts, from, text.size(), &line, &work); from = line.next) ++lines;
    CHECK(lines == (literal ? 3 : 2));
    CHECK(work.long_lines == (literal ? 0 : 1));
    CHECK(work.lines_entered == (literal ? 3 : 2));
  }
}

TEST_CASE("Matcher: at most so many occurrences", "[matcher]") {
  MatcherPtr matcher = Compile("a");
  std::vector<ByteRange> hits;
  CHECK_FALSE(matcher->FindOccurrences("aaa", true, 2, &hits));
  CHECK(hits.size() == 2);
  hits.clear();
  CHECK(matcher->FindOccurrences("aaa", true, 3, &hits));
  CHECK(hits == std::vector<ByteRange>{{0, 1}, {1, 2}, {2, 3}});
}

TEST_CASE("LineAt", "[matcher]") {
  std::string text = "ab\ncd\r\n\nx";
  struct Row {
    size_t offset, begin, end, next;
  };
  for (Row row :
       {Row{0, 0, 2, 3}, Row{2, 0, 2, 3}, Row{3, 3, 5, 7}, Row{6, 3, 5, 7}, Row{7, 7, 7, 8}, Row{8, 8, 9, 9}}) {
    LineSpan line = LineAt(text, row.offset);
    CHECK(line.begin == row.begin);
    CHECK(line.end == row.end);
    CHECK(line.next == row.next);
  }
}

// Plain texts need no regular expressions to check.
TEST_CASE("Matcher equals a naive search for plain texts", "[matcher]") {
  Random random(6);
  for (int round = 0; round < 3000; ++round) {
    std::string needle = random.Text("abk\xC3", 2) + random.Of("abK") + random.Text("\r", 1);
    if (!IsValidUtf8(needle)) needle = "\xC3\xA9";
    std::string text = random.Text("abkAK\n\n\r\xC3\xA9", 60);
    bool fold =
        random.OneIn(2) && needle.find_first_of("kK") == std::string::npos && IsValidUtf8(text) && needle[0] > 0;
    auto lower = [fold](std::string given) {
      for (char& c : given) c = fold && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
      return given;
    };
    std::string expected;
    size_t begin = 0;
    for (int number = 1; begin < text.size(); ++number) {
      size_t feed = text.find('\n', begin);
      std::string line = text.substr(begin, feed == std::string::npos ? feed : feed - begin);
      if (feed != std::string::npos && !line.empty() && line.back() == '\r') line.pop_back();
      std::string hits;
      for (size_t at = lower(line).find(lower(needle)); at != std::string::npos;) {
        hits += (hits.empty() ? "" : ",") + std::to_string(at) + "-" + std::to_string(at + needle.size());
        at = lower(line).find(lower(needle), at + needle.size());
      }
      if (!hits.empty()) expected += (expected.empty() ? "" : " ") + std::to_string(number) + ":" + hits;
      begin = feed == std::string::npos ? text.size() : feed + 1;
    }
    PatternSpec spec;
    spec.pattern = needle;
    spec.literal = true;
    spec.case_mode = fold ? CaseMode::kInsensitive : CaseMode::kSensitive;
    MatcherPtr matcher = Compile(spec);
    INFO("round " << round << " needle " << needle << " text " << text);
    REQUIRE(Hits(*matcher, text) == expected);
    REQUIRE(Hits(*matcher, text, random.Below(20)) == expected);
    // As an expression that is no plain text, RE2 finds the same.
    spec.pattern = "(?:" + needle + ")";
    spec.literal = false;
    REQUIRE(Hits(*Compile(spec), text) == expected);
  }
}

TEST_CASE("LiteralFinder equals std::string::find", "[literal_finder]") {
  Random random(7);
  for (int round = 0; round < 20000; ++round) {
    std::string needle = random.Text("abAB_", 4);
    std::string text = random.Text("abAB_", 40);
    bool fold = random.OneIn(2);
    auto lower = [fold](std::string given) {
      for (char& c : given) c = fold && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
      return given;
    };
    size_t from = random.Below(text.size() + 2);
    LiteralFinder finder(needle, fold);
    INFO(needle << " in " << text << " from " << from);
    REQUIRE(finder.Find(text, from) == lower(text).find(lower(needle), from));
    REQUIRE(finder.size() == needle.size());
  }
}

TEST_CASE("HitsNearFirst shows what the window can show", "[line_hits]") {
  MatcherPtr word = Compile("needle");
  CHECK(HitsNearFirst(*word, "none", true, 100).empty());
  std::string line = std::string(50000, 'x') + "needle needle" + std::string(50000, 'x') + "needle";
  std::vector<ByteRange> hits = HitsNearFirst(*word, line, true, 100);
  CHECK(hits == std::vector<ByteRange>{{50000, 50006}, {50007, 50013}});
  // The cut of the line must not make the first hit another one.
  MatcherPtr far = Compile("a.*b|a");
  std::string long_hit = "xa" + std::string(60000, 'c') + "b a";
  CHECK(HitsNearFirst(*far, long_hit, true, 100) == std::vector<ByteRange>{{1, 60003}, {60004, 60005}});
  MatcherPtr empty = Compile("");
  CHECK(HitsNearFirst(*empty, std::string(100, 'x'), true, 10).size() == 22);
}

TEST_CASE("A 50 MB line, and a pattern that backtracks elsewhere", "[matcher]") {
  std::string text(50 << 20, 'a');
  text += "needle";
  CHECK(Hits(*Compile("needle"), text) == "1:" + std::to_string(50 << 20) + "-" + std::to_string((50 << 20) + 6));
  CHECK(Hits(*Compile("(a+)+$x?needle"), std::string(100 << 10, 'a') + "!").empty());
}

TEST_CASE("Matcher: asked for hits, a line is found no more dearly", "[matcher]") {
  struct Case {
    std::string pattern;
    std::string text;
    int64_t matches;
  };
  const Case cases[] = {
      {"import .*", "import foo from bar\r\n", 1},     {"import .*", "import " + std::string(300, 'z') + "\n", 1},
      {"import .*", "import \xC3\xA9\nimport x\n", 2}, {"[a-z]+=x+;", "aaaaaaaa=" + std::string(265, 'x') + "!\n", 0},
      {"\\w+\\s*\\(", "f (\n\ng(h(\n(\n", 2},
  };
  for (const Case& each : cases) {
    PatternSpec spec;
    spec.pattern = each.pattern;
    std::shared_ptr<const Matcher> matcher = Matcher::Compile(spec).value();
    Ref<Blob> blob = Blob::Create(each.text, 0, INT64_MAX);
    SearchText text = TextFacts(*blob);
    Matcher::Work work[2];
    for (bool wants_hits : {false, true}) {
      int64_t found = 0;
      LineSpan line;
      for (size_t from = 0; matcher->NextLine(text, from, text.text.size(), &line, &work[wants_hits], wants_hits);
           from = line.next) {
        ++found;
      }
      CHECK(found == each.matches);
    }
    INFO(each.pattern << " in " << each.text);
    CHECK(work[1].lines_entered == work[0].lines_entered);
    CHECK(work[1].bytes_entered == work[0].bytes_entered);
  }
}

}  // namespace
}  // namespace sonde
