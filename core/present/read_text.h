// Model-facing text of read: numbered lines of one text. Grammar: search.md §4.
#ifndef SONDE_PRESENT_READ_TEXT_H_
#define SONDE_PRESENT_READ_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace sonde {

inline constexpr int64_t kReadMaxLines = 2000;
inline constexpr size_t kReadMaxBytes = 50 * 1024;

struct ReadPage {
  std::string text;
  int64_t first_line = 0;  // 1-based; 0 when the text has no lines
  int64_t last_line = 0;
  bool truncated = false;  // lines follow the last one shown
};

// Rows "<n>\t<line>" from line `offset` on, at most `limit` lines and
// kReadMaxBytes (one row always), then "[Lines a-b of T]". Requires
// 1 <= offset <= max(1, total_lines).
ReadPage ReadText(std::string_view text, int64_t total_lines, int64_t offset, int64_t limit, size_t preview_bytes);

}  // namespace sonde

#endif  // SONDE_PRESENT_READ_TEXT_H_
