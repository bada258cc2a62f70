// The hits of one line, for showing.
#ifndef SONDE_SEARCH_LINE_HITS_H_
#define SONDE_SEARCH_LINE_HITS_H_

#include <string_view>
#include <vector>

#include "core/base/byte_range.h"
#include "core/match/matcher.h"

namespace sonde {

// The first hit of `line` and those near it that a window of `window_bytes`
// bytes around the first hit can show. The first hit is exact; later ones are
// searched for up to a fixed distance behind the window, so that the cost of a
// line has a bound whatever the pattern.
std::vector<ByteRange> HitsNearFirst(const Matcher& matcher, std::string_view line, bool ascii, size_t window_bytes);

}  // namespace sonde

#endif  // SONDE_SEARCH_LINE_HITS_H_
