#include "core/rank/file_order.h"

#include <algorithm>
#include <numeric>

namespace sonde {

std::vector<uint32_t> ByCountDescending(const std::vector<int64_t>& counts) {
  std::vector<uint32_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return counts[a] > counts[b]; });
  return order;
}

}  // namespace sonde
