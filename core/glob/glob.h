// One glob over a whole relative path ('/'-separated, no leading '/').
//
//   auto compiled = Glob::Compile("src/**/*.{h,cc}", Glob::Dialect::kRipgrep);
//   if (auto* glob = std::get_if<Glob>(&compiled)) glob->Matches("src/a/b.cc");
//
// Both dialects: `?`, `*` and classes never match '/'; `**` between slashes (or
// at an end of the pattern) matches any number of folders. Matching takes time
// in proportion to pattern size times path size, whatever the pattern.
#ifndef SONDE_GLOB_GLOB_H_
#define SONDE_GLOB_GLOB_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/glob/glob_program.h"

namespace sonde {

struct GlobError {
  std::string message;
  size_t offset;  // byte in the pattern where the faulty part begins
};

class Glob {
 public:
  enum class Dialect {
    // Of ripgrep's --glob: braces {a,b}, which nest and may hold empty
    // alternatives. Works on code points and compares in NFC; a byte that is
    // not UTF-8 counts as one character.
    kRipgrep,
    // Of .gitignore lines with a slash (wildmatch, WM_PATHNAME): no braces,
    // POSIX classes such as [[:alpha:]], works on bytes.
    kGit,
  };

  // Fails on an unclosed class or brace, a reversed range (kRipgrep), an
  // unknown POSIX class (kGit), a trailing backslash, and braces nested deeper
  // than kMaxBraceDepth.
  static std::variant<Glob, GlobError> Compile(std::string_view pattern, Dialect dialect);

  bool Matches(std::string_view path) const;

  // What every matching path ends with, "" where nothing is known. For a glob
  // without wildcards: the whole path.
  std::string_view LiteralSuffix() const;

  bool MatchesOnlyEmpty() const;

 private:
  // prefix + gap + suffix: nearly every glob in use is one of these, told by
  // two comparisons. The gap is a program only where it is not simple.
  struct Branch {
    enum class Gap { kNone, kStar, kAnyPath, kFolders, kProgram };
    std::string prefix;
    std::string suffix;
    std::string needle;  // a literal that the gap must hold, for kProgram
    Gap gap = Gap::kNone;
    GlobProgram program;

    bool Matches(std::string_view path) const;
  };

  Glob() = default;
  static Branch MakeBranch(const GlobSequence& sequence, Dialect dialect);

  std::vector<Branch> branches_;  // any of them matches
  bool normalizes_ = false;
};

}  // namespace sonde

#endif  // SONDE_GLOB_GLOB_H_
