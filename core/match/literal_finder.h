// Finds a plain text in a larger one, a block of bytes at a time.
#ifndef SONDE_MATCH_LITERAL_FINDER_H_
#define SONDE_MATCH_LITERAL_FINDER_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace sonde {

class LiteralFinder {
 public:
  // With `fold_ascii`, ASCII letters match in either case. `scalar` uses plain
  // bytes where SIMD is there: the same answers, for tests.
  LiteralFinder(std::string needle, bool fold_ascii, bool scalar = false);

  // Offset of the first hit that begins at or after `from` and ends at or
  // before `text`'s end; npos without one. Never reads outside `text`.
  size_t Find(std::string_view text, size_t from) const;

  size_t size() const { return needle_.size(); }

 private:
  template <typename Ops, bool kFold>
  size_t Scan(std::string_view text, size_t from) const;
  bool MatchesAt(const char* at) const;

  std::string needle_;  // lower case with fold_ascii_
  bool fold_ascii_;
  bool scalar_;
  // The two bytes of the needle that stand least often in text: a hit has both
  // at their places. Equal for a needle of one byte.
  size_t first_probe_ = 0;
  size_t second_probe_ = 0;
};

}  // namespace sonde

#endif  // SONDE_MATCH_LITERAL_FINDER_H_
