#include "core/present/match_row.h"

#include <algorithm>

#include "core/base/utf8.h"

namespace sonde {
namespace {

constexpr std::string_view kEllipsis = "…";

// Walks `units` UTF-16 units forward or back from a code point boundary and
// returns the boundary reached, never passing more than `units`.
size_t Forward(std::string_view line, size_t at, size_t units) {
  while (at < line.size()) {
    size_t next = at;
    size_t width = DecodeUtf8(line, &next) >= 0x10000 ? 2 : 1;
    if (width > units) break;
    units -= width;
    at = next;
  }
  return at;
}

size_t Back(std::string_view line, size_t at, size_t units) {
  while (at > 0) {
    size_t before = FloorCodePoint(line, at - 1);
    size_t probe = before;
    size_t width = DecodeUtf8(line, &probe) >= 0x10000 ? 2 : 1;
    if (width > units) break;
    units -= width;
    at = before;
  }
  return at;
}

}  // namespace

LineExcerpt ExcerptLine(std::string_view line, const ByteRange* focus, size_t max_units) {
  LineExcerpt excerpt;
  if (!IsValidUtf8(line)) {
    excerpt.text = kInvalidUtf8Line;
    return excerpt;
  }
  size_t end = Forward(line, 0, max_units);
  if (end == line.size()) return {std::string(line), false, 0, line.size()};
  size_t begin = 0;
  if (focus) {
    size_t focus_units = std::min(max_units, Utf16Length(line.substr(focus->begin, focus->end - focus->begin)));
    begin = Back(line, focus->begin, (max_units - focus_units) / 2);
    end = Forward(line, begin, max_units);
    // Near the line's end the room behind the focus goes before it.
    if (end == line.size()) begin = Back(line, end, max_units);
  }
  excerpt.truncated = true;
  excerpt.begin = begin;
  excerpt.end = end;
  if (begin > 0) excerpt.text.append(kEllipsis);
  excerpt.text.append(line.substr(begin, end - begin));
  if (end < line.size()) excerpt.text.append(kEllipsis);
  return excerpt;
}

MatchRow MakeMatchRow(int64_t index, int64_t line_number, std::string_view line, const std::vector<ByteRange>& hits) {
  MatchRow row;
  row.index = index;
  row.line_number = line_number;
  LineExcerpt excerpt = ExcerptLine(line, hits.empty() ? nullptr : &hits.front());
  row.truncated = excerpt.truncated;
  row.valid_utf8 = IsValidUtf8(line);
  row.text = std::move(excerpt.text);
  Utf16Cursor cursor(line);
  for (ByteRange hit : hits) {
    if (hit.begin == hit.end) continue;
    if (row.columns.size() == kMaxDisplayedRanges) {
      ++row.columns_omitted;
      continue;
    }
    if (row.valid_utf8) {
      auto begin = static_cast<int64_t>(cursor.UnitsAt(hit.begin));
      row.columns.push_back({begin + 1, static_cast<int64_t>(cursor.UnitsAt(hit.end))});
    } else {
      row.columns.push_back({static_cast<int64_t>(hit.begin) + 1, static_cast<int64_t>(hit.end)});
    }
  }
  if (!row.valid_utf8) return row;
  std::vector<ByteRange> visible;
  for (ByteRange hit : hits) {
    size_t begin = std::max<size_t>(hit.begin, excerpt.begin);
    size_t end = std::min<size_t>(hit.end, excerpt.end);
    if (begin >= end) continue;
    visible.push_back({static_cast<uint32_t>(begin - excerpt.begin), static_cast<uint32_t>(end - excerpt.begin)});
  }
  row.ranges = ToUnitRanges(line.substr(excerpt.begin, excerpt.end - excerpt.begin), visible);
  if (excerpt.begin > 0) {
    for (UnitRange& range : row.ranges) {
      ++range.begin;
      ++range.end;
    }
  }
  return row;
}

std::string MatchRow::Format(bool with_columns) const {
  std::string out = std::to_string(line_number) + ": " + text;
  if (with_columns && !columns.empty()) {
    std::string_view separator = " [";
    for (UnitRange range : columns) {
      out.append(separator).append(std::to_string(range.begin)).append("-").append(std::to_string(range.end));
      if (!valid_utf8) out.push_back('b');
      separator = ",";
    }
    if (columns_omitted > 0) out.append(" +").append(std::to_string(columns_omitted)).append(" more");
    out.push_back(']');
  }
  return out + " {#" + std::to_string(index) + "}";
}

}  // namespace sonde
