#include "core/match/line_plan.h"

#include <string>
#include <utility>

#include "core/base/line_feeds.h"
#include "core/match/byte_sequence.h"
#include "core/match/exact_literals.h"
#include "core/match/required_classes.h"

namespace sonde {

std::unique_ptr<const LinePlan> LinePlan::ByBytes(re2::Regexp* pattern, bool ascii_text, bool scalar) {
  std::unique_ptr<LinePlan> plan(new LinePlan());
  if (std::optional<ExactLiterals> exact = ExactLiteralsOf(pattern, ascii_text)) {
    plan->LookForExact(std::move(exact->texts), exact->folded, scalar);
    return plan;
  }
  std::optional<ByteSequence> sequence = ByteSequenceOf(pattern);
  if (!sequence) return nullptr;
  plan->sequence_ = SequenceFinder::Make(*sequence, ascii_text, scalar);
  if (!plan->sequence_) return nullptr;
  plan->required_texts_ = {LongestText(*sequence, ascii_text)};
  plan->instructions_ = Instructions(*sequence, ascii_text);
  return plan;
}

LinePlan::LinePlan(const std::vector<std::string>& literals, const RE2* ascii, bool scalar)
    : required_texts_(literals) {
  if (literals.size() == 1) {
    literal_.emplace(literals.front(), true, scalar);
  } else if (literals.size() > 1) {
    literals_.emplace(literals, true, scalar);
  } else if (ascii) {
    std::vector<ByteClass> classes = RequiredClasses(*ascii);
    if (!classes.empty()) classes_.emplace(classes, scalar);
  }
}

void LinePlan::LookForExact(std::vector<std::string> texts, bool folded, bool scalar) {
  exact_ = true;
  required_texts_ = texts;
  for (const std::string& text : texts) {
    holds_carriage_return_ = holds_carriage_return_ || text.find('\r') != std::string::npos;
  }
  if (texts.empty()) {
    never_ = true;
  } else if (texts.size() == 1) {
    literal_.emplace(std::move(texts.front()), folded, scalar);
  } else {
    literals_.emplace(std::move(texts), folded, scalar);
  }
}

LineVerdict LinePlan::Find(std::string_view text, size_t from, size_t until, size_t* at) const {
  if (never_) return LineVerdict::kNone;
  if (sequence_) return sequence_->Find(text, from, until, at);
  std::string_view window = text.substr(0, until);
  *at = literal_    ? literal_->Find(window, from)
        : literals_ ? literals_->Find(window, from)
                    : classes_->Find(window, from);
  if (*at == std::string_view::npos) return LineVerdict::kNone;
  return exact_ && !holds_carriage_return_ ? LineVerdict::kMatch : LineVerdict::kUndecided;
}

LineVerdict LinePlan::FindHit(std::string_view text, size_t from, size_t until, size_t* at, ByteRange* hit) const {
  if (const SequenceFinder* sequence = sequence_hits()) {
    ByteRange found;
    LineVerdict verdict = sequence->FindHit(text.substr(0, until), from, at, &found);
    if (verdict == LineVerdict::kMatch) *hit = found;
    // That a line matches may be plain where the end of its first hit is not.
    if (verdict == LineVerdict::kUndecided) return sequence->Find(text, LineBegin(text, *at, from), until, at);
    return verdict;
  }
  LineVerdict verdict = Find(text, from, until, at);
  if (verdict == LineVerdict::kMatch && hit_finder()) {
    *hit = {static_cast<uint32_t>(*at), static_cast<uint32_t>(*at + hit_finder()->size())};
  }
  return verdict;
}

}  // namespace sonde
