#ifndef SONDE_BASE_BYTE_RANGE_H_
#define SONDE_BASE_BYTE_RANGE_H_

#include <cstdint>

namespace sonde {

// [begin, end) in bytes of a line or a text.
struct ByteRange {
  uint32_t begin;
  uint32_t end;
  bool operator==(const ByteRange& other) const { return begin == other.begin && end == other.end; }
};

}  // namespace sonde

#endif  // SONDE_BASE_BYTE_RANGE_H_
