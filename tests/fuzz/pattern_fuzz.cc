// Translating and compiling patterns. Input: the pattern. A pattern is refused
// with a position inside it, or compiles; as a literal and written in escapes it
// matches itself, whole.
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/match/matcher.h"
#include "core/match/translate.h"
#include "tests/fuzz/no_input.h"

namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

// `text` as a pattern: each code point in the escape that its value asks for.
std::string InEscapes(std::string_view text) {
  std::string pattern;
  for (size_t at = 0; at < text.size();) {
    const char32_t code_point = sonde::DecodeUtf8(text, &at);
    const auto value = static_cast<unsigned>(code_point);
    char escape[16];
    if (value < 0x20) {
      std::snprintf(escape, sizeof escape, "\\0%02o", value);
    } else if (value < 0x80 && value != '<' && value != '>') {  // \< and \> are word ends
      const bool plain = value == ' ' || value == '_' || std::isalnum(static_cast<int>(value));
      std::snprintf(escape, sizeof escape, plain ? "%c" : "\\%c", static_cast<int>(value));
    } else if (value < 0x100) {
      std::snprintf(escape, sizeof escape, "\\x%02X", value);
    } else if (value < 0x10000) {
      std::snprintf(escape, sizeof escape, "\\u%04x", value);
    } else {
      std::snprintf(escape, sizeof escape, "\\x{%x}", value);
    }
    pattern.append(escape);
  }
  return pattern;
}

void RequireMatchesWhole(std::string pattern, bool is_literal, std::string_view text) {
  sonde::PatternSpec spec;
  spec.pattern = std::move(pattern);
  spec.literal = is_literal;
  sonde::Result<std::shared_ptr<const sonde::Matcher>> matcher = sonde::Matcher::Compile(spec);
  Require(matcher.ok());
  std::vector<sonde::ByteRange> hits;
  matcher.value()->FindOccurrences("<" + std::string(text) + ">", false, 1, &hits);
  Require(!hits.empty() && hits.front().end - hits.front().begin == text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 256) return kNoInput;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  if (!sonde::IsValidUtf8(input)) return kNoInput;
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
  RequireMatchesWhole(spec.pattern, true, input);
  RequireMatchesWhole(InEscapes(input), false, input);
  return 0;
}
