// Patterns that are a row of byte classes, some of them optional or repeated:
// \w+\s*\(, [A-Z]{3,}_[0-9]+, ^#include. Most patterns in use are one.
#ifndef SONDE_MATCH_BYTE_SEQUENCE_H_
#define SONDE_MATCH_BYTE_SEQUENCE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/match/required_classes.h"
#include "re2/regexp.h"

namespace sonde {

// One code point. {2,} becomes two items, of which the last repeats; {1,3} three,
// of which the last two are optional.
struct SequenceItem {
  ByteClass members = {};
  bool beyond_ascii = false;  // code points above U+007F are members too
  bool optional = false;
  bool repeats = false;
};

struct ByteSequence {
  enum class Edge { kOpen, kLine, kWord };  // nothing, ^ or $, \b

  std::vector<SequenceItem> items;  // at most kMaxItems, one of them not optional
  bool greedy = true;               // every repetition prefers to go on
  Edge begin = Edge::kOpen;
  Edge end = Edge::kOpen;

  // Items that a set of places in one 64-bit word can name.
  static constexpr size_t kMaxItems = 62;
  // Each may cost a look at each byte.
  static constexpr size_t kMaxOptional = 16;
};

// The one character that `members` are when ASCII case is ignored, in lower case if
// they are both cases of it; '\0' for other sets.
char ComparableByte(const ByteClass& members);

// The longest text that stands in every match; to be compared with ASCII case
// ignored. `ascii_text`: as in LinePlan.
std::string LongestText(const ByteSequence& sequence, bool ascii_text);

// About how many instructions RE2's program of `sequence` has.
int64_t Instructions(const ByteSequence& sequence, bool ascii_text);

// The sequence that `pattern` is; nothing for other patterns. `pattern` is
// parsed for UTF-8.
std::optional<ByteSequence> ByteSequenceOf(re2::Regexp* pattern);

}  // namespace sonde

#endif  // SONDE_MATCH_BYTE_SEQUENCE_H_
