// One search over one view, done in steps that are bounded by work, not time:
// the core reads no clock.
//
// A LineSink receives matching lines in path order, then line order. The search
// counts all of them; lines that a sink has no use for are only counted.
#ifndef SONDE_SEARCH_SEARCH_JOB_H_
#define SONDE_SEARCH_SEARCH_JOB_H_

#include <cstdint>
#include <memory>

#include "core/match/matcher.h"
#include "core/vfs/walker.h"

namespace sonde {

struct Query {
  std::shared_ptr<const Matcher> matcher;
  ScopeOptions scope;
};

// What a host shows while a job runs.
struct Progress {
  int64_t files = 0;
  int64_t total_files = 0;
  int64_t bytes = 0;
  int64_t total_bytes = 0;
  int64_t matches = 0;
};

class LineSink {
 public:
  virtual ~LineSink() = default;
  // False: OnLine need not be called any more, nor for the lines found next.
  virtual bool WantsLines() const = 0;
  // Whether the hits of all lines will be asked for: the first one may come with its line then.
  virtual bool WantsHits() const { return false; }
  // A matching line. `file` stays valid as long as the view. Returning false
  // ends the search: nothing after it is counted.
  virtual bool OnLine(const FileEntry& file, const LineSpan& line) = 0;
  // After the last line of a file with `matching_lines` > 0.
  virtual void OnFileEnd(const FileEntry& file, int64_t matching_lines) { (void)file, (void)matching_lines; }
};

// The matcher's view of a file.
SearchText TextOf(const Blob& blob);
SearchText TextOf(const FileEntry& file);

// Numbers lines of one text in ascending order of their offsets.
class LineNumberer {
 public:
  explicit LineNumberer(std::string_view text) : text_(text) {}
  // 1-based number of the line that begins at `begin`; `begin` never falls.
  int64_t NumberAt(size_t begin);

 private:
  std::string_view text_;
  size_t counted_to_ = 0;
  int64_t number_ = 1;
};

class SearchJob {
 public:
  // `ignore_files` and `sink` must outlive the job; the view is kept alive.
  // `filter_bytes`: text whose trigram filters the job may make for later
  // searches, see Limits, as long as they take no longer than the search itself;
  // 0 leaves the existing ones aside, too.
  SearchJob(View view, Query query, IgnoreFiles* ignore_files, LineSink* sink, int64_t filter_bytes);
  SearchJob(const SearchJob&) = delete;
  SearchJob& operator=(const SearchJob&) = delete;

  // Does at most about `budget` units of work (bytes looked at, plus a fixed
  // charge a file and a line given to RE2), less where the pattern's program
  // may make bytes dear, so that a step stays short whatever the text. True when
  // there is more to do. One line is never split, so a step may exceed its
  // budget by the longest line.
  bool Step(int64_t budget);

  int64_t matches() const { return matches_; }
  int64_t matching_files() const { return matching_files_; }
  int64_t work() const { return work_; }
  bool stopped_by_sink() const { return stopped_; }
  Scope scope() const;
  Progress progress() const;
  const View& view() const { return view_; }
  const Query& query() const { return query_; }

 private:
  bool SearchFile(int64_t limit);
  bool RuledOut();
  void TouchUpcoming();
  void PassOver(size_t bytes);
  void MakeFilter();
  void Charge(int64_t work, int64_t surcharge);

  const View view_;
  const Query query_;
  LineSink* sink_;
  Walker walker_;
  const FileEntry* file_ = nullptr;
  const uint32_t* asked_filter_ = nullptr;  // of file_, null when it is not asked
  size_t from_ = 0;                         // where the search of file_ goes on
  size_t window_end_ = 0;                   // how far it goes between two looks at the budget
  int64_t file_matches_ = 0;
  int64_t matches_ = 0;
  int64_t matching_files_ = 0;
  int64_t long_lines_ = 0;
  int64_t filter_bytes_;
  const bool uses_filters_;
  int64_t filters_effort_ = 0;
  int64_t filters_asked_ = 0;
  int64_t filters_touched_ = 0;
  int64_t asked_bytes_ = 0;      // of the files whose filters were asked
  int64_t ruled_out_bytes_ = 0;  // of those among them that were ruled out
  int64_t bytes_ = 0;
  int64_t work_ = 0;
  // work_ by what it may have cost: bytes given to RE2 are dearer, files that a
  // filter rules out cheaper, and making filters comes on top.
  int64_t effort_ = 0;
  bool stopped_ = false;
};

}  // namespace sonde

#endif  // SONDE_SEARCH_SEARCH_JOB_H_
