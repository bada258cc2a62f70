// A naive matcher of git's globs, for the fuzzers to compare with: it follows
// the pattern's text by recursion and remembers every answer, so it needs
// pattern × text steps and memory. Shares no code with core/glob.
#ifndef SONDE_TESTS_FUZZ_REFERENCE_GIT_GLOB_H_
#define SONDE_TESTS_FUZZ_REFERENCE_GIT_GLOB_H_

#include <cctype>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace sonde_reference {

class GitGlob {
 public:
  explicit GitGlob(std::string_view pattern) : pattern_(pattern) {}

  bool IsMalformed() const {
    for (size_t at = 0; at < pattern_.size();) {
      if (pattern_[at] == '\\') {
        if (at + 1 == pattern_.size()) return true;
        at += 2;
      } else if (pattern_[at] == '[') {
        at = ClassEnd(at, 0, nullptr);
        if (at == std::string::npos) return true;
      } else {
        ++at;
      }
    }
    return false;
  }

  bool Matches(std::string_view text) {
    text_ = text;
    known_.clear();
    return !IsMalformed() && From(0, 0);
  }

 private:
  bool From(size_t p, size_t t) {
    const auto key = std::make_pair(p, t);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    const bool answer = Compute(p, t);
    known_[key] = answer;
    return answer;
  }

  bool Compute(size_t p, size_t t) {
    if (p == pattern_.size()) return t == text_.size();
    const char c = pattern_[p];
    if (c == '*') return Star(p, t);
    if (t == text_.size()) return false;
    if (c == '?') return text_[t] != '/' && From(p + 1, t + 1);
    if (c == '[') {
      bool member = false;
      const size_t end = ClassEnd(p, static_cast<unsigned char>(text_[t]), &member);
      return member && text_[t] != '/' && From(end, t + 1);
    }
    const size_t literal = c == '\\' ? p + 1 : p;
    return pattern_[literal] == text_[t] && From(literal + 1, t + 1);
  }

  bool Star(size_t p, size_t t) {
    size_t end = p;
    while (end < pattern_.size() && pattern_[end] == '*') ++end;
    const bool begins = p == 0 || pattern_[p - 1] == '/';
    const bool last = end == pattern_.size();
    const bool slash = !last && pattern_[end] == '/';
    const bool escaped_slash = pattern_.compare(end, 2, "\\/") == 0;
    const bool spans = end - p > 1 && begins && (last || slash || escaped_slash);
    if (spans && slash && From(end + 1, t)) return true;
    for (size_t to = t;; ++to) {
      if (From(end, to)) return true;
      if (to == text_.size() || (!spans && text_[to] == '/')) return false;
    }
  }

  // End of the class at `at`, npos when it is malformed. `member`: whether it
  // holds `byte`.
  size_t ClassEnd(size_t at, unsigned char byte, bool* member) const {
    size_t p = at + 1;
    auto get = [&](size_t i) { return static_cast<unsigned char>(i < pattern_.size() ? pattern_[i] : 0); };
    const bool negated = get(p) == '!' || get(p) == '^';
    if (negated) ++p;
    bool found = false;
    int before = -1;
    bool first = true;
    while (first || get(p) != ']') {
      first = false;
      if (p >= pattern_.size()) return std::string::npos;
      unsigned char c = get(p);
      if (c == '-' && before >= 0 && p + 1 < pattern_.size() && get(p + 1) != ']') {
        ++p;
        if (get(p) == '\\') ++p;
        if (p >= pattern_.size()) return std::string::npos;
        if (before <= byte && byte <= get(p)) found = true;
        before = -1;
        ++p;
        continue;
      }
      if (c == '[' && get(p + 1) == ':') {
        const size_t close = pattern_.find(']', p + 2);
        if (close == std::string::npos) return std::string::npos;
        if (close > p + 2 && get(close - 1) == ':') {
          const int is_member = PosixMember(pattern_.substr(p + 2, close - 1 - (p + 2)), byte);
          if (is_member < 0) return std::string::npos;
          if (is_member > 0) found = true;
          before = -1;
          p = close + 1;
          continue;
        }
      } else if (c == '\\') {
        ++p;
        if (p >= pattern_.size()) return std::string::npos;
        c = get(p);
      }
      if (c == byte) found = true;
      before = c;
      ++p;
    }
    if (member != nullptr) *member = found != negated;
    return p + 1;
  }

  // -1: no such class.
  static int PosixMember(const std::string& name, int byte) {
    const bool ascii = byte < 128;
    if (name == "alnum") return ascii && std::isalnum(byte);
    if (name == "alpha") return ascii && std::isalpha(byte);
    if (name == "blank") return byte == ' ' || byte == '\t';
    if (name == "cntrl") return ascii && std::iscntrl(byte);
    if (name == "digit") return ascii && std::isdigit(byte);
    if (name == "graph") return ascii && std::isgraph(byte);
    if (name == "lower") return ascii && std::islower(byte);
    if (name == "print") return ascii && std::isprint(byte);
    if (name == "punct") return ascii && std::ispunct(byte);
    if (name == "space") return byte != 0 && std::strchr(" \t\r\n", byte) != nullptr;
    if (name == "upper") return ascii && std::isupper(byte);
    if (name == "xdigit") return ascii && std::isxdigit(byte);
    return -1;
  }

  std::string pattern_;
  std::string text_;
  std::map<std::pair<size_t, size_t>, bool> known_;
};

}  // namespace sonde_reference

#endif  // SONDE_TESTS_FUZZ_REFERENCE_GIT_GLOB_H_
