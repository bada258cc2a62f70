// Presentation meta of grep and glob: what a card renders from. Grammar and
// byte cap: search.md §8.
#ifndef SONDE_PRESENT_SEARCH_META_H_
#define SONDE_PRESENT_SEARCH_META_H_

#include <string>

#include "core/base/json_writer.h"
#include "core/present/retained.h"

namespace sonde {

// Compact JSON of at most `max_bytes` bytes: over the cap first every `ranges`
// goes, then whole trailing files (`truncated` becomes true); one file always
// stays. Linear in the size of what was retained.
std::string MatchesMeta(const RetainedMatches& retained, size_t max_bytes);

// The same for paths: over the cap trailing paths go, one always stays.
std::string PathsMeta(const RetainedPaths& retained, size_t max_bytes);

// Writes {"searched":…,"hidden":…,…}.
void WriteScope(const Scope& scope, JsonWriter* json);

void WriteRanges(const std::vector<UnitRange>& ranges, JsonWriter* json);

}  // namespace sonde

#endif  // SONDE_PRESENT_SEARCH_META_H_
