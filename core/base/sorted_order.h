#ifndef SONDE_BASE_SORTED_ORDER_H_
#define SONDE_BASE_SORTED_ORDER_H_

#include <cstdint>
#include <vector>

namespace sonde {

// Places of `keys` in ascending order; equal keys keep their order. Not a
// template: a sort is large, and one instance of it serves all.
std::vector<uint32_t> SortedOrder(const std::vector<int64_t>& keys);

}  // namespace sonde

#endif  // SONDE_BASE_SORTED_ORDER_H_
