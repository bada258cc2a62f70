#include "core/base/allocation.h"

#include <malloc.h>

namespace sonde {

int64_t AllocatedBytes() {
#ifdef __GLIBC__
  return static_cast<int64_t>(mallinfo2().uordblks);
#else
  return static_cast<int64_t>(static_cast<unsigned>(mallinfo().uordblks));
#endif
}

}  // namespace sonde
