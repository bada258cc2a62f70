// Numbered source around a target. Grammar: signal.md §9.
#ifndef SONDE_PRESENT_INSPECT_PAGE_H_
#define SONDE_PRESENT_INSPECT_PAGE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace sonde {

struct SourceRow {
  int64_t line_number;
  std::string text;      // excerpt
  bool clipped = false;  // the line is longer than the excerpt
};

// "<n>: <source>"
std::string FormatSourceRow(const SourceRow& row);

// The rows around `target` (its place in `rows`) that fit `room` bytes, grown
// evenly on both sides. The target is always among them.
struct RowWindow {
  size_t first = 0;
  size_t last = 0;   // inclusive
  size_t bytes = 0;  // as formatted, with line feeds
};
RowWindow FitAround(const std::vector<SourceRow>& rows, size_t target, size_t room);

}  // namespace sonde

#endif  // SONDE_PRESENT_INSPECT_PAGE_H_
