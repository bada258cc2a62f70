// Finds lines that match a byte sequence, from its rarest part outwards.
//
// A finder leads to a place where some items of the sequence stand; the items
// before it are followed backwards from there and those behind it forwards, all
// ways at once (a bit a state). Nothing else of the line is looked at.
#ifndef SONDE_MATCH_SEQUENCE_FINDER_H_
#define SONDE_MATCH_SEQUENCE_FINDER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/byte_range.h"
#include "core/match/byte_sequence.h"
#include "core/match/class_finder.h"
#include "core/match/line_verdict.h"
#include "core/match/literal_finder.h"

namespace sonde {

class SequenceFinder {
 public:
  // Nothing when no part of `sequence` is rare enough to begin with.
  // `ascii_text`: to be used for text without bytes above 0x7F only.
  static std::optional<SequenceFinder> Make(const ByteSequence& sequence, bool ascii_text, bool scalar);

  // Looks at lines that begin in [from, until); both are the begin of a line or
  // the text's end. `*at` is a place in the line that is found. A line is
  // undecided where bytes beyond ASCII or a carriage return bear on it, and where
  // it would take long: all in all the time is linear in the text.
  LineVerdict Find(std::string_view text, size_t from, size_t until, size_t* at) const;

  // Bytes that a match may begin before its place found, at most; SIZE_MAX
  // without a bound.
  size_t most_bytes_before() const { return most_bytes_before_; }

  // Whether FindHit may be asked: bytes alone tell where hits begin and end.
  bool finds_hits() const { return finds_hits_; }
  // The first hit of `text`, whole lines or one, at or behind `from`, leftmost first.
  // Undecided as in Find, about the line of `*at`, as far as there are several.
  // Requires finds_hits().
  LineVerdict FindHit(std::string_view text, size_t from, size_t* at, ByteRange* hit) const;

 private:
  // A set of states; state s: the first s items are passed.
  using States = uint64_t;

  SequenceFinder() = default;
  size_t FindAnchor(std::string_view text, size_t from) const;
  LineVerdict Check(std::string_view text, size_t anchor, size_t* steps) const;
  bool AnchorHolds(std::string_view text, size_t anchor) const;
  // Follow the items before and behind the anchor. With `farthest` the match is
  // the one that reaches farthest, which is written there; else any will do.
  LineVerdict CheckBefore(std::string_view text, size_t floor, size_t anchor, size_t* steps, uint32_t* farthest) const;
  LineVerdict CheckBehind(std::string_view text, size_t behind, size_t* steps, uint32_t* farthest) const;
  bool BeginHolds(std::string_view text, size_t at) const;
  bool EndHolds(std::string_view text, size_t at) const;
  States ClosedForwards(States states) const;
  States ClosedBackwards(States states) const;

  // Bit i of takes_[byte]: item i has the byte as a member. None for a line
  // feed, a carriage return and bytes beyond ASCII.
  std::array<States, 256> takes_ = {};
  States repeats_ = 0;   // items that repeat
  States optional_ = 0;  // items that are optional
  States before_ = 0;    // where the way backwards begins
  States behind_ = 0;    // where the way forwards begins
  States last_ = 0;      // all items are passed
  States ends_ = 0;      // last_, where no item follows that a byte could belong to
  ByteSequence::Edge begin_ = ByteSequence::Edge::kOpen;
  ByteSequence::Edge end_ = ByteSequence::Edge::kOpen;
  size_t anchor_item_ = 0;   // the first item of the anchor
  size_t anchor_bytes_ = 0;  // one an item
  size_t most_bytes_before_ = 0;
  bool finds_hits_ = false;
  std::optional<LiteralFinder> literal_;
  std::optional<ClassFinder> classes_;
};

}  // namespace sonde

#endif  // SONDE_MATCH_SEQUENCE_FINDER_H_
