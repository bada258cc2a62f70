// Finds a plain text in a larger one.
#ifndef SONDE_MATCH_LITERAL_FINDER_H_
#define SONDE_MATCH_LITERAL_FINDER_H_

#include <string>
#include <string_view>

namespace sonde {

class LiteralFinder {
 public:
  // With `fold_ascii`, ASCII letters match in either case.
  LiteralFinder(std::string needle, bool fold_ascii);

  // Offset of the first hit that begins at or after `from` and ends at or
  // before `text`'s end; npos without one.
  size_t Find(std::string_view text, size_t from) const;

  size_t size() const { return needle_.size(); }

 private:
  bool MatchesAt(const char* at) const;

  std::string needle_;  // lower case with fold_ascii_
  bool fold_ascii_;
  size_t rare_ = 0;  // index of the needle's rarest byte
};

}  // namespace sonde

#endif  // SONDE_MATCH_LITERAL_FINDER_H_
