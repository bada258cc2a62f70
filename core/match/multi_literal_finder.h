// Finds the first of several plain texts, a block of bytes at a time.
//
// The method is known as Teddy: the first bytes of the literals are looked up
// by nibble, all literals at once; what passes is compared. Literals share
// eight buckets. Low nibbles are looked up first, for they rule out most of a
// text and are the same for both cases of a letter.
#ifndef SONDE_MATCH_MULTI_LITERAL_FINDER_H_
#define SONDE_MATCH_MULTI_LITERAL_FINDER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

class MultiLiteralFinder {
 public:
  // None of `literals` may be empty. `fold_ascii`, `scalar`: as in LiteralFinder.
  MultiLiteralFinder(std::vector<std::string> literals, bool fold_ascii, bool scalar);

  // Offset of the first place at or after `from` where one of them stands
  // wholly inside `text`; npos without one. Never reads outside `text`.
  size_t Find(std::string_view text, size_t from) const;

 private:
  static constexpr size_t kBuckets = 8;
  static constexpr size_t kProbes = 3;  // leading bytes looked up

  template <typename Ops>
  size_t Scan(std::string_view text, size_t from) const;
  char Folded(char c) const;
  bool MatchesAt(std::string_view text, size_t at, uint32_t buckets) const;

  std::vector<std::string> literals_[kBuckets];  // lower case with fold_ascii_
  bool fold_ascii_;
  // Bit b of low[i][n] (high[i][n]): bucket b has a literal whose byte i has
  // the low (high) nibble n.
  uint8_t low_[kProbes][16] = {};
  uint8_t high_[kProbes][16] = {};
  bool scalar_;
};

}  // namespace sonde

#endif  // SONDE_MATCH_MULTI_LITERAL_FINDER_H_
