// Normalising paths. Input: the path. What comes out is normal: normalising it
// again changes nothing, it has no empty, "." or ".." segment, and its length
// is within the bound.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/base/path_order.h"
#include "core/base/utf8.h"
#include "core/vfs/path.h"

namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view input(reinterpret_cast<const char*>(data), size);
  sonde::Result<std::string> normal = sonde::NormalizeWritePath(input);
  if (!normal.ok()) return 0;
  const std::string& path = normal.value();
  Require(!path.empty() && path.size() <= 4096 && sonde::IsValidUtf8(path));
  Require(path.front() != '/' && path.back() != '/' && path.find('\0') == std::string::npos);
  std::string_view rest = path;
  while (!rest.empty()) {
    std::string_view segment = rest.substr(0, rest.find('/'));
    Require(!segment.empty() && segment != "." && segment != "..");
    rest.remove_prefix(std::min(rest.size(), segment.size() + 1));
  }
  sonde::Result<std::string> again = sonde::NormalizeWritePath(path);
  Require(again.ok() && again.value() == path);
  Require(sonde::ComparePaths(path, path) == 0 && sonde::ComparePaths(path, path + "/x") < 0);
  // A repeated input reaches the length bound from short seeds.
  std::string longer;
  while (longer.size() <= 4200) longer.append(path).push_back('/');
  sonde::Result<std::string> cut = sonde::NormalizeWritePath(std::string_view(longer).substr(0, 4097 + size % 2));
  Require(!cut.ok() || cut.value().size() <= 4096);
  return 0;
}
