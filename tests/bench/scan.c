// The limit that a literal search is measured against: one pass of SIMD over
// contiguous text, two probe bytes of the needle, a comparison where both stand.
#include <stdint.h>
#include <string.h>
#include <wasm_simd128.h>

// First line feed at or after `at`, or `size`. Reads up to 15 bytes further.
static uint32_t line_end(const uint8_t* text, uint32_t at, uint32_t size) {
  const v128_t feed = wasm_i8x16_splat('\n');
  for (; at < size; at += 16) {
    uint32_t mask = wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(text + at), feed));
    if (mask) return at + (uint32_t)__builtin_ctz(mask);
  }
  return size;
}

// Lines of `text` that hold `needle`. `first` and `second` are offsets of the
// probe bytes in the needle. Needs 64 + `length` readable bytes behind the text.
__attribute__((export_name("count_lines"))) uint32_t count_lines(const uint8_t* text, uint32_t size,
                                                                const uint8_t* needle, uint32_t length, uint32_t first,
                                                                uint32_t second) {
  const v128_t a = wasm_i8x16_splat((char)needle[first]);
  const v128_t b = wasm_i8x16_splat((char)needle[second]);
  uint32_t lines = 0;
  uint32_t at = 0;
  while (at < size) {
    v128_t hit[4];
    for (int i = 0; i < 4; i++) {
      hit[i] = wasm_v128_and(wasm_i8x16_eq(wasm_v128_load(text + at + first + i * 16), a),
                             wasm_i8x16_eq(wasm_v128_load(text + at + second + i * 16), b));
    }
    v128_t any = wasm_v128_or(wasm_v128_or(hit[0], hit[1]), wasm_v128_or(hit[2], hit[3]));
    uint32_t next = at + 64;
    if (wasm_v128_any_true(any)) {
      uint64_t mask = 0;
      for (int i = 0; i < 4; i++) mask |= (uint64_t)wasm_i8x16_bitmask(hit[i]) << (i * 16);
      for (; mask; mask &= mask - 1) {
        uint32_t begin = at + (uint32_t)__builtin_ctzll(mask);
        if (begin + length > size) break;
        if (memcmp(text + begin, needle, length) != 0) continue;
        lines++;
        next = line_end(text, begin, size) + 1;
        break;
      }
    }
    at = next;
  }
  return lines;
}
