#include "core/base/path_order.h"

#include <algorithm>
#include <cstdint>

#include "core/base/simd.h"

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

}  // namespace sonde
