#include "core/vfs/workspace.h"

#include <string>
#include <utility>

#include "core/base/path_order.h"

namespace sonde {
namespace {

void MarkLive(const FileTree& tree, bool live) {
  for (auto at = tree.begin(); const FileEntry* entry = tree.At(at); at = tree.Next(at)) entry->blob->live = live;
}

// Heap bytes of what `tree` holds and the current tree does not.
int64_t SupersededBytes(const FileTree& tree) {
  int64_t bytes = 0;
  for (auto at = tree.begin(); const FileEntry* entry = tree.At(at); at = tree.Next(at)) {
    if (!entry->blob->live) bytes += static_cast<int64_t>(entry->blob->allocated_bytes());
  }
  return bytes;
}

Error TooManyFiles(int64_t max_files) {
  return DetailError(ErrorCode::kVfsFull, "it holds " + std::to_string(max_files) + " files (maxFiles)");
}

Error TooManyBytes(const std::string& path, int64_t max_total_bytes) {
  return DetailError(ErrorCode::kVfsFull,
                     path + " would take it over " + std::to_string(max_total_bytes) + " bytes (maxTotalBytes)");
}

Error NoRoom(const std::string& path, size_t size) {
  return DetailError(ErrorCode::kEngineMemory, "no room for " + path + " (" + std::to_string(size) + " bytes)");
}

}  // namespace

void Workspace::Account(const Blob& blob, int sign) {
  View& view = MutableFront();
  view.total_bytes += sign * static_cast<int64_t>(blob.original().size());
  if (blob.kind() == FileKind::kText) view.text_bytes += sign * static_cast<int64_t>(blob.text().size());
  if (load_) return;
  blob.live = sign > 0;
  if (!blob.live) superseded_bytes_ += static_cast<int64_t>(blob.allocated_bytes());
}

int64_t Workspace::Changed(const Path& path) {
  if (path.is_ignore_file) MutableFront().ignore_epoch = ++last_ignore_epoch_;
  return MutableFront().revision = ++last_revision_;
}

Error Workspace::Conflict(std::string_view path, std::string_view other, bool other_is_folder) const {
  return MakeError(ErrorCode::kPathConflict,
                   {{"path", path}, {"other", other}, {"kind", other_is_folder ? "folder" : "file"}});
}

std::optional<Error> Workspace::CheckConflict(FileTree::Position place, std::string_view path) const {
  const FileTree& tree = front().tree;
  if (tree.IsFolderAt(place, path)) return Conflict(path, path, true);
  // While no file lies below another file, a file that is a folder of `path`
  // stands directly before it.
  const FileEntry* before = tree.Before(place);
  if (before && IsBelow(path, before->path->text)) return Conflict(path, before->path->text, false);
  return std::nullopt;
}

Result<int64_t> Workspace::Write(PathRef new_path, std::string_view bytes, int64_t mtime_ms, bool default_mtime) {
  const std::string& path = new_path->text;
  FileTree& tree = MutableFront().tree;
  const FileTree::Position place = tree.LowerBound(path);
  const FileEntry* existing = tree.FindAt(place, path);
  if (existing && existing->blob->original() == bytes && (default_mtime || existing->blob->mtime_ms == mtime_ms)) {
    return front().revision;
  }
  if (!existing) {
    if (std::optional<Error> conflict = CheckConflict(place, path)) return *std::move(conflict);
    if (static_cast<int64_t>(tree.size()) >= limits_.max_files) return TooManyFiles(limits_.max_files);
  }
  int64_t freed = existing ? static_cast<int64_t>(existing->blob->original().size()) : 0;
  if (front().total_bytes - freed + static_cast<int64_t>(bytes.size()) > limits_.max_total_bytes) {
    return TooManyBytes(path, limits_.max_total_bytes);
  }
  Ref<Blob> blob = Blob::Create(bytes, mtime_ms, limits_.max_file_bytes);
  if (!blob) return NoRoom(path, bytes.size());
  PathRef path_ref = existing ? existing->path : std::move(new_path);
  if (existing) Account(*existing->blob, -1);
  Account(*blob, 1);
  blob->revision = Changed(*path_ref);
  tree.InsertAt(place, {std::move(path_ref), blob});
  return front().revision;
}

Result<int64_t> Workspace::Rename(std::string_view given_from, std::string_view given_to) {
  Result<std::string> from = NormalizeWritePath(given_from);
  if (!from.ok()) return from.error();
  Result<std::string> to = NormalizeWritePath(given_to);
  if (!to.ok()) return to.error();
  const std::string& source = from.value();
  const std::string& target = to.value();
  if (source == target) return front().revision;
  const FileEntry* file = front().tree.Find(source);
  bool folder = front().tree.IsFolder(source);
  if (!file && !folder) {
    return MakeError(ErrorCode::kPathNotFound, {{"path", source}, {"nearest", "the workspace root"}});
  }
  if (IsBelow(target, source)) return Conflict(target, source, folder);
  // A copy of the tree is cheap; a refusal throws it away.
  FileTree before = front().tree;
  std::vector<FileEntry> moved;
  for (auto at = before.LowerBound(source); const FileEntry* entry = before.At(at); at = before.Next(at)) {
    if (entry->path->text != source && !IsBelow(entry->path->text, source)) break;
    moved.push_back(*entry);
  }
  FileTree& tree = MutableFront().tree;
  for (const FileEntry& entry : moved) tree.Erase(entry.path->text);
  std::optional<Error> refused;
  if (folder && tree.Find(target)) {
    refused = Conflict(target, target, false);
  } else if (!tree.Find(target)) {
    // A folder may be merged into an existing one; then each file is checked.
    if (!folder || !tree.IsFolder(target)) refused = CheckConflict(tree.LowerBound(target), target);
  }
  std::vector<const Blob*> replaced;
  for (const FileEntry& entry : moved) {
    if (refused) break;
    std::string path = target + entry.path->text.substr(source.size());
    if (path.size() > kMaxPathBytes) {
      refused = DetailError(ErrorCode::kPathInvalid, "it is longer than 4096 bytes");
      break;
    }
    const FileEntry* existing = tree.Find(path);
    if (existing) {
      replaced.push_back(before.Find(path)->blob.get());
    } else if (std::optional<Error> conflict = CheckConflict(tree.LowerBound(path), path)) {
      refused = std::move(conflict);
      break;
    }
    tree.Insert({PathRef(new Path(std::move(path))), entry.blob});
  }
  if (refused) {
    tree = before;
    return *std::move(refused);
  }
  for (const Blob* blob : replaced) Account(*blob, -1);
  for (const FileEntry& entry : moved) {
    Changed(*entry.path);
    Changed(Path(target + entry.path->text.substr(source.size())));
  }
  return front().revision;
}

Result<int64_t> Workspace::Remove(std::string_view given_path) {
  Result<std::string> normal = NormalizeWritePath(given_path);
  if (!normal.ok()) return normal.error();
  const std::string& path = normal.value();
  std::vector<FileEntry> removed;
  const FileTree& tree = front().tree;
  for (auto at = tree.LowerBound(path); const FileEntry* entry = tree.At(at); at = tree.Next(at)) {
    if (entry->path->text != path && !IsBelow(entry->path->text, path)) break;
    removed.push_back(*entry);
  }
  for (const FileEntry& entry : removed) {
    MutableFront().tree.Erase(entry.path->text);
    Account(*entry.blob, -1);
    Changed(*entry.path);
  }
  return front().revision;
}

int64_t Workspace::Clear() {
  View& view = MutableFront();
  if (view.tree.size() == 0) return view.revision;
  if (!load_) {
    MarkLive(view.tree, false);
    superseded_bytes_ += SupersededBytes(view.tree);
  }
  view.tree = FileTree();
  view.total_bytes = 0;
  view.text_bytes = 0;
  view.ignore_epoch = ++last_ignore_epoch_;
  return view.revision = ++last_revision_;
}

Result<int64_t> Workspace::BeginLoad(bool from_current) {
  if (load_) return DetailError(ErrorCode::kInvalidArgs, "a load is open already: commit or drop it first");
  if (from_current) {
    load_ = current_;
  } else {
    load_.emplace();
    load_->revision = current_.revision;
    load_->ignore_epoch = ++last_ignore_epoch_;
  }
  return current_.revision;
}

Result<int64_t> Workspace::CommitLoad() {
  if (!load_) return DetailError(ErrorCode::kInvalidArgs, "no load is open");
  MarkLive(current_.tree, false);
  MarkLive(load_->tree, true);
  superseded_bytes_ += SupersededBytes(current_.tree);
  current_ = *std::move(load_);
  load_.reset();
  return current_.revision = ++last_revision_;
}

Result<int64_t> Workspace::DropLoad() {
  if (!load_) return DetailError(ErrorCode::kInvalidArgs, "no load is open");
  load_.reset();
  return current_.revision;
}

std::vector<ListEntry> Workspace::List(std::string_view folder, bool recursive) const {
  std::vector<ListEntry> entries;
  const FileTree& tree = current_.tree;
  size_t skip = folder.empty() ? 0 : folder.size() + 1;
  auto at = folder.empty() ? tree.begin() : tree.LowerBound(std::string(folder) + "/");
  for (; const FileEntry* entry = tree.At(at); at = tree.Next(at)) {
    const std::string& path = entry->path->text;
    if (!IsBelow(path, folder)) break;
    size_t slash = recursive ? std::string::npos : path.find('/', skip);
    if (slash == std::string::npos) {
      entries.push_back({path, false});
    } else if (entries.empty() || !entries.back().is_folder ||
               entries.back().path != std::string_view(path).substr(0, slash)) {
      entries.push_back({path.substr(0, slash), true});
    }
  }
  return entries;
}

}  // namespace sonde
