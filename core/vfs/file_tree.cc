#include "core/vfs/file_tree.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/path_order.h"

namespace sonde {

FileEntry::FileEntry(PathRef path_ref, BlobRef blob_ref)
    : FileRef{std::move(path_ref), std::move(blob_ref)},
      text(blob->text().data()),
      text_bytes(static_cast<uint32_t>(blob->text().size())),
      longest_line_bytes(blob->longest_line_bytes()),
      kind(blob->kind()),
      ascii(blob->ascii()),
      has_crlf(blob->has_crlf()),
      in_git(path->in_git),
      in_vcs(path->in_vcs),
      is_ignore_file(path->is_ignore_file),
      last_hidden_offset(path->last_hidden_offset),
      filter(blob->filter()) {}

FileTree::FileTree() : root_(std::make_shared<Root>()) {}

FileTree::Position FileTree::LowerBound(std::string_view path) const {
  // Files are mostly loaded in order.
  if (root_->empty() || ComparePaths(root_->back()->back().path->text, path) < 0) return {root_->size(), 0};
  auto chunk = std::partition_point(root_->begin(), root_->end(), [path](const std::shared_ptr<Chunk>& candidate) {
    return ComparePaths(candidate->back().path->text, path) < 0;
  });
  Position position{static_cast<size_t>(chunk - root_->begin()), 0};
  auto entry = std::partition_point((*chunk)->begin(), (*chunk)->end(), [path](const FileEntry& candidate) {
    return ComparePaths(candidate.path->text, path) < 0;
  });
  position.index = static_cast<size_t>(entry - (*chunk)->begin());
  return position;
}

const FileEntry* FileTree::At(Position position) const {
  return position.chunk < root_->size() ? &(*(*root_)[position.chunk])[position.index] : nullptr;
}

std::span<const FileEntry> FileTree::RunAt(Position position) const {
  if (position.chunk == root_->size()) return {};
  return std::span<const FileEntry>(*(*root_)[position.chunk]).subspan(position.index);
}

const FileEntry* FileTree::Find(std::string_view path) const { return FindAt(LowerBound(path), path); }

const FileEntry* FileTree::FindAt(Position place, std::string_view path) const {
  const FileEntry* entry = At(place);
  return entry && entry->path->text == path ? entry : nullptr;
}

FileTree::Position FileTree::Next(Position position) const {
  if (++position.index == (*root_)[position.chunk]->size()) return {position.chunk + 1, 0};
  return position;
}

const FileEntry* FileTree::Before(Position position) const {
  if (position.index > 0) return &(*(*root_)[position.chunk])[position.index - 1];
  return position.chunk > 0 ? &(*root_)[position.chunk - 1]->back() : nullptr;
}

bool FileTree::IsFolderAt(Position place, std::string_view path) const {
  if (path.empty()) return true;
  // '/' ranks before every other byte, so that what lies below `path` begins at
  // the first place that is not before it.
  const FileEntry* entry = At(place);
  return entry && IsBelow(entry->path->text, path);
}

FileTree::Root& FileTree::MutableRoot() {
  if (root_.use_count() > 1) root_ = std::make_shared<Root>(*root_);
  return *root_;
}

FileTree::Chunk& FileTree::MutableChunk(size_t chunk) {
  std::shared_ptr<Chunk>& shared = MutableRoot()[chunk];
  if (shared.use_count() > 1) shared = std::make_shared<Chunk>(*shared);
  return *shared;
}

void FileTree::Insert(FileEntry entry) {
  Position place = LowerBound(entry.path->text);
  InsertAt(place, std::move(entry));
}

void FileTree::InsertAt(Position position, FileEntry entry) {
  const FileEntry* current = At(position);
  if (current && current->path->text == entry.path->text) {
    MutableChunk(position.chunk)[position.index] = std::move(entry);
    return;
  }
  ++size_;
  if (position.chunk == root_->size()) {
    Append(std::move(entry));
  } else {
    InsertBefore(position, std::move(entry));
  }
}

void FileTree::Append(FileEntry entry) {
  if (root_->empty() || root_->back()->size() >= kMaxChunk) {
    MutableRoot().push_back(std::make_shared<Chunk>());
    root_->back()->reserve(kMaxChunk);
  }
  MutableChunk(root_->size() - 1).push_back(std::move(entry));
}

void FileTree::InsertBefore(Position position, FileEntry entry) {
  Chunk& chunk = MutableChunk(position.chunk);
  chunk.insert(chunk.begin() + static_cast<std::ptrdiff_t>(position.index), std::move(entry));
  if (chunk.size() <= kMaxChunk) return;
  auto middle = chunk.begin() + static_cast<std::ptrdiff_t>(chunk.size() / 2);
  auto upper = std::make_shared<Chunk>(middle, chunk.end());
  chunk.erase(middle, chunk.end());
  Root& root = MutableRoot();
  root.insert(root.begin() + static_cast<std::ptrdiff_t>(position.chunk) + 1, std::move(upper));
}

bool FileTree::Erase(std::string_view path) {
  Position position = LowerBound(path);
  const FileEntry* current = At(position);
  if (!current || current->path->text != path) return false;
  --size_;
  Chunk& chunk = MutableChunk(position.chunk);
  chunk.erase(chunk.begin() + static_cast<std::ptrdiff_t>(position.index));
  if (chunk.empty()) {
    Root& root = MutableRoot();
    root.erase(root.begin() + static_cast<std::ptrdiff_t>(position.chunk));
  }
  return true;
}

}  // namespace sonde
