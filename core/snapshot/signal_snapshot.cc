#include "core/snapshot/signal_snapshot.h"

#include <algorithm>

namespace sonde {

int64_t SignalSnapshot::LineNumber(size_t place) {
  Line& line = lines[place];
  if (line.line_number > 0) return line.line_number;
  // Counted from the retained line before it when that is numbered, else from
  // the file's begin.
  Line before{line.file, 1, 0, 0};
  bool follows = place > files[line.file].first_line && lines[place - 1].line_number > 0;
  if (follows) before = lines[place - 1];
  std::string_view text = entries[line.file].blob->text().substr(0, line.begin);
  auto feeds = std::count(text.begin() + before.begin, text.end(), '\n');
  line.line_number = before.line_number + static_cast<uint32_t>(feeds);
  return line.line_number;
}

}  // namespace sonde
