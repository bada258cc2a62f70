// An immutable, shared sequence of files in ComparePaths order.
//
// A FileTree is a value: copying shares everything, changing one copies only
// the chunk it touches. Folders are not stored: a folder exists while a file
// lies below it, and the files below it are neighbours in the sequence.
#ifndef SONDE_VFS_FILE_TREE_H_
#define SONDE_VFS_FILE_TREE_H_

#include <memory>
#include <string_view>
#include <vector>

#include "core/vfs/blob.h"
#include "core/vfs/path.h"

namespace sonde {

struct FileEntry {
  PathRef path;
  BlobRef blob;
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
  // The next place, and the one before (null entry before the first).
  Position Next(Position position) const;
  const FileEntry* Before(Position position) const;
  // True when a file lies below `path`; the root is always a folder.
  bool IsFolder(std::string_view path) const;

  // Puts `entry` in, replacing the one of the same path.
  void Insert(FileEntry entry);
  // Takes the entry at `path` out; false when there was none.
  bool Erase(std::string_view path);

 private:
  using Chunk = std::vector<FileEntry>;
  using Root = std::vector<std::shared_ptr<Chunk>>;
  // Entries a chunk holds before it is split.
  static constexpr size_t kMaxChunk = 256;

  Root& MutableRoot();
  Chunk& MutableChunk(size_t chunk);

  std::shared_ptr<Root> root_;
  size_t size_ = 0;
};

}  // namespace sonde

#endif  // SONDE_VFS_FILE_TREE_H_
