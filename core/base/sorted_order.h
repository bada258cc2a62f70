#ifndef SONDE_BASE_SORTED_ORDER_H_
#define SONDE_BASE_SORTED_ORDER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace sonde {

// The places 0 … count - 1 in the order that `before` tells, which must be a
// total one: of two places exactly one stands before the other. Not a template:
// a sort is large, and one instance of it serves all.
std::vector<uint32_t> SortedOrder(size_t count, const std::function<bool(uint32_t, uint32_t)>& before);

// Places of `keys` in ascending order; equal keys keep their order.
std::vector<uint32_t> SortedOrder(const std::vector<int64_t>& keys);

}  // namespace sonde

#endif  // SONDE_BASE_SORTED_ORDER_H_
