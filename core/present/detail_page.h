// The detail page of signal_grep: matching lines with context. Grammar:
// signal.md §7.
#ifndef SONDE_PRESENT_DETAIL_PAGE_H_
#define SONDE_PRESENT_DETAIL_PAGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/present/match_row.h"
#include "core/present/page_budget.h"
#include "core/present/retained.h"

namespace sonde {

struct ContextRow {
  int64_t line_number;
  std::string text;
};

// A match with the context lines that belong to it.
struct MatchUnit {
  std::string path;
  MatchRow row;
  std::vector<ContextRow> before;  // ascending
  std::vector<ContextRow> after;   // ascending
};

class DetailPage {
 public:
  explicit DetailPage(PageBudget budget) : budget_(budget) {}

  // Adds `unit` when it fits beside the notes; on an empty page context lines
  // are given up, the farthest first, before the match is. False when it does
  // not fit.
  bool Add(MatchUnit unit);

  int64_t matches() const { return matches_; }
  int64_t first_index() const { return first_index_; }
  int64_t last_index() const { return last_index_; }
  bool has_columns() const { return has_columns_; }
  bool has_byte_columns() const { return has_byte_columns_; }
  int64_t context_lines_omitted() const { return context_lines_omitted_; }
  int64_t rows_truncated() const { return rows_truncated_; }
  int64_t ranges_omitted() const { return ranges_omitted_; }
  int64_t rows_with_ranges_omitted() const { return rows_with_ranges_omitted_; }

  // The page's lines as the card shows them.
  std::vector<RetainedFile> TakeFiles() { return std::move(files_); }
  // Rows, a blank line, and `notes` one a line.
  std::string Text(const std::vector<std::string>& notes) const;

 private:
  std::string FormatUnit(const MatchUnit& unit) const;
  void Note(const MatchUnit& unit);

  PageBudget budget_;
  std::string text_;
  std::vector<RetainedFile> files_;
  int64_t matches_ = 0;
  int64_t first_index_ = 0;
  int64_t last_index_ = 0;
  bool has_columns_ = false;
  bool has_byte_columns_ = false;
  int64_t context_lines_omitted_ = 0;
  int64_t rows_truncated_ = 0;
  int64_t ranges_omitted_ = 0;
  int64_t rows_with_ranges_omitted_ = 0;
};

}  // namespace sonde

#endif  // SONDE_PRESENT_DETAIL_PAGE_H_
