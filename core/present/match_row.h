// One matching line as signal_grep shows it: excerpt, columns, index.
#ifndef SONDE_PRESENT_MATCH_ROW_H_
#define SONDE_PRESENT_MATCH_ROW_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/present/excerpt.h"

namespace sonde {

inline constexpr size_t kExcerptUnits = 500;
inline constexpr size_t kMaxDisplayedRanges = 20;

struct MatchRow {
  int64_t index;        // 1-based in the snapshot
  int64_t line_number;  // 1-based
  std::string text;     // excerpt
  bool truncated = false;
  bool valid_utf8 = true;
  // Columns of the line, whole hits, 1-based inclusive UTF-16 (bytes when the
  // line is not UTF-8): at most kMaxDisplayedRanges, hits of no width left out.
  std::vector<UnitRange> columns;
  int64_t columns_omitted = 0;
  // The hits inside `text`, half-open UTF-16 units of it: for the card.
  std::vector<UnitRange> ranges;

  // "<line>: <text>[ [5-10,12-13 +3 more]] {#7}"
  std::string Format(bool with_columns) const;
};

// A line of source cut to kExcerptUnits: from the line's begin, or centred on
// `focus` when that is given; "…" at a cut end, cut at code points.
struct LineExcerpt {
  std::string text;
  bool truncated = false;
  size_t begin = 0;  // bytes of the line that are shown
  size_t end = 0;
};
LineExcerpt ExcerptLine(std::string_view line, const ByteRange* focus, size_t max_units = kExcerptUnits);

MatchRow MakeMatchRow(int64_t index, int64_t line_number, std::string_view line, const std::vector<ByteRange>& hits);

}  // namespace sonde

#endif  // SONDE_PRESENT_MATCH_ROW_H_
