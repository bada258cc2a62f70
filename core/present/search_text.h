// Model-facing text of grep, glob and read. Grammar: search.md §2 and §4.
#ifndef SONDE_PRESENT_SEARCH_TEXT_H_
#define SONDE_PRESENT_SEARCH_TEXT_H_

#include <string>

#include "core/present/retained.h"

namespace sonde {

// "[Searched <n> files; left out: ...]"
std::string ScopeReport(const Scope& scope);

// `footer` false leaves out what names the spill (nested calls, the spill itself).
std::string GrepText(const RetainedMatches& retained, bool footer);
std::string GlobText(const RetainedPaths& retained, bool footer);

}  // namespace sonde

#endif  // SONDE_PRESENT_SEARCH_TEXT_H_
