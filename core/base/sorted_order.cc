#include "core/base/sorted_order.h"

#include <algorithm>

namespace sonde {

std::vector<uint32_t> SortedOrder(const std::vector<int64_t>& keys) {
  std::vector<uint32_t> order(keys.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
  });
  return order;
}

}  // namespace sonde
