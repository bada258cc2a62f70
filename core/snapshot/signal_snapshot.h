// The retained matching lines of one signal_grep search.
#ifndef SONDE_SNAPSHOT_SIGNAL_SNAPSHOT_H_
#define SONDE_SNAPSHOT_SIGNAL_SNAPSHOT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/scope.h"
#include "core/match/matcher.h"
#include "core/snapshot/snapshot.h"

namespace sonde {

class SignalSnapshot : public Snapshot {
 public:
  // One retained line; its stable index in the snapshot is its place plus one.
  struct Line {
    uint32_t file;             // place in files()
    uint32_t line_number = 0;  // 0 until LineNumber() told it
    uint32_t begin;            // bytes in the file's text
    uint32_t end;
  };
  // A file with hits. Its retained lines are neighbours in lines().
  struct File {
    int64_t count = 0;        // matching lines, retained or not
    uint32_t first_line = 0;  // place of its first retained line in lines()
    uint32_t retained = 0;
  };

  SignalSnapshot(std::string id, std::string owner) : Snapshot(std::move(id), std::move(owner)) {}

  const std::vector<FileRef>& pinned() const override { return entries; }
  int64_t retained_lines() const override { return static_cast<int64_t>(lines.size()); }
  int64_t own_bytes() const override {
    return static_cast<int64_t>(sizeof *this + lines.capacity() * sizeof(Line) + files.capacity() * sizeof(File) +
                                entries.capacity() * sizeof(FileRef) +
                                (by_count.capacity() + reading_order.capacity()) * sizeof(uint32_t));
  }

  // 1-based. Lines are numbered when they are asked for: most of a broad
  // result is never shown.
  int64_t LineNumber(size_t place);

  // False also when the search stopped at its work budget.
  bool complete() const { return !stopped && static_cast<int64_t>(lines.size()) == total; }
  std::string_view TextOf(const Line& line) const {
    return entries[line.file].blob->text().substr(line.begin, line.end - line.begin);
  }

  std::vector<Line> lines;              // path order, then line order
  std::vector<File> files;              // path order
  std::vector<FileRef> entries;         // of the same place in files
  std::vector<uint32_t> by_count;       // places in files, count descending; made by the first overview
  std::vector<uint32_t> reading_order;  // places of the files with retained lines; made by the first suggestion
  std::vector<std::string> names;       // what was searched for, as NameOf tells it
  std::shared_ptr<const Matcher> matcher;
  int64_t total = 0;
  bool stopped = false;
  Scope scope;
  int64_t revision = 0;  // of the file system, when the search began
  // Of the first request; they hold for all pages.
  int64_t page_lines = 100;
  int64_t context = 0;
  // Kinds of the cursors that were handed out. With kind s or f among them the
  // snapshot stays until it expires; otherwise it goes with its last page.
  bool gave_summary = false;
  bool gave_matches = false;
  bool gave_files = false;
  bool reusable() const { return gave_summary || gave_files; }
};

}  // namespace sonde

#endif  // SONDE_SNAPSHOT_SIGNAL_SNAPSHOT_H_
