// What was found out about the lines of a range.
#ifndef SONDE_MATCH_LINE_VERDICT_H_
#define SONDE_MATCH_LINE_VERDICT_H_

namespace sonde {

enum class LineVerdict {
  kNone,      // no line of the range matches
  kMatch,     // the line of the place found matches, none before it does
  kUndecided  // none before the line of the place found matches; RE2 must decide about it
};

}  // namespace sonde

#endif  // SONDE_MATCH_LINE_VERDICT_H_
