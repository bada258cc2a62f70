// UTF-8 and UTF-16 facts about byte strings. Offsets into UTF-8 are bytes;
// `_units` are UTF-16 code units.
#ifndef SONDE_BASE_UTF8_H_
#define SONDE_BASE_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sonde {

// True when `text` is well-formed UTF-8: no overlong form, no surrogate,
// nothing above U+10FFFF.
bool IsValidUtf8(std::string_view text);

// Decodes the code point at `offset` and advances `offset` past it. An
// ill-formed byte decodes to itself with kInvalidByte added and counts as one.
inline constexpr char32_t kInvalidByte = 0x40000000;
char32_t DecodeUtf8(std::string_view text, size_t* offset);

void AppendUtf8(std::string* out, char32_t code_point);

// The largest code point boundary at or before `offset` (`offset` <= size).
size_t FloorCodePoint(std::string_view text, size_t offset);

// The smallest code point boundary at or after `offset` (`offset` <= size).
size_t CeilCodePoint(std::string_view text, size_t offset);

// UTF-16 units that `text` takes once decoded. Each ill-formed byte counts as
// one unit.
size_t Utf16Length(std::string_view text);

// Walks a line once and answers ascending byte offsets with UTF-16 offsets.
class Utf16Cursor {
 public:
  explicit Utf16Cursor(std::string_view text) : text_(text) {}
  // Requires byte_offset >= that of the previous call.
  size_t UnitsAt(size_t byte_offset) {
    units_ += Utf16Length(text_.substr(bytes_, byte_offset - bytes_));
    bytes_ = byte_offset;
    return units_;
  }

 private:
  std::string_view text_;
  size_t bytes_ = 0;
  size_t units_ = 0;
};

// Transcodes UTF-16 without its byte order mark. A lone surrogate or a cut
// last byte becomes U+FFFD.
std::string Utf16ToUtf8(std::string_view bytes, bool big_endian);

}  // namespace sonde

#endif  // SONDE_BASE_UTF8_H_
