// The mutable front of the file system: applies writes to the current tree.
//
// Every change that is refused leaves the tree as it was. view() is cheap and
// stays as it is whatever is written later. Order: writes are seen by every
// later view(). Ownership: views share blobs with the workspace.
#ifndef SONDE_VFS_WORKSPACE_H_
#define SONDE_VFS_WORKSPACE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/contract/limits.h"
#include "core/vfs/file_tree.h"

namespace sonde {

// One immutable state of the file system.
struct View {
  FileTree tree;
  int64_t revision = 0;
  // Changes whenever an ignore file is written, renamed or removed.
  int64_t ignore_epoch = 0;
  int64_t total_bytes = 0;  // of all files, as written
  int64_t text_bytes = 0;   // searchable
};

struct ListEntry {
  std::string path;
  bool is_folder;
};

class Workspace {
 public:
  explicit Workspace(const Limits& limits) : limits_(limits) {}
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  // Writes one file, at a path from MakePath. `default_mtime` says that the caller
  // gave no time: equal bytes then keep the old one. Errors: PATH_CONFLICT,
  // VFS_FULL, ENGINE_MEMORY. Returns the VFS revision.
  Result<int64_t> Write(PathRef path, std::string_view bytes, int64_t mtime_ms, bool default_mtime);
  // Moves a file or a folder with its contents. An existing file at `to` is
  // replaced. Errors: PATH_INVALID, PATH_NOT_FOUND, PATH_CONFLICT.
  Result<int64_t> Rename(std::string_view from, std::string_view to);
  // Removes a file or a folder with its contents; nothing there is no error.
  Result<int64_t> Remove(std::string_view path);
  int64_t Clear();

  // Begins a load into a copy of the current tree or into an empty one; writes
  // go there, unseen by view(), until it is committed or dropped.
  Result<int64_t> BeginLoad(bool from_current);
  Result<int64_t> CommitLoad();
  Result<int64_t> DropLoad();

  const View& view() const { return current_; }
  bool loading() const { return load_.has_value(); }
  // Heap bytes of all content that has ever left the current tree: no less than
  // what others keep alive of it.
  int64_t superseded_bytes() const { return superseded_bytes_; }
  // What writes go to: the open load, or the current tree.
  const View& front() const { return load_ ? *load_ : current_; }
  // The direct children of `folder`, or all files below it, in path order.
  std::vector<ListEntry> List(std::string_view folder, bool recursive) const;

 private:
  View& MutableFront() { return load_ ? *load_ : current_; }
  // Accounts for `blob` entering (sign 1) or leaving (-1) the front.
  void Account(const Blob& blob, int sign);
  // Bumps the revision, and the ignore epoch when `path` is that of an ignore file.
  int64_t Changed(const Path& path);
  Error Conflict(std::string_view path, std::string_view other, bool other_is_folder) const;
  // Whether a file may stand at `path`, where none is; `place` is its lower bound.
  std::optional<Error> CheckConflict(FileTree::Position place, std::string_view path) const;

  const Limits& limits_;
  View current_;
  int64_t last_revision_ = 0;
  int64_t last_ignore_epoch_ = 0;
  int64_t superseded_bytes_ = 0;
  std::optional<View> load_;
};

}  // namespace sonde

#endif  // SONDE_VFS_WORKSPACE_H_
