// What a Matcher is made of, and its hits in one line: for matcher.cc and
// compile_matcher.cc.
#ifndef SONDE_MATCH_MATCHER_IMPL_H_
#define SONDE_MATCH_MATCHER_IMPL_H_

#include <memory>
#include <string_view>

#include "core/base/utf8.h"
#include "core/match/line_plan.h"
#include "core/match/matcher.h"
#include "core/match/program.h"
#include "core/match/unicode_classes.h"
#include "re2/re2.h"

namespace sonde {

struct Matcher::Impl {
  bool ignore_case = false;
  bool whole_word = false;
  bool literal = false;
  bool line_by_line = false;  // the pattern may not be run over several lines at once
  size_t max_line_bytes = 0;
  std::unique_ptr<const Program> ascii;  // null: use `unicode` for ASCII text too
  std::unique_ptr<const Program> unicode;
  std::unique_ptr<const LinePlan> ascii_plan;
  std::unique_ptr<const LinePlan> any_plan;
  int64_t ascii_instructions = 0;  // of the programs, or an estimate
  int64_t any_instructions = 0;

  const RE2& ProgramFor(bool ascii_text) const { return ascii_text && ascii ? ascii->get() : unicode->get(); }
  const LinePlan& Plan(bool ascii_text) const { return ascii_text ? *ascii_plan : *any_plan; }
  // Lines of any length are searched.
  bool IsPlainText(bool ascii_text) const { return literal && Plan(ascii_text).exact(); }
  // A line that is too long must be counted whatever it holds.
  bool HasLongLine(const SearchText& text) const {
    return text.longest_line_bytes > max_line_bytes && !IsPlainText(text.ascii);
  }

  // The first hit in `text` at or after `from`, without the whole-word rule.
  bool Find(std::string_view text, size_t from, size_t until, bool ascii_text, ByteRange* hit) const {
    if (const LiteralFinder* literal_finder = Plan(ascii_text).hit_finder()) {
      size_t at = literal_finder->Find(text.substr(0, until), from);
      if (at == std::string_view::npos) return false;
      *hit = {static_cast<uint32_t>(at), static_cast<uint32_t>(at + literal_finder->size())};
      return true;
    }
    absl::string_view found;
    if (!ProgramFor(ascii_text).Match({text.data(), text.size()}, from, until, RE2::UNANCHORED, &found, 1))
      return false;
    size_t begin = static_cast<size_t>(found.data() - text.data());
    *hit = {static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + found.size())};
    return true;
  }

  static bool IsWholeWord(std::string_view line, ByteRange hit) {
    if (hit.end < line.size()) {
      size_t at = hit.end;
      if (IsWordCharacter(DecodeUtf8(line, &at))) return false;
    }
    if (hit.begin == 0) return true;
    size_t before = FloorCodePoint(line, hit.begin - 1);
    return !IsWordCharacter(DecodeUtf8(line, &before));
  }

  // The first hit of `line` that counts.
  bool FindInLine(std::string_view line, size_t from, bool ascii_text, ByteRange* hit) const {
    while (from <= line.size() && Find(line, from, line.size(), ascii_text, hit)) {
      if (!whole_word || IsWholeWord(line, *hit)) return true;
      from = hit->begin + 1;
      from = from > line.size() ? from : CeilCodePoint(line, from);
    }
    return false;
  }

  bool Matches(std::string_view line, bool ascii_text) const {
    if (whole_word || Plan(ascii_text).hit_finder()) {
      ByteRange hit;
      return FindInLine(line, 0, ascii_text, &hit);
    }
    // Without a place asked for, RE2 stops at the first sign of a match.
    return ProgramFor(ascii_text).Match({line.data(), line.size()}, 0, line.size(), RE2::UNANCHORED, nullptr, 0);
  }
};

}  // namespace sonde

#endif  // SONDE_MATCH_MATCHER_IMPL_H_
