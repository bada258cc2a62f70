#ifndef SONDE_BASE_SCOPE_H_
#define SONDE_BASE_SCOPE_H_

#include <cstdint>

namespace sonde {

// The scope report: how many files a search looked at and left out, each under
// the first reason that applies. `long_lines` counts lines.
struct Scope {
  int64_t searched = 0;
  int64_t hidden = 0;
  int64_t ignored = 0;
  int64_t binary = 0;
  int64_t too_large = 0;
  int64_t glob_filtered = 0;
  int64_t long_lines = 0;
};

}  // namespace sonde

#endif  // SONDE_BASE_SCOPE_H_
