#include "core/match/required_classes.h"

#include <algorithm>
#include <cstdint>

#include "core/base/byte_frequency.h"
#include "re2/regexp.h"

namespace sonde {
namespace {

using Run = std::vector<ByteClass>;

// A run that is expected more often than this is no help.
constexpr double kMaxFrequency = 1.0 / 256;
// The analysis of a larger program would cost more than it may save.
constexpr int kMaxInstructions = 2000;

double Frequency(const Run& run) {
  double product = 1;
  for (const ByteClass& members : run) product *= ClassFrequency(members);
  return product;
}

// What is known of the texts that a part of the pattern matches.
struct Shape {
  Run begin;           // classes of their first bytes, at most kMaxRequiredClasses
  Run end;             // of their last bytes, the very last one at the back
  bool whole = false;  // begin and end are all of it
  Run rarest;          // the best run inside; empty without one
};

void Consider(Run run, Shape* shape) {
  if (run.empty()) return;
  if (shape->rarest.empty() || Frequency(run) < Frequency(shape->rarest)) shape->rarest = std::move(run);
}

Shape Whole(Run run) {
  Shape shape;
  shape.begin = run;
  shape.end = run;
  shape.whole = true;
  Consider(std::move(run), &shape);
  return shape;
}

Run First(Run run) {
  run.resize(std::min(run.size(), kMaxRequiredClasses));
  return run;
}

Run Last(Run run) {
  if (run.size() > kMaxRequiredClasses) run.erase(run.begin(), run.end() - kMaxRequiredClasses);
  return run;
}

Run Joined(Run a, const Run& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Shape Concat(const Shape& a, const Shape& b) {
  Shape shape;
  shape.begin = a.whole ? First(Joined(a.begin, b.begin)) : a.begin;
  shape.end = b.whole ? Last(Joined(a.end, b.end)) : b.end;
  shape.whole = a.whole && b.whole && a.end.size() + b.begin.size() <= kMaxRequiredClasses;
  Consider(a.rarest, &shape);
  Consider(b.rarest, &shape);
  Run seam = Joined(a.end, b.begin);
  for (size_t from = 0; from < seam.size(); ++from) {
    size_t size = std::min(kMaxRequiredClasses, seam.size() - from);
    Consider(
        Run(seam.begin() + static_cast<std::ptrdiff_t>(from), seam.begin() + static_cast<std::ptrdiff_t>(from + size)),
        &shape);
  }
  return shape;
}

// What holds whichever of the two is matched.
Shape Either(const Shape& a, const Shape& b) {
  Shape shape;
  size_t begin_size = std::min(a.begin.size(), b.begin.size());
  for (size_t i = 0; i < begin_size; ++i) shape.begin.push_back(a.begin[i] | b.begin[i]);
  size_t end_size = std::min(a.end.size(), b.end.size());
  for (size_t i = 0; i < end_size; ++i) {
    shape.end.push_back(a.end[a.end.size() - end_size + i] | b.end[b.end.size() - end_size + i]);
  }
  shape.whole = a.whole && b.whole && a.begin.size() == b.begin.size();
  Consider(shape.begin, &shape);
  Consider(shape.end, &shape);
  return shape;
}

// One to three copies stand for `least`: more add nothing that is looked at.
Shape Repeated(const Shape& once, int least, int most) {
  if (least == 0) return {};
  Shape shape = once;
  for (int i = 1; i < std::min<int>(least, kMaxRequiredClasses); ++i) shape = Concat(shape, once);
  shape.whole = shape.whole && least == most && least <= static_cast<int>(kMaxRequiredClasses);
  return shape;
}

Run OneRune(int rune, bool ignore_case) {
  ByteClass members;
  if (rune < 0x80) {
    auto byte = static_cast<uint8_t>(rune);
    members.set(byte);
    if (ignore_case && IsAsciiLetter(byte)) members.set(byte ^ 0x20);
  }
  return {members};
}

// The parser bounds the nesting that this follows.
Shape ShapeOf(re2::Regexp* node) {
  bool ignore_case = (node->parse_flags() & re2::Regexp::FoldCase) != 0;
  switch (node->op()) {
    case re2::kRegexpEmptyMatch:
    case re2::kRegexpBeginLine:
    case re2::kRegexpEndLine:
    case re2::kRegexpBeginText:
    case re2::kRegexpEndText:
    case re2::kRegexpWordBoundary:
    case re2::kRegexpNoWordBoundary:
      return Whole({});
    case re2::kRegexpLiteral:
      return Whole(OneRune(node->rune(), ignore_case));
    case re2::kRegexpLiteralString: {
      Shape shape = Whole({});
      for (int i = 0; i < node->nrunes(); ++i) shape = Concat(shape, Whole(OneRune(node->runes()[i], ignore_case)));
      return shape;
    }
    case re2::kRegexpCharClass: {
      ByteClass members;
      for (re2::RuneRange range : *node->cc()) {
        for (int rune = range.lo; rune <= range.hi && rune < 0x80; ++rune) members.set(static_cast<size_t>(rune));
      }
      return Whole({members});
    }
    case re2::kRegexpAnyChar:
    case re2::kRegexpAnyByte:
      return Whole({ByteClass().set()});
    case re2::kRegexpCapture:
      return ShapeOf(node->sub()[0]);
    case re2::kRegexpPlus:
      return Repeated(ShapeOf(node->sub()[0]), 1, -1);
    case re2::kRegexpRepeat:
      return Repeated(ShapeOf(node->sub()[0]), node->min(), node->max());
    case re2::kRegexpConcat: {
      Shape shape = Whole({});
      for (int i = 0; i < node->nsub(); ++i) shape = Concat(shape, ShapeOf(node->sub()[i]));
      return shape;
    }
    case re2::kRegexpAlternate: {
      Shape shape = ShapeOf(node->sub()[0]);
      for (int i = 1; i < node->nsub(); ++i) shape = Either(shape, ShapeOf(node->sub()[i]));
      return shape;
    }
    default:  // may match nothing, or never matches
      return {};
  }
}

}  // namespace

double ClassFrequency(const ByteClass& members) {
  int all = 0;
  int own = 0;
  for (size_t byte = 0; byte < members.size(); ++byte) {
    int frequency = ByteFrequency(static_cast<uint8_t>(byte));
    all += frequency;
    if (members[byte]) own += frequency;
  }
  return static_cast<double>(own) / all;
}

std::vector<ByteClass> RequiredClasses(const RE2& program) {
  if (program.ProgramSize() > kMaxInstructions) return {};
  Run run = ShapeOf(program.Regexp()).rarest;
  if (run.empty() || Frequency(run) > kMaxFrequency) return {};
  return run;
}

}  // namespace sonde
