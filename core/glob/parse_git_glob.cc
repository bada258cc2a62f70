#include <utility>

#include "core/glob/glob_syntax.h"

namespace sonde {
namespace {

using Kind = GlobToken::Kind;
using Range = CharacterClass::Range;

struct PosixClass {
  std::string_view name;
  Range ranges[4];  // unused ones are empty: they end before they begin
};

constexpr Range kNoRange = {1, 0};

// ASCII only, with git's idea of white space (no vertical tab, no form feed).
constexpr PosixClass kPosixClasses[] = {
    {"alnum", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, kNoRange}},
    {"alpha", {{'A', 'Z'}, {'a', 'z'}, kNoRange, kNoRange}},
    {"blank", {{' ', ' '}, {'\t', '\t'}, kNoRange, kNoRange}},
    {"cntrl", {{0, 31}, {127, 127}, kNoRange, kNoRange}},
    {"digit", {{'0', '9'}, kNoRange, kNoRange, kNoRange}},
    {"graph", {{'!', '~'}, kNoRange, kNoRange, kNoRange}},
    {"lower", {{'a', 'z'}, kNoRange, kNoRange, kNoRange}},
    {"print", {{' ', '~'}, kNoRange, kNoRange, kNoRange}},
    {"punct", {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}},
    {"space", {{' ', ' '}, {'\t', '\n'}, {'\r', '\r'}, kNoRange}},
    {"upper", {{'A', 'Z'}, kNoRange, kNoRange, kNoRange}},
    {"xdigit", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}, kNoRange}},
};

class Parser {
 public:
  explicit Parser(std::string_view pattern) : pattern_(pattern) {}

  GlobFault Parse(GlobSequence* sequence) {
    while (fault_.reason == nullptr && offset_ < pattern_.size()) AppendToken(sequence, ParseOne());
    return fault_;
  }

 private:
  // The byte at `offset`, 0 past the end: patterns hold no NUL.
  uint8_t At(size_t offset) const { return offset < pattern_.size() ? static_cast<uint8_t>(pattern_[offset]) : 0; }

  GlobToken Fail(const char* reason, size_t offset) {
    fault_ = {reason, offset};
    return {Kind::kUnit};
  }

  GlobToken ParseOne() {
    const size_t start = offset_++;
    switch (At(start)) {
      case '?':
        return {Kind::kAny};
      case '*':
        return {ParseStar(start)};
      case '[':
        return ParseClass(start);
      case '\\':
        if (offset_ == pattern_.size()) return Fail("a trailing '\\' escapes nothing", start);
        return {Kind::kUnit, At(offset_++)};
      default:
        return {Kind::kUnit, At(start)};
    }
  }

  // Two or more stars span folders only where they are a whole component.
  Kind ParseStar(size_t start) {
    while (At(offset_) == '*') ++offset_;
    const bool component_begins = start == 0 || At(start - 1) == '/';
    if (offset_ - start == 1 || !component_begins) return Kind::kStar;
    if (At(offset_) == '/') {
      ++offset_;
      return Kind::kFolders;
    }
    const bool component_ends = offset_ == pattern_.size() || (At(offset_) == '\\' && At(offset_ + 1) == '/');
    return component_ends ? Kind::kAnyPath : Kind::kStar;
  }

  GlobToken ParseClass(size_t start) {
    GlobToken token{Kind::kClass};
    auto& ranges = token.character_class.ranges;
    if (At(offset_) == '!' || At(offset_) == '^') {
      token.character_class.negated = true;
      ++offset_;
    }
    uint8_t previous = 0;  // a single member that a '-' may extend; 0: none
    for (bool first = true; first || At(offset_) != ']'; first = false) {
      uint8_t member = At(offset_);
      if (member == '-' && previous != 0 && At(offset_ + 1) != 0 && At(offset_ + 1) != ']') {
        ++offset_;
        if (!ReadMember(&member)) return Unclosed(start);
        ranges.push_back({previous, member});
        previous = 0;
      } else if (member == '[' && At(offset_ + 1) == ':') {
        const size_t close = pattern_.find(']', offset_ + 2);
        if (close == std::string_view::npos) return Unclosed(start);
        const std::string_view name = pattern_.substr(offset_ + 2, close - offset_ - 2);
        if (name.empty() || name.back() != ':') {  // no ":]": an ordinary '['
          ranges.push_back({'[', '['});
          previous = '[';
          ++offset_;
        } else if (AppendPosixClass(name.substr(0, name.size() - 1), &ranges)) {
          offset_ = close + 1;
          previous = 0;
        } else {
          return Fail("unknown POSIX character class", offset_);
        }
      } else {
        if (!ReadMember(&member)) return Unclosed(start);
        ranges.push_back({member, member});
        previous = member;
      }
    }
    ++offset_;
    return token;
  }

  GlobToken Unclosed(size_t start) { return Fail("unclosed character class: a ']' is missing", start); }

  // Reads one member, escaped or not. False at the end of the pattern.
  bool ReadMember(uint8_t* member) {
    if (At(offset_) == '\\') ++offset_;
    *member = At(offset_++);
    return *member != 0;
  }

  static bool AppendPosixClass(std::string_view name, std::vector<Range>* ranges) {
    for (const PosixClass& posix : kPosixClasses) {
      if (posix.name != name) continue;
      for (const Range& range : posix.ranges) ranges->push_back(range);
      return true;
    }
    return false;
  }

  std::string_view pattern_;
  size_t offset_ = 0;
  GlobFault fault_{nullptr, 0};
};

}  // namespace

GlobFault ParseGitGlob(std::string_view pattern, GlobSequence* sequence) { return Parser(pattern).Parse(sequence); }

}  // namespace sonde
