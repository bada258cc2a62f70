// What of a long line is shown.
#ifndef SONDE_PRESENT_EXCERPT_H_
#define SONDE_PRESENT_EXCERPT_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/byte_range.h"

namespace sonde {

// A range in UTF-16 units, half-open, as presentation meta carries it.
struct UnitRange {
  int64_t begin;
  int64_t end;
};

inline constexpr std::string_view kInvalidUtf8Line = "(not valid UTF-8)";
inline constexpr std::string_view kTruncatedSuffix = " (line truncated)";

struct Preview {
  std::string text;
  // The hits that lie in `text`, clipped to it, in UTF-16 units of `text`.
  std::vector<UnitRange> ranges;
};

// The preview of a line of grep and read: the line itself, or its first
// `max_bytes` bytes cut back to a code point, or, when the first hit ends past
// those, that many bytes centred on the hit with "…" at each cut; a cut line
// ends in " (line truncated)". A line that is not UTF-8 is named so.
Preview MakePreview(std::string_view line, const std::vector<ByteRange>& hits, size_t max_bytes);

// `hits` as UTF-16 ranges of the whole `line`.
std::vector<UnitRange> ToUnitRanges(std::string_view line, const std::vector<ByteRange>& hits);

}  // namespace sonde

#endif  // SONDE_PRESENT_EXCERPT_H_
