// Sixteen bytes at a time: the few operations that scanning needs, over
// WebAssembly SIMD, SSE2, or plain bytes. All three give the same answers.
#ifndef SONDE_BASE_SIMD_H_
#define SONDE_BASE_SIMD_H_

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sonde {

inline constexpr size_t kBlockBytes = 16;

// Of the bits of a block's places, those of the places from `first` on, or before
// `end` (both < kBlockBytes): for the last block of a text, which begins among bytes
// that were looked at.
constexpr uint32_t PlacesFrom(size_t first, uint32_t bits) { return bits >> first << first; }
constexpr uint32_t PlacesBefore(size_t end, uint32_t bits) { return bits & ((1u << end) - 1); }

// The first of the places `bits` of the block at `block` where `holds(place)`; npos
// without one. Places and blocks are offsets in a text.
// Inlined, as a call a block makes a search for a literal an eighth slower.
template <typename Holds>
[[gnu::always_inline]] inline size_t FirstPlace(size_t block, uint32_t bits, Holds holds) {
  for (; bits != 0; bits &= bits - 1) {
    size_t place = block + static_cast<size_t>(std::countr_zero(bits));
    if (holds(place)) return place;
  }
  return std::string_view::npos;
}

// Plain bytes: the reference, and what builds without SIMD use.
struct ScalarOps {
  struct Block {
    uint8_t bytes[kBlockBytes];
  };
  static Block Load(const char* from) {
    Block block;
    std::memcpy(block.bytes, from, kBlockBytes);
    return block;
  }
  static Block Splat(uint8_t byte) {
    Block block;
    std::memset(block.bytes, byte, kBlockBytes);
    return block;
  }
  static Block Equal(Block a, Block b) {
    for (size_t i = 0; i < kBlockBytes; ++i) a.bytes[i] = a.bytes[i] == b.bytes[i] ? 0xFF : 0;
    return a;
  }
  static Block And(Block a, Block b) {
    for (size_t i = 0; i < kBlockBytes; ++i) a.bytes[i] &= b.bytes[i];
    return a;
  }
  static Block Or(Block a, Block b) {
    for (size_t i = 0; i < kBlockBytes; ++i) a.bytes[i] |= b.bytes[i];
    return a;
  }
  // Wraps around.
  static Block Subtract(Block a, Block b) {
    for (size_t i = 0; i < kBlockBytes; ++i) a.bytes[i] = static_cast<uint8_t>(a.bytes[i] - b.bytes[i]);
    return a;
  }
  static Block Least(Block a, Block b) {
    for (size_t i = 0; i < kBlockBytes; ++i) a.bytes[i] = a.bytes[i] < b.bytes[i] ? a.bytes[i] : b.bytes[i];
    return a;
  }
  static Block HighNibbles(Block a) {
    for (size_t i = 0; i < kBlockBytes; ++i) a.bytes[i] >>= 4;
    return a;
  }
  // table[index] for indices below 16.
  static Block Lookup(Block table, Block indices) {
    for (size_t i = 0; i < kBlockBytes; ++i) indices.bytes[i] = table.bytes[indices.bytes[i] & 15];
    return indices;
  }
  // Bit i is the top bit of byte i.
  static uint32_t TopBits(Block a) {
    uint32_t bits = 0;
    for (size_t i = 0; i < kBlockBytes; ++i) bits |= static_cast<uint32_t>(a.bytes[i] >> 7) << i;
    return bits;
  }
};

#if defined(__wasm_simd128__)

struct NativeOps {
  using Block = v128_t;
  static Block Load(const char* from) { return wasm_v128_load(from); }
  static Block Splat(uint8_t byte) { return wasm_i8x16_splat(static_cast<int8_t>(byte)); }
  static Block Equal(Block a, Block b) { return wasm_i8x16_eq(a, b); }
  static Block And(Block a, Block b) { return wasm_v128_and(a, b); }
  static Block Or(Block a, Block b) { return wasm_v128_or(a, b); }
  static Block Subtract(Block a, Block b) { return wasm_i8x16_sub(a, b); }
  static Block Least(Block a, Block b) { return wasm_u8x16_min(a, b); }
  static Block HighNibbles(Block a) { return wasm_u8x16_shr(a, 4); }
  static Block Lookup(Block table, Block indices) { return wasm_i8x16_swizzle(table, indices); }
  static uint32_t TopBits(Block a) { return static_cast<uint32_t>(wasm_i8x16_bitmask(a)); }
};

#elif defined(__SSE2__)

struct NativeOps {
  using Block = __m128i;
  static Block Load(const char* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); }
  static Block Splat(uint8_t byte) { return _mm_set1_epi8(static_cast<char>(byte)); }
  static Block Equal(Block a, Block b) { return _mm_cmpeq_epi8(a, b); }
  static Block And(Block a, Block b) { return _mm_and_si128(a, b); }
  static Block Or(Block a, Block b) { return _mm_or_si128(a, b); }
  static Block Subtract(Block a, Block b) { return _mm_sub_epi8(a, b); }
  static Block Least(Block a, Block b) { return _mm_min_epu8(a, b); }
  static Block HighNibbles(Block a) { return _mm_and_si128(_mm_srli_epi16(a, 4), _mm_set1_epi8(15)); }
  static Block Lookup(Block table, Block indices) {
    // SSE2 has no byte shuffle; native builds are for tests.
    alignas(16) uint8_t in[16], at[16], out[16];
    _mm_store_si128(reinterpret_cast<__m128i*>(in), table);
    _mm_store_si128(reinterpret_cast<__m128i*>(at), indices);
    for (size_t i = 0; i < kBlockBytes; ++i) out[i] = in[at[i] & 15];
    return _mm_load_si128(reinterpret_cast<const __m128i*>(out));
  }
  static uint32_t TopBits(Block a) { return static_cast<uint32_t>(_mm_movemask_epi8(a)); }
};

#else

using NativeOps = ScalarOps;

#endif

// What tests compare NativeOps with; the shipped module leaves it out.
#if defined(__wasm_simd128__)
using ReferenceOps = NativeOps;
#else
using ReferenceOps = ScalarOps;
#endif

}  // namespace sonde

#endif  // SONDE_BASE_SIMD_H_
