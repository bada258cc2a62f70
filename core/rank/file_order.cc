#include "core/rank/file_order.h"

#include "core/base/sorted_order.h"

namespace sonde {

std::vector<uint32_t> ByCountDescending(const std::vector<RankedFile>& files) {
  return SortedOrder(files.size(), [&](uint32_t a, uint32_t b) {
    if (files[a].count != files[b].count) return files[a].count > files[b].count;
    return files[a].path < files[b].path;
  });
}

}  // namespace sonde
