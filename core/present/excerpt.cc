#include "core/present/excerpt.h"

#include <algorithm>

#include "core/base/utf8.h"

namespace sonde {
namespace {

constexpr std::string_view kEllipsis = "…";

// The window of at most `max_bytes` bytes that shows `hit`: centred on it, or
// from its begin when it is longer than the window. Requires that the hit, and
// so the line, ends behind `max_bytes`.
ByteRange CentredWindow(std::string_view line, ByteRange hit, size_t max_bytes) {
  size_t hit_bytes = hit.end - hit.begin;
  size_t begin = hit.begin;
  if (hit_bytes < max_bytes) {
    begin -= (max_bytes - hit_bytes) / 2;
    begin = std::min(begin, line.size() - max_bytes);
  }
  size_t end = std::min(line.size(), begin + max_bytes);
  begin = CeilCodePoint(line, begin);
  end = std::max(begin, FloorCodePoint(line, end));
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

}  // namespace

std::vector<UnitRange> ToUnitRanges(std::string_view line, const std::vector<ByteRange>& hits) {
  std::vector<UnitRange> ranges;
  ranges.reserve(hits.size());
  Utf16Cursor cursor(line);
  for (ByteRange hit : hits) {
    auto begin = static_cast<int64_t>(cursor.UnitsAt(hit.begin));
    ranges.push_back({begin, static_cast<int64_t>(cursor.UnitsAt(hit.end))});
  }
  return ranges;
}

Preview MakePreview(std::string_view line, const std::vector<ByteRange>& hits, size_t max_bytes) {
  if (!IsValidUtf8(line)) return {std::string(kInvalidUtf8Line), {}};
  if (line.size() <= max_bytes) return {std::string(line), ToUnitRanges(line, hits)};
  ByteRange window{0, static_cast<uint32_t>(FloorCodePoint(line, max_bytes))};
  bool centred = !hits.empty() && hits.front().end > max_bytes;
  if (centred) window = CentredWindow(line, hits.front(), max_bytes);

  Preview preview;
  bool cut_before = window.begin > 0;
  if (cut_before) preview.text.append(kEllipsis);
  std::string_view shown = line.substr(window.begin, window.end - window.begin);
  preview.text.append(shown);
  if (centred && window.end < line.size()) preview.text.append(kEllipsis);
  preview.text.append(kTruncatedSuffix);

  std::vector<ByteRange> visible;
  for (ByteRange hit : hits) {
    ByteRange clipped{std::max(hit.begin, window.begin), std::min(hit.end, window.end)};
    // A hit that lies wholly behind is dropped; an empty one at the edge stays.
    if (hit.begin > window.end) continue;
    if (clipped.begin == clipped.end && hit.begin != hit.end) continue;
    visible.push_back({clipped.begin - window.begin, clipped.end - window.begin});
  }
  preview.ranges = ToUnitRanges(shown, visible);
  if (cut_before) {
    for (UnitRange& range : preview.ranges) {
      ++range.begin;
      ++range.end;
    }
  }
  return preview;
}

}  // namespace sonde
