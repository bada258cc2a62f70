#include "core/index/trigram_filter.h"

#include <algorithm>
#include <array>

namespace sonde {
namespace {

constexpr size_t kTrigramBytes = 3;
// More of a literal's trigrams hardly rule out more files.
constexpr size_t kMaxTrigrams = 24;

constexpr std::array<uint8_t, 256> MakeFolded() {
  std::array<uint8_t, 256> folded = {};
  for (size_t byte = 0; byte < 256; ++byte) {
    folded[byte] = static_cast<uint8_t>(byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte);
  }
  return folded;
}

constexpr std::array<uint8_t, 256> kFolded = MakeFolded();

// The trigram that ends with `byte`, after the one before it.
uint32_t NextTrigram(uint32_t trigram, char byte) {
  return (trigram << 8 | kFolded[static_cast<uint8_t>(byte)]) & 0xFFFFFF;
}

// Spreads trigrams over 32 bits (the golden ratio, by Knuth).
uint32_t HashOf(uint32_t trigram) { return trigram * 0x9E3779B1u; }

// The bit of a hash in a filter of `bits` bits.
uint32_t BitOf(uint32_t hash, uint64_t bits) { return static_cast<uint32_t>(hash * bits >> 32); }

}  // namespace

size_t TrigramFilterWords(size_t text_bytes) { return (text_bytes + 31) / 32; }

void BuildTrigramFilter(std::string_view text, uint32_t* words) {
  size_t size = TrigramFilterWords(text.size());
  std::fill(words, words + size, 0);
  uint64_t bits = size * 32;
  uint32_t trigram = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    trigram = NextTrigram(trigram, text[i]);
    if (i + 1 < kTrigramBytes) continue;
    uint32_t bit = BitOf(HashOf(trigram), bits);
    words[bit / 32] |= 1u << bit % 32;
  }
}

TrigramQuery::TrigramQuery(const std::vector<std::string>& literals) {
  for (const std::string& literal : literals) {
    if (literal.size() < kTrigramBytes) {
      *this = TrigramQuery();
      return;
    }
    uint32_t trigram = 0;
    for (size_t i = 0; i < std::min(literal.size(), kMaxTrigrams + kTrigramBytes - 1); ++i) {
      trigram = NextTrigram(trigram, literal[i]);
      if (i + 1 >= kTrigramBytes) hashes_.push_back(HashOf(trigram));
    }
    literal_ends_.push_back(static_cast<uint32_t>(hashes_.size()));
  }
}

bool TrigramQuery::MayHold(const uint32_t* words, size_t text_bytes) const {
  uint64_t bits = TrigramFilterWords(text_bytes) * 32;
  size_t at = 0;
  for (uint32_t end : literal_ends_) {
    bool held = true;
    for (; at < end && held; ++at) {
      uint32_t bit = BitOf(hashes_[at], bits);
      held = (words[bit / 32] >> bit % 32 & 1) != 0;
    }
    if (held) return true;
    at = end;
  }
  return literal_ends_.empty();
}

}  // namespace sonde
