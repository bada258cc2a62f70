#include <utility>

#include "core/base/utf8.h"
#include "core/glob/glob_syntax.h"

namespace sonde {
namespace {

using Kind = GlobToken::Kind;

class Parser {
 public:
  explicit Parser(std::string_view pattern) : pattern_(pattern), open_(1) {}

  GlobFault Parse(GlobSequence* sequence) {
    while (fault_.reason == nullptr && !AtEnd()) ParseOne();
    if (fault_.reason == nullptr && open_.size() > 1) {
      Fail("unclosed alternatives: a '}' is missing (write '\\{' for the character)", open_.back().offset);
    }
    *sequence = std::move(open_.front().alternatives.back());
    return fault_;
  }

 private:
  // A brace group being read; its last alternative grows. The first group is
  // the pattern itself.
  struct Group {
    std::vector<GlobSequence> alternatives = std::vector<GlobSequence>(1);
    size_t offset = 0;
  };

  bool AtEnd() const { return offset_ >= pattern_.size(); }
  bool InBraces() const { return open_.size() > 1; }
  GlobSequence& Current() { return open_.back().alternatives.back(); }
  void Push(GlobToken token) { AppendToken(&Current(), std::move(token)); }
  void Fail(const char* reason, size_t offset) { fault_ = {reason, offset}; }

  void ParseOne() {
    const size_t start = offset_;
    const char32_t unit = DecodeUtf8(pattern_, &offset_);
    switch (unit) {
      case '?':
        return Push({Kind::kAny});
      case '*':
        return ParseStar(start);
      case '[':
        return ParseClass(start);
      case '{':
        if (open_.size() > kMaxBraceDepth) return Fail("alternatives are nested too deeply", start);
        open_.emplace_back();
        open_.back().offset = start;
        return;
      case '}':
        return CloseGroup(start);
      case ',':
        if (!InBraces()) break;
        open_.back().alternatives.emplace_back();
        return;
      case '\\':
        if (AtEnd()) return Fail("a trailing '\\' escapes nothing", start);
        return Push({Kind::kUnit, DecodeUtf8(pattern_, &offset_)});
      default:
        break;
    }
    Push({Kind::kUnit, unit});
  }

  void CloseGroup(size_t start) {
    if (!InBraces()) return Fail("unopened alternatives: a '{' is missing (write '\\}' for the character)", start);
    GlobToken token{Kind::kAlternatives};
    token.alternatives = std::move(open_.back().alternatives);
    open_.pop_back();
    Push(std::move(token));
  }

  // `**` spans folders only where it is a whole path component.
  void ParseStar(size_t start) {
    if (AtEnd() || pattern_[offset_] != '*') return Push({Kind::kStar});
    ++offset_;
    const bool first = Current().empty();
    const bool begins = first || pattern_[start - 1] == '/';
    if (begins && !AtEnd() && pattern_[offset_] == '/') {
      ++offset_;
      return Push({Kind::kFolders});
    }
    const bool ends = AtEnd() || (!first && InBraces() && (pattern_[offset_] == ',' || pattern_[offset_] == '}'));
    Push({begins && ends ? Kind::kAnyPath : Kind::kStar});
  }

  // A backslash is an ordinary member of a class here, as in ripgrep; ']' is
  // one as the first member.
  void ParseClass(size_t start) {
    GlobToken token{Kind::kClass};
    auto& ranges = token.character_class.ranges;
    if (!AtEnd() && (pattern_[offset_] == '!' || pattern_[offset_] == '^')) {
      token.character_class.negated = true;
      ++offset_;
    }
    bool in_range = false;  // a '-' after a member waits for its upper end
    for (bool first = true;; first = false) {
      if (AtEnd()) return Fail("unclosed character class: a ']' is missing (write '\\[' for the character)", start);
      const size_t at = offset_;
      const char32_t unit = DecodeUtf8(pattern_, &offset_);
      if (unit == ']' && !first) break;
      if (in_range) {
        if (unit < ranges.back().first) return Fail("a range of a character class ends before it begins", at);
#ifdef SONDE_PLANTED_FAULT
        ranges.back().last = unit - 1;
#else
        ranges.back().last = unit;
#endif
        in_range = false;
      } else if (unit == '-' && !first) {
        in_range = true;
      } else {
        ranges.push_back({unit, unit});
      }
    }
    if (in_range) ranges.push_back({'-', '-'});
    Push(std::move(token));
  }

  std::string_view pattern_;
  size_t offset_ = 0;
  std::vector<Group> open_;
  GlobFault fault_{nullptr, 0};
};

}  // namespace

GlobFault ParseRipgrepGlob(std::string_view pattern, GlobSequence* sequence) { return Parser(pattern).Parse(sequence); }

}  // namespace sonde
