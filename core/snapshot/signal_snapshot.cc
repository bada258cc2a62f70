#include "core/snapshot/signal_snapshot.h"

#include "core/base/line_feeds.h"

namespace sonde {

int64_t SignalSnapshot::LineNumber(size_t place) {
  Line& line = lines[place];
  if (line.line_number > 0) return line.line_number;
  // Counted from the retained line before it when that is numbered, else from
  // the file's begin.
  Line before{line.file, 1, 0, 0};
  bool follows = place > files[line.file].first_line && lines[place - 1].line_number > 0;
  if (follows) before = lines[place - 1];
  std::string_view between = entries[line.file].blob->text().substr(before.begin, line.begin - before.begin);
  line.line_number = before.line_number + static_cast<uint32_t>(CountLineFeeds(between));
  return line.line_number;
}

}  // namespace sonde
