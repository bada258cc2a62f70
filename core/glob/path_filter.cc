#include "core/glob/path_filter.h"

#include <utility>

#include "core/base/path_order.h"

namespace sonde {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool StartsWith(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

// Whether the byte at `offset` is escaped: an odd number of backslashes stands
// before it.
bool IsEscaped(std::string_view text, size_t offset) {
  size_t backslashes = 0;
  while (backslashes < offset && text[offset - 1 - backslashes] == '\\') ++backslashes;
  return backslashes % 2 == 1;
}

}  // namespace

std::variant<PathFilter, GlobError> PathFilter::Compile(std::string_view glob, std::string_view base) {
  std::string_view text = glob;
  while (!text.empty() && IsBlank(text.back()) && !IsEscaped(text, text.size() - 1)) text.remove_suffix(1);
  if (text.empty()) return GlobError{"the glob is empty", 0};
  size_t skipped = 0;
  while (StartsWith(text.substr(skipped), "./")) skipped += 2;
  if (StartsWith(text.substr(skipped), "/")) ++skipped;
  const bool names_folders = text.back() == '/';
  text.remove_prefix(skipped);
  auto compiled = Glob::Compile(text, Glob::Dialect::kRipgrep);
  if (auto* error = std::get_if<GlobError>(&compiled)) {
    error->offset += skipped;
    return std::move(*error);
  }
  const bool has_slash = skipped > 0 || text.find('/') != std::string_view::npos;
  const Scope scope = names_folders ? Scope::kNothing : has_slash ? Scope::kPath : Scope::kBaseName;
  return PathFilter(std::move(std::get<Glob>(compiled)), scope, base);
}

bool PathFilter::Matches(std::string_view path) const {
  switch (scope_) {
    case Scope::kNothing:
      return false;
    case Scope::kBaseName:
      return glob_.Matches(BaseName(path));
    case Scope::kPath:
      break;
  }
  if (glob_.Matches(path)) return true;
  return !base_.empty() && IsBelow(path, base_) && glob_.Matches(path.substr(base_.size() + 1));
}

}  // namespace sonde
