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
  // How a class is told from a block of bytes.
  struct Probe {
    size_t place = 0;  // in the run
    // A class of neighbours, or of a range of letters in both cases, is compared:
    // (byte | case_bit) - least <= span.
    bool is_range = false;
    uint8_t case_bit = 0;
    uint8_t least = 0;
    uint8_t span = 0;
    // Others are looked up by nibbles: bit h of low[n] is set when the class holds
    // the byte with the high nibble h (0 to 7) and the low nibble n.
    uint8_t low[16] = {};
  };

  static Probe ProbeOf(const ByteClass& members, size_t place);
  template <typename Ops>
  static typename Ops::Block RangeHolds(const Probe& probe, const char* at);
  template <typename Ops>
  static typename Ops::Block Misses(const Probe& probe, const char* at);
  template <typename Ops, bool kRanges>
  size_t Scan(std::string_view text, size_t from) const;
  template <typename Ops>
  size_t ScanWith(std::string_view text, size_t from) const;
  // Whether the run stands at `at`, which must leave room for it.
  bool StandsAt(const char* at) const;

  size_t size_;
  Probe first_;               // of the rarest class
  Probe second_;              // of the next one; the same in a run of one
  uint8_t places_[256] = {};  // bit i of places_[byte]: class i holds the byte
  bool scalar_;
};

}  // namespace sonde

#endif  // SONDE_MATCH_CLASS_FINDER_H_
