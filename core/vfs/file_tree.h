// An immutable, shared sequence of files in ComparePaths order.
//
// A FileTree is a value: copying shares everything, changing one copies only
// the chunk it touches. Folders are not stored: a folder exists while a file
// lies below it, and the files below it are neighbours in the sequence.
#ifndef SONDE_VFS_FILE_TREE_H_
#define SONDE_VFS_FILE_TREE_H_

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/vfs/blob.h"
#include "core/vfs/path.h"

namespace sonde {

// A file at one revision.
struct FileRef {
  PathRef path;
  BlobRef blob;
};

struct FileEntry : FileRef {
  FileEntry() = default;
  FileEntry(PathRef path_ref, BlobRef blob_ref);

  // Copies of what a search asks of every file. Here they lie side by side; a
  // look into each path and blob would miss the cache.
  const char* text = nullptr;
  uint32_t text_bytes = 0;
  uint32_t longest_line_bytes = 0;
  FileKind kind = FileKind::kText;
  bool ascii = false;
  bool has_crlf = false;
  bool in_git = false;
  bool in_vcs = false;
  bool is_ignore_file = false;
  uint16_t last_hidden_offset = Path::kNoOffset;

  // Verdict of the ignore files of the epoch whose low bits are `ignore_epoch`
  // for a search of the root: 0 = not ignored, else the length of the shortest
  // prefix (a folder or the whole path) that a rule ignores. Kept by the walker.
  mutable uint16_t ignored_length = 0;
  mutable uint32_t ignore_epoch = UINT32_MAX;
  // The blob's filter, once a search has seen it.
  mutable const uint32_t* filter = nullptr;
};

class FileTree {
 public:
  // A place in the sequence; valid as long as the tree is not changed.
  struct Position {
    size_t chunk = 0;
    size_t index = 0;
    bool operator==(const Position& other) const { return chunk == other.chunk && index == other.index; }
  };

  FileTree();

  size_t size() const { return size_; }
  // The entry at `path`, null without one.
  const FileEntry* Find(std::string_view path) const;
  // The first place whose path is not before `path`.
  Position LowerBound(std::string_view path) const;
  Position begin() const { return {0, 0}; }
  // The entry at a place, null at the end.
  const FileEntry* At(Position position) const;
  // The entry at a place and those that lie side by side with it; empty at the end.
  std::span<const FileEntry> RunAt(Position position) const;
  // The next place, and the one before (null entry before the first).
  Position Next(Position position) const;
  const FileEntry* Before(Position position) const;
  // The entry at `place`, which is LowerBound(path), if it is that of `path`.
  const FileEntry* FindAt(Position place, std::string_view path) const;
  // True when a file lies below `path`; the root is always a folder. `place` is
  // LowerBound(path).
  bool IsFolder(std::string_view path) const { return IsFolderAt(LowerBound(path), path); }
  bool IsFolderAt(Position place, std::string_view path) const;

  // Puts `entry` in, replacing the one of the same path. `place` is the lower
  // bound of that path.
  void Insert(FileEntry entry);
  void InsertAt(Position place, FileEntry entry);
  // Takes the entry at `path` out; false when there was none.
  bool Erase(std::string_view path);

 private:
  using Chunk = std::vector<FileEntry>;
  using Root = std::vector<std::shared_ptr<Chunk>>;
  // Entries a chunk holds before it is split.
  static constexpr size_t kMaxChunk = 256;

  Root& MutableRoot();
  Chunk& MutableChunk(size_t chunk);
  // Puts the last path in: to the last chunk, or into a new one when it is full, so
  // that files loaded in order fill their chunks.
  void Append(FileEntry entry);
  // Puts a path in before the one at `position`, and makes two chunks of one that is too long.
  void InsertBefore(Position position, FileEntry entry);

  std::shared_ptr<Root> root_;
  size_t size_ = 0;
};

}  // namespace sonde

#endif  // SONDE_VFS_FILE_TREE_H_
