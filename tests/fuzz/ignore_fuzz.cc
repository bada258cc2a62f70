// The rules of an ignore file against a naive reading of git's rules. Input: the
// path, a NUL, the ignore file. A path that ends with '/' is a folder.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/ignore/gitignore.h"
#include "tests/fuzz/no_input.h"
#include "tests/fuzz/reference_git_glob.h"

namespace {

using sonde::IgnoreVerdict;

std::string WithoutTrailingBlanks(std::string line) {
  while (!line.empty() && line.back() == ' ') {
    size_t backslashes = 0;
    while (backslashes + 1 < line.size() && line[line.size() - 2 - backslashes] == '\\') ++backslashes;
    if (backslashes % 2 == 1) break;
    line.pop_back();
  }
  return line;
}

bool RuleMatches(std::string rule, std::string path, bool is_directory) {
  if (!rule.empty() && rule.back() == '/') {
    if (!is_directory) return false;
    rule.pop_back();
  }
  if (rule.empty()) return false;
  if (rule.find('/') == std::string::npos) {
    return sonde_reference::GitGlob(rule).Matches(path.substr(path.rfind('/') + 1));
  }
  if (rule[0] == '/') rule.erase(0, 1);
  // git compares the part without wildcards apart and starts the glob after it.
  while (!rule.empty() && std::string_view("*?[\\").find(rule[0]) == std::string_view::npos) {
    if (path.empty() || path[0] != rule[0]) return false;
    rule.erase(0, 1);
    path.erase(0, 1);
  }
  return sonde_reference::GitGlob(rule).Matches(path);
}

IgnoreVerdict ReferenceVerdict(std::string text, const std::string& path, bool is_directory) {
  if (text.compare(0, 3, "\xEF\xBB\xBF") == 0) text.erase(0, 3);
  IgnoreVerdict verdict = IgnoreVerdict::kNone;
  text += '\n';
  std::string line;
  for (char c : text) {
    if (c != '\n') {
      line += c;
      continue;
    }
    std::string rule;
    std::swap(rule, line);
    if (!rule.empty() && rule[0] == '#') continue;
    if (!rule.empty() && rule.back() == '\r') rule.pop_back();
    rule = WithoutTrailingBlanks(rule.substr(0, rule.find('\0')));
    const bool negated = !rule.empty() && rule[0] == '!';
    if (negated) rule.erase(0, 1);
    if (RuleMatches(rule, path, is_directory))
      verdict = negated ? IgnoreVerdict::kWhitelisted : IgnoreVerdict::kIgnored;
  }
  return verdict;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMaxSize = 256;  // the reference is slow on more
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t split = input.find('\0');
  if (size > kMaxSize || split == std::string_view::npos) return kNoInput;
  std::string path(input.substr(0, split));
  const std::string rules(input.substr(split + 1));
  const bool is_directory = !path.empty() && path.back() == '/';
  if (is_directory) path.pop_back();
  // Paths are normalised before they get here: no empty component.
  if (path.empty() || path[0] == '/' || path.back() == '/' || path.find("//") != std::string::npos) return kNoInput;

  const IgnoreVerdict verdict = sonde::Gitignore::Parse(rules).Match(path, is_directory);
  const IgnoreVerdict expected = ReferenceVerdict(rules, path, is_directory);
  if (verdict != expected) {
    std::fprintf(stderr, "'%s' under:\n%s\nis %d, the reference says %d\n", path.c_str(), rules.c_str(),
                 static_cast<int>(verdict), static_cast<int>(expected));
    std::abort();
  }
  return 0;
}
