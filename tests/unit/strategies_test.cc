// However lines are found, the answers are those of RE2 asked line by line.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/base/utf8.h"
#include "core/index/trigram_filter.h"
#include "core/match/byte_sequence.h"
#include "core/match/class_finder.h"
#include "core/match/matcher.h"
#include "core/match/required_classes.h"
#include "core/match/sequence_finder.h"
#include "core/search/search_job.h"
#include "random.h"
#include "re2/re2.h"

namespace sonde {
namespace {

// Lines as they stand in sources and documents.
constexpr const char* kLines[] = {
    "#include <linux/module.h>",
    "static int __init foo_init(void)",
    "\treturn -EINVAL; /* MAX_RETRIES_3 reached */",
    "export const createEngine = async ({ wasm, limits }: Options): Promise<Engine> => {",
    "  if (!ctx->buf || ctx->len >= PAGE_SIZE_4K) goto out_free;",
    "## Where we differ, and why",
    "#define HTTP_404 0x194",
    "\xE6\x90\x9C\xE7\xB4\xA2\xE5\xBC\x95\xE6\x93\x8E kmalloc \xE2\x80\x94 caf\xC3\xA9 na\xC3\xAFve",
    "todo: FIXME later, TODO(kate) k\xE2\x84\xAA s\xC5\xBF",
    "x = y * 3.14159 + f(a, b[i]);",
    "",
    "\xFF\xFE not UTF-8 \x80",
    "  } else if (err == -1) { kfree(p); }",
    "function parse ( input ) { return JSON.parse(input) }",
    "  \"version\": \"1.2.3-beta.4\",\r",
};

struct Made {
  std::string pattern;
  std::string sample;  // a text that it matches
};

// A pattern of depth `depth` and one of its matches.
Made MakePattern(Random* random, int depth) {
  constexpr const char* kWords[] = {"return", "kmalloc", "TODO", "fixme", "e", "_", "(", "->", "404", "init", "sk"};
  struct Class {
    const char* pattern;
    const char* members;
  };
  constexpr Class kClasses[] = {{"[A-Z]", "AMZ"}, {"[0-9]", "059"}, {"[a-z_]", "ak_"}, {"[^x]", "a "},
                                {"[(=;]", "(=;"}, {".", "q-"},      {"[ \\t]", " \t"}, {"[kK]", "kK"}};
  switch (depth == 0 ? random->Below(2) : random->Below(7)) {
    case 0: {
      std::string word = random->Pick(kWords);
      return {word == "(" ? "\\(" : word, word};
    }
    case 1: {
      const Class& one = random->Pick(kClasses);
      return {one.pattern, std::string(1, random->Of(one.members))};
    }
    case 2:
    case 3: {
      Made a = MakePattern(random, depth - 1);
      Made b = MakePattern(random, depth - 1);
      return {a.pattern + b.pattern, a.sample + b.sample};
    }
    case 4: {
      Made a = MakePattern(random, depth - 1);
      Made b = MakePattern(random, depth - 1);
      return {"(?:" + a.pattern + "|" + b.pattern + ")", random->OneIn(2) ? a.sample : b.sample};
    }
    case 5: {
      Made a = MakePattern(random, depth - 1);
      struct Repeat {
        const char* pattern;
        size_t copies;
      };
      constexpr Repeat kRepeats[] = {{"+", 1}, {"+", 3}, {"*", 0}, {"?", 1}, {"{2,}", 2}, {"{3}", 3}, {"{1,4}", 4}};
      const Repeat& repeat = random->Pick(kRepeats);
      Made made{"(?:" + a.pattern + ")" + repeat.pattern, ""};
      for (size_t i = 0; i < repeat.copies; ++i) made.sample += a.sample;
      return made;
    }
    default: {
      Made a = MakePattern(random, depth - 1);
      constexpr const char* kAround[] = {"^", "$", "\\b", "b", "(?i)", "(?i:"};
      std::string around = random->Pick(kAround);
      if (around == "b") return {a.pattern + "\\b", a.sample};
      if (around == "$") return {a.pattern + around, a.sample};
      if (around == "(?i:") return {around + a.pattern + ")", a.sample};
      return {around + a.pattern, a.sample};
    }
  }
}

// A few lines with the sample somewhere: at any place of a 64 byte block, at a
// line's begin or end, or at the end of the text.
std::string MakeText(Random* random, const std::string& sample) {
  bool ascii_only = random->OneIn(2);
  std::string text(random->Below(64), 'z');
  if (random->OneIn(3)) text.push_back('\n');
  size_t lines = random->Below(5);
  for (size_t i = 0; i < lines; ++i) {
    std::string line = random->Pick(kLines);
    bool is_ascii = true;
    for (char c : line) is_ascii = is_ascii && static_cast<unsigned char>(c) < 0x80;
    if (is_ascii || !ascii_only) text += line + "\n";
  }
  if (!random->OneIn(4)) text += sample;
  if (random->OneIn(2)) text += random->OneIn(2) ? "\n" : " tail";
  if (random->OneIn(3)) text += "\n" + sample;
  return text;
}

int64_t first_hits_told = 0;

// The lines found, each with its hits.
std::string LinesFound(const Matcher& matcher, const Blob& blob, size_t window) {
  std::string found;
  std::vector<ByteRange> hits;
  SearchText text = TextOf(blob);
  Matcher::Work work;
  LineSpan line;
  size_t size = text.text.size();
  for (size_t from = 0; from < size;) {
    size_t until = size;
    if (window > 0 && size - from > window) {
      size_t feed = text.text.find('\n', from + window);
      until = feed == std::string_view::npos ? size : feed + 1;
    }
    while (from < until && matcher.NextLine(text, from, until, &line, &work)) {
      found += std::to_string(line.begin) + "-" + std::to_string(line.end);
      std::string_view content = text.text.substr(line.begin, line.end - line.begin);
      hits.clear();
      // Without code points to keep to, a hit may end elsewhere.
      if (IsValidUtf8(content)) matcher.FindOccurrences(content, text.ascii, SIZE_MAX, &hits);
      // The first hit that comes with a line is the one that is found in it.
      LineSpan told;
      Matcher::Work told_work;
      REQUIRE(matcher.NextLine(text, from, until, &told, &told_work, true));
      REQUIRE((told.begin == line.begin && told.end == line.end && told.next == line.next));
      if (!hits.empty() && told.first_hit.end > told.first_hit.begin) {
        std::vector<ByteRange> with_first;
        REQUIRE(told.first_hit == hits.front());
        matcher.FindOccurrences(content, text.ascii, SIZE_MAX, &with_first, told.first_hit);
        REQUIRE(with_first == hits);
        ++first_hits_told;
      }
      for (ByteRange hit : hits) found += ":" + std::to_string(hit.begin) + "," + std::to_string(hit.end);
      found += " ";
      from = line.next;
    }
    from = std::max(from, until);
  }
  return found;
}

// Matching lines, counted window by window, 0 where the text's filter rules a
// window or the whole text out.
int64_t LinesCounted(const Matcher& matcher, const Blob& blob, size_t window) {
  SearchText text = TextOf(blob);
  size_t size = text.text.size();
  std::vector<uint32_t> filter(TrigramFilterWords(size));
  BuildTrigramFilter(text.text, filter.data());
  if (matcher.RulesOut(text, filter.data(), 0, size)) return 0;
  Matcher::Work work;
  int64_t count = 0;
  for (size_t from = 0; from < size;) {
    size_t feed = window == 0 ? std::string_view::npos : text.text.find('\n', std::min(size, from + window));
    size_t until = feed == std::string_view::npos ? size : feed + 1;
    if (!matcher.RulesOut(text, filter.data(), from, until)) count += matcher.CountLines(text, from, until, &work);
    from = until;
  }
  return count;
}

TEST_CASE("Every strategy finds the lines that RE2 finds one by one", "[strategies]") {
  Random random(20);
  int cases = 0;
  int matching = 0;
  while (cases < 200000) {
    Made made = MakePattern(&random, 3);
    PatternSpec spec;
    spec.pattern = made.pattern;
    spec.case_mode = random.OneIn(4) ? CaseMode::kInsensitive : CaseMode::kSensitive;
    spec.whole_word = random.OneIn(8);
    std::shared_ptr<const Matcher> matchers[3];
    bool compiled = true;
    for (Strategy strategy : {Strategy::kLineByLine, Strategy::kFast, Strategy::kScalar}) {
      spec.strategy = strategy;
      Result<std::shared_ptr<const Matcher>> result = Matcher::Compile(spec);
      compiled = compiled && result.ok();
      if (result.ok()) matchers[static_cast<int>(strategy)] = std::move(result).value();
    }
    if (!compiled) continue;
    for (int i = 0; i < 200; ++i) {
      std::string text = MakeText(&random, made.sample);
      Ref<Blob> blob = Blob::Create(text, 0, 1 << 20);
      size_t window = random.OneIn(2) ? 0 : 1 + random.Below(100);
      std::string expected = LinesFound(*matchers[static_cast<int>(Strategy::kLineByLine)], *blob, 0);
      std::string fast = LinesFound(*matchers[static_cast<int>(Strategy::kFast)], *blob, window);
      std::string scalar = LinesFound(*matchers[static_cast<int>(Strategy::kScalar)], *blob, 0);
      auto count = std::count(expected.begin(), expected.end(), '-');
      bool counted = LinesCounted(*matchers[static_cast<int>(Strategy::kFast)], *blob, window) == count;
      if (fast != expected || scalar != expected || !counted) {
        INFO("pattern " << made.pattern << "\ntext " << text << "\nwindow " << window);
        REQUIRE(fast == expected);
        REQUIRE(scalar == expected);
        REQUIRE(counted);
      }
      ++cases;
      matching += !expected.empty();
    }
  }
  // Neither side of the comparison may be empty for want of hits.
  CHECK(matching > cases / 3);
  CHECK(first_hits_told > cases / 20);
  CHECK(matching < cases);
}

// Rows of classes that overlap or don't, with every kind of repetition, over few
// characters, so that hits touch, fail late, and meet what bytes don't decide.
TEST_CASE("Hits of byte sequences are those of RE2", "[strategies]") {
  Random random(22);
  constexpr const char* kItems[] = {"a",     "b",    "\\(",    "[ab]", "[a(]", "\\w",      "\\s",
                                    "[0-9]", "[^a]", "(?i:b)", ".",    "_",    "\xC3\xA9", "[\xC3\xA9_]"};
  constexpr const char* kRepeats[] = {"", "", "", "+", "*", "?", "{2,}", "{1,3}", "+?", "*?", "??"};
  constexpr const char* kBegins[] = {"", "", "", "^", "\\b"};
  constexpr const char* kEnds[] = {"", "", "", "$", "\\b"};
  int told = 0;
  int hits_found = 0;
  constexpr int kPatterns = 4000;
  for (int round = 0; round < kPatterns; ++round) {
    PatternSpec spec;
    spec.pattern = random.Pick(kBegins);
    for (size_t items = 1 + random.Below(4); items > 0; --items) {
      spec.pattern += random.Pick(kItems);
      spec.pattern += random.Pick(kRepeats);
    }
    spec.pattern += random.Pick(kEnds);
    spec.whole_word = random.OneIn(10);
    std::shared_ptr<const Matcher> fast = Matcher::Compile(spec).value();
    spec.strategy = Strategy::kLineByLine;
    std::shared_ptr<const Matcher> slow = Matcher::Compile(spec).value();
    RE2 program(spec.pattern, RE2::Quiet);
    if (std::optional<ByteSequence> sequence = ByteSequenceOf(program.Regexp())) {
      std::optional<SequenceFinder> finder = SequenceFinder::Make(*sequence, true, false);
      told += finder && finder->finds_hits();
    }
    for (int i = 0; i < 50; ++i) {
      bool ascii = !random.OneIn(3);
      std::string line = random.Text(ascii ? "ab(_ 0B" : "ab(_ 0e\r", random.OneIn(20) ? 900 : 24);
      // Not in place of single bytes: the hits of text that is not UTF-8 are shown as they are.
      for (size_t at = line.find('e'); at != std::string::npos; at = line.find('e', at))
        line.replace(at, 1, "\xC3\xA9");
      std::vector<ByteRange> expected;
      std::vector<ByteRange> found;
      slow->FindOccurrences(line, ascii, SIZE_MAX, &expected);
      fast->FindOccurrences(line, ascii, SIZE_MAX, &found);
      if (found != expected) {
        INFO("pattern " << spec.pattern << "\nline " << line);
        REQUIRE(found == expected);
      }
      hits_found += static_cast<int>(found.size());
      if (expected.empty()) continue;
      size_t limit = random.Below(expected.size() + 2);
      found.clear();
      bool all = fast->FindOccurrences(line, ascii, limit, &found);
      REQUIRE(all == (limit >= expected.size()));
      REQUIRE(found ==
              std::vector<ByteRange>(expected.begin(), expected.begin() + static_cast<ptrdiff_t>(found.size())));
      REQUIRE(found.size() == std::min(limit, expected.size()));
    }
  }
  CHECK(told > kPatterns / 20);
  CHECK(hits_found > 50 * kPatterns);
}

// The classes by their members, in order: "A-Z" for [A-Z].
std::string Classes(const std::string& pattern) {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_never_nl(true);
  options.set_log_errors(false);
  RE2 program(pattern, options);
  std::string shown;
  for (const ByteClass& members : RequiredClasses(program)) {
    shown += shown.empty() ? "" : " ";
    for (size_t byte = 0; byte < members.size(); ++byte) {
      if (!members[byte]) continue;
      size_t end = byte;
      while (end + 1 < members.size() && members[end + 1]) ++end;
      shown.push_back(static_cast<char>(byte));
      if (end > byte) shown += std::string("-") + static_cast<char>(end);
      byte = end;
    }
  }
  return shown;
}

TEST_CASE("RequiredClasses", "[required_classes]") {
  struct Row {
    const char* pattern;
    const char* classes;
  };
  for (Row row : {
           Row{"[A-Z]{3,}_[0-9]+", "A-Z _ 0-9"}, Row{"([A-Z]+)(_)([0-9])", "A-Z _ 0-9"}, Row{"[A-Z]\\b_$", "A-Z _"},
           Row{"x*[A-Z]_[0-9]?y", "A-Z _"}, Row{"(?i)q[0-9]", "Qq 0-9"}, Row{"[0-9]{4}", "0-9 0-9 0-9"},
           Row{"[0-9]{2}-[0-9]{2}", "0-9 - 0-9"}, Row{"(?:[A-Z]_|[0-9]-)[@]", "0-9A-Z -_ @"},
           Row{"(?:ab|cde)[!]%", "be ! %"}, Row{"%(?:[!])+%", "% !"}, Row{"[a-z]", ""}, Row{"[a-z]*", ""},
           Row{"(?:@#|)", ""}, Row{".", ""}, Row{"", ""},
           Row{"[^\\x00-\\x7f]%[^\\x00-\\x7f]", ""},  // never in ASCII text
       }) {
    INFO(row.pattern);
    CHECK(Classes(row.pattern) == row.classes);
  }
  std::string large = "(?:[a-c][@#]){1,500}";
  CHECK(Classes(large).empty());
}

TEST_CASE("ClassFinder equals a loop over the bytes", "[class_finder]") {
  Random random(21);
  for (int round = 0; round < 20000; ++round) {
    std::vector<ByteClass> classes(1 + random.Below(kMaxRequiredClasses));
    for (ByteClass& members : classes) {
      for (size_t i = 0, count = random.Below(6); i < count; ++i) members.set(random.Below(128));
      for (size_t i = 0, count = random.Below(3); i < count; ++i) members.set("abAB_\x7f"[random.Below(6)]);
    }
    std::string text = random.Text("abAB_\x7f\x01\x80\xe1\xff", 90);
    size_t from = random.Below(text.size() + 2);
    size_t expected = std::string::npos;
    for (size_t at = from; at + classes.size() <= text.size() && expected == std::string::npos; ++at) {
      bool stands = true;
      for (size_t i = 0; i < classes.size(); ++i) {
        auto byte = static_cast<uint8_t>(text[at + i]);
        stands = stands && byte < 0x80 && classes[i][byte];
      }
      if (stands) expected = at;
    }
    for (bool scalar : {false, true}) REQUIRE(ClassFinder(classes, scalar).Find(text, from) == expected);
  }
}

}  // namespace
}  // namespace sonde
