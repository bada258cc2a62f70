// The matches of grep's canonical value on their way to a host: packed, as a
// host makes its objects from bytes sooner than from JSON.
//
// Records stand one after another, little endian, without padding; each holds
// matching lines of one file, a file may have several:
//   u32 path bytes, u32 text bytes, u32 lines, u32 number bytes
//   path, then text: the lines joined, then numbers; path and text are UTF-8
// Numbers are LEB128 without sign, for each line: its number less that of the
// line before it in the record (0 before the first), its UTF-16 units, its
// ranges, and for each range the units from the end of the one before to its
// begin, and its length in units. A line that is not UTF-8 is named so and has
// no ranges. web/engine/grep-value.ts reads this.
#ifndef SONDE_TOOLS_PACKED_MATCHES_H_
#define SONDE_TOOLS_PACKED_MATCHES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/byte_buffer.h"
#include "core/base/byte_range.h"
#include "core/vfs/file_tree.h"

namespace sonde {

class PackedMatches {
 public:
  // Adds a matching line of `file` with its hits: files in turn, lines ascending.
  void Add(const FileRef& file, int64_t line_number, std::string_view line, const std::vector<ByteRange>& hits);

  // The records since the last call; valid until the next one of any method.
  std::string_view Take();

  // Bytes that {"matches":[{"path","lineNumber","line","ranges"}…]} takes as
  // compact JSON, for all lines that were added.
  int64_t json_bytes() const;
  // As many, but for what must be escaped in the lines of the open record: told
  // for less, as that is counted when the record is closed.
  int64_t least_json_bytes() const;

 private:
  void OpenRecord(const FileRef& file);
  void CloseRecord();
  std::string_view open_text() const { return records_.view().substr(text_at_); }

  ByteBuffer records_;
  bool taken_ = false;  // what records_ holds
  size_t header_ = 0;   // where the open record begins
  size_t text_at_ = 0;  // and its text
  uint32_t lines_ = 0;  // of the open record; 0: there is none
  ByteBuffer numbers_;  // of the open record
  int64_t line_number_ = 0;
  // The file of the last line. Its tree keeps it; only compared.
  const FileRef* file_ = nullptr;
  int64_t path_json_bytes_ = 0;
  int64_t json_bytes_ = 0;  // least_json_bytes() of the matches, a comma behind each
};

}  // namespace sonde

#endif  // SONDE_TOOLS_PACKED_MATCHES_H_
