// The matcher for what is more than literals around one wildcard: a Thompson
// automaton, run with all its states at once. Never backtracks.
#ifndef SONDE_GLOB_GLOB_PROGRAM_H_
#define SONDE_GLOB_GLOB_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/glob/glob_syntax.h"

namespace sonde {

class GlobProgram {
 public:
  GlobProgram() = default;
  // `decodes`: units are code points of UTF-8 text, else bytes.
  GlobProgram(const GlobSequence& sequence, bool decodes);

  // Whether all of `text` matches. O(states × text), states <= tokens × 3.
  bool Matches(std::string_view text) const;

 private:
  enum class Op : uint8_t { kUnit, kAny, kClass, kStar, kAnyPath, kSplit, kJump, kMatch };
  struct State {
    Op op;
    // kUnit: the unit. kClass: index into classes_. kSplit: the other way, kJump:
    // the way. All others, and kSplit too, go on to the next state.
    uint32_t argument;
  };
  class StateSet;

  void Emit(Op op, size_t argument = 0) { states_.push_back({op, static_cast<uint32_t>(argument)}); }
  void CompileSequence(const GlobSequence& sequence);
  void CompileAlternatives(const std::vector<GlobSequence>& alternatives);
  bool Consumes(const State& state, char32_t unit) const;
  bool Run(std::string_view text, uint32_t* storage) const;

  std::vector<State> states_;
  std::vector<CharacterClass> classes_;
  bool decodes_ = false;
};

}  // namespace sonde

#endif  // SONDE_GLOB_GLOB_PROGRAM_H_
