// The order in which a summary shows files.
#ifndef SONDE_RANK_FILE_ORDER_H_
#define SONDE_RANK_FILE_ORDER_H_

#include <cstdint>
#include <vector>

namespace sonde {

// Places of `counts`, count descending; ties keep their order, which is path
// order when the counts are given so.
std::vector<uint32_t> ByCountDescending(const std::vector<int64_t>& counts);

}  // namespace sonde

#endif  // SONDE_RANK_FILE_ORDER_H_
