#include "core/present/detail_page.h"

namespace sonde {
namespace {

// Room for every note a detail page can have, none of which holds a path.
constexpr int64_t kNotesReserve = 640;

}  // namespace

std::string DetailPage::FormatUnit(const MatchUnit& unit) const {
  std::string text;
  if (files_.empty() || files_.back().path != unit.path) {
    if (!files_.empty()) text.push_back('\n');
    text.append(unit.path).push_back('\n');
  }
  auto add_context = [&text](const std::vector<ContextRow>& rows) {
    for (const ContextRow& row : rows) {
      text.append(" ").append(std::to_string(row.line_number)).append("- ").append(row.text).push_back('\n');
    }
  };
  add_context(unit.before);
  text.append(" ").append(unit.row.Format(true)).push_back('\n');
  add_context(unit.after);
  return text;
}

bool DetailPage::Add(MatchUnit unit) {
  std::string text = FormatUnit(unit);
  while (!budget_.Fits(text, kNotesReserve) && budget_.empty() && unit.before.size() + unit.after.size() > 0) {
    if (unit.before.size() > unit.after.size()) {
      unit.before.erase(unit.before.begin());
    } else {
      unit.after.pop_back();
    }
    ++context_lines_omitted_;
    text = FormatUnit(unit);
  }
  if (!budget_.Fits(text, kNotesReserve)) return false;
  budget_.Take(text);
  text_.append(text);
  Note(unit);
  return true;
}

void DetailPage::Note(const MatchUnit& unit) {
  const MatchRow& row = unit.row;
  if (files_.empty() || files_.back().path != unit.path) files_.push_back({unit.path, {}});
  files_.back().lines.push_back({row.line_number, {row.text, row.ranges}});
  ++matches_;
  if (first_index_ == 0) first_index_ = row.index;
  last_index_ = row.index;
  if (!row.columns.empty()) has_columns_ = true;
  if (!row.columns.empty() && !row.valid_utf8) has_byte_columns_ = true;
  if (row.truncated) ++rows_truncated_;
  ranges_omitted_ += row.columns_omitted;
  if (row.columns_omitted > 0) ++rows_with_ranges_omitted_;
}

std::string DetailPage::Text(const std::vector<std::string>& notes) const {
  std::string text = text_;
  for (const std::string& note : notes) text.append("\n").append(note);
  return text;
}

}  // namespace sonde
