// Line feeds of a text, found and counted a block of bytes at a time. No
// function reads outside `text`.
#ifndef SONDE_BASE_LINE_FEEDS_H_
#define SONDE_BASE_LINE_FEEDS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sonde {

// Offset of the first line feed at or after `from`, the text's size without one.
size_t FindLineFeed(std::string_view text, size_t from);

// Begin of the line that holds `offset` (<= size), or ends there. `floor` (<= offset)
// is the begin of that line or of one before it.
size_t LineBegin(std::string_view text, size_t offset, size_t floor);

int64_t CountLineFeeds(std::string_view text);

}  // namespace sonde

#endif  // SONDE_BASE_LINE_FEEDS_H_
