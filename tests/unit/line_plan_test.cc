// exact_literals, byte_sequence, sequence_finder, matcher_cache: which patterns
// are told without RE2. That the answers are RE2's is shown in strategies_test.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/match/byte_sequence.h"
#include "core/match/exact_literals.h"
#include "core/match/matcher_cache.h"
#include "core/match/multi_literal_finder.h"
#include "core/match/program.h"
#include "core/match/sequence_finder.h"
#include "core/match/translate.h"
#include "core/search/search_job.h"
#include "random.h"
#include "re2/re2.h"

namespace sonde {
namespace {

RE2::Options Options() {
  RE2::Options options;
  options.set_never_nl(true);
  options.set_log_errors(false);
  return options;
}

// The texts joined with ","; "fold:" before folded ones; "-" when there are none to tell.
std::string Exact(const std::string& pattern, bool ascii_text) {
  RE2 program(pattern, Options());
  REQUIRE(program.ok());
  std::optional<ExactLiterals> exact = ExactLiteralsOf(program.Regexp(), ascii_text);
  if (!exact) return "-";
  std::string shown = exact->folded ? "fold:" : "";
  for (size_t i = 0; i < exact->texts.size(); ++i) shown += (i > 0 ? "," : "") + exact->texts[i];
  return shown;
}

TEST_CASE("ExactLiteralsOf", "[exact_literals]") {
  struct Row {
    const char* pattern;
    const char* any;    // in any text
    const char* ascii;  // in ASCII text
  };
  for (Row row : {
           Row{"return", "return", "return"},
           Row{"return(?:)", "return", "return"},
           Row{"(re)(turn)", "return", "return"},
           Row{"b|a|a", "a,b", "a,b"},
           Row{"kmalloc|vmalloc|kfree", "kfree,kmalloc,vmalloc", "kfree,kmalloc,vmalloc"},
           Row{"colou?r", "color,colour", "color,colour"},
           Row{"v[12]\\.0", "v1.0,v2.0", "v1.0,v2.0"},
           Row{"a{2}", "aa", "aa"},
           Row{"(?:ab){1,3}", "ab,abab,ababab", "ab,abab,ababab"},
           Row{"(?i)todo|fixme", "fold:fixme,todo", "fold:fixme,todo"},
           // The long s and the Kelvin sign are other cases beyond ASCII.
           Row{"(?i)sk", "fold:sk,s\xE2\x84\xAA,\xC5\xBFk,\xC5\xBF\xE2\x84\xAA", "fold:sk"},
           Row{"\xE2\x80\x94", "\xE2\x80\x94", ""},
           Row{"a\xC3\xA9|b", "a\xC3\xA9,b", "b"},
           Row{"(?i)\xC3\xA9", "\xC3\x89,\xC3\xA9", ""},
           Row{"(?i)[a-c]1", "fold:a1,b1,c1", "fold:a1,b1,c1"},
           Row{"(?i)a(?-i)b", "-", "-"},
           Row{"(?i)1(?-i)b", "1b", "1b"},
           Row{"[aA]", "fold:a", "fold:a"},
           Row{"[aAb]", "A,a,b", "A,a,b"},
           Row{"", "-", "-"},
           Row{"a?", "-", "-"},
           Row{"a*", "-", "-"},
           Row{"a+", "-", "-"},
           Row{"a{9}", "-", "-"},
           Row{"(?m:^)a", "-", "-"},
           Row{"a\\b", "-", "-"},
           Row{".", "-", "-"},
           Row{"[a-z][a-z]", "-", "-"},
           Row{"(?:a|b|c|d){8}", "-", "-"},
           Row{"[^\\x00-\\x{10FFFF}]", "", ""},
       }) {
    INFO(row.pattern);
    CHECK(Exact(row.pattern, false) == row.any);
    CHECK(Exact(row.pattern, true) == row.ascii);
  }
  CHECK(Exact(std::string(1024, 'a'), false) == std::string(1024, 'a'));
  CHECK(Exact(std::string(1025, 'a'), false) == std::string(1025, 'a'));
  CHECK(Exact(std::string(1025, 'a') + "b?", false) == "-");
}

// Members of each item, "?" optional, "*" repeating, "!" beyond ASCII; edges as ^ < > $.
std::string Sequence(const std::string& pattern) {
  RE2 program(pattern, Options());
  REQUIRE(program.ok());
  std::optional<ByteSequence> sequence = ByteSequenceOf(program.Regexp());
  if (!sequence) return "-";
  using Edge = ByteSequence::Edge;
  std::string shown = sequence->begin == Edge::kLine ? "^" : sequence->begin == Edge::kWord ? "<" : "";
  for (const SequenceItem& item : sequence->items) {
    shown += std::to_string(item.members.count());
    if (item.beyond_ascii) shown += "!";
    if (item.optional) shown += "?";
    if (item.repeats) shown += "*";
    shown += " ";
  }
  return shown + (sequence->end == Edge::kLine ? "$" : sequence->end == Edge::kWord ? ">" : "");
}

TEST_CASE("ByteSequenceOf", "[byte_sequence]") {
  struct Row {
    const char* pattern;
    const char* sequence;
  };
  for (Row row : {
           Row{"[a-z]+\\s*\\(", "26* 4?* 1 "},
           Row{"[a-z]+\\(", "26* 1 "},
           Row{"ab?c", "1 1? 1 "},
           Row{"(?i)ab", "2 2 "},
           Row{"(?i)k", "2! "},
           Row{"x{2,}", "1 1* "},
           Row{"x{1,3}", "1 1? 1? "},
           Row{"x{0}y", "1 "},
           Row{"(x)+(?:y)", "1* 1 "},
           Row{"(?m:^)a(?m:$)", "^1 $"},
           Row{"\\bab\\b", "<1 1 >"},
           Row{"(?s:.)a", "127! 1 "},
           Row{".a", "127! 1 "},
           Row{"\xC3\xA9x", "0! 1 "},
           Row{"(?:)a", "1 "},
           Row{"a|bc", "-"},
           Row{"(ab)+", "-"},
           Row{"a?", "-"},
           Row{"", "-"},
           Row{"a\\bb", "-"},
           Row{"a\\B", "-"},
           Row{"\\b\\ba", "-"},
           Row{"(?m:$)", "-"},
           Row{"a(?m:^)", "-"},
           Row{"a(?m:$)\\b", "-"},
           Row{"(?:(?m:^))*a", "-"},
           Row{"x{63}", "-"},
           Row{"(?:a|bc)d", "-"},
           Row{"(?:a|bc)+d", "-"},
           Row{"(?m:^)\\ba", "-"},
           Row{"\\C", "-"},
           Row{"ab(?:a|bc)", "-"},
           Row{"x{63,}", "-"},
       }) {
    INFO(row.pattern);
    CHECK(Sequence(row.pattern) == row.sequence);
  }
}

TEST_CASE("SequenceFinder: what it decides and what it leaves to RE2", "[sequence_finder]") {
  struct Row {
    const char* pattern;
    const char* text;
    LineVerdict verdict;
  };
  constexpr LineVerdict kNone = LineVerdict::kNone;
  constexpr LineVerdict kMatch = LineVerdict::kMatch;
  constexpr LineVerdict kUndecided = LineVerdict::kUndecided;
  for (Row row : {
           Row{"[a-z]+\\s*\\(", "ab (", kMatch},
           Row{"[a-z]+\\s*\\(", "AB (", kNone},
           Row{"[a-z]+\\s*\\(", "(", kNone},
           Row{"[a-z]+\\s*\\(", "ab\n (", kNone},
           Row{"[a-z]+\\s*\\(", "\xC3\xA9 (", kUndecided},
           Row{"[a-z]+\\s*\\(", "a\r(", kUndecided},
           Row{"\\(x+\\s*$", "(xx", kMatch},
           Row{"\\(x+\\s*$", "(xx\r\n", kMatch},
           Row{"\\(x+\\s*$", "(xx;", kNone},
           Row{"\\(x+(?m:$)", "(xx\r", kUndecided},
           Row{"\\(x+(?m:$)", "(xx\xC3\xA9", kUndecided},
           Row{"(?m:^)#x", "#x", kMatch},
           Row{"(?m:^)#x", " #x", kNone},
           Row{"(?m:^)#x", "\n#x", kMatch},
           Row{"\\b[xz]\\b", "ax", kNone},
           Row{"\\b[xz]\\b", "a x", kMatch},
           Row{"\\b[xz]\\b", "xa", kNone},
           Row{"[A-Z]{3,}_[0-9]+", "ABC_1", kMatch},
           Row{"[A-Z]{3,}_[0-9]+", "BC_1", kNone},
           Row{"[A-Z]{3,}_[0-9]+", "ABC_x", kNone},
           Row{"x[0-9]{2,3}(?m:$)", "x12", kMatch},
           Row{"x[0-9]{2,3}(?m:$)", "x123", kMatch},
           Row{"x[0-9]{2,3}(?m:$)", "x1234", kNone},
           Row{"(?i)q(?-i)Z", "QZ", kMatch},
           Row{"(?i)q(?-i)Z", "qz", kNone},
       }) {
    INFO(row.pattern << " in " << row.text);
    RE2::Options options = Options();
    options.set_posix_syntax(false);
    std::string pattern = row.pattern;
    size_t dollar = pattern.find("$");
    if (dollar == pattern.size() - 1) pattern.replace(dollar, 1, "(?m:$)");
    RE2 program(pattern, options);
    std::optional<ByteSequence> sequence = ByteSequenceOf(program.Regexp());
    REQUIRE(sequence);
    for (bool scalar : {false, true}) {
      std::optional<SequenceFinder> finder = SequenceFinder::Make(*sequence, false, scalar);
      REQUIRE(finder);
      std::string text = row.text;
      size_t at = 0;
      CHECK(finder->Find(text, 0, text.size(), &at) == row.verdict);
      if (row.verdict != kNone) CHECK(at < text.size());
    }
  }
  for (const char* pattern : {"\\w", ".x?", "[a-z]+", "\\s"}) {
    RE2 program(pattern, Options());
    CHECK_FALSE(SequenceFinder::Make(*ByteSequenceOf(program.Regexp()), true, false));
  }
}

TEST_CASE("SequenceFinder leaves what would take long to RE2", "[sequence_finder]") {
  RE2 program("a[^b]*\\([^c]*d", Options());
  std::optional<SequenceFinder> finder = SequenceFinder::Make(*ByteSequenceOf(program.Regexp()), true, false);
  REQUIRE(finder);
  std::string text(100000, '(');
  size_t at = 0;
  CHECK(finder->Find(text, 0, text.size(), &at) == LineVerdict::kUndecided);
  CHECK(at < 10000);
  // Far apart, the same work is paid for by the text passed.
  text.assign(100000, ' ');
  for (size_t i = 0; i < text.size(); i += 1000) text[i] = '\n';
  for (size_t i = 500; i < text.size(); i += 1000) text[i] = '(';
  CHECK(finder->Find(text, 0, text.size(), &at) == LineVerdict::kNone);
}

// Matching lines of `text`, and how many were too long, as "2 long 1".
std::string Counted(const std::string& pattern, const std::string& text, bool literal = false, bool fold = false) {
  PatternSpec spec;
  spec.pattern = pattern;
  spec.literal = literal;
  spec.case_mode = fold ? CaseMode::kInsensitive : CaseMode::kSensitive;
  spec.max_match_line_bytes = 5000;
  std::shared_ptr<const Matcher> matcher = Matcher::Compile(spec).value();
  Ref<Blob> blob = Blob::Create(text, 0, 1 << 20);
  Matcher::Work work;
  blob->BuildFilter();
  bool ruled_out = matcher->RulesOut(TextOf(*blob), blob->filter(), 0, blob->text().size());
  int64_t count = ruled_out ? 0 : matcher->CountLines(TextOf(*blob), 0, blob->text().size(), &work);
  return std::to_string(count) + (work.long_lines > 0 ? " long " + std::to_string(work.long_lines) : "");
}

TEST_CASE("Literals beyond ASCII that have two cases are found", "[line_plan]") {
  std::string filler;
  for (int i = 0; i < 60; ++i) filler += "filler line\n";
  // Wide A, circled A, Roman eight, Cyrillic monograph uk, Deseret, Latin insular d.
  for (std::string letter : {"\xEF\xBC\xA1", "\xE2\x92\xB6", "\xE2\x85\xA7", "\xEA\x99\x8A", "\xF0\x90\x90\x80",
                             "\xEA\x9D\xB9", "\xC4\xB0", "\xE2\x84\xAA"}) {
    INFO(letter);
    std::string text = filler + "one " + letter + "12b two\n";
    CHECK(Counted("(?:" + letter + "|zzq)\\d+", text) == "1");
    CHECK(Counted(letter + "\\d+b", text) == "1");
    CHECK(Counted("(?i)(?:" + letter + "|zzq)\\d+", text) == "1");
  }
}

TEST_CASE("Plain text is found in lines of any length", "[line_plan]") {
  std::string line(6000, '-');
  for (size_t copies : {255, 300}) {
    std::string literal;
    for (size_t i = 0; i < copies; ++i) literal += "x1y2";
    CHECK(Counted(literal, line + literal, true) == "1");
    CHECK(Counted(literal, line, true) == "0");
  }
  CHECK(Counted("\xC3\xA9", line, true) == "0");
  CHECK(Counted("kiss", line + "\xC3\xA9 KISS", true, true) == "1");
  CHECK(Counted("kis+", line + "\xC3\xA9 KISS") == "0 long 1");
}

TEST_CASE("Hits of \\C end, whatever the bytes", "[line_plan]") {
  for (const char* pattern : {"x*|\\C", "\\C*?", "\\C", "\\C\\C", "(?:)|\\C"}) {
    INFO(pattern);
    PatternSpec spec;
    spec.pattern = pattern;
    std::shared_ptr<const Matcher> matcher = Matcher::Compile(spec).value();
    for (std::string line : {"\xC3\x80\x80\x80\x80\x80", "\xC3\xA9x\xE2\x80\x94", "\x80\x80\x80\x80\x80\x80", ""}) {
      std::vector<ByteRange> hits;
      CHECK(matcher->FindOccurrences(line, false, 100, &hits));
      for (ByteRange hit : hits) CHECK((hit.begin <= hit.end && hit.end <= line.size()));
    }
  }
}

TEST_CASE("MultiLiteralFinder equals a loop over the literals", "[multi_literal_finder]") {
  Random random(23);
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::string> literals(2 + random.Below(11));
    for (std::string& literal : literals) literal = random.Of("abAB_\xE1") + random.Text("abAB_\xE1", 5);
    bool fold = random.OneIn(2);
    std::string text = random.Text("abAB_\xE1\x61", 90);
    size_t from = random.Below(text.size() + 1);
    auto folded = [fold](std::string bytes) {
      for (char& c : bytes) c = fold && c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
      return bytes;
    };
    size_t expected = std::string::npos;
    for (const std::string& literal : literals) expected = std::min(expected, folded(text).find(folded(literal), from));
    for (bool scalar : {false, true}) REQUIRE(MultiLiteralFinder(literals, fold, scalar).Find(text, from) == expected);
  }
}

TEST_CASE("MatcherCache keeps the last four", "[matcher_cache]") {
  MatcherCache cache;
  auto get = [&cache](const std::string& pattern, bool whole_word = false) {
    PatternSpec spec;
    spec.pattern = pattern;
    spec.whole_word = whole_word;
    return cache.Get(spec);
  };
  std::shared_ptr<const Matcher> a = get("a").value();
  CHECK(get("a").value() == a);
  CHECK(get("a", true).value() != a);
  CHECK_FALSE(get("(").ok());
  get("b").value();
  CHECK(get("a").value() == a);  // used again: the last to go
  get("c").value();
  get("d").value();
  get("e").value();
  CHECK(get("a").value() == a);
  for (const char* pattern : {"f", "g", "h", "i"}) get(pattern).value();
  CHECK(get("a").value() != a);
}

// Bytes tell about them, so nobody asks RE2 at first: it must take the largest.
TEST_CASE("RE2 takes every sequence that is not compiled at once", "[program]") {
  for (const char* item : {"\\pL", "\\PL", "(?i)\\pL", "[\\pL\\pM\\pN\\pS\\pP]", "[^\\pL\\pM]", "[\\w\\pS]", ".",
                           "[^a]", "\\pC", "(?i)[\\p{Greek}\\p{Cyrillic}\\p{Latin}]", "\\W", "[^\\s\\pS]"}) {
    PatternSpec spec;
    spec.pattern = "x" + std::string(item) + "{61}";
    INFO(spec.pattern);
    std::shared_ptr<const Matcher> matcher = Matcher::Compile(spec).value();
    Result<Translation> translation = TranslatePattern(spec.pattern, TextClass::kUnicode);
    RE2::Options options = ProgramOptions(TextClass::kUnicode, false);
    re2::RegexpStatus status;
    CHECK(ByteSequenceOf(ParseRegexp(translation.value().pattern, options, &status).get()));
    CHECK(Program(translation.value().pattern, options).get().ok());
    CHECK_FALSE(matcher->MatchesLine("x", true));
  }
}

TEST_CASE("LongestText", "[byte_sequence]") {
  struct Row {
    const char* pattern;
    const char* any;
    const char* ascii;
  };
  for (Row row : {
           Row{"function\\s+[a-z]+\\s*\\(", "function", "function"},
           Row{"ab+cd", "bcd", "bcd"},
           Row{"ab?cd", "cd", "cd"},
           Row{"abc?d", "ab", "ab"},
           Row{"x+", "x", "x"},
           Row{"(?i)task", "ta", "task"},
           Row{"Ab[0-9]", "Ab", "Ab"},
           Row{"a\xC3\xA9xy", "xy", "xy"},
           Row{"[0-9][a-f]", "", ""},
       }) {
    INFO(row.pattern);
    RE2 program(row.pattern, Options());
    ByteSequence sequence = *ByteSequenceOf(program.Regexp());
    CHECK(LongestText(sequence, false) == row.any);
    CHECK(LongestText(sequence, true) == row.ascii);
  }
}

}  // namespace
}  // namespace sonde
