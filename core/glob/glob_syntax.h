// The parsed form of a glob: a sequence of tokens, whose alternatives are
// sequences again.
#ifndef SONDE_GLOB_GLOB_SYNTAX_H_
#define SONDE_GLOB_GLOB_SYNTAX_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sonde {

// Deeper nesting is refused, so that recursion over the tree stays shallow.
inline constexpr size_t kMaxBraceDepth = 64;

// A set of units: bytes in the git dialect, code points in ripgrep's, where an
// ill-formed byte is the unit that DecodeUtf8 gives it. Never holds '/'.
struct CharacterClass {
  struct Range {
    char32_t first;
    char32_t last;  // inclusive
  };
  bool negated = false;
  std::vector<Range> ranges;

  bool Contains(char32_t unit) const;
};

struct GlobToken;
using GlobSequence = std::vector<GlobToken>;

struct GlobToken {
  enum class Kind : uint8_t {
    kUnit,          // itself
    kAny,           // one unit but '/'
    kClass,         // one unit of `character_class`
    kStar,          // any number of units but '/'
    kAnyPath,       // any number of any units
    kFolders,       // nothing, or anything that ends with '/'
    kAlternatives,  // one of `alternatives`
  };
  Kind kind;
  char32_t unit = 0;
  CharacterClass character_class = {};
  std::vector<GlobSequence> alternatives = {};
};

// Appends, joining neighbouring wildcards that together say no more than one.
void AppendToken(GlobSequence* sequence, GlobToken token);

// Why and where (byte offset) a pattern is malformed.
struct GlobFault {
  const char* reason;  // static text; null: no fault
  size_t offset;
};

GlobFault ParseRipgrepGlob(std::string_view pattern, GlobSequence* sequence);
GlobFault ParseGitGlob(std::string_view pattern, GlobSequence* sequence);

}  // namespace sonde

#endif  // SONDE_GLOB_GLOB_SYNTAX_H_
