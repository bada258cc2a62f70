// Context lines of retained matches.
//
// A context line belongs to the nearest match of its file (ties to the
// earlier), so that it is shown at most once over all pages, and a line that
// matches is never context. Source of the rules: signal.md §6.
#ifndef SONDE_TOOLS_SIGNAL_CONTEXT_H_
#define SONDE_TOOLS_SIGNAL_CONTEXT_H_

#include <cstdint>
#include <vector>

#include "core/present/detail_page.h"
#include "core/snapshot/signal_snapshot.h"
#include "core/vfs/workspace.h"

namespace sonde {

enum class SourceState {
  kCurrent,      // the file still has the revision that was searched
  kChanged,      // it has another one
  kUnavailable,  // there is no text at its path any more
};

SourceState StateOf(const FileRef& searched, const View& current);

// Puts the context lines of the retained line at place `line` into `unit`, up
// to `context` on either side.
void AddContext(SignalSnapshot& snapshot, size_t line, int64_t context, MatchUnit* unit);

}  // namespace sonde

#endif  // SONDE_TOOLS_SIGNAL_CONTEXT_H_
