#include "core/present/summary_page.h"

namespace sonde {
namespace {

// Room for every note a summary can have, none of which holds a path.
constexpr int64_t kNotesReserve = 480;
constexpr size_t kCountWidth = 6;

}  // namespace

SummaryPage::SummaryPage(PageBudget budget, int64_t total, int64_t files, bool complete, int64_t retained)
    : budget_(budget) {
  text_ = std::to_string(total) + " matches in " + std::to_string(files) + " files";
  text_ += complete ? " (complete)\n\n" : " (PARTIAL: " + std::to_string(retained) + " retained)\n\n";
  budget_.Take(text_);
}

bool SummaryPage::Add(const SummaryRow& row) {
  std::string count = std::to_string(row.count);
  std::string line(count.size() < kCountWidth ? kCountWidth - count.size() : 0, ' ');
  line.append(count).append("  ").append(row.path).push_back('\n');
  std::string sample;
  if (row.sample) sample = "        " + row.sample->Format(false) + "\n";
  bool with_sample = row.sample.has_value();
  if (!budget_.Fits(line + sample, kNotesReserve)) {
    if (files_shown_ > 0) return false;
    with_sample = false;
    sample.clear();
    // A page without a file would end the listing: the target yields to it.
    if (!budget_.Fits(line, kNotesReserve) && !budget_.FitsBytes(line, kNotesReserve)) return false;
  }
  budget_.Take(line + sample);
  text_.append(line).append(sample);
  ++files_shown_;
  files_.push_back({row.path, {}});
  if (with_sample) {
    ++samples_shown_;
    if (row.sample->truncated) ++rows_truncated_;
    files_.back().lines.push_back({row.sample->line_number, {row.sample->text, row.sample->ranges}});
  }
  return true;
}

std::string SummaryPage::Text(const std::vector<std::string>& notes) const {
  std::string text = text_;
  for (const std::string& note : notes) text.append("\n").append(note);
  return text;
}

}  // namespace sonde
