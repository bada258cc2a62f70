#include "core/match/matcher_cache.h"

#include <algorithm>
#include <utility>

namespace sonde {

Result<std::shared_ptr<const Matcher>> MatcherCache::Get(const PatternSpec& spec) {
  auto at = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.spec == spec; });
  if (at != kept_.end()) {
    std::rotate(at, at + 1, kept_.end());
    return kept_.back().matcher;
  }
  Result<std::shared_ptr<const Matcher>> compiled = Matcher::Compile(spec);
  if (!compiled.ok()) return compiled;
  if (kept_.size() == kMaxKept) kept_.erase(kept_.begin());
  kept_.push_back({spec, compiled.value()});
  return compiled;
}

}  // namespace sonde
