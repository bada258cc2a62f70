// How the lines of a text that match a pattern are found: what is looked for
// before RE2 is asked, or instead.
#ifndef SONDE_MATCH_LINE_PLAN_H_
#define SONDE_MATCH_LINE_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/index/trigram_filter.h"
#include "core/match/class_finder.h"
#include "core/match/line_verdict.h"
#include "core/match/literal_finder.h"
#include "core/match/multi_literal_finder.h"
#include "core/match/sequence_finder.h"
#include "re2/re2.h"
#include "re2/regexp.h"

namespace sonde {

class LinePlan {
 public:
  // The plan of a pattern whose matches bytes tell, so that RE2 is asked about
  // few lines; null for other patterns. `pattern` is parsed for UTF-8.
  // `ascii_text`: the plan for text without bytes above 0x7F, else the one for
  // any text. `scalar`: as in LiteralFinder.
  static std::unique_ptr<const LinePlan> ByBytes(re2::Regexp* pattern, bool ascii_text, bool scalar);
  // The plan that looks for what a match requires, and leaves the rest to RE2: one
  // of `literals`, case ignored, or without any the classes that `ascii` requires
  // (a program for ASCII text, null: nothing is known).
  LinePlan(const std::vector<std::string>& literals, const RE2* ascii, bool scalar);

  // False: Find can't be asked.
  bool leads() const { return never_ || literal_ || literals_ || sequence_ || classes_; }
  // Looks at the lines that begin in [from, until), both the begin of a line or
  // the text's end. Requires leads().
  LineVerdict Find(std::string_view text, size_t from, size_t until, size_t* at) const;
  // As Find; `*hit` becomes the first hit of a line that matches, where that is told
  // on the way.
  LineVerdict FindHit(std::string_view text, size_t from, size_t until, size_t* at, ByteRange* hit) const;

  // Bytes that a match may begin before the place of Find, at most; SIZE_MAX
  // without a bound.
  size_t most_bytes_before() const {
    if (sequence_) return sequence_->most_bytes_before();
    return exact_ ? 0 : SIZE_MAX;
  }

  // The first hit of one line, found without RE2; null when there is no such way.
  const SequenceFinder* sequence_hits() const { return sequence_ && sequence_->finds_hits() ? &*sequence_ : nullptr; }

  // Find decides about every line, whatever it holds.
  bool exact() const { return exact_; }
  // Finds every hit of the pattern, not only lines; null when there is no such, as
  // when the plan is never().
  const LiteralFinder* hit_finder() const { return exact_ && literal_ ? &*literal_ : nullptr; }

  // No text matches that the plan is for.
  bool never() const { return never_; }
  // About how many instructions a program of the pattern has. Requires ByBytes.
  int64_t instructions() const { return instructions_; }

  // What a text must hold. Valid as long as the plan. Not for two threads at once: it
  // is worked out when it is first asked for, as the first search asks no filters.
  const TrigramQuery& trigrams() const {
    if (!trigrams_) trigrams_.emplace(required_texts_);
    return *trigrams_;
  }

 private:
  LinePlan() = default;
  void LookForExact(std::vector<std::string> texts, bool folded, bool scalar);

  int64_t instructions_ = 0;
  bool never_ = false;
  bool exact_ = false;  // a hit of a literal is one of the pattern
  // A hit may hold a carriage return, which may belong to the line's end.
  bool holds_carriage_return_ = false;
  // One of these, or none.
  std::optional<LiteralFinder> literal_;
  std::optional<MultiLiteralFinder> literals_;
  std::optional<SequenceFinder> sequence_;
  std::optional<ClassFinder> classes_;
  std::vector<std::string> required_texts_;  // one of them; nothing is known when there is none
  mutable std::optional<TrigramQuery> trigrams_;
};

}  // namespace sonde

#endif  // SONDE_MATCH_LINE_PLAN_H_
