// The content of one file at one revision: immutable, counted, shared by the
// tree, by running searches and by snapshots that pin it.
//
// A blob is one allocation: this header, then the bytes. Loaded in sequence,
// small files therefore lie next to each other in memory. text() may be read
// kReadPadding bytes past its end (zeros), so that a scan needs no tail case.
#ifndef SONDE_VFS_BLOB_H_
#define SONDE_VFS_BLOB_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "core/base/ref_counted.h"

namespace sonde {

enum class FileKind : uint8_t { kText, kBinary, kTooLarge };
enum class Encoding : uint8_t { kUtf8, kUtf8Bom, kUtf16Le, kUtf16Be, kInvalidUtf8 };

std::string_view FileKindName(FileKind kind);
std::string_view EncodingName(Encoding encoding);

class Blob {
 public:
  static constexpr size_t kReadPadding = 64;

  // Copies `bytes` and gathers the facts below in one pass. Null when memory
  // can't grow. A file larger than `max_text_bytes` is kTooLarge.
  static Ref<Blob> Create(std::string_view bytes, int64_t mtime_ms, int64_t max_text_bytes);
  static void Destroy(const Blob* blob);

  // The bytes as they were written.
  std::string_view original() const { return {original_, original_size_}; }
  // What is searched: UTF-8 without byte order mark. For kBinary the bytes as
  // they are; empty for kTooLarge.
  std::string_view text() const { return {text_, text_size_}; }

  FileKind kind() const { return kind_; }
  Encoding encoding() const { return encoding_; }
  bool ascii() const { return ascii_; }
  // True when text() holds a "\r\n" anywhere.
  bool has_crlf() const { return has_crlf_; }
  // Lines as read shows them: a final line feed ends the last line.
  uint32_t line_count() const { return line_count_; }
  // Length of the longest line, its line feed left out.
  uint32_t longest_line_bytes() const { return longest_line_bytes_; }
  // What this blob holds of the heap, its filter apart.
  size_t allocated_bytes() const { return allocated_bytes_; }

  // The trigram filter of text(), see core/index/trigram_filter.h; null without one.
  const uint32_t* filter() const { return filter_; }
  // Whether text() is of a size and kind that a filter pays for.
  bool may_have_filter() const;
  // Makes the filter, when memory allows it. It goes with the blob.
  void BuildFilter() const;

  // Set by the workspace when the blob enters the tree.
  int64_t mtime_ms = 0;
  int64_t revision = 0;
  // True while the workspace's current tree holds the blob.
  mutable bool live = false;

  mutable uint32_t reference_count = 0;

 private:
  Blob() = default;
  void GatherFacts();
  void NoteLine(size_t begin, size_t end);

  const char* original_ = nullptr;
  const char* text_ = nullptr;
  size_t original_size_ = 0;
  size_t text_size_ = 0;
  size_t allocated_bytes_ = 0;
  mutable uint32_t* filter_ = nullptr;
  uint32_t line_count_ = 0;
  uint32_t longest_line_bytes_ = 0;
  FileKind kind_ = FileKind::kText;
  Encoding encoding_ = Encoding::kUtf8;
  bool ascii_ = false;
  bool has_crlf_ = false;
};

using BlobRef = Ref<const Blob>;

}  // namespace sonde

#endif  // SONDE_VFS_BLOB_H_
