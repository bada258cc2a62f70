// A seeded generator, so that a property test fails the same way twice.
#ifndef SONDE_TESTS_UNIT_RANDOM_H_
#define SONDE_TESTS_UNIT_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sonde {

// SplitMix64.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // A number of [0, bound).
  size_t Below(size_t bound) { return static_cast<size_t>(Next() % bound); }
  bool OneIn(size_t count) { return Below(count) == 0; }
  char Of(std::string_view alphabet) { return alphabet[Below(alphabet.size())]; }
  template <typename List>
  const auto& Pick(const List& list) {
    return list[Below(std::size(list))];
  }

  // Up to `most` characters of `alphabet`.
  std::string Text(std::string_view alphabet, size_t most) {
    std::string text(Below(most + 1), ' ');
    for (char& c : text) c = Of(alphabet);
    return text;
  }

 private:
  uint64_t state_;
};

}  // namespace sonde

#endif  // SONDE_TESTS_UNIT_RANDOM_H_
