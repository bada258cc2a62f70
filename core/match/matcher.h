// Finds the lines of a text that match a pattern, and the places in a line
// where it does. RE2 is seen in this folder only.
//
// A Matcher is immutable and may be shared; everything about the text comes
// with each call. Lines are matched without their "\n" or "\r\n". All offsets
// are bytes. Matching is linear in the text: RE2 never backtracks.
#ifndef SONDE_MATCH_MATCHER_H_
#define SONDE_MATCH_MATCHER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_range.h"
#include "core/base/result.h"

namespace sonde {

enum class CaseMode {
  kSensitive,
  kInsensitive,
  kSmart,  // insensitive when the pattern has a literal letter and none is upper case
};

// How lines are found. The answers are the same; tests compare them.
enum class Strategy {
  kFast,       // required literals first, a block of bytes at a time
  kScalar,     // the same without SIMD
  kLineByLine  // RE2 on every line
};

struct PatternSpec {
  std::string pattern;  // RE2 syntax as search.md §3 widens it, or plain text with `literal`
  bool literal = false;
  std::vector<std::string> any_of;  // plain texts, any of which matches; instead of `pattern`
  CaseMode case_mode = CaseMode::kSensitive;
  bool whole_word = false;  // Unicode word characters may not touch the hit
  int64_t max_pattern_bytes = 65536;
  int64_t max_match_line_bytes = 4194304;
  Strategy strategy = Strategy::kFast;

  bool operator==(const PatternSpec&) const = default;
};

// A text and the facts about it that choose the way to search it.
struct SearchText {
  std::string_view text;  // readable 64 bytes past its end
  bool ascii;
  bool has_crlf;
  uint32_t longest_line_bytes;
};

// One line: [begin, end) without its line feed; a "\r" before the line feed
// is left out too.
struct LineSpan {
  size_t begin;
  size_t end;
  size_t next;  // where the next line begins
  // The first hit, offsets in the line, if it was told when the line was found; else empty.
  ByteRange first_hit = {0, 0};
};

class Matcher {
 public:
  // Errors: SEARCH_INVALID_PATTERN.
  static Result<std::shared_ptr<const Matcher>> Compile(const PatternSpec& spec);
  ~Matcher();
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;

  // What one call of NextLine did, added to what it did before.
  struct Work {
    int64_t lines_entered = 0;  // lines decided about, by RE2 or without it
    int64_t bytes_entered = 0;  // their bytes, or those of several lines run over at once
    int64_t long_lines = 0;     // lines over the limit, not given to RE2
  };

  // Finds the first matching line that begins in [from, until); both are the
  // begin of a line or the end of the text. False when there is none. `wants_hits`:
  // all hits of the line will be asked for.
  bool NextLine(const SearchText& text, size_t from, size_t until, LineSpan* line, Work* work,
                bool wants_hits = false) const;

  // The number of matching lines that begin in [from, until): what NextLine
  // would find, for less.
  int64_t CountLines(const SearchText& text, size_t from, size_t until, Work* work) const;

  // True when `filter`, the trigram filter of `text` (may be null), or the facts
  // about the text show that NextLine would find no line in [from, until), and no
  // long one.
  bool RulesOut(const SearchText& text, const uint32_t* filter, size_t from, size_t until) const;
  // Touches what RulesOut needs of a filter first.
  void TouchFilter(const uint32_t* filter, size_t text_bytes, bool ascii) const;
  // Whether filters tell anything about texts that are ASCII, or are not.
  bool AsksFilters(bool ascii) const;

  // True when `line` (without line feed) matches.
  bool MatchesLine(std::string_view line, bool ascii) const;

  // The first hit of `line`; false without one.
  bool FindFirst(std::string_view line, bool ascii, ByteRange* hit) const;

  // All hits in `line`, ascending, not overlapping, at most `limit`: leftmost
  // first, an empty hit never next to the one before it. Returns false when
  // the limit left some out. `first` is the first one when it is known, else empty.
  bool FindOccurrences(std::string_view line, bool ascii, size_t limit, std::vector<ByteRange>* hits,
                       ByteRange first = {0, 0}) const;

  // What one byte given to RE2 may cost of a step's budget, at least 1, when the
  // text is at its worst for the pattern: every byte leads to a set of
  // instructions not met before.
  int64_t worst_cost_per_byte(bool ascii) const;

  // Whether case was ignored (as smart case decided).
  bool ignores_case() const;
  // True when the pattern is plain text, so that lines of any length are searched.
  bool is_literal() const;

 private:
  struct Impl;
  // What of a line is asked for, each with what stands before it.
  enum class Detail { kNext, kSpan, kFirstHit };
  // NextLine; with Detail::kNext only line->next is sure to be set.
  bool Next(const SearchText& text, size_t from, size_t until, Detail detail, LineSpan* line, Work* work) const;
  // The first hit at or behind `from`.
  bool NextHit(std::string_view line, size_t from, bool ascii, ByteRange* hit) const;
  explicit Matcher(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// The line of `text` that holds `offset` (<= size), or ends there. `floor` is the
// begin of that line or of one before it.
LineSpan LineAt(std::string_view text, size_t offset, size_t floor = 0);

}  // namespace sonde

#endif  // SONDE_MATCH_MATCHER_H_
