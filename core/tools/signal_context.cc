#include "core/tools/signal_context.h"

#include <algorithm>
#include <string_view>

#include "core/snapshot/spill.h"

namespace sonde {
namespace {

// The line before the one that begins at `begin` (> 0).
LineSpan LineBefore(std::string_view text, size_t begin) { return LineAt(text, begin - 1); }

std::string_view Content(std::string_view text, const LineSpan& line) {
  return text.substr(line.begin, line.end - line.begin);
}

}  // namespace

SourceState StateOf(const FileRef& searched, const View& current) {
  // A kept result never changes.
  if (!SpillIdOf(searched.path->text).empty()) return SourceState::kCurrent;
  const FileRef* now = current.tree.Find(searched.path->text);
  if (!now || now->blob->kind() == FileKind::kTooLarge) return SourceState::kUnavailable;
  return now->blob->revision == searched.blob->revision ? SourceState::kCurrent : SourceState::kChanged;
}

void AddContext(SignalSnapshot& snapshot, size_t place, int64_t context, MatchUnit* unit) {
  const SignalSnapshot::Line& line = snapshot.lines[place];
  const SignalSnapshot::File& file = snapshot.files[line.file];
  const Blob& blob = *snapshot.entries[line.file].blob;
  std::string_view text = blob.text();
  size_t last_place = file.first_line + file.retained - 1;
  int64_t number = snapshot.LineNumber(place);

  // Between two matches a line goes to the nearer one, the middle to the earlier.
  int64_t before = context;
  if (place > file.first_line) {
    int64_t gap = number - snapshot.LineNumber(place - 1) - 1;
    before = std::min(before, gap / 2);
  }
  size_t begin = line.begin;
  for (int64_t i = 1; i <= before && begin > 0; ++i) {
    LineSpan span = LineBefore(text, begin);
    unit->before.push_back({number - i, ExcerptLine(Content(text, span), nullptr).text});
    begin = span.begin;
  }
  std::reverse(unit->before.begin(), unit->before.end());

  int64_t after = context;
  if (place < last_place) {
    int64_t gap = snapshot.LineNumber(place + 1) - number - 1;
    after = std::min(after, (gap + 1) / 2);
  }
  // Behind the last retained line matches may follow that were not retained:
  // they and what is nearer to them stay out.
  bool more_follow = place == last_place && file.retained < file.count;
  size_t next = LineAt(text, line.begin).next;
  size_t ahead = next;
  for (int64_t i = 1; more_follow && i <= 2 * after && ahead < text.size(); ++i) {
    LineSpan span = LineAt(text, ahead);
    if (snapshot.matcher->MatchesLine(Content(text, span), blob.ascii())) after = i / 2;
    ahead = span.next;
  }
  for (int64_t i = 1; i <= after && next < text.size(); ++i) {
    LineSpan span = LineAt(text, next);
    unit->after.push_back({number + i, ExcerptLine(Content(text, span), nullptr).text});
    next = span.next;
  }
}

}  // namespace sonde
