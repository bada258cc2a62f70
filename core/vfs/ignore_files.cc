#include "core/vfs/ignore_files.h"

#include "core/base/path_order.h"

namespace sonde {

const IgnoreFiles::Rules& IgnoreFiles::Of(const View& view, const std::string& folder) {
  if (epoch_ != view.ignore_epoch) {
    by_folder_.clear();
    epoch_ = view.ignore_epoch;
  }
  auto [at, is_new] = by_folder_.try_emplace(folder);
  if (is_new) {
    auto parse = [&](std::string_view name) -> std::shared_ptr<const Gitignore> {
      std::string path = folder.empty() ? std::string(name) : folder + "/" + std::string(name);
      const FileEntry* entry = view.tree.Find(path);
      if (!entry || entry->blob->kind() != FileKind::kText) return nullptr;
      return std::make_shared<const Gitignore>(Gitignore::Parse(entry->blob->text()));
    };
    at->second = {parse(".gitignore"), parse(".ignore")};
  }
  return at->second;
}

void FolderStack::LeaveTo(std::string_view folder) {
  while (!folders_.empty() && folders_.back().path != folder && !IsBelow(folder, folders_.back().path)) {
    folders_.pop_back();
    cascade_.Pop();
  }
}

void FolderStack::Enter(std::string_view folder) {
  Folder entered{std::string(folder), !folder.empty() && cascade_.IsIgnored(folder, true)};
  const IgnoreFiles::Rules& rules = files_->Of(view_, entered.path);
  cascade_.Push(entered.path, rules.gitignore, rules.ignore);
  folders_.push_back(std::move(entered));
}

size_t FolderStack::IgnoredLength(std::string_view path, size_t root_bytes) {
  std::string_view parent = ParentPath(path);
  LeaveTo(parent);
  if (folders_.empty()) Enter("");
  while (folders_.back().path.size() < parent.size()) {
    size_t begin = folders_.back().path.empty() ? 0 : folders_.back().path.size() + 1;
    Enter(parent.substr(0, std::min(parent.find('/', begin), parent.size())));
  }
  for (const Folder& folder : folders_) {
    if (folder.ignored && folder.path.size() > root_bytes) return folder.path.size();
  }
  return path.size() > root_bytes && cascade_.IsIgnored(path, false) ? path.size() : 0;
}

}  // namespace sonde
