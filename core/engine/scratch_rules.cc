#include "core/engine/scratch_rules.h"

#include <algorithm>

#include "core/base/path_order.h"
#include "core/ignore/cascade.h"

namespace sonde {

void ScratchRules::Add(std::string path, std::string_view text) {
  by_file_[std::move(path)] = std::make_shared<const Gitignore>(Gitignore::Parse(text));
}

std::shared_ptr<const Gitignore> ScratchRules::Find(std::string_view folder, std::string_view name) const {
  std::string path(folder);
  if (!path.empty()) path.push_back('/');
  auto at = by_file_.find(path.append(name));
  return at == by_file_.end() ? nullptr : at->second;
}

bool ScratchRules::IsIgnored(std::string_view path, bool is_folder) const {
  IgnoreCascade cascade;
  std::string_view parent = ParentPath(path);
  for (size_t end = 0;; end = parent.find('/', end + 1)) {
    std::string_view folder = parent.substr(0, std::min(end, parent.size()));
    cascade.Push(std::string(folder), Find(folder, ".gitignore"), Find(folder, ".ignore"));
    if (folder.size() == parent.size()) break;
  }
  return cascade.IsIgnored(path, is_folder);
}

}  // namespace sonde
