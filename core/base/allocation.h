#ifndef SONDE_BASE_ALLOCATION_H_
#define SONDE_BASE_ALLOCATION_H_

#include <cstdint>

namespace sonde {

// Bytes that are allocated from the heap now, of the whole process or module.
// 0 where the allocator doesn't say (under sanitizers).
int64_t AllocatedBytes();

}  // namespace sonde

#endif  // SONDE_BASE_ALLOCATION_H_
