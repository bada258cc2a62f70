#include "core/match/exact_literals.h"

#include <algorithm>

#include "core/base/byte_frequency.h"
#include "core/base/utf8.h"

namespace sonde {
namespace {

constexpr size_t kMaxTexts = 64;
constexpr size_t kMaxTextBytes = 1024;  // of each text, when there are several
// The most copies that a repetition is written out to.
constexpr int kMaxCopies = 8;
constexpr int kMaxAscii = 0x7F;

using Texts = std::vector<std::string>;

class Expansion {
 public:
  explicit Expansion(bool ascii_text) : ascii_text_(ascii_text) {}

  std::optional<ExactLiterals> Of(re2::Regexp* pattern) {
    std::optional<Texts> texts = Expand(pattern);
    if (!texts || (has_folded_letter_ && has_exact_letter_)) return std::nullopt;
    if (texts->size() > 1) {
      std::sort(texts->begin(), texts->end());
      texts->erase(std::unique(texts->begin(), texts->end()), texts->end());
    }
    if (!texts->empty() && texts->front().empty()) return std::nullopt;
    return ExactLiterals{*std::move(texts), has_folded_letter_};
  }

 private:
  // The text of one code point, added to `texts`.
  void AddRune(int rune, bool folded, Texts* texts) {
    if (ascii_text_ && rune > kMaxAscii) return;
    if (rune <= kMaxAscii && IsAsciiLetter(static_cast<uint8_t>(rune))) {
      (folded ? has_folded_letter_ : has_exact_letter_) = true;
      if (folded) rune = LowerAscii(static_cast<uint8_t>(rune));
    }
    std::string text;
    AppendUtf8(&text, static_cast<char32_t>(rune));
    texts->push_back(std::move(text));
  }

  std::optional<Texts> OfClass(re2::CharClass* members) {
    // Both cases of each letter: the class came of one that ignores case.
    bool folded = true;
    size_t size = 0;
    for (re2::RuneRange range : *members) {
      int last = ascii_text_ ? std::min(range.hi, kMaxAscii) : range.hi;
      if (last < range.lo) continue;
      size += static_cast<size_t>(last - range.lo) + 1;
      if (size > kMaxTexts) return std::nullopt;
      for (int rune = range.lo; rune <= std::min(last, kMaxAscii); ++rune) {
        bool letter = IsAsciiLetter(static_cast<uint8_t>(rune));
        folded = folded && (!letter || members->Contains(rune ^ 0x20));
      }
    }
    Texts texts;
    for (re2::RuneRange range : *members) {
      int last = ascii_text_ ? std::min(range.hi, kMaxAscii) : range.hi;
      for (int rune = range.lo; rune <= last; ++rune) AddRune(rune, folded, &texts);
    }
    return texts;
  }

  static std::optional<Texts> Joined(Texts a, const Texts& b) {
    if (a.size() * b.size() > kMaxTexts) return std::nullopt;
    if (a.size() == 1 && b.size() == 1) {
      a.front() += b.front();
      return a;
    }
    Texts texts;
    for (const std::string& begin : a) {
      for (const std::string& end : b) {
        if (begin.size() + end.size() > kMaxTextBytes) return std::nullopt;
        texts.push_back(begin + end);
      }
    }
    return texts;
  }

  static std::optional<Texts> Either(Texts a, const Texts& b) {
    if (a.size() + b.size() > kMaxTexts) return std::nullopt;
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  std::optional<Texts> Repeated(const Texts& once, int least, int most) {
    if (most < 0 || most > kMaxCopies) return std::nullopt;
    Texts copies = {""};
    Texts texts;
    for (int count = 0;; ++count) {
      if (count >= least) {
        std::optional<Texts> more = Either(std::move(texts), copies);
        if (!more) return std::nullopt;
        texts = *std::move(more);
      }
      if (count == most) return texts;
      std::optional<Texts> longer = Joined(copies, once);
      if (!longer) return std::nullopt;
      copies = *std::move(longer);
    }
  }

  // The parser bounds the nesting that this follows.
  std::optional<Texts> Expand(re2::Regexp* node) {
    bool folds = (node->parse_flags() & re2::Regexp::FoldCase) != 0;
    switch (node->op()) {
      case re2::kRegexpNoMatch:
        return Texts();
      case re2::kRegexpEmptyMatch:
        return Texts{""};
      case re2::kRegexpLiteral: {
        Texts texts;
        AddRune(node->rune(), folds, &texts);
        return texts;
      }
      case re2::kRegexpLiteralString: {
        Texts texts = {""};
        for (int i = 0; i < node->nrunes(); ++i) {
          Texts rune;
          AddRune(node->runes()[i], folds, &rune);
          if (rune.empty()) return Texts();
          texts.front() += rune.front();
        }
        return texts;
      }
      case re2::kRegexpCharClass:
        return OfClass(node->cc());
      case re2::kRegexpCapture:
        return Expand(node->sub()[0]);
      case re2::kRegexpQuest:
      case re2::kRegexpRepeat: {
        bool quest = node->op() == re2::kRegexpQuest;
        std::optional<Texts> once = Expand(node->sub()[0]);
        if (!once) return std::nullopt;
        return Repeated(*once, quest ? 0 : node->min(), quest ? 1 : node->max());
      }
      case re2::kRegexpConcat: {
        std::optional<Texts> texts = Texts{""};
        for (int i = 0; i < node->nsub() && texts; ++i) {
          std::optional<Texts> part = Expand(node->sub()[i]);
          texts = part ? Joined(*std::move(texts), *part) : std::nullopt;
        }
        return texts;
      }
      case re2::kRegexpAlternate: {
        std::optional<Texts> texts = Texts();
        for (int i = 0; i < node->nsub() && texts; ++i) {
          std::optional<Texts> part = Expand(node->sub()[i]);
          texts = part ? Either(*std::move(texts), *part) : std::nullopt;
        }
        return texts;
      }
      default:  // an anchor, or endless
        return std::nullopt;
    }
  }

  const bool ascii_text_;
  bool has_folded_letter_ = false;
  bool has_exact_letter_ = false;
};

}  // namespace

std::optional<ExactLiterals> ExactLiteralsOf(re2::Regexp* pattern, bool ascii_text) {
  return Expansion(ascii_text).Of(pattern);
}

}  // namespace sonde
