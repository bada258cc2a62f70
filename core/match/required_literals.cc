#include "core/match/required_literals.h"

#include <algorithm>
#include <memory>

#include "core/base/byte_frequency.h"
#include "core/base/utf8.h"
#include "re2/prefilter.h"
#include "re2/unicode_casefold.h"

namespace sonde {
namespace {

constexpr size_t kMaxLiterals = 64;
// A set whose members stand this often is no help (see Cost).
constexpr int kMaxCost = 4000;

// How often a literal is expected in text: the product of the frequencies of
// its two rarest bytes, 10,000 at most. Longer is rarer.
int Cost(const std::string& literal) {
  int rarest = 100;
  int second = 100;
  for (char c : literal) {
    int frequency = std::max(1, ByteFrequency(static_cast<uint8_t>(c)));
    if (frequency < rarest) {
      second = rarest;
      rarest = frequency;
    } else {
      second = std::min(second, frequency);
    }
  }
  return rarest * second / static_cast<int>(std::min<size_t>(literal.size(), 8));
}

struct Set {
  std::vector<std::string> literals;  // empty: nothing is required
  int cost = 0;
};

bool HasCase(re2::Rune rune) {
  const re2::CaseFold* fold = re2::LookupCaseFold(re2::unicode_casefold, re2::num_unicode_casefold, rune);
  return fold && rune >= fold->lo;
}

// True when comparing bytes with ASCII case ignored can't miss `code_point` in
// any of its cases.
bool IsComparable(char32_t code_point, bool ascii_text, bool folds) {
  if (code_point < 0x80) {
    // The Kelvin sign, the long s and the dotted I fold to these.
    bool crosses = code_point == 'k' || code_point == 's' || code_point == 'i';
    return ascii_text || !folds || !crosses;
  }
  // The analysis has lowered what has a case, wanted or not.
  return !ascii_text && code_point < kInvalidByte && !HasCase(static_cast<re2::Rune>(code_point));
}

// The most useful part of an atom that may be compared.
std::string BestPiece(const std::string& atom, bool ascii_text, bool folds) {
  std::string best;
  std::string piece;
  auto end_piece = [&] {
    if (!piece.empty() && (best.empty() || Cost(piece) < Cost(best))) best = piece;
    piece.clear();
  };
  for (size_t at = 0; at < atom.size();) {
    size_t begin = at;
    if (IsComparable(DecodeUtf8(atom, &at), ascii_text, folds)) {
      piece.append(atom, begin, at - begin);
    } else {
      end_piece();
    }
  }
  end_piece();
  return best;
}

Set Choose(re2::Prefilter* node, bool ascii_text, bool folds) {
  switch (node->op()) {
    case re2::Prefilter::ATOM: {
      std::string piece = BestPiece(node->atom(), ascii_text, folds);
      if (piece.empty()) return {};
      int cost = Cost(piece);
      return {{std::move(piece)}, cost};
    }
    case re2::Prefilter::AND: {
      Set best;
      for (re2::Prefilter* child : *node->subs()) {
        Set set = Choose(child, ascii_text, folds);
        if (!set.literals.empty() && (best.literals.empty() || set.cost < best.cost)) best = std::move(set);
      }
      return best;
    }
    case re2::Prefilter::OR: {
      Set all;
      for (re2::Prefilter* child : *node->subs()) {
        Set set = Choose(child, ascii_text, folds);
        if (set.literals.empty() || all.literals.size() + set.literals.size() > kMaxLiterals) return {};
        all.cost += set.cost;
        for (std::string& literal : set.literals) all.literals.push_back(std::move(literal));
      }
      return all;
    }
    default:
      return {};
  }
}

std::vector<std::string> Chosen(re2::Prefilter* tree, bool ascii_text, bool folds) {
  Set set = Choose(tree, ascii_text, folds);
  if (set.cost > kMaxCost) return {};
  std::sort(set.literals.begin(), set.literals.end());
  set.literals.erase(std::unique(set.literals.begin(), set.literals.end()), set.literals.end());
  return std::move(set.literals);
}

}  // namespace

RequiredLiterals RequiredLiteralsOf(const RE2& program, bool folds) {
  std::unique_ptr<re2::Prefilter> tree(re2::Prefilter::FromRE2(&program));
  if (!tree) return {};
  return {Chosen(tree.get(), true, folds), Chosen(tree.get(), false, folds)};
}

}  // namespace sonde
