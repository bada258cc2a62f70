// Plain texts of which every match of a pattern must hold at least one.
#ifndef SONDE_MATCH_REQUIRED_LITERALS_H_
#define SONDE_MATCH_REQUIRED_LITERALS_H_

#include <string>
#include <vector>

#include "re2/re2.h"

namespace sonde {

// Sets that are least likely to stand in text where the pattern does not match;
// empty when the pattern requires none, or only what is everywhere. To be
// compared with ASCII case ignored.
struct RequiredLiterals {
  std::vector<std::string> in_ascii_text;  // for text without bytes above 0x7F
  std::vector<std::string> in_any_text;
};

// RE2's analysis (re2/prefilter.h) lowers case. With `folds` (the pattern may
// ignore case, or names letters beyond ASCII), letters are left out of
// in_any_text whose other case may lie on the other side of U+007F.
RequiredLiterals RequiredLiteralsOf(const RE2& program, bool folds);

}  // namespace sonde

#endif  // SONDE_MATCH_REQUIRED_LITERALS_H_
