#include "core/vfs/ignore_files.h"

#include <memory>
#include <utility>

#include "core/base/path_order.h"

namespace sonde {

void IgnoreFiles::Gather(const View& view) {
  by_folder_.clear();
  epoch_ = view.ignore_epoch;
  const FileTree& tree = view.tree;
  for (auto at = tree.begin(); const FileEntry* entry = tree.At(at); at = tree.Next(at)) {
    if (!entry->is_ignore_file || entry->kind != FileKind::kText) continue;
    const std::string& path = entry->path->text;
    auto rules = std::make_shared<const Gitignore>(Gitignore::Parse(entry->blob->text()));
    Rules& of_folder = by_folder_[std::string(ParentPath(path))];
    (BaseName(path) == ".ignore" ? of_folder.ignore : of_folder.gitignore) = std::move(rules);
  }
}

const IgnoreFiles::Rules* IgnoreFiles::Of(const View& view, std::string_view folder) {
  if (epoch_ != view.ignore_epoch) Gather(view);
  auto at = by_folder_.find(folder);
  return at == by_folder_.end() ? nullptr : &at->second;
}

void FolderStack::LeaveTo(std::string_view folder) {
  while (!folders_.empty() && folders_.back().path != folder && !IsBelow(folder, folders_.back().path)) {
    folders_.pop_back();
    cascade_.Pop();
  }
}

void FolderStack::Enter(std::string_view folder) {
  Folder entered{std::string(folder), !folder.empty() && cascade_.IsIgnored(folder, true)};
  const IgnoreFiles::Rules* rules = files_->Of(view_, folder);
  cascade_.Push(entered.path, rules ? rules->gitignore : nullptr, rules ? rules->ignore : nullptr);
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
