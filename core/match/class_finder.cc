#include "core/match/class_finder.h"

#include "core/base/byte_frequency.h"
#include "core/base/simd.h"

namespace sonde {

ClassFinder::ClassFinder(const std::vector<ByteClass>& classes, bool scalar) : size_(classes.size()), scalar_(scalar) {
  size_t first = 0;
  for (size_t place = 0; place < size_; ++place) {
    if (ClassFrequency(classes[place]) < ClassFrequency(classes[first])) first = place;
    for (size_t byte = 0; byte < classes[place].size(); ++byte) {
      if (classes[place][byte]) places_[byte] |= static_cast<uint8_t>(1u << place);
    }
  }
  first_ = ProbeOf(classes[first], first);
  size_t second = first == 0 ? size_ - 1 : 0;
  for (size_t place = 0; place < size_; ++place) {
    if (place != first && ClassFrequency(classes[place]) < ClassFrequency(classes[second])) second = place;
  }
  second_ = ProbeOf(classes[second], second);
}

ClassFinder::Probe ClassFinder::ProbeOf(const ByteClass& members, size_t place) {
  Probe probe;
  probe.place = place;
  for (size_t byte = 0; byte < members.size(); ++byte) {
    if (members[byte]) probe.low[byte & 15] |= static_cast<uint8_t>(1u << (byte >> 4));
  }
  for (uint8_t case_bit : {uint8_t{0}, uint8_t{0x20}}) {
    ByteClass left = members;
    bool both_cases = true;
    if (case_bit != 0) {
      for (size_t byte = 0; byte < members.size(); ++byte) {
        if (members[byte]) both_cases = both_cases && IsAsciiLetter(static_cast<uint8_t>(byte)) && members[byte ^ 0x20];
      }
      for (size_t byte = 'A'; byte <= 'Z'; ++byte) left.reset(byte);
    }
    size_t least = 0;
    while (least < left.size() && !left[least]) ++least;
    size_t end = least;
    while (end < left.size() && left[end]) ++end;
    if (!both_cases || least == left.size() || end - least != left.count()) continue;
    probe.is_range = true;
    probe.case_bit = case_bit;
    probe.least = static_cast<uint8_t>(least);
    probe.span = static_cast<uint8_t>(end - least - 1);
    return probe;
  }
  return probe;
}

bool ClassFinder::StandsAt(const char* at) const {
  for (size_t place = 0; place < size_; ++place) {
    if ((places_[static_cast<uint8_t>(at[place])] >> place & 1) == 0) return false;
  }
  return true;
}

// 0xFF where the byte is a member of a range's class, else 0.
template <typename Ops>
typename Ops::Block ClassFinder::RangeHolds(const Probe& probe, const char* at) {
  auto bytes = Ops::Or(Ops::Load(at + probe.place), Ops::Splat(probe.case_bit));
  auto distance = Ops::Subtract(bytes, Ops::Splat(probe.least));
  return Ops::Equal(Ops::Least(distance, Ops::Splat(probe.span)), distance);
}

// 0xFF where the byte is no member, else 0.
template <typename Ops>
typename Ops::Block ClassFinder::Misses(const Probe& probe, const char* at) {
  // Bit h for the high nibble h; none for bytes beyond ASCII.
  static constexpr uint8_t kHigh[16] = {1, 2, 4, 8, 16, 32, 64, 128};
  const auto zero = Ops::Splat(0);
  if (probe.is_range) return Ops::Equal(RangeHolds<Ops>(probe, at), zero);
  auto bytes = Ops::Load(at + probe.place);
  auto low = Ops::Lookup(Ops::Load(reinterpret_cast<const char*>(probe.low)), Ops::And(bytes, Ops::Splat(15)));
  auto high = Ops::Lookup(Ops::Load(reinterpret_cast<const char*>(kHigh)), Ops::HighNibbles(bytes));
  return Ops::Equal(Ops::And(low, high), zero);
}

template <typename Ops, bool kRanges>
size_t ClassFinder::Scan(std::string_view text, size_t from) const {
  const Probe first = first_;
  const Probe second = second_;
  const char* begin = text.data();
  size_t last = text.size() - size_;  // the last place where the run can stand
  // Bit i is set when both probes hold for the run at `at` + i.
  auto places = [&](const char* at) {
    if constexpr (kRanges) {
      return Ops::TopBits(Ops::And(RangeHolds<Ops>(first, at), RangeHolds<Ops>(second, at)));
    } else {
      return ~Ops::TopBits(Ops::Or(Misses<Ops>(first, at), Misses<Ops>(second, at))) & 0xFFFF;
    }
  };
  auto stands = [&](size_t place) { return StandsAt(begin + place); };
  size_t at = from;
  // Blocks of places whose probes all lie inside the text.
  for (; at + kBlockBytes <= last + 1; at += kBlockBytes) {
    size_t place = FirstPlace(at, places(begin + at), stands);
    if (place != std::string_view::npos) return place;
  }
  if (at <= last && last + 1 >= kBlockBytes) {
    // The places that are left, at the end of a block that begins before them.
    size_t block = last + 1 - kBlockBytes;
    return FirstPlace(block, PlacesFrom(at - block, places(begin + block)), stands);
  }
  for (; at <= last; ++at) {
    if (StandsAt(begin + at)) return at;
  }
  return std::string_view::npos;
}

template <typename Ops>
size_t ClassFinder::ScanWith(std::string_view text, size_t from) const {
  bool ranges = first_.is_range && second_.is_range;
  return ranges ? Scan<Ops, true>(text, from) : Scan<Ops, false>(text, from);
}

size_t ClassFinder::Find(std::string_view text, size_t from) const {
  if (text.size() < size_ || from > text.size() - size_) return std::string_view::npos;
  return scalar_ ? ScanWith<ReferenceOps>(text, from) : ScanWith<NativeOps>(text, from);
}

}  // namespace sonde
