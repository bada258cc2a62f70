#include "core/match/multi_literal_finder.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/base/byte_frequency.h"
#include "core/base/simd.h"

namespace sonde {

MultiLiteralFinder::MultiLiteralFinder(std::vector<std::string> literals, bool fold_ascii, bool scalar)
    : fold_ascii_(fold_ascii), scalar_(scalar) {
  for (std::string& literal : literals) {
    for (char& c : literal) c = Folded(c);
  }
  // Neighbours in sorted order share a beginning, so that a shared bucket lets
  // few other texts pass.
  std::sort(literals.begin(), literals.end());
  for (size_t i = 0; i < literals.size(); ++i) {
    size_t bucket = i * kBuckets / std::max(literals.size(), kBuckets);
    auto bit = static_cast<uint8_t>(1u << bucket);
    for (size_t probe = 0; probe < kProbes; ++probe) {
      if (probe >= literals[i].size()) {
        // Behind a short literal anything may stand.
        for (uint8_t& buckets : low_[probe]) buckets |= bit;
        for (uint8_t& buckets : high_[probe]) buckets |= bit;
        continue;
      }
      auto byte = static_cast<uint8_t>(literals[i][probe]);
      low_[probe][byte & 15] |= bit;
      high_[probe][byte >> 4] |= bit;
      if (fold_ascii_ && IsAsciiLetter(byte)) high_[probe][(byte ^ 0x20) >> 4] |= bit;
    }
    literals_[bucket].push_back(std::move(literals[i]));
  }
}

char MultiLiteralFinder::Folded(char c) const {
  return fold_ascii_ ? static_cast<char>(LowerAscii(static_cast<uint8_t>(c))) : c;
}

bool MultiLiteralFinder::MatchesAt(std::string_view text, size_t at, uint32_t buckets) const {
  for (; buckets != 0; buckets &= buckets - 1) {
    for (const std::string& literal : literals_[std::countr_zero(buckets)]) {
      if (literal.size() > text.size() - at) continue;
      size_t i = 0;
      while (i < literal.size() && Folded(text[at + i]) == literal[i]) ++i;
      if (i == literal.size()) return true;
    }
  }
  return false;
}

template <typename Ops>
size_t MultiLiteralFinder::Scan(std::string_view text, size_t from) const {
  using Block = typename Ops::Block;
  const Block nibble = Ops::Splat(15);
  const Block zero = Ops::Splat(0);
  Block low[kProbes];
  Block high[kProbes];
  for (size_t probe = 0; probe < kProbes; ++probe) {
    low[probe] = Ops::Load(reinterpret_cast<const char*>(low_[probe]));
    high[probe] = Ops::Load(reinterpret_cast<const char*>(high_[probe]));
  }
  // The buckets of which each of the 16 places may begin a literal.
  auto low_buckets = [&](const char* at) {
    Block buckets = Ops::Lookup(low[0], Ops::And(Ops::Load(at), nibble));
    for (size_t probe = 1; probe < kProbes; ++probe) {
      buckets = Ops::And(buckets, Ops::Lookup(low[probe], Ops::And(Ops::Load(at + probe), nibble)));
    }
    return buckets;
  };
  auto high_buckets = [&](const char* at) {
    Block buckets = Ops::Lookup(high[0], Ops::HighNibbles(Ops::Load(at)));
    for (size_t probe = 1; probe < kProbes; ++probe) {
      buckets = Ops::And(buckets, Ops::Lookup(high[probe], Ops::HighNibbles(Ops::Load(at + probe))));
    }
    return buckets;
  };
  auto is_zero = [&](Block block) { return Ops::TopBits(Ops::Equal(block, zero)) == 0xFFFF; };
  const char* begin = text.data();
  // The first place of the block at `block`, from its place `skip` on, where a literal
  // stands.
  auto first_match = [&](size_t block, Block low_buckets_there, size_t skip) {
    Block buckets = Ops::And(low_buckets_there, high_buckets(begin + block));
    uint32_t candidates = PlacesFrom(skip, ~Ops::TopBits(Ops::Equal(buckets, zero)) & 0xFFFF);
    if (candidates == 0) return std::string_view::npos;
    uint8_t lanes[kBlockBytes];
    static_assert(sizeof lanes == sizeof buckets);
    std::memcpy(lanes, &buckets, sizeof lanes);
    return FirstPlace(block, candidates, [&](size_t place) { return MatchesAt(text, place, lanes[place - block]); });
  };
  constexpr size_t kSpan = kBlockBytes + kProbes - 1;  // what a block's places look at
  size_t at = from;
  while (at + kSpan <= text.size()) {
    Block low_here = low_buckets(begin + at);
    if (at + kBlockBytes + kSpan <= text.size()) {
      Block low_next = low_buckets(begin + at + kBlockBytes);
      if (is_zero(Ops::Or(low_here, low_next))) {
        at += 2 * kBlockBytes;
        continue;
      }
    }
    size_t place = first_match(at, low_here, 0);
    if (place != std::string_view::npos) return place;
    at += kBlockBytes;
  }
  if (text.size() >= kSpan && at < text.size() - (kProbes - 1)) {
    // Most of what is left, at the end of a block that begins before it.
    size_t block = text.size() - kSpan;
    size_t place = first_match(block, low_buckets(begin + block), at - block);
    if (place != std::string_view::npos) return place;
    at = block + kBlockBytes;
  }
  for (; at < text.size(); ++at) {
    if (MatchesAt(text, at, 0xFF)) return at;
  }
  return std::string_view::npos;
}

size_t MultiLiteralFinder::Find(std::string_view text, size_t from) const {
  return scalar_ ? Scan<ReferenceOps>(text, from) : Scan<NativeOps>(text, from);
}

}  // namespace sonde
