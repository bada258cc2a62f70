#include "core/match/literal_finder.h"

#include <cstdint>
#include <cstring>

#include "core/base/byte_frequency.h"
#include "core/base/simd.h"

namespace sonde {

LiteralFinder::LiteralFinder(std::string needle, bool fold_ascii, bool scalar)
    : needle_(std::move(needle)), fold_ascii_(fold_ascii), scalar_(scalar) {
  auto cost = [this](size_t place) {
    auto byte = static_cast<uint8_t>(needle_[place]);
    return ByteFrequency(byte) + (fold_ascii_ && IsAsciiLetter(byte) ? 10 : 0);
  };
  for (char& c : needle_) {
    if (fold_ascii_) c = static_cast<char>(LowerAscii(static_cast<uint8_t>(c)));
  }
  for (size_t i = 1; i < needle_.size(); ++i) {
    if (cost(i) < cost(first_probe_)) first_probe_ = i;
  }
  second_probe_ = first_probe_ == 0 && needle_.size() > 1 ? 1 : 0;
  for (size_t i = 0; i < needle_.size(); ++i) {
    if (i != first_probe_ && cost(i) < cost(second_probe_)) second_probe_ = i;
  }
}

bool LiteralFinder::MatchesAt(const char* at) const {
  if (!fold_ascii_) return std::memcmp(at, needle_.data(), needle_.size()) == 0;
  for (size_t i = 0; i < needle_.size(); ++i) {
    if (LowerAscii(static_cast<uint8_t>(at[i])) != static_cast<uint8_t>(needle_[i])) return false;
  }
  return true;
}

template <typename Ops, bool kFold>
size_t LiteralFinder::Scan(std::string_view text, size_t from) const {
  using Block = typename Ops::Block;
  auto first = static_cast<uint8_t>(needle_[first_probe_]);
  auto second = static_cast<uint8_t>(needle_[second_probe_]);
  const Block first_value = Ops::Splat(first);
  const Block second_value = Ops::Splat(second);
  // Or-ing the case bit in makes both cases of a letter equal, and may make
  // some other bytes equal to it: MatchesAt decides.
  const Block first_case = Ops::Splat(IsAsciiLetter(first) ? 0x20 : 0);
  const Block second_case = Ops::Splat(IsAsciiLetter(second) ? 0x20 : 0);
  const char* begin = text.data();
  size_t last = text.size() - needle_.size();  // the last place a hit can begin
  auto hits_at = [&](const char* at) {
    Block a = Ops::Load(at + first_probe_);
    Block b = Ops::Load(at + second_probe_);
    if constexpr (kFold) {
      a = Ops::Or(a, first_case);
      b = Ops::Or(b, second_case);
    }
    return Ops::And(Ops::Equal(a, first_value), Ops::Equal(b, second_value));
  };
  auto matches = [&](size_t place) { return MatchesAt(begin + place); };
  size_t at = from;
  // Blocks whose bytes, at either probe's distance, lie inside the text.
  while (at + kBlockBytes <= last + 1) {
    if (at + 4 * kBlockBytes <= last + 1) {
      Block any = Ops::Or(Ops::Or(hits_at(begin + at), hits_at(begin + at + kBlockBytes)),
                          Ops::Or(hits_at(begin + at + 2 * kBlockBytes), hits_at(begin + at + 3 * kBlockBytes)));
      if (Ops::TopBits(any) == 0) {
        at += 4 * kBlockBytes;
        continue;
      }
    }
    size_t hit = FirstPlace(at, Ops::TopBits(hits_at(begin + at)), matches);
    if (hit != std::string_view::npos) return hit;
    at += kBlockBytes;
  }
#ifdef SONDE_PLANTED_FAULT
  --last;
#endif
  if (at <= last && last + 1 >= kBlockBytes) {
    // The places that are left, at the end of a block that begins before them.
    size_t block = last + 1 - kBlockBytes;
    return FirstPlace(block, PlacesFrom(at - block, Ops::TopBits(hits_at(begin + block))), matches);
  }
  for (; at <= last; ++at) {
    uint8_t byte = static_cast<uint8_t>(begin[at + first_probe_]);
    if ((kFold ? LowerAscii(byte) : byte) == first && MatchesAt(begin + at)) return at;
  }
  return std::string_view::npos;
}

size_t LiteralFinder::Find(std::string_view text, size_t from) const {
  if (needle_.empty()) return from <= text.size() ? from : std::string_view::npos;
  if (text.size() < needle_.size() || from > text.size() - needle_.size()) return std::string_view::npos;
  if (scalar_) return fold_ascii_ ? Scan<ReferenceOps, true>(text, from) : Scan<ReferenceOps, false>(text, from);
  return fold_ascii_ ? Scan<NativeOps, true>(text, from) : Scan<NativeOps, false>(text, from);
}

}  // namespace sonde
