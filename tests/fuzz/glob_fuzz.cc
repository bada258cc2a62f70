// Globs of both dialects against naive matchers. Input: a byte whose lowest bit
// is the dialect, the pattern, a line feed, the path.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/nfc.h"
#include "core/base/utf8.h"
#include "core/glob/glob.h"
#include "tests/fuzz/no_input.h"
#include "tests/fuzz/reference_git_glob.h"

namespace {

using Units = std::u32string;
using Offsets = std::set<size_t>;

Units Decode(std::string_view text) {
  Units units;
  for (size_t offset = 0; offset < text.size();) units.push_back(sonde::DecodeUtf8(text, &offset));
  return units;
}

// Ripgrep's globs: follows every way through the pattern's text at once, as a
// set of offsets into the path.
class RipgrepGlob {
 public:
  RipgrepGlob(Units pattern, Units path) : pattern_(std::move(pattern)), path_(std::move(path)) {}

  // -1: malformed, else whether all of the path matches.
  int Matches() {
    size_t p = 0;
    const Offsets ends = Alternatives(&p, {0}, 0);
    if (malformed_ || p != pattern_.size()) return -1;
    return ends.count(path_.size()) != 0 ? 1 : 0;
  }

 private:
  bool AtEnd(size_t p) const { return p >= pattern_.size(); }

  // Reads up to the brace that closes this depth, or to the end at depth 0.
  Offsets Alternatives(size_t* p, const Offsets& begins, size_t depth) {
    Offsets ends;
    if (depth > sonde::kMaxBraceDepth) malformed_ = true;
    while (!malformed_) {
      const Offsets reached = Sequence(p, begins, depth);
      ends.insert(reached.begin(), reached.end());
      if (depth == 0 || AtEnd(*p)) break;
      if (pattern_[(*p)++] == '}') return ends;
    }
    if (depth > 0) malformed_ = true;
    return ends;
  }

  Offsets Sequence(size_t* p, Offsets at, size_t depth) {
    const size_t begin = *p;
    while (!malformed_ && !AtEnd(*p)) {
      const char32_t c = pattern_[*p];
      if (depth > 0 && (c == ',' || c == '}')) break;
      if (c == '}') {
        malformed_ = true;
      } else if (c == '{') {
        ++*p;
        at = Alternatives(p, at, depth + 1);
      } else if (c == '*') {
        at = Stars(p, at, depth, begin);
      } else if (c == '[') {
        at = Class(p, at);
      } else {
        ++*p;
        if (c == '\\' && AtEnd(*p)) {
          malformed_ = true;
          break;
        }
        const char32_t literal = c == '\\' ? pattern_[(*p)++] : c;
        at = Step(at, [&](char32_t unit) { return c == '?' ? unit != '/' : unit == literal; });
      }
    }
    return at;
  }

  template <typename Accepts>
  Offsets Step(const Offsets& at, Accepts accepts) const {
    Offsets next;
    for (size_t t : at) {
      if (t < path_.size() && accepts(path_[t])) next.insert(t + 1);
    }
    return next;
  }

  Offsets Stars(size_t* p, const Offsets& at, size_t depth, size_t begin) {
    const size_t start = *p;
    *p += 1;
    bool folders = false;
    bool any = false;
    if (!AtEnd(*p) && pattern_[*p] == '*') {
      *p += 1;
      const bool first = start == begin;
      const bool component = first || pattern_[start - 1] == '/';
      const bool brace_ends = !AtEnd(*p) && depth > 0 && !first && (pattern_[*p] == ',' || pattern_[*p] == '}');
      if (component && !AtEnd(*p) && pattern_[*p] == '/') {
        *p += 1;
        folders = true;
      } else if (component && (AtEnd(*p) || brace_ends)) {
        any = true;
      }
    }
    Offsets next = at;
    for (size_t t : at) {
      for (size_t to = t; to < path_.size() && (folders || any || path_[to] != '/'); ++to) {
        if (!folders || path_[to] == '/') next.insert(to + 1);
      }
    }
    return next;
  }

  Offsets Class(size_t* p, const Offsets& at) {
    size_t q = *p + 1;
    const bool negated = !AtEnd(q) && (pattern_[q] == '!' || pattern_[q] == '^');
    if (negated) ++q;
    const size_t close = AtEnd(q) ? Units::npos : pattern_.find(U']', q + 1);
    if (close == Units::npos) {
      malformed_ = true;
      return {};
    }
    const Units body = pattern_.substr(q, close - q);
    *p = close + 1;
    // Pairs of inclusive bounds.
    std::vector<std::pair<char32_t, char32_t>> ranges;
    for (size_t i = 0; i < body.size();) {
      const char32_t low = body[i];
      const bool is_range = i + 2 < body.size() && body[i + 1] == '-';
      // A '-' after a whole range begins another range from that same member's
      // upper end.
      if (low == '-' && i > 0 && i + 1 < body.size()) {
        if (body[i + 1] < ranges.back().first) malformed_ = true;
        ranges.back().second = body[i + 1];
        i += 2;
      } else if (is_range) {
        if (body[i + 2] < low) malformed_ = true;
        ranges.push_back({low, body[i + 2]});
        i += 3;
      } else {
        ranges.push_back({low, low});
        i += 1;
      }
    }
    return Step(at, [&](char32_t unit) {
      if (unit == '/') return false;
      bool found = false;
      for (const auto& [low, high] : ranges) found = found || (low <= unit && unit <= high);
      return found != negated;
    });
  }

  Units pattern_;
  Units path_;
  bool malformed_ = false;
};

int ReferenceAnswer(sonde::Glob::Dialect dialect, std::string_view pattern, std::string_view path) {
  if (dialect == sonde::Glob::Dialect::kGit) {
    sonde_reference::GitGlob reference(pattern);
    if (reference.IsMalformed()) return -1;
    return reference.Matches(path) ? 1 : 0;
  }
  const int raw = RipgrepGlob(Decode(pattern), Decode(sonde::NormalizeNfc(path))).Matches();
  if (raw < 0) return -1;
  // A range that composing reverses is kept as written.
  const int composed = RipgrepGlob(Decode(sonde::NormalizeNfc(pattern)), Decode(sonde::NormalizeNfc(path))).Matches();
  return composed < 0 ? raw : composed;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMaxSize = 160;  // the reference is slow on more
  if (size < 2 || size > kMaxSize) return kNoInput;
  const auto dialect = (data[0] & 1) != 0 ? sonde::Glob::Dialect::kGit : sonde::Glob::Dialect::kRipgrep;
  const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  const size_t split = input.find('\n');
  if (split == std::string_view::npos || input.find('\0') != std::string_view::npos) return kNoInput;
  const std::string_view pattern = input.substr(0, split);
  const std::string_view path = input.substr(split + 1);

  auto compiled = sonde::Glob::Compile(pattern, dialect);
  int answer = -1;
  if (const auto* glob = std::get_if<sonde::Glob>(&compiled)) {
    answer = glob->Matches(path) ? 1 : 0;
  } else if (std::get<sonde::GlobError>(compiled).offset >= pattern.size()) {
    std::fprintf(stderr, "the fault lies outside the pattern\n");
    std::abort();
  }
  const int expected = ReferenceAnswer(dialect, pattern, path);
  if (answer != expected) {
    std::fprintf(stderr, "glob '%s' on '%s': %d, the reference says %d\n", std::string(pattern).c_str(),
                 std::string(path).c_str(), answer, expected);
    std::abort();
  }
  return 0;
}
