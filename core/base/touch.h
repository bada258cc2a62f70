// A look at memory that will be needed soon: WebAssembly has no instruction to
// prefetch.
#ifndef SONDE_BASE_TOUCH_H_
#define SONDE_BASE_TOUCH_H_

namespace sonde {

// Loads the byte at `address`, for nothing but its line of the cache. A processor
// waits for several such loads at once if they directly follow one another and none
// needs the result of another: touch things a batch at a time, before the first is used.
inline void Touch(const void* address) { static_cast<void>(*static_cast<const volatile char*>(address)); }

}  // namespace sonde

#endif  // SONDE_BASE_TOUCH_H_
