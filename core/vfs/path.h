// Paths of the virtual file system: '/'-separated, relative to the workspace
// root, normalised, at most kMaxPathBytes long. Source of the rules: search.md §1.
#ifndef SONDE_VFS_PATH_H_
#define SONDE_VFS_PATH_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/ref_counted.h"
#include "core/base/result.h"

namespace sonde {

inline constexpr size_t kMaxPathBytes = 4096;
// Folder that kept results appear in; never walked, listed, counted or writable.
inline constexpr std::string_view kReservedFolder = ".sonde";

// A path for writing: "." and empty segments are dropped, ".." is resolved
// inside the root. PATH_INVALID when it leaves the root, is empty, is too
// long, holds NUL or ill-formed UTF-8, or lies in the reserved folder.
Result<std::string> NormalizeWritePath(std::string_view path);

// A path for looking up: as for writing, but "" and "/" are the root and any
// other leading '/' is dropped.
Result<std::string> NormalizePath(std::string_view path);

// A path that a model gives: one leading '@' is stripped, "/", "./" and "."
// mean the root, which is "". '\' stays a file-name character.
Result<std::string> NormalizeModelPath(std::string_view path);

// True when a component of `path` is ".git".
bool IsInGit(std::string_view path);

// A path with the facts about it that every search asks for.
struct Path {
  explicit Path(std::string path_text);
  static void Destroy(const Path* path) { delete path; }

  const std::string text;
  // Offset of the last component that begins with '.', kNoOffset without one:
  // the file is hidden for a search of a folder that ends before it.
  static constexpr uint16_t kNoOffset = 0xFFFF;
  uint16_t last_hidden_offset = kNoOffset;
  bool in_git = false;          // a component is ".git"
  bool in_vcs = false;          // a component is .git, .svn, .hg, .bzr, .jj or .sl
  bool is_ignore_file = false;  // .gitignore or .ignore

  mutable uint32_t reference_count = 0;
};

using PathRef = Ref<const Path>;

// The path of a file to write, see NormalizeWritePath.
Result<PathRef> MakePath(std::string_view path);

}  // namespace sonde

#endif  // SONDE_VFS_PATH_H_
