#include "core/match/multi_literal_finder.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/base/simd.h"
#include "core/match/byte_frequency.h"

namespace sonde {

MultiLiteralFinder::MultiLiteralFinder(std::vector<std::string> literals, bool scalar) : scalar_(scalar) {
  probes_ = kMaxProbes;
  for (std::string& literal : literals) {
    for (char& c : literal) c = static_cast<char>(LowerAscii(static_cast<uint8_t>(c)));
    probes_ = std::min(probes_, literal.size());
  }
  // Neighbours in sorted order share a beginning, so that a shared bucket lets
  // few other texts pass.
  std::sort(literals.begin(), literals.end());
  for (size_t i = 0; i < literals.size(); ++i) {
    size_t bucket = i * kBuckets / std::max(literals.size(), kBuckets);
    auto bit = static_cast<uint8_t>(1u << bucket);
    for (size_t probe = 0; probe < probes_; ++probe) {
      auto byte = static_cast<uint8_t>(literals[i][probe]);
      uint8_t other = IsAsciiLetter(byte) ? byte ^ 0x20 : byte;
      for (uint8_t form : {byte, other}) {
        low_[probe][form & 15] |= bit;
        high_[probe][form >> 4] |= bit;
      }
    }
    literals_[bucket].push_back(std::move(literals[i]));
  }
}

bool MultiLiteralFinder::MatchesAt(std::string_view text, size_t at, uint32_t buckets) const {
  for (; buckets != 0; buckets &= buckets - 1) {
    for (const std::string& literal : literals_[std::countr_zero(buckets)]) {
      if (literal.size() > text.size() - at) continue;
      size_t i = 0;
      while (i < literal.size() && LowerAscii(static_cast<uint8_t>(text[at + i])) == static_cast<uint8_t>(literal[i])) {
        ++i;
      }
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
  Block low[kMaxProbes];
  Block high[kMaxProbes];
  for (size_t probe = 0; probe < probes_; ++probe) {
    low[probe] = Ops::Load(reinterpret_cast<const char*>(low_[probe]));
    high[probe] = Ops::Load(reinterpret_cast<const char*>(high_[probe]));
  }
  const char* begin = text.data();
  size_t at = from;
  while (at + kBlockBytes + probes_ - 1 <= text.size()) {
    Block buckets = Ops::Splat(0xFF);
    for (size_t probe = 0; probe < probes_; ++probe) {
      Block bytes = Ops::Load(begin + at + probe);
      buckets = Ops::And(buckets, Ops::And(Ops::Lookup(low[probe], Ops::And(bytes, nibble)),
                                           Ops::Lookup(high[probe], Ops::HighNibbles(bytes))));
    }
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
