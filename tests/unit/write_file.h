// Writes a file of a workspace at a path that is given as text.
#ifndef SONDE_TESTS_UNIT_WRITE_FILE_H_
#define SONDE_TESTS_UNIT_WRITE_FILE_H_

#include <cstdint>
#include <string_view>
#include <utility>

#include "core/vfs/workspace.h"

namespace sonde {

// Errors: PATH_INVALID, and those of Workspace::Write.
inline Result<int64_t> WriteFile(Workspace* workspace, std::string_view path, std::string_view bytes, int64_t mtime_ms,
                                 bool default_mtime) {
  Result<PathRef> made = MakePath(path);
  if (!made.ok()) return std::move(made).error();
  return workspace->Write(std::move(made).value(), bytes, mtime_ms, default_mtime);
}

}  // namespace sonde

#endif  // SONDE_TESTS_UNIT_WRITE_FILE_H_
