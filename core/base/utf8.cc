#include "core/base/utf8.h"

#include "core/base/simd.h"

namespace sonde {
namespace {

uint8_t Byte(std::string_view text, size_t index) { return static_cast<uint8_t>(text[index]); }

bool IsContinuation(uint8_t byte) { return (byte & 0xC0) == 0x80; }

// Length of the well-formed sequence at `offset`, 0 when ill-formed.
size_t SequenceLength(std::string_view text, size_t offset) {
  uint8_t lead = Byte(text, offset);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() - offset < length) return 0;
  uint8_t second = Byte(text, offset + 1);
  // The second byte's range rules out overlong forms, surrogates and values
  // above U+10FFFF (Unicode 15, table 3-7).
  uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (second < low || second > high) return 0;
  for (size_t i = 2; i < length; ++i) {
    if (!IsContinuation(Byte(text, offset + i))) return 0;
  }
  return length;
}

}  // namespace

bool IsValidUtf8(std::string_view text) {
  size_t offset = 0;
  while (offset < text.size()) {
    if (text.size() - offset >= kBlockBytes && NativeOps::TopBits(NativeOps::Load(text.data() + offset)) == 0) {
      offset += kBlockBytes;
      continue;
    }
    size_t length = SequenceLength(text, offset);
    if (length == 0) return false;
    offset += length;
  }
  return true;
}

char32_t DecodeUtf8(std::string_view text, size_t* offset) {
  size_t length = SequenceLength(text, *offset);
  uint8_t lead = Byte(text, *offset);
  if (length <= 1) {
    ++*offset;
    return length == 1 ? lead : kInvalidByte + lead;
  }
  char32_t code_point = lead & (0x7F >> length);
  for (size_t i = 1; i < length; ++i) code_point = (code_point << 6) | (Byte(text, *offset + i) & 0x3F);
  *offset += length;
  return code_point;
}

void AppendUtf8(std::string* out, char32_t code_point) {
  auto put = [out](char32_t byte) { out->push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | (code_point >> 12));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | (code_point >> 18));
    put(0x80 | ((code_point >> 12) & 0x3F));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

size_t FloorCodePoint(std::string_view text, size_t offset) {
  // A sequence has at most three continuation bytes; more are ill-formed and
  // may be cut anywhere.
  for (size_t back = 0; back < 4 && back <= offset; ++back) {
    size_t at = offset - back;
    if (at == text.size() || !IsContinuation(Byte(text, at))) return at;
  }
  return offset;
}

size_t CeilCodePoint(std::string_view text, size_t offset) {
  for (size_t ahead = 0; ahead < 4; ++ahead) {
    size_t at = offset + ahead;
    if (at >= text.size()) return text.size();
    if (!IsContinuation(Byte(text, at))) return at;
  }
  return offset;
}

size_t Utf16Length(std::string_view text) {
  size_t units = 0;
  size_t offset = 0;
  while (offset < text.size()) {
    if (Byte(text, offset) < 0x80) {
      ++offset;
      ++units;
      continue;
    }
    char32_t code_point = DecodeUtf8(text, &offset);
    units += code_point >= 0x10000 && code_point < kInvalidByte ? 2 : 1;
  }
  return units;
}

std::string Utf16ToUtf8(std::string_view bytes, bool big_endian) {
  std::string out;
  out.reserve(bytes.size());
  auto unit_at = [&](size_t index) -> char32_t {
    uint8_t first = Byte(bytes, index);
    uint8_t second = Byte(bytes, index + 1);
    return static_cast<char32_t>(big_endian ? (first << 8) | second : (second << 8) | first);
  };
  size_t index = 0;
  while (index + 1 < bytes.size()) {
    char32_t unit = unit_at(index);
    index += 2;
    bool high = unit >= 0xD800 && unit < 0xDC00;
    if (high && index + 1 < bytes.size()) {
      char32_t low = unit_at(index);
      if (low >= 0xDC00 && low < 0xE000) {
        index += 2;
        AppendUtf8(&out, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
        continue;
      }
    }
    AppendUtf8(&out, unit >= 0xD800 && unit < 0xE000 ? 0xFFFD : unit);
  }
  if (index < bytes.size()) AppendUtf8(&out, 0xFFFD);
  return out;
}

}  // namespace sonde
