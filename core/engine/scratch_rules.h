// Ignore rules of files that are not in the file system yet, so that a loader
// can leave files out before it reads them.
#ifndef SONDE_ENGINE_SCRATCH_RULES_H_
#define SONDE_ENGINE_SCRATCH_RULES_H_

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/ignore/gitignore.h"

namespace sonde {

class ScratchRules {
 public:
  void Reset() { by_file_.clear(); }
  // `path` is that of a .gitignore or .ignore file.
  void Add(std::string path, std::string_view text);
  // True when a rule ignores `path`. The caller does not descend into ignored
  // folders, so that parents are not looked at.
  bool IsIgnored(std::string_view path, bool is_folder) const;

 private:
  std::shared_ptr<const Gitignore> Find(std::string_view folder, std::string_view name) const;

  std::map<std::string, std::shared_ptr<const Gitignore>, std::less<>> by_file_;
};

}  // namespace sonde

#endif  // SONDE_ENGINE_SCRATCH_RULES_H_
