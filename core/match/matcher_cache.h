// Keeps the matchers of the patterns searched for last, so that a repeated
// search, the next page of one or a look into its spill compiles nothing.
#ifndef SONDE_MATCH_MATCHER_CACHE_H_
#define SONDE_MATCH_MATCHER_CACHE_H_

#include <memory>
#include <vector>

#include "core/match/matcher.h"

namespace sonde {

class MatcherCache {
 public:
  // The matcher of `spec`, compiled unless it is kept. Errors: as of
  // Matcher::Compile; they are not kept.
  Result<std::shared_ptr<const Matcher>> Get(const PatternSpec& spec);

 private:
  struct Kept {
    PatternSpec spec;
    std::shared_ptr<const Matcher> matcher;
  };
  // Each may hold two programs with their DFA states.
  static constexpr size_t kMaxKept = 4;

  std::vector<Kept> kept_;  // the one used last at the back
};

}  // namespace sonde

#endif  // SONDE_MATCH_MATCHER_CACHE_H_
