// Translating and compiling patterns. Input: the pattern. A pattern is refused
// with a position inside it, or compiles; escaped text matches itself, whole.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/utf8.h"
#include "core/match/matcher.h"
#include "core/match/translate.h"

namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 256) return 0;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  if (!sonde::IsValidUtf8(input)) return 0;
  for (sonde::TextClass text_class : {sonde::TextClass::kAscii, sonde::TextClass::kUnicode}) {
    sonde::Result<sonde::Translation> translation = sonde::TranslatePattern(input, text_class);
    if (!translation.ok()) {
      Require(translation.error().message.find("regex parse error at character ") == 0);
      continue;
    }
    const sonde::Translation& translated = translation.value();
    Require(translated.origin.size() == translated.pattern.size() + 1);
    uint32_t previous = 0;
    for (uint32_t origin : translated.origin) {
      Require(origin >= previous && origin <= input.size());
      previous = origin;
    }
  }
  sonde::PatternSpec spec;
  spec.pattern = std::string(input);
  (void)sonde::Matcher::Compile(spec).ok();

  if (input.empty() || input.find('\n') != std::string_view::npos) return 0;
  spec.literal = true;
  sonde::Result<std::shared_ptr<const sonde::Matcher>> literal = sonde::Matcher::Compile(spec);
  Require(literal.ok());
  std::vector<sonde::ByteRange> hits;
  std::string text = "<" + std::string(input) + ">";
  literal.value()->FindOccurrences(text, false, 1, &hits);
  Require(!hits.empty() && hits.front().end - hits.front().begin == input.size());
  return 0;
}
