#include "core/rank/file_order.h"

#include "core/base/sorted_order.h"

namespace sonde {

std::vector<uint32_t> ByCountDescending(const std::vector<int64_t>& counts) {
  std::vector<int64_t> keys;
  keys.reserve(counts.size());
  for (int64_t count : counts) keys.push_back(-count);
  return SortedOrder(keys);
}

}  // namespace sonde
