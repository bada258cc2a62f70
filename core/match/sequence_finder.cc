#include "core/match/sequence_finder.h"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "core/match/byte_frequency.h"

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

// The one text that items can be compared with, in lower case; '\0' without one.
char ComparableByte(const ByteClass& members) {
  size_t count = members.count();
  for (size_t byte = 0; byte < members.size(); ++byte) {
    if (!members[byte]) continue;
    if (count == 1) return static_cast<char>(byte);
    bool pair = count == 2 && IsAsciiLetter(static_cast<uint8_t>(byte)) && members[byte ^ 0x20];
    return pair ? static_cast<char>(byte | 0x20) : '\0';
  }
  return '\0';
}

// Items side by side that every match holds side by side.
struct Run {
  size_t first = 0;
  size_t size = 0;
  bool literal = false;
  double frequency = 1;
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

LineVerdict SequenceFinder::CheckBefore(std::string_view text, size_t anchor, size_t* steps) const {
  States states = before_;
  for (size_t at = anchor;; --at) {
    if ((states & 1) != 0 && BeginHolds(text, at)) return LineVerdict::kMatch;
    if (at == 0) return LineVerdict::kNone;
    auto byte = static_cast<uint8_t>(text[at - 1]);
    States takes = takes_[byte];
    states = ClosedBackwards(((states >> 1) & takes) | (states & (takes & repeats_) << 1));
    if (states == 0) return byte == '\r' || byte >= kBeyondAscii ? LineVerdict::kUndecided : LineVerdict::kNone;
    if (*steps == 0) return LineVerdict::kUndecided;
    --*steps;
  }
}

LineVerdict SequenceFinder::CheckBehind(std::string_view text, size_t behind, size_t* steps) const {
  States states = behind_;
  for (size_t at = behind;; ++at) {
    if ((states & last_) != 0 && EndHolds(text, at)) return LineVerdict::kMatch;
    if (at == text.size()) return LineVerdict::kNone;
    auto byte = static_cast<uint8_t>(text[at]);
    States takes = takes_[byte];
    states = ClosedForwards(((states & takes) | ((states >> 1) & takes & repeats_)) << 1);
    if (states == 0) return byte == '\r' || byte >= kBeyondAscii ? LineVerdict::kUndecided : LineVerdict::kNone;
    if (*steps == 0) return LineVerdict::kUndecided;
    --*steps;
  }
}

LineVerdict SequenceFinder::Check(std::string_view text, size_t anchor, size_t* steps) const {
  // The finder may ignore case where an item doesn't.
  for (size_t i = 0; i < anchor_bytes_; ++i) {
    if ((takes_[static_cast<uint8_t>(text[anchor + i])] >> (anchor_item_ + i) & 1) == 0) return LineVerdict::kNone;
  }
  LineVerdict before = CheckBefore(text, anchor, steps);
  if (before == LineVerdict::kNone) return before;
  LineVerdict behind = CheckBehind(text, anchor + anchor_bytes_, steps);
  return behind == LineVerdict::kMatch ? before : behind;
}

size_t SequenceFinder::FindAnchor(std::string_view text, size_t from) const {
  return literal_ ? literal_->Find(text, from) : classes_->Find(text, from);
}

LineVerdict SequenceFinder::Find(std::string_view text, size_t from, size_t until, size_t* at) const {
  std::string_view window = text.substr(0, until);
  size_t steps = kStepsAtOnce;
  size_t passed = from;
  for (*at = FindAnchor(window, from); *at != std::string_view::npos; *at = FindAnchor(window, *at + 1)) {
    steps += (*at - passed) * kStepsPerByte;
    passed = *at;
    if (steps < kAnchorSteps) return LineVerdict::kUndecided;
    steps -= kAnchorSteps;
    LineVerdict verdict = Check(text, *at, &steps);
    if (verdict != LineVerdict::kNone) return verdict;
  }
  return LineVerdict::kNone;
}

}  // namespace sonde
