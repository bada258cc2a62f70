// The include or glob argument of a tool, with the rules of a gitignore line:
// a glob without '/' is matched against the base name at any depth, one with
// '/' against the whole path. A leading '/' or "./" anchors. Filters files
// only; ignore rules are another matter (a filter never un-ignores).
#ifndef SONDE_GLOB_PATH_FILTER_H_
#define SONDE_GLOB_PATH_FILTER_H_

#include <string>
#include <string_view>
#include <variant>

#include "core/glob/glob.h"

namespace sonde {

class PathFilter {
 public:
  // `base`: the folder that the call searches, from the workspace root, "" for
  // the root. A glob with '/' may be meant from there or from the root: either
  // counts. Blanks at the end of `glob` are dropped unless escaped.
  static std::variant<PathFilter, GlobError> Compile(std::string_view glob, std::string_view base);

  // `path` is a file's, from the workspace root. A glob that ends with '/'
  // names folders, so it matches no file.
  bool Matches(std::string_view path) const;

 private:
  enum class Scope { kNothing, kBaseName, kPath };
  PathFilter(Glob glob, Scope scope, std::string_view base) : glob_(std::move(glob)), scope_(scope), base_(base) {}

  Glob glob_;
  Scope scope_;
  std::string base_;
};

}  // namespace sonde

#endif  // SONDE_GLOB_PATH_FILTER_H_
