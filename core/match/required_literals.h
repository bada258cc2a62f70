// Plain texts of which every match of a pattern must hold at least one.
#ifndef SONDE_MATCH_REQUIRED_LITERALS_H_
#define SONDE_MATCH_REQUIRED_LITERALS_H_

#include <string>
#include <vector>

#include "re2/re2.h"

namespace sonde {

// The set that is least likely to stand in text where the pattern does not
// match; empty when the pattern requires none, or only what is everywhere. To
// be compared with ASCII case ignored.
//
// RE2's analysis (re2/prefilter.h) lowers case. `ascii_text`: the set is for
// text without bytes above 0x7F. Otherwise, with `folds` (the pattern may
// ignore case, or names letters beyond ASCII), letters are left out whose
// other case may lie on the other side of U+007F.
std::vector<std::string> RequiredLiterals(const RE2& program, bool ascii_text, bool folds);

}  // namespace sonde

#endif  // SONDE_MATCH_REQUIRED_LITERALS_H_
