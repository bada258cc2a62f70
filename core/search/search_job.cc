#include "core/search/search_job.h"

#include <algorithm>

#include "core/base/line_feeds.h"
#include "core/base/touch.h"

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
// Making a filter takes so much longer than passing over a byte.
constexpr int64_t kFilterCharge = 48;
// A search whose filters have ruled out less than half of the text, asked about
// at least kFiltersTried files, asks no more: a look at a filter misses the cache,
// and to pass over a few kilobytes takes no longer.
constexpr int64_t kFiltersTried = 256;

}  // namespace

SearchText TextOf(const Blob& blob) { return {blob.text(), blob.ascii(), blob.has_crlf(), blob.longest_line_bytes()}; }

SearchText TextOf(const FileEntry& file) {
  return {{file.text, file.text_bytes}, file.ascii, file.has_crlf, file.longest_line_bytes};
}

int64_t LineNumberer::NumberAt(size_t begin) {
  number_ += CountLineFeeds(text_.substr(counted_to_, begin - counted_to_));
  counted_to_ = begin;
  return number_;
}

SearchJob::SearchJob(View view, Query query, IgnoreFiles* ignore_files, LineSink* sink, int64_t filter_bytes)
    : view_(std::move(view)),
      query_(std::move(query)),
      sink_(sink),
      walker_(view_, query_.scope, ignore_files),
      filter_bytes_(filter_bytes),
      uses_filters_(filter_bytes > 0) {}

Scope SearchJob::scope() const {
  Scope scope = walker_.scope();
  scope.long_lines = long_lines_;
  return scope;
}

Progress SearchJob::progress() const {
  return {walker_.files_passed(), static_cast<int64_t>(view_.tree.size()), bytes_, view_.text_bytes, matches_};
}

// Whether file_ need not be looked at. The work counts as if its bytes were; with
// filters the step goes on.
bool SearchJob::RuledOut() {
  asked_filter_ = nullptr;
  if (uses_filters_ && (filters_asked_ < kFiltersTried || 2 * ruled_out_bytes_ > asked_bytes_)) {
    TouchUpcoming();
    if (!file_->filter) file_->filter = file_->blob->filter();
    asked_filter_ = file_->filter;
  }
  bool ruled_out = query_.matcher->RulesOut(TextOf(*file_), asked_filter_, 0, file_->text_bytes);
  if (asked_filter_) {
    ++filters_asked_;
    asked_bytes_ += file_->text_bytes;
    if (ruled_out) ruled_out_bytes_ += file_->text_bytes;
  }
  if (ruled_out) PassOver(file_->text_bytes);
  return ruled_out;
}

// Of the files that come next, what is looked at first: where few are searched, each
// file costs little more than the wait for its memory.
void SearchJob::TouchUpcoming() {
  // Then most of the files may be left out.
  if (walker_.has_globs()) return;
  for (const FileEntry& file : walker_.Upcoming(&filters_touched_)) {
    if (file.filter) {
      query_.matcher->TouchFilter(file.filter, file.text_bytes, file.ascii);
    } else {
      Touch(file.text);
    }
  }
}

void SearchJob::PassOver(size_t bytes) {
  auto passed = static_cast<int64_t>(bytes);
  bytes_ += passed;
  Charge(passed, uses_filters_ ? -passed : 0);
}

// Makes the filter of file_, when it pays and this job may.
void SearchJob::MakeFilter() {
  const Blob& blob = *file_->blob;
  if (filter_bytes_ < file_->text_bytes || file_->filter || !blob.may_have_filter()) return;
  if (2 * filters_effort_ > effort_ || !query_.matcher->AsksFilters(file_->ascii)) return;
  blob.BuildFilter();
  file_->filter = blob.filter();
  int64_t effort = file_->text_bytes * kFilterCharge;
  filter_bytes_ -= file_->text_bytes;
  filters_effort_ += effort;
  effort_ += effort;
}

// Searches file_ from from_ until it ends or effort_ reaches `limit`. True when
// the file has been searched to its end.
bool SearchJob::SearchFile(int64_t limit) {
  SearchText text = TextOf(*file_);
  int64_t cost = query_.matcher->worst_cost_per_byte(text.ascii);
  size_t window_bytes = std::max(kWindowBytes / static_cast<size_t>(cost), kLeastWindowBytes);
  while (from_ < text.text.size() && !stopped_) {
    if (effort_ >= limit) return false;
    if (from_ >= window_end_) {
      size_t feed = FindLineFeed(text.text, std::min(text.text.size(), from_ + window_bytes));
      window_end_ = std::min(text.text.size(), feed + 1);
      // A file of one window was asked about as a whole.
      bool is_part = window_end_ - from_ < text.text.size();
      if (asked_filter_ && is_part && query_.matcher->RulesOut(text, asked_filter_, from_, window_end_)) {
        PassOver(window_end_ - from_);
        from_ = window_end_;
        continue;
      }
    }
    Matcher::Work matcher_work;
    LineSpan line;
    size_t next = window_end_;
    int64_t found = 0;
    if (!sink_->WantsLines()) {
      found = query_.matcher->CountLines(text, from_, window_end_, &matcher_work);
    } else if (query_.matcher->NextLine(text, from_, window_end_, &line, &matcher_work, sink_->WantsHits())) {
      next = line.next;
      found = 1;
      stopped_ = !sink_->OnLine(*file_, line);
    }
    auto scanned = static_cast<int64_t>(next - from_);
    from_ = next;
    bytes_ += scanned;
    long_lines_ += matcher_work.long_lines;
    // Lines are charged as they come: a text that matches everywhere costs
    // more than its bytes.
    Charge(scanned + matcher_work.lines_entered * kLineCharge, matcher_work.bytes_entered * (cost - 1));
    matches_ += found;
    file_matches_ += found;
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
      if (file_ && RuledOut()) file_ = nullptr;
    }
    if (file_) {
      if (!SearchFile(limit)) return true;
      if (file_matches_ > 0) {
        ++matching_files_;
        sink_->OnFileEnd(*file_, file_matches_);
      }
      MakeFilter();
      file_ = nullptr;
    }
    if (effort_ >= limit) return !stopped_;
  }
  return false;
}

}  // namespace sonde
