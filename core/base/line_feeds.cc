#include "core/base/line_feeds.h"

#include <bit>

#include "core/base/simd.h"

namespace sonde {
namespace {

using Ops = NativeOps;

// Bit i is set when byte i of the block is a line feed.
uint32_t FeedsOf(const char* block) { return Ops::TopBits(Ops::Equal(Ops::Load(block), Ops::Splat('\n'))); }

}  // namespace

size_t FindLineFeed(std::string_view text, size_t from) {
  size_t at = from;
  for (; at + kBlockBytes <= text.size(); at += kBlockBytes) {
    uint32_t feeds = FeedsOf(text.data() + at);
    if (feeds != 0) return at + static_cast<size_t>(std::countr_zero(feeds));
  }
  if (at < text.size() && text.size() >= kBlockBytes) {
    size_t block = text.size() - kBlockBytes;
    uint32_t feeds = PlacesFrom(at - block, FeedsOf(text.data() + block));
    return feeds != 0 ? block + static_cast<size_t>(std::countr_zero(feeds)) : text.size();
  }
  while (at < text.size() && text[at] != '\n') ++at;
  return at < text.size() ? at : text.size();
}

size_t LineBegin(std::string_view text, size_t offset, size_t floor) {
  size_t at = offset;
  for (; at >= floor + kBlockBytes; at -= kBlockBytes) {
    uint32_t feeds = FeedsOf(text.data() + at - kBlockBytes);
    if (feeds != 0) return at - kBlockBytes + static_cast<size_t>(std::bit_width(feeds));
  }
  if (floor + kBlockBytes <= text.size()) {
    uint32_t feeds = PlacesBefore(at - floor, FeedsOf(text.data() + floor));
    return floor + static_cast<size_t>(std::bit_width(feeds));
  }
  while (at > floor && text[at - 1] != '\n') --at;
  return at;
}

int64_t CountLineFeeds(std::string_view text) {
  int64_t count = 0;
  size_t at = 0;
  for (; at + kBlockBytes <= text.size(); at += kBlockBytes) count += std::popcount(FeedsOf(text.data() + at));
  if (at < text.size() && text.size() >= kBlockBytes) {
    size_t block = text.size() - kBlockBytes;
    return count + std::popcount(PlacesFrom(at - block, FeedsOf(text.data() + block)));
  }
  for (; at < text.size(); ++at) count += text[at] == '\n';
  return count;
}

}  // namespace sonde
