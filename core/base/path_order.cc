#include "core/base/path_order.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/base/simd.h"
#include "core/base/sorted_order.h"

namespace sonde {
namespace {

bool BlocksAreEqual(const char* a, const char* b) {
  using Ops = NativeOps;
  return Ops::TopBits(Ops::Equal(Ops::Load(a), Ops::Load(b))) == 0xFFFF;
}

}  // namespace

int ComparePaths(std::string_view a, std::string_view b) {
  size_t common = std::min(a.size(), b.size());
  size_t i = 0;
  while (i + kBlockBytes <= common && BlocksAreEqual(a.data() + i, b.data() + i)) i += kBlockBytes;
  while (i < common && a[i] == b[i]) ++i;
  // A component's end, be it '/' or the end of the path, stands before every
  // byte that continues the component.
  auto rank = [i](std::string_view path) {
    if (i == path.size()) return 0;
    return path[i] == '/' ? 1 : 1 + static_cast<int>(static_cast<uint8_t>(path[i]));
  };
  return rank(a) - rank(b);
}

std::vector<std::string> UniquePaths(std::vector<std::string> paths) {
  std::vector<std::string> unique;
  std::vector<uint32_t> order = SortedOrder(paths.size(), [&paths](uint32_t a, uint32_t b) {
    int compared = ComparePaths(paths[a], paths[b]);
    return compared != 0 ? compared < 0 : a < b;
  });
  for (uint32_t place : order) {
    if (unique.empty() || unique.back() != paths[place]) unique.push_back(std::move(paths[place]));
  }
  return unique;
}

}  // namespace sonde
