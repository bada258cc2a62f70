#include "core/glob/glob_syntax.h"

#include <utility>

namespace sonde {

bool CharacterClass::Contains(char32_t unit) const {
  if (unit == '/') return false;
  for (const Range& range : ranges) {
    if (range.first <= unit && unit <= range.last) return !negated;
  }
  return negated;
}

void AppendToken(GlobSequence* sequence, GlobToken token) {
  using Kind = GlobToken::Kind;
  auto is_gap = [](Kind kind) { return kind == Kind::kStar || kind == Kind::kAnyPath || kind == Kind::kFolders; };
  if (!sequence->empty() && is_gap(token.kind)) {
    Kind& last = sequence->back().kind;
    if (last == token.kind || (last == Kind::kAnyPath && is_gap(token.kind))) return;
    // `*` then anything, and folders then a name, are anything. Only folders
    // after `*` say more: the star must end at a slash or at nothing.
    if (is_gap(last) && token.kind != Kind::kFolders) {
      last = Kind::kAnyPath;
      return;
    }
  }
  sequence->push_back(std::move(token));
}

}  // namespace sonde
