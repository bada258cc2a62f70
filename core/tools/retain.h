// Turns matching lines into what is retained of them.
#ifndef SONDE_TOOLS_RETAIN_H_
#define SONDE_TOOLS_RETAIN_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/match/matcher.h"
#include "core/present/retained.h"
#include "core/search/search_job.h"

namespace sonde {

// Collects lines in path order, then line order, up to a cap.
class MatchRetainer {
 public:
  MatchRetainer(const Matcher& matcher, size_t preview_bytes) : matcher_(matcher), preview_bytes_(preview_bytes) {}

  // Retains `line` of `file`.
  void Add(const FileRef& file, const LineSpan& line);
  std::vector<RetainedFile> TakeFiles() { return std::move(files_); }

 private:
  const Matcher& matcher_;
  const size_t preview_bytes_;
  const FileRef* file_ = nullptr;
  std::optional<LineNumberer> numberer_;
  std::vector<RetainedFile> files_;
};

}  // namespace sonde

#endif  // SONDE_TOOLS_RETAIN_H_
