// The ignore files in force at one place of a walk: those of the folder and of
// all folders above it. The walker pushes a folder when it enters, pops it when
// it leaves, and does not enter a folder that is ignored.
#ifndef SONDE_IGNORE_CASCADE_H_
#define SONDE_IGNORE_CASCADE_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/ignore/gitignore.h"

namespace sonde {

class IgnoreCascade {
 public:
  // `folder_path` from the workspace root, "" for the root; below the folder
  // pushed before. Either set of rules may be null.
  void Push(std::string folder_path, std::shared_ptr<const Gitignore> gitignore,
            std::shared_ptr<const Gitignore> ignore);
  // Undoes the last Push that is not undone yet.
  void Pop();

  // Whether the rules in force ignore `path` (from the workspace root, below
  // the folder pushed last). The deepest file with a verdict decides, and a
  // verdict of any .ignore beats those of all .gitignore files, as in ripgrep.
  // Folders above `path` are not looked at.
  bool IsIgnored(std::string_view path, bool is_directory) const;

 private:
  struct Level {
    size_t folder_bytes;  // what to cut off a path, the slash included
    std::shared_ptr<const Gitignore> rules;
  };
  struct Folder {
    bool has_gitignore;
    bool has_ignore;
  };

  static IgnoreVerdict Decide(const std::vector<Level>& levels, std::string_view path, bool is_directory);

  std::vector<Folder> folders_;
  std::vector<Level> gitignores_;  // folders without rules take no level
  std::vector<Level> ignores_;
};

}  // namespace sonde

#endif  // SONDE_IGNORE_CASCADE_H_
