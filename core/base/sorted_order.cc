#include "core/base/sorted_order.h"

#include <algorithm>

namespace sonde {

std::vector<uint32_t> SortedOrder(size_t count, const std::function<bool(uint32_t, uint32_t)>& before) {
  std::vector<uint32_t> order(count);
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  // The sort copies its comparison; this one is a pointer.
  std::sort(order.begin(), order.end(), [&before](uint32_t a, uint32_t b) { return before(a, b); });
  return order;
}

std::vector<uint32_t> SortedOrder(const std::vector<int64_t>& keys) {
  return SortedOrder(keys.size(),
                     [&](uint32_t a, uint32_t b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
}

}  // namespace sonde
