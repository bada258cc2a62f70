#include "core/index/trigram_filter.h"

#include <algorithm>
#include <utility>

#include "core/base/byte_frequency.h"
#include "core/base/touch.h"

namespace sonde {
namespace {

constexpr size_t kTrigramBytes = 3;
// More of a literal's trigrams hardly rule out more files.
constexpr size_t kMaxTrigrams = 24;

// The trigram that ends with `byte`, after the one before it.
uint32_t NextTrigram(uint32_t trigram, char byte) {
  return (trigram << 8 | LowerAscii(static_cast<uint8_t>(byte))) & 0xFFFFFF;
}

// Spreads trigrams over 32 bits (the golden ratio, by Knuth).
uint32_t HashOf(uint32_t trigram) { return trigram * 0x9E3779B1u; }

// Rank of how often a trigram stands in texts.
uint32_t FrequencyOf(uint32_t trigram) {
  uint32_t rank = 1;
  for (int shift = 0; shift < 24; shift += 8)
    rank *= static_cast<uint32_t>(ByteFrequency(static_cast<uint8_t>(trigram >> shift)));
  return rank;
}

// A long text has a filter a block, as all parts of a literal seldom stand in one.
constexpr size_t kTextBlockBytes = 32 << 10;
static_assert(kTextBlockBytes % 32 == 0, "a block's filter is whole words");
// A block's filter knows so many bytes behind it, too: what is asked of a literal
// that begins in the block lies in them.
constexpr size_t kBytesBehind = kMaxTrigrams + kTrigramBytes - 2;

// The bit of a hash in a filter of `bits` bits.
uint32_t BitOf(uint32_t hash, uint64_t bits) { return static_cast<uint32_t>(hash * bits >> 32); }

bool HoldsBit(const uint32_t* words, uint32_t bit) { return (words[bit / 32] >> bit % 32 & 1) != 0; }

}  // namespace

size_t TrigramFilterWords(size_t text_bytes) { return (text_bytes + 31) / 32; }

void BuildTrigramFilter(std::string_view text, uint32_t* words) {
  std::fill(words, words + TrigramFilterWords(text.size()), 0);
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), kTextBlockBytes))) {
    size_t size = TrigramFilterWords(std::min(text.size(), kTextBlockBytes));
    std::string_view known = text.substr(0, kTextBlockBytes + kBytesBehind);
    uint64_t bits = size * 32;
    uint32_t trigram = 0;
    for (size_t i = 0; i < known.size(); ++i) {
      trigram = NextTrigram(trigram, known[i]);
      if (i + 1 < kTrigramBytes) continue;
      uint32_t bit = BitOf(HashOf(trigram), bits);
      words[bit / 32] |= 1u << bit % 32;
    }
    words += size;
  }
}

TrigramQuery::TrigramQuery(const std::vector<std::string>& literals) {
  for (const std::string& literal : literals) {
    if (literal.size() < kTrigramBytes) {
      *this = TrigramQuery();
      return;
    }
    size_t first = hashes_.size();
    std::vector<uint32_t> ranks;
    uint32_t trigram = 0;
    for (size_t i = 0; i < std::min(literal.size(), kMaxTrigrams + kTrigramBytes - 1); ++i) {
      trigram = NextTrigram(trigram, literal[i]);
      if (i + 1 < kTrigramBytes) continue;
      hashes_.push_back(HashOf(trigram));
      ranks.push_back(FrequencyOf(trigram));
      // The rarest first, which most filters miss.
      for (size_t at = ranks.size() - 1; at > 0 && ranks[at] < ranks[at - 1]; --at) {
        std::swap(ranks[at], ranks[at - 1]);
        std::swap(hashes_[first + at], hashes_[first + at - 1]);
      }
    }
    literal_ends_.push_back(static_cast<uint32_t>(hashes_.size()));
  }
}

void TrigramQuery::TouchFirst(const uint32_t* words, size_t text_bytes) const {
  uint64_t bits = TrigramFilterWords(std::min(text_bytes, kTextBlockBytes)) * 32;
  size_t first = 0;
  for (uint32_t end : literal_ends_) {
    Touch(words + BitOf(hashes_[first], bits) / 32);
    first = end;
  }
}

bool TrigramQuery::MayHold(const uint32_t* words, size_t text_bytes, size_t begin, size_t end) const {
  if (literal_ends_.empty()) return true;
  for (size_t at = begin - begin % kTextBlockBytes; at < end; at += kTextBlockBytes) {
    size_t block_bytes = std::min(text_bytes - at, kTextBlockBytes);
    if (BlockMayHold(words + TrigramFilterWords(at), block_bytes)) return true;
  }
  return false;
}

bool TrigramQuery::BlockMayHold(const uint32_t* words, size_t block_bytes) const {
  uint64_t bits = TrigramFilterWords(block_bytes) * 32;
  size_t at = 0;
  for (uint32_t end : literal_ends_) {
    while (at < end && HoldsBit(words, BitOf(hashes_[at], bits))) ++at;
    if (at == end) return true;
    at = end;
  }
  return false;
}

}  // namespace sonde
