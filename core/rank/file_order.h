// The order in which a summary shows files.
#ifndef SONDE_RANK_FILE_ORDER_H_
#define SONDE_RANK_FILE_ORDER_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace sonde {

struct RankedFile {
  int64_t count;
  std::string_view path;
};

// Places in `files`, count descending; ties by the bytes of the whole path.
std::vector<uint32_t> ByCountDescending(const std::vector<RankedFile>& files);

}  // namespace sonde

#endif  // SONDE_RANK_FILE_ORDER_H_
