// Patterns that match a few plain texts and nothing else.
#ifndef SONDE_MATCH_EXACT_LITERALS_H_
#define SONDE_MATCH_EXACT_LITERALS_H_

#include <optional>
#include <string>
#include <vector>

#include "re2/regexp.h"

namespace sonde {

struct ExactLiterals {
  std::vector<std::string> texts;  // sorted, none empty; lower case when folded
  bool folded = false;             // ASCII letters match in either case
};

// The texts that `pattern` matches: a literal, an alternation of literals, or
// what expands to few of them (colou?r, v[12]). Nothing when there are many, an
// empty one, an anchor, or letters of which some ignore case and others don't.
// `ascii_text`: holds for text without bytes above 0x7F, where a letter's cases
// beyond ASCII don't count. `pattern` is parsed for UTF-8.
std::optional<ExactLiterals> ExactLiteralsOf(re2::Regexp* pattern, bool ascii_text);

}  // namespace sonde

#endif  // SONDE_MATCH_EXACT_LITERALS_H_
