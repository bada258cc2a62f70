#include "core/match/sequence_finder.h"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "core/base/byte_frequency.h"

namespace sonde {
namespace {

constexpr uint8_t kBeyondAscii = 0x80;
constexpr size_t kMaxCodePointBytes = 4;
constexpr size_t kMaxAnchorBytes = 8;
// An anchor that is expected more often than this is no help.
constexpr double kMaxAnchorFrequency = 0.15;
// The two-byte probe of LiteralFinder passes text about so much faster than
// ClassFinder's lookups.
constexpr double kLiteralGain = 4;
// States followed at one anchor and for each byte of text passed: beyond it the
// line is given to RE2, which is faster then.
constexpr size_t kStepsAtOnce = 256;
constexpr size_t kStepsPerByte = 4;
// What it takes to find an anchor where they are dense.
constexpr size_t kAnchorSteps = 16;

bool IsWordByte(char c) {
  auto byte = static_cast<uint8_t>(c);
  return IsAsciiLetter(byte) || (byte >= '0' && byte <= '9') || byte == '_';
}

bool IsWordBoundary(std::string_view text, size_t at) {
  bool before = at > 0 && IsWordByte(text[at - 1]);
  bool behind = at < text.size() && IsWordByte(text[at]);
  return before != behind;
}

// Items side by side that every match holds side by side.
struct Run {
  size_t first = 0;
  size_t size = 0;
  bool literal = false;
  double frequency = 1;
};

bool Disjoint(const ByteClass& a, const ByteClass& b) { return (a & b).none(); }

// Whether there is one way only to read a text from a place on as `items`, up to
// how far the last of them go.
bool ReadsOneWay(const std::vector<SequenceItem>& items) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (!items[i].optional && !items[i].repeats) continue;
    for (size_t next = i + 1; next < items.size(); ++next) {
      if (!Disjoint(items[i].members, items[next].members)) return false;
      if (!items[next].optional) break;
    }
  }
  return true;
}

// Whether an item of `run` can't stand within the items before it: of two
// matches the one whose run comes first begins first, too.
bool LeadsToTheFirst(const std::vector<SequenceItem>& items, const Run& run) {
  ByteClass before = {};
  for (size_t i = 0; i < run.first + run.size; ++i) {
    if (i >= run.first && !items[i].repeats && Disjoint(items[i].members, before)) return true;
    before |= items[i].members;
  }
  return false;
}

// Bounds the states that are followed, see kStepsAtOnce.
struct Steps {
  explicit Steps(size_t from) : passed(from) {}

  // Whether the anchor at `at` may be tried.
  bool MayTry(size_t at) {
    left += (at - passed) * kStepsPerByte;
    passed = at;
    if (left < kAnchorSteps) return false;
    left -= kAnchorSteps;
    return true;
  }

  size_t passed;
  size_t left = kStepsAtOnce;
};

// The rarest run. Items of its inside neither repeat nor are optional, so that
// the last of its first item, its inside and the first of its last item are
// neighbours in the text.
Run RarestRun(const std::vector<SequenceItem>& items, bool ascii_text) {
  Run best;
  for (size_t first = 0; first < items.size(); ++first) {
    for (bool literal : {true, false}) {
      Run run{first, 0, literal, 1};
      size_t most = literal ? kMaxAnchorBytes : kMaxRequiredClasses;
      for (size_t i = first; i < items.size() && run.size < most; ++i) {
        const SequenceItem& item = items[i];
        bool inside = i >= first + 2 && items[i - 1].repeats;
        bool told_by_bytes = ascii_text || !item.beyond_ascii;
        // A carriage return may belong to the line's end.
        if (item.optional || inside || !told_by_bytes || item.members['\r']) break;
        if (literal && ComparableByte(item.members) == '\0') break;
        ++run.size;
        run.frequency *= ClassFrequency(item.members);
        double weight = run.frequency / (literal ? kLiteralGain : 1);
        double best_weight = best.frequency / (best.literal ? kLiteralGain : 1);
        if (best.size == 0 || weight < best_weight) best = run;
      }
    }
  }
  return best;
}

}  // namespace

