// Normalising paths, against a plain reading of the rules. Input: two bytes, low
// first, and the path; a second path repeats it to as many bytes as the two say,
// so that short inputs reach the bound of the length.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/path_order.h"
#include "core/base/utf8.h"
#include "core/vfs/path.h"
#include "tests/fuzz/no_input.h"

namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

// The normal path, or "" for one that must be refused.
std::string Reference(std::string_view path) {
  if (path.substr(0, 1) == "/" || path.find('\0') != std::string_view::npos || !sonde::IsValidUtf8(path)) return "";
  std::vector<std::string> kept;
  std::string segment;
  for (char c : std::string(path) + "/") {
    if (c != '/') {
      segment += c;
      continue;
    }
    if (segment == "..") {
      if (kept.empty()) return "";
      kept.pop_back();
    } else if (!segment.empty() && segment != ".") {
      kept.push_back(segment);
    }
    segment.clear();
  }
  std::string normal;
  for (const std::string& each : kept) normal += (normal.empty() ? "" : "/") + each;
  constexpr size_t kMostBytes = 4096;
  if (normal.size() > kMostBytes || (!kept.empty() && kept.front() == ".sonde")) return "";
  return normal;
}

void Check(std::string_view input) {
  const sonde::Result<std::string> normal = sonde::NormalizeWritePath(input);
  const std::string expected = Reference(input);
  const std::string answer = normal.ok() ? normal.value() : "";
  if (answer != expected) {
    std::fprintf(stderr, "a path of %zu bytes becomes one of %zu, the reference says %zu (0: refused)\n", input.size(),
                 answer.size(), expected.size());
    std::abort();
  }
  if (!normal.ok()) return;
  const sonde::Result<std::string> again = sonde::NormalizeWritePath(answer);
  Require(again.ok() && again.value() == answer);
  Require(sonde::ComparePaths(answer, answer) == 0 && sonde::ComparePaths(answer, answer + "/x") < 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMostRepeated = 8192;
  if (size < 3) return kNoInput;
  const size_t length = (data[0] + 256u * data[1]) % kMostRepeated;
  const std::string path(reinterpret_cast<const char*>(data) + 2, size - 2);
  Check(path);
  std::string repeated;
  while (repeated.size() < length) repeated.append(path).push_back('/');
  Check(std::string_view(repeated).substr(0, length));
  return 0;
}
