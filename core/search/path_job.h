// Collects the files of a scope, for glob.
#ifndef SONDE_SEARCH_PATH_JOB_H_
#define SONDE_SEARCH_PATH_JOB_H_

#include <cstdint>
#include <vector>

#include "core/search/search_job.h"

namespace sonde {

class PathJob {
 public:
  // `ignore_files` must outlive the job; the view is kept alive.
  PathJob(View view, ScopeOptions scope, IgnoreFiles* ignore_files);
  PathJob(const PathJob&) = delete;
  PathJob& operator=(const PathJob&) = delete;

  // True when there is more to do.
  bool Step(int64_t budget);

  // What was found so far, in path order.
  const std::vector<const FileEntry*>& files() const { return files_; }
  // Puts what was found in order of mtime, oldest first, ties in path order.
  void SortByTime();
  const View& view() const { return view_; }
  const Scope& scope() const { return walker_.scope(); }
  int64_t work() const { return work_; }
  Progress progress() const;

 private:
  const View view_;
  const ScopeOptions scope_;
  Walker walker_;
  std::vector<const FileEntry*> files_;
  int64_t work_ = 0;
};

// Up to `most` of `files`, taken in turn from each top-level entry below
// `root` (in the order the entries are first seen), and put out entry by
// entry. Linear in the number of files.
struct EvenSample {
  std::vector<const FileEntry*> files;
  int64_t groups_shown = 0;
  int64_t groups = 0;
};
EvenSample SampleEvenly(const std::vector<const FileEntry*>& files, std::string_view root, size_t most);

}  // namespace sonde

#endif  // SONDE_SEARCH_PATH_JOB_H_