std::optional<SequenceFinder> SequenceFinder::Make(const ByteSequence& sequence, bool ascii_text, bool scalar) {
  const std::vector<SequenceItem>& items = sequence.items;
  Run run = RarestRun(items, ascii_text);
  if (run.size == 0 || run.frequency > kMaxAnchorFrequency) return std::nullopt;
  SequenceFinder finder;
  finder.begin_ = sequence.begin;
  finder.end_ = sequence.end;
  finder.anchor_item_ = run.first;
  finder.anchor_bytes_ = run.size;
  for (size_t i = 0; i < items.size(); ++i) {
    States bit = States{1} << i;
    if (items[i].repeats) finder.repeats_ |= bit;
    if (items[i].optional) finder.optional_ |= bit;
    for (size_t byte = 0; byte < items[i].members.size(); ++byte) {
      if (items[i].members[byte] && byte != '\n' && byte != '\r') finder.takes_[byte] |= bit;
    }
  }
  finder.last_ = States{1} << items.size();
  if (!items.back().repeats) finder.ends_ = finder.last_;
  finder.finds_hits_ = sequence.greedy && ReadsOneWay(items) && LeadsToTheFirst(items, run);
  for (size_t i = 0; i <= run.first; ++i) {
    if (items[i].repeats) finder.most_bytes_before_ = SIZE_MAX;
    if (i < run.first && finder.most_bytes_before_ != SIZE_MAX) finder.most_bytes_before_ += kMaxCodePointBytes;
  }
  size_t behind = run.first + run.size;
  finder.before_ = States{1} << run.first;
  if (items[run.first].repeats) finder.before_ |= States{1} << (run.first + 1);
  finder.before_ = finder.ClosedBackwards(finder.before_);
  finder.behind_ = finder.ClosedForwards(States{1} << behind);
  if (run.literal) {
    std::string text;
    bool folds = false;
    for (size_t i = run.first; i < behind; ++i) {
      text.push_back(ComparableByte(items[i].members));
      folds = folds || items[i].members.count() == 2;
    }
    finder.literal_.emplace(std::move(text), folds, scalar);
  } else {
    std::vector<ByteClass> classes;
    for (size_t i = run.first; i < behind; ++i) classes.push_back(items[i].members);
    finder.classes_.emplace(classes, scalar);
  }
  return finder;
}

SequenceFinder::States SequenceFinder::ClosedForwards(States states) const {
  for (;;) {
    States more = (states & optional_) << 1 & ~states;
    if (more == 0) return states;
    states |= more;
  }
}

SequenceFinder::States SequenceFinder::ClosedBackwards(States states) const {
  for (;;) {
    States more = (states >> 1) & optional_ & ~states;
    if (more == 0) return states;
    states |= more;
  }
}

bool SequenceFinder::BeginHolds(std::string_view text, size_t at) const {
  if (begin_ == ByteSequence::Edge::kOpen) return true;
  if (begin_ == ByteSequence::Edge::kWord) return IsWordBoundary(text, at);
  return at == 0 || text[at - 1] == '\n';
}

