// Resolves the `path` argument of a tool against one view.
#ifndef SONDE_TOOLS_TARGET_H_
#define SONDE_TOOLS_TARGET_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/tools/job.h"

namespace sonde {

// Where a tool works: a view, and a folder or file in it.
struct Target {
  View view;
  std::string path;  // "" = the workspace root
  bool is_file = false;
  // True when the target is a kept result rather than a file: `view` then
  // holds its rendered text alone.
  bool is_result = false;
};

// Errors: PATH_INVALID, PATH_IS_GIT, PATH_NOT_FOUND, RESULT_EXPIRED.
Result<Target> ResolveTarget(const CallContext& context, const std::optional<std::string>& path);

// PATH_NOT_FOUND with the nearest existing folder, and a path that differs in
// case only when there is one.
Error PathNotFound(const FileTree& tree, std::string_view path);

}  // namespace sonde

#endif  // SONDE_TOOLS_TARGET_H_
