#include "core/rank/reading_order.h"

#include <algorithm>

#include "core/base/path_order.h"
#include "core/base/sorted_order.h"

namespace sonde {
namespace {

// Shorter names are parts of almost everything.
constexpr size_t kShortestPart = 3;
constexpr int64_t kLikest = 2;

bool IsLetterOrDigit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

int64_t Likeness(const std::string& stem, const std::vector<std::string>& names) {
  int64_t likeness = 0;
  for (const std::string& name : names) {
    if (name.size() < kShortestPart || stem.size() < kShortestPart) continue;
    if (stem == name) return kLikest;
    if (stem.find(name) != std::string::npos || name.find(stem) != std::string::npos) likeness = 1;
  }
  return likeness;
}

// True when a word of the path says that it is about testing.
bool IsTest(std::string_view path) {
  static constexpr std::string_view kWords[] = {"test",  "tests",     "testing", "spec",
                                                "bench", "benchmark", "mock",    "mocks"};
  size_t begin = 0;
  for (size_t at = 0; at <= path.size(); ++at) {
    if (at < path.size() && IsLetterOrDigit(path[at])) continue;
    std::string_view word = path.substr(begin, at - begin);
    if (std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords)) return true;
    begin = at + 1;
  }
  return false;
}

}  // namespace

std::string NameOf(std::string_view text, bool is_pattern) {
  std::string name;
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (is_pattern && c == '\\') {
      ++at;
    } else if (IsLetterOrDigit(c)) {
      name.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c);
    }
  }
  return name;
}

std::vector<uint32_t> ReadingOrder(const std::vector<std::string_view>& paths, const std::vector<std::string>& names) {
  std::vector<int64_t> keys;
  keys.reserve(paths.size());
  for (std::string_view path : paths) {
    if (keys.size() == kNamed) break;
    std::string_view base = BaseName(path);
    int64_t likeness = Likeness(NameOf(base.substr(0, base.find('.', 1)), false), names);
    keys.push_back((IsTest(path) ? kLikest + 1 : 0) - likeness);
  }
  keys.resize(paths.size(), kLikest + 2);  // behind every other key
  return SortedOrder(keys);
}

}  // namespace sonde
