// The parsed ignore files of one view, by folder.
#ifndef SONDE_VFS_IGNORE_FILES_H_
#define SONDE_VFS_IGNORE_FILES_H_

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/ignore/cascade.h"
#include "core/ignore/gitignore.h"
#include "core/vfs/workspace.h"

namespace sonde {

// Keeps parsed ignore files between searches of the same ignore epoch.
class IgnoreFiles {
 public:
  struct Rules {
    std::shared_ptr<const Gitignore> gitignore;  // null when the folder has none
    std::shared_ptr<const Gitignore> ignore;
  };

  // The rules of `folder`'s own ignore files in `view`; null when it has none.
  const Rules* Of(const View& view, std::string_view folder);

 private:
  // Gathers the ignore files of `view`: one pass over the tree an epoch, so that
  // a walk asks about its folders without looking paths up.
  void Gather(const View& view);

  int64_t epoch_ = -1;
  std::map<std::string, Rules, std::less<>> by_folder_;
};

// Follows a walk in path order: the ignore rules of the folders that hold the
// file looked at now.
class FolderStack {
 public:
  FolderStack(const View& view, IgnoreFiles* files) : view_(view), files_(files) {}

  // Length of the shortest prefix of `path` (a folder or the path itself) that
  // is longer than `root_bytes` and that a rule ignores; 0 without one. Paths
  // must come in path order.
  size_t IgnoredLength(std::string_view path, size_t root_bytes);

 private:
  struct Folder {
    std::string path;
    bool ignored;
  };

  void LeaveTo(std::string_view folder);
  void Enter(std::string_view folder);

  const View& view_;
  IgnoreFiles* files_;
  IgnoreCascade cascade_;
  std::vector<Folder> folders_;
};

}  // namespace sonde

#endif  // SONDE_VFS_IGNORE_FILES_H_
