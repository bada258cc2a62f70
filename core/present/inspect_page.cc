#include "core/present/inspect_page.h"

namespace sonde {

std::string FormatSourceRow(const SourceRow& row) { return std::to_string(row.line_number) + ": " + row.text; }

RowWindow FitAround(const std::vector<SourceRow>& rows, size_t target, size_t room) {
  auto cost = [&](size_t place) { return FormatSourceRow(rows[place]).size() + 1; };
  RowWindow window{target, target, cost(target)};
  bool more_before = target > 0;
  bool more_after = target + 1 < rows.size();
  while (more_before || more_after) {
    if (more_before) {
      size_t bytes = cost(window.first - 1);
      more_before = window.bytes + bytes <= room;
      if (more_before) {
        window.bytes += bytes;
        more_before = --window.first > 0;
      }
    }
    if (more_after) {
      size_t bytes = cost(window.last + 1);
      more_after = window.bytes + bytes <= room;
      if (more_after) {
        window.bytes += bytes;
        more_after = ++window.last + 1 < rows.size();
      }
    }
  }
  return window;
}

}  // namespace sonde
