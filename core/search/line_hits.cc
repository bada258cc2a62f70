#include "core/search/line_hits.h"

#include <algorithm>

namespace sonde {
namespace {

// How far behind the window a later hit may look for its end.
constexpr size_t kLookAheadBytes = 16 * 1024;

}  // namespace

std::vector<ByteRange> HitsNearFirst(const Matcher& matcher, std::string_view line, bool ascii, size_t window_bytes) {
  // An empty hit takes no byte, so twice the window bounds the hits in it.
  size_t most = 2 * window_bytes + 2;
  std::vector<ByteRange> hits;
  ByteRange first;
  if (!matcher.FindFirst(line, ascii, &first)) return hits;
  size_t reach = std::max<size_t>(first.end, first.begin + 2 * window_bytes) + kLookAheadBytes;
  matcher.FindOccurrences(line.substr(0, reach), ascii, most, &hits);
  if (reach >= line.size()) return hits;
  // Cutting the line may have changed what the first hit is; the exact one stands.
  hits.erase(std::remove_if(hits.begin(), hits.end(), [first](ByteRange hit) { return hit.begin < first.end; }),
             hits.end());
  hits.insert(hits.begin(), first);
  return hits;
}

}  // namespace sonde
