#include "core/base/json_writer.h"

#include <bit>

#include "core/base/simd.h"

namespace sonde {

namespace {

using Ops = NativeOps;

// Bit i is set when byte i of the block is escaped in a JSON string.
uint32_t EscapedIn(const char* block) {
  Ops::Block bytes = Ops::Load(block);
  Ops::Block control = Ops::Equal(Ops::Least(bytes, Ops::Splat(0x1F)), bytes);
  Ops::Block mark = Ops::Or(Ops::Equal(bytes, Ops::Splat('"')), Ops::Equal(bytes, Ops::Splat('\\')));
  return Ops::TopBits(Ops::Or(control, mark));
}

bool IsEscaped(char c) { return static_cast<uint8_t>(c) < 0x20 || c == '"' || c == '\\'; }

// Calls found(i) for each i where text[i] is escaped, in ascending order.
template <typename Found>
void ForEachEscaped(std::string_view text, Found found) {
  size_t at = 0;
  for (; at + kBlockBytes <= text.size(); at += kBlockBytes) {
    for (uint32_t escaped = EscapedIn(text.data() + at); escaped != 0; escaped &= escaped - 1) {
      found(at + static_cast<size_t>(std::countr_zero(escaped)));
    }
  }
  for (; at < text.size(); ++at) {
    if (IsEscaped(text[at])) found(at);
  }
}

// What stands behind the backslash of an escape of one letter, or '\0'.
char ShortEscape(char c) {
  switch (c) {
    case '"':
    case '\\':
      return c;
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return '\0';
  }
}

}  // namespace

size_t JsonStringBytes(std::string_view text) {
  constexpr size_t kQuotes = 2;
  constexpr size_t kLongEscape = 6;  // \u00XX
  size_t bytes = text.size() + kQuotes;
  ForEachEscaped(text, [&](size_t at) { bytes += ShortEscape(text[at]) != '\0' ? 1 : kLongEscape - 1; });
  return bytes;
}

void AppendJsonString(std::string* out, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  out->push_back('"');
  size_t start = 0;
  ForEachEscaped(text, [&](size_t at) {
    out->append(text, start, at - start);
    start = at + 1;
    out->push_back('\\');
    if (char letter = ShortEscape(text[at])) {
      out->push_back(letter);
    } else {
      auto byte = static_cast<uint8_t>(text[at]);
      out->append("u00");
      out->push_back(kHex[byte >> 4]);
      out->push_back(kHex[byte & 15]);
    }
  });
  out->append(text, start, text.size() - start);
  out->push_back('"');
}

void JsonWriter::Separate() {
  if (comma_) out_.push_back(',');
  comma_ = true;
}

JsonWriter& JsonWriter::Open(char bracket) {
  Separate();
  out_.push_back(bracket);
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::Close(char bracket) {
  out_.push_back(bracket);
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::Key(std::string_view name) {
  Separate();
  AppendJsonString(&out_, name);
  out_.push_back(':');
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::String(std::string_view text) {
  Separate();
  AppendJsonString(&out_, text);
  return *this;
}

JsonWriter& JsonWriter::Int(int64_t value) { return Raw(std::to_string(value)); }

JsonWriter& JsonWriter::Tenths(int64_t tenths) {
  std::string text(tenths < 0 ? "-" : "");
  int64_t absolute = tenths < 0 ? -tenths : tenths;
  text.append(std::to_string(absolute / 10));
  if (absolute % 10 != 0) text.append(".").append(std::to_string(absolute % 10));
  return Raw(text);
}

JsonWriter& JsonWriter::Bool(bool value) { return Raw(value ? "true" : "false"); }

JsonWriter& JsonWriter::Raw(std::string_view json) {
  Separate();
  out_.append(json);
  return *this;
}

}  // namespace sonde
