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
  size_t at = from;
  while (at + kBlockBytes + kProbes - 1 <= text.size()) {
    Block low_here = low_buckets(begin + at);
    if (at + 2 * kBlockBytes + kProbes - 1 <= text.size()) {
      Block low_next = low_buckets(begin + at + kBlockBytes);
      if (is_zero(Ops::Or(low_here, low_next))) {
        at += 2 * kBlockBytes;
        continue;
      }
    }
    Block buckets = Ops::And(low_here, high_buckets(begin + at));
    uint32_t candidates = ~Ops::TopBits(Ops::Equal(buckets, zero)) & 0xFFFF;
    if (candidates != 0) {
      uint8_t lanes[kBlockBytes];
      static_assert(sizeof lanes == sizeof buckets);
      std::memcpy(lanes, &buckets, sizeof lanes);
      for (; candidates != 0; candidates &= candidates - 1) {
        auto lane = static_cast<size_t>(std::countr_zero(candidates));
        if (MatchesAt(text, at + lane, lanes[lane])) return at + lane;
      }
    }
    at += kBlockBytes;
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
