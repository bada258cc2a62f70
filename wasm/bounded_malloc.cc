// malloc, bounded by the address space.
//
// emmalloc 3.1.6 adds a size to the address of a free block in 32 bits, so that a sum
// over 4 GiB would pass for a block that is large enough. The linker sends the calls here
// (--wrap=malloc); what would not fit behind the heap is refused, though a block within
// the heap might be free for it. That concerns heaps of nearly 4 GiB alone.
#include <unistd.h>

#include <cstddef>
#include <cstdint>

extern "C" {
void* __real_malloc(size_t size);
void* __wrap_malloc(size_t size);

void* __wrap_malloc(size_t size) {
  // The heap never reaches the last 64 KiB.
  constexpr size_t kAlwaysFits = 32 << 10;
  if (size > kAlwaysFits && size > UINT32_MAX - kAlwaysFits - reinterpret_cast<uintptr_t>(sbrk(0))) return nullptr;
  return __real_malloc(size);
}
}
