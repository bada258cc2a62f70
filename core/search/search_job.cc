#include "core/search/search_job.h"

#include <algorithm>
#include <cstring>

namespace sonde {
namespace {

// Charges in units of one byte scanned.
constexpr int64_t kFilePassedCharge = 32;
constexpr int64_t kFileCharge = 512;
constexpr int64_t kLineCharge = 256;
// Bytes of one file, and files left out, between two looks at the budget. They
// are fixed, so that a bound on the whole work is met at the same place
// whatever the steps.
constexpr size_t kWindowBytes = 32 * 1024;
constexpr size_t kLeastWindowBytes = 1024;  // when a byte may be dear
constexpr int64_t kFilesPassedAtOnce = 256;

// The begin of a line at or behind `offset`, or the text's end.
size_t NextLineBegin(std::string_view text, size_t offset) {
  if (offset >= text.size()) return text.size();
  const void* feed = std::memchr(text.data() + offset, '\n', text.size() - offset);
  return feed ? static_cast<size_t>(static_cast<const char*>(feed) - text.data()) + 1 : text.size();
}

}  // namespace

SearchText TextOf(const Blob& blob) { return {blob.text(), blob.ascii(), blob.has_crlf(), blob.longest_line_bytes()}; }

int64_t LineNumberer::NumberAt(size_t begin) {
  number_ += std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_to_),
                        text_.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
  counted_to_ = begin;
  return number_;
}

SearchJob::SearchJob(View view, Query query, IgnoreFiles* ignore_files, LineSink* sink)
    : view_(std::move(view)), query_(std::move(query)), sink_(sink), walker_(view_, query_.scope, ignore_files) {}

Scope SearchJob::scope() const {
  Scope scope = walker_.scope();
  scope.long_lines = long_lines_;
  return scope;
}

Progress SearchJob::progress() const {
  return {walker_.files_passed(), static_cast<int64_t>(view_.tree.size()), bytes_, view_.text_bytes, matches_};
}

// Searches file_ from from_ until it ends or effort_ reaches `limit`. True when
// the file has been searched to its end.
bool SearchJob::SearchFile(int64_t limit) {
  SearchText text = TextOf(*file_->blob);
  int64_t cost = query_.matcher->worst_cost_per_byte(text.ascii);
  size_t window_bytes = std::max(kWindowBytes / static_cast<size_t>(cost), kLeastWindowBytes);
  while (from_ < text.text.size() && !stopped_) {
    if (effort_ >= limit) return false;
    if (from_ >= window_end_) {
      window_end_ = NextLineBegin(text.text, std::min(text.text.size(), from_ + window_bytes));
    }
    Matcher::Work matcher_work;
    LineSpan line;
    bool found = query_.matcher->NextLine(text, from_, window_end_, &line, &matcher_work);
    size_t next = found ? line.next : window_end_;
    auto scanned = static_cast<int64_t>(next - from_);
    from_ = next;
    bytes_ += scanned;
    long_lines_ += matcher_work.long_lines;
    // Lines are charged as they come: a text that matches everywhere costs
    // more than its bytes.
    Charge(scanned + matcher_work.lines_entered * kLineCharge, matcher_work.bytes_entered * (cost - 1));
    if (!found) continue;
    ++matches_;
    ++file_matches_;
    stopped_ = !sink_->OnLine(*file_, line);
  }
  return true;
}

void SearchJob::Charge(int64_t work, int64_t surcharge) {
  work_ += work;
  effort_ += work + surcharge;
}

bool SearchJob::Step(int64_t budget) {
  int64_t limit = effort_ + budget;
  while (!stopped_) {
    if (!file_) {
      int64_t passed = walker_.files_passed();
      file_ = walker_.Next(kFilesPassedAtOnce);
      Charge((walker_.files_passed() - passed) * kFilePassedCharge + (file_ ? kFileCharge : 0), 0);
      if (walker_.done()) return false;
      from_ = 0;
      window_end_ = 0;
      file_matches_ = 0;
    }
    if (file_) {
      if (!SearchFile(limit)) return true;
      if (file_matches_ > 0) {
        ++matching_files_;
        sink_->OnFileEnd(*file_, file_matches_);
      }
      file_ = nullptr;
    }
    if (effort_ >= limit) return !stopped_;
  }
  return false;
}

}  // namespace sonde
