#include "core/match/byte_sequence.h"

#include <algorithm>
#include <cstdint>

#include "core/base/byte_frequency.h"

namespace sonde {
namespace {

constexpr int kMaxAscii = 0x7F;
// Instructions of an item: a byte or few ranges of them, or one of Unicode's large
// classes (\w, measured).
constexpr int64_t kByteInstructions = 2;
constexpr int64_t kUnicodeClassInstructions = 640;

SequenceItem ItemOf(re2::CharClass* members) {
  SequenceItem item;
  for (re2::RuneRange range : *members) {
    for (int rune = range.lo; rune <= std::min(range.hi, kMaxAscii); ++rune) {
      item.members.set(static_cast<size_t>(rune));
    }
    item.beyond_ascii = item.beyond_ascii || range.hi > kMaxAscii;
  }
  return item;
}

SequenceItem ItemOf(int rune, bool folds) {
  SequenceItem item;
  item.beyond_ascii = rune > kMaxAscii;
  if (item.beyond_ascii) return item;
  auto byte = static_cast<uint8_t>(rune);
  item.members.set(byte);
  if (folds && IsAsciiLetter(byte)) item.members.set(byte ^ 0x20);
  return item;
}

class Builder {
 public:
  std::optional<ByteSequence> Build(re2::Regexp* pattern) {
    if (!Append(pattern)) return std::nullopt;
    size_t optional = 0;
    for (const SequenceItem& item : sequence_.items) optional += item.optional;
    if (optional == sequence_.items.size() || optional > ByteSequence::kMaxOptional) return std::nullopt;
    return std::move(sequence_);
  }

 private:
  bool Add(SequenceItem item) {
    if (closed_ || sequence_.items.size() == ByteSequence::kMaxItems) return false;
    sequence_.items.push_back(item);
    return true;
  }

  // An edge stands before the first item or behind the last one.
  bool AddEdge(ByteSequence::Edge edge, bool may_begin, bool may_end) {
    if (closed_) return false;
    if (sequence_.items.empty()) {
      if (!may_begin || sequence_.begin != ByteSequence::Edge::kOpen) return false;
      sequence_.begin = edge;
      return true;
    }
    if (!may_end) return false;
    sequence_.end = edge;
    closed_ = true;
    return true;
  }

  // One item `least` to `most` times, -1: any number.
  bool AddRepeated(re2::Regexp* repetition, int least, int most) {
    if (repetition->parse_flags() & re2::Regexp::NonGreedy) sequence_.greedy = false;
    re2::Regexp* node = repetition->sub()[0];
    while (node->op() == re2::kRegexpCapture) node = node->sub()[0];
    bool literal = node->op() == re2::kRegexpLiteral;
    bool any = node->op() == re2::kRegexpAnyChar;
    if (!literal && !any && node->op() != re2::kRegexpCharClass) return false;
    size_t before = sequence_.items.size();
    if (!Append(node)) return false;
    SequenceItem item = sequence_.items.back();
    sequence_.items.resize(before);
    int copies = most < 0 ? std::max(least, 1) : most;
    for (int i = 0; i < copies; ++i) {
      item.optional = i >= least;
      item.repeats = most < 0 && i == copies - 1;
      if (!Add(item)) return false;
    }
    return true;
  }

  // The parser bounds the nesting that this follows.
  bool Append(re2::Regexp* node) {
    bool folds = (node->parse_flags() & re2::Regexp::FoldCase) != 0;
    switch (node->op()) {
      case re2::kRegexpEmptyMatch:
        return true;
      case re2::kRegexpLiteral:
        return Add(ItemOf(node->rune(), folds));
      case re2::kRegexpLiteralString:
        for (int i = 0; i < node->nrunes(); ++i) {
          if (!Add(ItemOf(node->runes()[i], folds))) return false;
        }
        return true;
      case re2::kRegexpCharClass:
        return Add(ItemOf(node->cc()));
      case re2::kRegexpAnyChar: {
        SequenceItem item;
        item.members.set();
        item.beyond_ascii = true;
        return Add(item);
      }
      case re2::kRegexpCapture:
        return Append(node->sub()[0]);
      case re2::kRegexpConcat:
        for (int i = 0; i < node->nsub(); ++i) {
          if (!Append(node->sub()[i])) return false;
        }
        return true;
      case re2::kRegexpStar:
        return AddRepeated(node, 0, -1);
      case re2::kRegexpPlus:
        return AddRepeated(node, 1, -1);
      case re2::kRegexpQuest:
        return AddRepeated(node, 0, 1);
      case re2::kRegexpRepeat:
        return AddRepeated(node, node->min(), node->max());
      case re2::kRegexpBeginLine:
        return AddEdge(ByteSequence::Edge::kLine, true, false);
      case re2::kRegexpEndLine:
        return AddEdge(ByteSequence::Edge::kLine, false, true);
      case re2::kRegexpWordBoundary:
        return AddEdge(ByteSequence::Edge::kWord, true, true);
      default:
        return false;
    }
  }

  ByteSequence sequence_;
  bool closed_ = false;  // the end's edge was met
};

}  // namespace

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

std::string LongestText(const ByteSequence& sequence, bool ascii_text) {
  std::string longest;
  std::string text;
  for (const SequenceItem& item : sequence.items) {
    bool told_by_bytes = ascii_text || !item.beyond_ascii;
    char byte = item.optional || !told_by_bytes ? '\0' : ComparableByte(item.members);
    if (byte != '\0') text.push_back(byte);
    if (text.size() > longest.size()) longest = text;
    // One that repeats ends what is before it, and begins what is behind it.
    if (byte == '\0' || item.repeats) text.assign(byte != '\0' ? 1 : 0, byte);
  }
  return longest;
}

int64_t Instructions(const ByteSequence& sequence, bool ascii_text) {
  int64_t instructions = 0;
  for (const SequenceItem& item : sequence.items) {
    bool large = item.beyond_ascii && !ascii_text && item.members.count() > 2;
    instructions += large ? kUnicodeClassInstructions : kByteInstructions;
  }
  return instructions;
}

std::optional<ByteSequence> ByteSequenceOf(re2::Regexp* pattern) { return Builder().Build(pattern); }

}  // namespace sonde
