// Searching: random text and pattern, each way of finding lines against RE2 on
// every line. Input: the pattern, a line feed, the text; the first byte gives
// case and whole-word.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/utf8.h"
#include "core/search/search_job.h"
#include "tests/fuzz/no_input.h"

namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

std::vector<size_t> MatchingLines(const sonde::Matcher& matcher, const sonde::SearchText& text) {
  std::vector<size_t> begins;
  sonde::Matcher::Work work;
  sonde::LineSpan line;
  for (size_t from = 0; matcher.NextLine(text, from, text.text.size(), &line, &work); from = line.next) {
    begins.push_back(line.begin);
  }
  return begins;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3 || size > 4096) return kNoInput;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  uint8_t options = data[0];
  input.remove_prefix(1);
  size_t feed = input.find('\n');
  if (feed == std::string_view::npos || feed > 64 || !sonde::IsValidUtf8(input.substr(0, feed))) return kNoInput;
  sonde::PatternSpec spec;
  spec.pattern = std::string(input.substr(0, feed));
  spec.case_mode = options & 1 ? sonde::CaseMode::kInsensitive : sonde::CaseMode::kSensitive;
  spec.whole_word = options & 2;
  sonde::Ref<sonde::Blob> blob = sonde::Blob::Create(input.substr(feed + 1), 0, INT64_MAX);
  sonde::SearchText text = sonde::TextOf(*blob);
  std::vector<std::vector<size_t>> answers;
  for (sonde::Strategy strategy : {sonde::Strategy::kLineByLine, sonde::Strategy::kFast, sonde::Strategy::kScalar}) {
    spec.strategy = strategy;
    sonde::Result<std::shared_ptr<const sonde::Matcher>> matcher = sonde::Matcher::Compile(spec);
    if (!matcher.ok()) return 0;
    answers.push_back(MatchingLines(*matcher.value(), text));
  }
  Require(answers[0] == answers[1]);
  Require(answers[0] == answers[2]);
  return 0;
}