bool SequenceFinder::EndHolds(std::string_view text, size_t at) const {
  if (end_ == ByteSequence::Edge::kOpen) return true;
  if (end_ == ByteSequence::Edge::kWord) return IsWordBoundary(text, at);
  return at == text.size() || text[at] == '\n' || (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n');
}

LineVerdict SequenceFinder::CheckBefore(std::string_view text, size_t floor, size_t anchor, size_t* steps,
                                        uint32_t* farthest) const {
  constexpr States kFirst = 1;
  LineVerdict verdict = LineVerdict::kNone;
  States states = before_;
  for (size_t at = anchor;; --at) {
    if ((states & kFirst) != 0 && BeginHolds(text, at)) {
      verdict = LineVerdict::kMatch;
      if (!farthest) return verdict;
      *farthest = static_cast<uint32_t>(at);
    }
    if (at == floor || states == kFirst) return verdict;
    auto byte = static_cast<uint8_t>(text[at - 1]);
    States takes = takes_[byte];
    states = ClosedBackwards(((states >> 1) & takes) | (states & (takes & repeats_) << 1));
    if (states == 0) return byte == '\r' || byte >= kBeyondAscii ? LineVerdict::kUndecided : verdict;
    if (*steps == 0) return LineVerdict::kUndecided;
    --*steps;
  }
}

LineVerdict SequenceFinder::CheckBehind(std::string_view text, size_t behind, size_t* steps, uint32_t* farthest) const {
  LineVerdict verdict = LineVerdict::kNone;
  States states = behind_;
  for (size_t at = behind;; ++at) {
    if ((states & last_) != 0 && EndHolds(text, at)) {
      verdict = LineVerdict::kMatch;
      if (!farthest) return verdict;
      *farthest = static_cast<uint32_t>(at);
    }
    if (at == text.size() || states == ends_) return verdict;
    auto byte = static_cast<uint8_t>(text[at]);
    States takes = takes_[byte];
    states = ClosedForwards(((states & takes) | ((states >> 1) & takes & repeats_)) << 1);
    if (states == 0) return byte == '\r' || byte >= kBeyondAscii ? LineVerdict::kUndecided : verdict;
    if (*steps == 0) return LineVerdict::kUndecided;
    --*steps;
  }
}

bool SequenceFinder::AnchorHolds(std::string_view text, size_t anchor) const {
  // The finder may ignore case where an item doesn't.
  for (size_t i = 0; i < anchor_bytes_; ++i) {
    if ((takes_[static_cast<uint8_t>(text[anchor + i])] >> (anchor_item_ + i) & 1) == 0) return false;
  }
  return true;
}

LineVerdict SequenceFinder::Check(std::string_view text, size_t anchor, size_t* steps) const {
  if (!AnchorHolds(text, anchor)) return LineVerdict::kNone;
  LineVerdict before = CheckBefore(text, 0, anchor, steps, nullptr);
  if (before == LineVerdict::kNone) return before;
  LineVerdict behind = CheckBehind(text, anchor + anchor_bytes_, steps, nullptr);
  return behind == LineVerdict::kMatch ? before : behind;
}

size_t SequenceFinder::FindAnchor(std::string_view text, size_t from) const {
  return literal_ ? literal_->Find(text, from) : classes_->Find(text, from);
}

LineVerdict SequenceFinder::Find(std::string_view text, size_t from, size_t until, size_t* at) const {
  std::string_view window = text.substr(0, until);
  Steps steps(from);
  for (*at = FindAnchor(window, from); *at != std::string_view::npos; *at = FindAnchor(window, *at + 1)) {
    if (!steps.MayTry(*at)) return LineVerdict::kUndecided;
    LineVerdict verdict = Check(text, *at, &steps.left);
    if (verdict != LineVerdict::kNone) return verdict;
  }
  return LineVerdict::kNone;
}

LineVerdict SequenceFinder::FindHit(std::string_view text, size_t from, size_t* at, ByteRange* hit) const {
  Steps steps(from);
  for (*at = FindAnchor(text, from); *at != std::string_view::npos; *at = FindAnchor(text, *at + 1)) {
    if (!steps.MayTry(*at)) return LineVerdict::kUndecided;
    if (!AnchorHolds(text, *at)) continue;
    LineVerdict before = CheckBefore(text, from, *at, &steps.left, &hit->begin);
    if (before == LineVerdict::kNone) continue;
    LineVerdict behind = CheckBehind(text, *at + anchor_bytes_, &steps.left, &hit->end);
    if (behind == LineVerdict::kNone) continue;
    return behind == LineVerdict::kMatch ? before : behind;
  }
  return LineVerdict::kNone;
}

}  // namespace sonde
