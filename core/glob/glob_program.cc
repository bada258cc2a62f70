#include "core/glob/glob_program.h"

#include <utility>

#include "core/base/utf8.h"

namespace sonde {

// A set of states that keeps the order of insertion and clears at no cost:
// `place_` may hold garbage, it only counts when `members_` agrees.
class GlobProgram::StateSet {
 public:
  StateSet(uint32_t* members, uint32_t* place) : members_(members), place_(place) {}

  bool Contains(uint32_t state) const {
    const uint32_t place = place_[state];
    return place < size_ && members_[place] == state;
  }
  bool Insert(uint32_t state) {
    if (Contains(state)) return false;
    place_[state] = size_;
    members_[size_++] = state;
    return true;
  }
  void Clear() { size_ = 0; }
  uint32_t size() const { return size_; }
  uint32_t operator[](uint32_t index) const { return members_[index]; }

  // Adds `state` and all that it reaches without consuming. `stack` has room
  // for one entry a state: each state is inserted once and leaves at most one
  // entry behind.
  void AddClosure(const std::vector<State>& states, uint32_t state, uint32_t* stack) {
    size_t depth = 0;
    while (true) {
      if (Insert(state)) {
        const State& reached = states[state];
        if (reached.op == Op::kSplit) stack[depth++] = reached.argument;
        if (reached.op == Op::kJump) {
          state = reached.argument;
          continue;
        }
        if (reached.op == Op::kSplit || reached.op == Op::kStar || reached.op == Op::kAnyPath) {
          ++state;
          continue;
        }
      }
      if (depth == 0) return;
      state = stack[--depth];
    }
  }

 private:
  uint32_t* members_;
  uint32_t* place_;
  uint32_t size_ = 0;
};

GlobProgram::GlobProgram(const GlobSequence& sequence, bool decodes) : decodes_(decodes) {
  CompileSequence(sequence);
  Emit(Op::kMatch);
}

void GlobProgram::CompileSequence(const GlobSequence& sequence) {
  for (const GlobToken& token : sequence) {
    switch (token.kind) {
      case GlobToken::Kind::kUnit:
        Emit(Op::kUnit, token.unit);
        break;
      case GlobToken::Kind::kAny:
        Emit(Op::kAny);
        break;
      case GlobToken::Kind::kClass:
        Emit(Op::kClass, classes_.size());
        classes_.push_back(token.character_class);
        break;
      case GlobToken::Kind::kStar:
        Emit(Op::kStar);
        break;
      case GlobToken::Kind::kAnyPath:
        Emit(Op::kAnyPath);
        break;
      case GlobToken::Kind::kFolders:
        Emit(Op::kSplit, states_.size() + 3);
        Emit(Op::kAnyPath);
        Emit(Op::kUnit, '/');
        break;
      case GlobToken::Kind::kAlternatives:
        CompileAlternatives(token.alternatives);
        break;
    }
  }
}

void GlobProgram::CompileAlternatives(const std::vector<GlobSequence>& alternatives) {
  std::vector<size_t> jumps;
  for (size_t i = 0; i < alternatives.size(); ++i) {
    const bool last = i + 1 == alternatives.size();
    const size_t split = states_.size();
    if (!last) Emit(Op::kSplit);
    CompileSequence(alternatives[i]);
    if (last) break;
    jumps.push_back(states_.size());
    Emit(Op::kJump);
    states_[split].argument = static_cast<uint32_t>(states_.size());
  }
  for (size_t jump : jumps) states_[jump].argument = static_cast<uint32_t>(states_.size());
}

bool GlobProgram::Consumes(const State& state, char32_t unit) const {
  switch (state.op) {
    case Op::kUnit:
      return unit == state.argument;
    case Op::kAny:
    case Op::kStar:
      return unit != '/';
    case Op::kAnyPath:
      return true;
    case Op::kClass:
      return classes_[state.argument].Contains(unit);
    default:
      return false;
  }
}

bool GlobProgram::Matches(std::string_view text) const {
  // Five lists of states: members and places of two sets, and a stack.
  constexpr size_t kSmall = 64;
  if (states_.size() <= kSmall) {
    uint32_t storage[5 * kSmall] = {};
    return Run(text, storage);
  }
  std::vector<uint32_t> storage(5 * states_.size());
  return Run(text, storage.data());
}

bool GlobProgram::Run(std::string_view text, uint32_t* storage) const {
  const size_t count = states_.size();
  StateSet current(storage, storage + count);
  StateSet next(storage + 2 * count, storage + 3 * count);
  uint32_t* stack = storage + 4 * count;
  current.AddClosure(states_, 0, stack);
  size_t offset = 0;
  while (offset < text.size() && current.size() > 0) {
    const auto byte = static_cast<uint8_t>(text[offset]);
    const char32_t unit = byte < 0x80 || !decodes_ ? (++offset, byte) : DecodeUtf8(text, &offset);
    next.Clear();
    for (uint32_t i = 0; i < current.size(); ++i) {
      const uint32_t index = current[i];
      const State& state = states_[index];
      if (!Consumes(state, unit)) continue;
      const bool loops = state.op == Op::kStar || state.op == Op::kAnyPath;
      next.AddClosure(states_, loops ? index : index + 1, stack);
    }
    std::swap(current, next);
  }
  return current.Contains(static_cast<uint32_t>(count - 1));
}

}  // namespace sonde
