#include "core/match/class_finder.h"

#include <bit>

#include "core/base/simd.h"

namespace sonde {

ClassFinder::ClassFinder(const std::vector<ByteClass>& classes, bool scalar) : size_(classes.size()), scalar_(scalar) {
  for (size_t place = 0; place < size_; ++place) {
    if (ClassFrequency(classes[place]) < ClassFrequency(classes[probe_])) probe_ = place;
    for (size_t byte = 0; byte < classes[place].size(); ++byte) {
      if (classes[place][byte]) places_[byte] |= static_cast<uint8_t>(1u << place);
    }
  }
  for (size_t byte = 0; byte < 128; ++byte) {
    if (classes[probe_][byte]) low_[byte & 15] |= static_cast<uint8_t>(1u << (byte >> 4));
  }
}

bool ClassFinder::StandsAt(const char* at) const {
  for (size_t place = 0; place < size_; ++place) {
    if ((places_[static_cast<uint8_t>(at[place])] >> place & 1) == 0) return false;
  }
  return true;
}

template <typename Ops>
size_t ClassFinder::Scan(std::string_view text, size_t from) const {
  using Block = typename Ops::Block;
  // Bit h for the high nibble h; none for bytes beyond ASCII.
  static constexpr uint8_t kHigh[16] = {1, 2, 4, 8, 16, 32, 64, 128};
  const Block low = Ops::Load(reinterpret_cast<const char*>(low_));
  const Block high = Ops::Load(reinterpret_cast<const char*>(kHigh));
  const Block nibble = Ops::Splat(15);
  const Block zero = Ops::Splat(0);
  const char* begin = text.data();
  size_t last = text.size() - size_;  // the last place where the run can stand
  size_t at = from;
  // Blocks of places whose probes all lie inside the text.
  for (; at + kBlockBytes <= last + 1; at += kBlockBytes) {
    Block bytes = Ops::Load(begin + at + probe_);
    Block found = Ops::And(Ops::Lookup(low, Ops::And(bytes, nibble)), Ops::Lookup(high, Ops::HighNibbles(bytes)));
    for (uint32_t bits = ~Ops::TopBits(Ops::Equal(found, zero)) & 0xFFFF; bits != 0; bits &= bits - 1) {
      size_t place = at + static_cast<size_t>(std::countr_zero(bits));
      if (StandsAt(begin + place)) return place;
    }
  }
  for (; at <= last; ++at) {
    if (StandsAt(begin + at)) return at;
  }
  return std::string_view::npos;
}

size_t ClassFinder::Find(std::string_view text, size_t from) const {
  if (text.size() < size_ || from > text.size() - size_) return std::string_view::npos;
  return scalar_ ? Scan<ReferenceOps>(text, from) : Scan<NativeOps>(text, from);
}

}  // namespace sonde
