// Walks one view in path order and decides which files a search looks at.
//
// What it leaves out it counts, each file under the first reason that applies:
// git (not counted at all), hidden, ignored, glob, too large, binary. Source of
// the rules: search.md §2.
#ifndef SONDE_VFS_WALKER_H_
#define SONDE_VFS_WALKER_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/scope.h"
#include "core/glob/path_filter.h"
#include "core/vfs/ignore_files.h"
#include "core/vfs/workspace.h"

namespace sonde {

struct ScopeOptions {
  std::string root;                 // folder or file to walk, "" = everything
  bool hidden = false;              // look at hidden files
  bool ignored = false;             // look at ignored files
  bool skip_binary = true;          // leave binary and too large files out
  bool skip_vcs = false;            // leave .svn, .hg, .bzr, .jj and .sl out, as .git always is
  bool filter_named_file = false;   // globs apply to a root that is a file, too
  std::vector<PathFilter> include;  // one of them must match, unless empty
  std::vector<PathFilter> exclude;  // none of them may match
};

class Walker {
 public:
  // `view` and `options` must outlive the walker; so must `ignore_files`.
  Walker(const View& view, const ScopeOptions& options, IgnoreFiles* ignore_files);

  // The next file to look at; null at the end, and when `most_passed` files
  // were passed without one.
  const FileEntry* Next(int64_t most_passed = INT64_MAX);
  // True when there is no file any more.
  bool done() const { return done_; }

  // Files of the tree that come next, a batch at a time: mostly none, until those of
  // the batch before are passed. For one who touches what of them will be needed; of
  // their paths the walker does. `taken` keeps a caller's place, 0 at first.
  std::span<const FileEntry> Upcoming(int64_t* taken) const;
  bool has_globs() const { return !options_.include.empty() || !options_.exclude.empty(); }

  const Scope& scope() const { return scope_; }
  // Files passed so far, looked at or not: progress, and a bound for steps.
  int64_t files_passed() const { return files_passed_; }

 private:
  enum class Verdict { kTake, kSkip };
  Verdict Judge(const FileEntry& entry);
  bool IsIgnored(const FileEntry& entry);
  bool PassesGlobs(std::string_view path) const;

  const View& view_;
  const ScopeOptions& options_;
  FolderStack folders_;
  FileTree::Position at_;
  bool root_is_file_ = false;
  Scope scope_;
  int64_t files_passed_ = 0;
  int64_t paths_touched_ = 0;
  bool done_ = false;
};

}  // namespace sonde

#endif  // SONDE_VFS_WALKER_H_
