// The summary page and the file list of signal_grep. Grammar: signal.md §8.
#ifndef SONDE_PRESENT_SUMMARY_PAGE_H_
#define SONDE_PRESENT_SUMMARY_PAGE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/present/match_row.h"
#include "core/present/page_budget.h"
#include "core/present/retained.h"

namespace sonde {

struct SummaryRow {
  std::string path;
  int64_t count;
  std::optional<MatchRow> sample;
};

class SummaryPage {
 public:
  SummaryPage(PageBudget budget, int64_t total, int64_t files, bool complete, int64_t retained);

  // Adds a file with its sample when both fit; the first file of a page is
  // shown without one, and past the target, rather than not at all. False when
  // it does not fit.
  bool Add(const SummaryRow& row);

  int64_t files_shown() const { return files_shown_; }
  int64_t samples_shown() const { return samples_shown_; }
  int64_t rows_truncated() const { return rows_truncated_; }

  std::vector<RetainedFile> TakeFiles() { return std::move(files_); }
  std::string Text(const std::vector<std::string>& notes) const;

 private:
  PageBudget budget_;
  std::string text_;
  std::vector<RetainedFile> files_;
  int64_t files_shown_ = 0;
  int64_t samples_shown_ = 0;
  int64_t rows_truncated_ = 0;
};

}  // namespace sonde

#endif  // SONDE_PRESENT_SUMMARY_PAGE_H_
