// The one retained outcome of a search, from which both the text and the
// presentation meta are made: neither can show what the other lacks.
#ifndef SONDE_PRESENT_RETAINED_H_
#define SONDE_PRESENT_RETAINED_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/scope.h"
#include "core/present/excerpt.h"

namespace sonde {

struct RetainedLine {
  int64_t line_number;  // 1-based
  Preview preview;
};

struct RetainedFile {
  std::string path;
  std::vector<RetainedLine> lines;
};

// Facts that every search result carries.
struct Outcome {
  int64_t total = 0;  // all that was found, kept or not
  int64_t kept = 0;
  Scope scope;
  int64_t revision = 0;
  // Where the complete text can be read, "" when it was not kept.
  std::string locator;
  // Set when the search ended before it had seen everything (SEARCH_BUDGET).
  std::string partial_note;

  bool truncated() const { return kept < total || !partial_note.empty(); }
};

struct RetainedMatches {
  Outcome outcome;
  std::vector<RetainedFile> files;  // path order
  // A line of advice when nothing was found, "" without one.
  std::string hint;
};

struct RetainedPaths {
  Outcome outcome;
  std::vector<std::string> paths;  // the order shown
  // Set when the paths were sampled evenly: top-level entries shown and in all.
  bool sampled = false;
  int64_t sampled_groups = 0;
  int64_t total_groups = 0;
  std::string hint;
};

}  // namespace sonde

#endif  // SONDE_PRESENT_RETAINED_H_
