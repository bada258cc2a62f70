#include "core/vfs/path.h"

#include <vector>

#include "core/base/path_order.h"
#include "core/base/utf8.h"

namespace sonde {
namespace {

Error InvalidPath(std::string_view detail) { return DetailError(ErrorCode::kPathInvalid, detail); }

// Calls `visit(component, offset)` for each component.
template <typename Visit>
void ForEachComponent(std::string_view path, Visit visit) {
  size_t start = 0;
  while (start <= path.size()) {
    size_t end = path.find('/', start);
    if (end == std::string_view::npos) end = path.size();
    visit(path.substr(start, end - start), start);
    start = end + 1;
  }
}

}  // namespace

Result<std::string> NormalizePath(std::string_view path) {
  if (path.find('\0') != std::string_view::npos) return InvalidPath("it holds a NUL character");
  if (!IsValidUtf8(path)) return InvalidPath("it is not well-formed Unicode");
  std::vector<std::string_view> components;
  bool escapes = false;
  ForEachComponent(path, [&](std::string_view component, size_t) {
    if (component.empty() || component == ".") return;
    if (component != "..") {
      components.push_back(component);
    } else if (components.empty()) {
      escapes = true;
    } else {
      components.pop_back();
    }
  });
  if (escapes) return InvalidPath("it leaves the workspace root");
  std::string normal;
  // A path is kept as it grew, for as long as its file.
  normal.reserve(path.size());
  for (std::string_view component : components) {
    if (!normal.empty()) normal.push_back('/');
    normal.append(component);
  }
#ifdef SONDE_PLANTED_FAULT
  if (normal.size() > kMaxPathBytes + 1)
#else
  if (normal.size() > kMaxPathBytes)
#endif
    return InvalidPath("it is longer than 4096 bytes");
  return normal;
}

Result<std::string> NormalizeWritePath(std::string_view path) {
  if (!path.empty() && path.front() == '/') return InvalidPath("it is absolute");
  Result<std::string> normal = NormalizePath(path);
  if (!normal.ok()) return normal;
  if (normal.value().empty()) return InvalidPath("it names no file");
  if (normal.value() == kReservedFolder || IsBelow(normal.value(), kReservedFolder)) {
    return InvalidPath(".sonde/ is kept for results");
  }
  return normal;
}

Result<std::string> NormalizeModelPath(std::string_view path) {
  if (!path.empty() && path.front() == '@') path.remove_prefix(1);
  return NormalizePath(path);
}

bool IsInGit(std::string_view path) {
  bool found = false;
  ForEachComponent(path, [&](std::string_view component, size_t) { found |= component == ".git"; });
  return found;
}

Path::Path(std::string path_text) : text(std::move(path_text)) {
  static constexpr std::string_view kVersionControl[] = {".git", ".svn", ".hg", ".bzr", ".jj", ".sl"};
  ForEachComponent(text, [&](std::string_view component, size_t offset) {
    if (component.empty() || component.front() != '.') return;
    last_hidden_offset = static_cast<uint16_t>(offset);
    for (std::string_view name : kVersionControl) in_vcs |= component == name;
    in_git |= component == ".git";
  });
  std::string_view name = BaseName(text);
  is_ignore_file = name == ".gitignore" || name == ".ignore";
}

Result<PathRef> MakePath(std::string_view path) {
  Result<std::string> normal = NormalizeWritePath(path);
  if (!normal.ok()) return std::move(normal).error();
  return PathRef(new Path(std::move(normal).value()));
}

}  // namespace sonde
