// Finds a run of bytes, each out of a class of its own, a block of bytes at a time.
#ifndef SONDE_MATCH_CLASS_FINDER_H_
#define SONDE_MATCH_CLASS_FINDER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/match/required_classes.h"

namespace sonde {

class ClassFinder {
 public:
  // 1 to kMaxRequiredClasses classes. `scalar`: as in LiteralFinder.
  ClassFinder(const std::vector<ByteClass>& classes, bool scalar);

  // Offset of the first place at or after `from` where the run stands wholly
  // inside `text`; npos without one. Never reads outside `text`.
  size_t Find(std::string_view text, size_t from) const;

 private:
  template <typename Ops>
  size_t Scan(std::string_view text, size_t from) const;
  // Whether the run stands at `at`, which must leave room for it.
  bool StandsAt(const char* at) const;

  size_t size_;
  size_t probe_ = 0;  // the place in the run whose class is rarest: looked up first
  // The probe's class by nibbles: bit h of low_[n] is set when it holds the byte
  // with the high nibble h (0 to 7) and the low nibble n.
  uint8_t low_[16] = {};
  uint8_t places_[256] = {};  // bit i of places_[byte]: class i holds the byte
  bool scalar_;
};

}  // namespace sonde

#endif  // SONDE_MATCH_CLASS_FINDER_H_
