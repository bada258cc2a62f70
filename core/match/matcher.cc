#include "core/match/matcher.h"

#include <algorithm>
#include <utility>

#include "core/base/line_feeds.h"
#include "core/match/matcher_impl.h"

namespace sonde {
namespace {

// Where no DFA state comes up twice, RE2 follows each instruction at each byte:
// 8 ns in WebAssembly. So many of them count as one unit of a step's budget.
constexpr int64_t kInstructionsPerCost = 2;
// The states of a program this small are soon all there.
constexpr int64_t kFewInstructions = 12;

}  // namespace

Matcher::Matcher(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Matcher::~Matcher() = default;

int64_t Matcher::worst_cost_per_byte(bool ascii) const {
  int64_t instructions = ascii ? impl_->ascii_instructions : impl_->any_instructions;
  return 1 + std::max<int64_t>(0, instructions - kFewInstructions) / kInstructionsPerCost;
}

bool Matcher::ignores_case() const { return impl_->ignore_case; }
bool Matcher::is_literal() const { return impl_->literal; }

LineSpan LineAt(std::string_view text, size_t offset, size_t floor) {
  size_t begin = LineBegin(text, offset, floor);
  size_t feed = FindLineFeed(text, offset);
  if (feed == text.size()) return {begin, feed, feed};
  size_t end = feed > begin && text[feed - 1] == '\r' ? feed - 1 : feed;
  return {begin, end, feed + 1};
}

bool Matcher::MatchesLine(std::string_view line, bool ascii) const { return impl_->Matches(line, ascii); }

bool Matcher::RulesOut(const SearchText& text, const uint32_t* filter, size_t from, size_t until) const {
  const LinePlan& plan = impl_->Plan(text.ascii);
  if (impl_->HasLongLine(text)) return false;
  return plan.never() || (filter && !plan.trigrams().MayHold(filter, text.text.size(), from, until));
}

void Matcher::TouchFilter(const uint32_t* filter, size_t text_bytes, bool ascii) const {
  impl_->Plan(ascii).trigrams().TouchFirst(filter, text_bytes);
}

bool Matcher::AsksFilters(bool ascii) const { return static_cast<bool>(impl_->Plan(ascii).trigrams()); }

bool Matcher::NextLine(const SearchText& text, size_t from, size_t until, LineSpan* line, Work* work,
                       bool wants_hits) const {
  return Next(text, from, until, wants_hits ? Detail::kFirstHit : Detail::kSpan, line, work);
}

int64_t Matcher::CountLines(const SearchText& text, size_t from, size_t until, Work* work) const {
  int64_t count = 0;
  LineSpan line;
  for (; Next(text, from, until, Detail::kNext, &line, work); from = line.next) ++count;
  return count;
}

bool Matcher::Next(const SearchText& text, size_t from, size_t until, Detail detail, LineSpan* line, Work* work) const {
  const Impl& impl = *impl_;
  const LinePlan& plan = impl.Plan(text.ascii);
  const bool leads = plan.leads() && !impl.HasLongLine(text);
  const bool one_by_one = !leads && (impl.line_by_line || text.has_crlf || impl.HasLongLine(text));
  while (from < until) {
    if (one_by_one) {
      *line = LineAt(text.text, from, from);
    } else if (leads) {
      size_t at;
      ByteRange hit = {0, 0};
      const bool wants_hit = detail == Detail::kFirstHit && !impl.whole_word;
      LineVerdict verdict =
          wants_hit ? plan.FindHit(text.text, from, until, &at, &hit) : plan.Find(text.text, from, until, &at);
      if (verdict == LineVerdict::kNone) return false;
      if (verdict == LineVerdict::kMatch && !impl.whole_word) {
        ++work->lines_entered;
        if (detail == Detail::kNext) {
          line->next = std::min(FindLineFeed(text.text, at) + 1, text.text.size());
        } else {
          *line = LineAt(text.text, at, from);
          auto begin = static_cast<uint32_t>(line->begin);
          if (hit.end > hit.begin) line->first_hit = {hit.begin - begin, hit.end - begin};
        }
        return true;
      }
      *line = LineAt(text.text, at, from);
    } else {
      // One run over many lines finds a candidate; its line decides.
      ByteRange hit;
      bool found = impl.Find(text.text, from, until, text.ascii, &hit);
      work->bytes_entered += static_cast<int64_t>((found ? hit.end : until) - from);
      if (!found) return false;
      // Behind a final line feed there is no line.
      if (hit.begin == text.text.size() && text.text.back() == '\n') return false;
      *line = LineAt(text.text, hit.begin, from);
      if (line->begin >= until) return false;
      bool inside = hit.begin >= line->begin && hit.end <= line->end;
      if (inside && !impl.whole_word) {
        ++work->lines_entered;
        return true;
      }
    }
    from = line->next;
    std::string_view content = text.text.substr(line->begin, line->end - line->begin);
    if (content.size() > impl.max_line_bytes && !impl.IsPlainText(text.ascii)) {
      ++work->long_lines;
      continue;
    }
    ++work->lines_entered;
    if (!plan.hit_finder()) work->bytes_entered += static_cast<int64_t>(content.size());
    if (impl.Matches(content, text.ascii)) return true;
  }
  return false;
}

bool Matcher::NextHit(std::string_view line, size_t from, bool ascii, ByteRange* hit) const {
  if (from > line.size()) return false;
  const LinePlan& plan = impl_->Plan(ascii);
  const SequenceFinder* sequence_hits = impl_->whole_word ? nullptr : plan.sequence_hits();
  if (sequence_hits) {
    size_t at;
    LineVerdict verdict = sequence_hits->FindHit(line, from, &at, hit);
    if (verdict != LineVerdict::kUndecided) return verdict == LineVerdict::kMatch;
  }
  // The plan tells sooner that the rest of a line holds nothing, and what of it
  // comes before the first hit.
  if (plan.leads() && !plan.hit_finder()) {
    size_t at;
    if (plan.Find(line, from, line.size(), &at) == LineVerdict::kNone) return false;
    size_t before = plan.most_bytes_before();
    if (at >= before && at - before > from) from = CeilCodePoint(line, at - before);
  }
  if (!impl_->FindInLine(line, from, ascii, hit)) return false;
  if (impl_->line_by_line) {
    // \C may begin or end a hit inside a character, which can't be shown.
    const bool empty = hit->begin == hit->end;
    hit->end = static_cast<uint32_t>(CeilCodePoint(line, hit->end));
    hit->begin = empty ? hit->end : static_cast<uint32_t>(FloorCodePoint(line, hit->begin));
  }
  return true;
}

bool Matcher::FindFirst(std::string_view line, bool ascii, ByteRange* hit) const {
  return NextHit(line, 0, ascii, hit);
}

bool Matcher::FindOccurrences(std::string_view line, bool ascii, size_t limit, std::vector<ByteRange>* hits,
                              ByteRange first) const {
  size_t from = 0;
  ByteRange hit = first;
  bool known = first.end > first.begin;
  for (; known || NextHit(line, from, ascii, &hit); known = false) {
    const bool empty = hit.begin == hit.end;
    bool next_to_last = !hits->empty() && hits->back().end == hit.begin;
    if (!(empty && next_to_last)) {
      if (hits->size() == limit) return false;
      hits->push_back(hit);
    }
    from = empty ? (hit.end < line.size() ? CeilCodePoint(line, hit.end + 1) : line.size() + 1) : hit.end;
  }
  return true;
}

}  // namespace sonde
