#include "core/base/nfc.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <vector>

#include "core/base/nfc_tables.h"
#include "core/base/sorted_order.h"
#include "core/base/utf8.h"

namespace sonde {
namespace {

// Hangul syllables are composed by arithmetic (Unicode 15, section 3.12).
constexpr char32_t kSyllableBase = 0xAC00;
constexpr char32_t kLeadBase = 0x1100;
constexpr char32_t kVowelBase = 0x1161;
constexpr char32_t kTrailBase = 0x11A7;  // one before the first trailing consonant
constexpr char32_t kLeadCount = 19;
constexpr char32_t kVowelCount = 21;
constexpr char32_t kTrailCount = 28;
constexpr char32_t kSyllableCount = kLeadCount * kVowelCount * kTrailCount;

// Below the first combining mark and the first singleton every text is NFC.
constexpr char32_t kFirstAffected = 0x300;

struct Decomposition {
  char32_t first;  // may decompose again
  char32_t last;   // never decomposes; 0: none
  bool composes;   // NFC joins the two again
};

Decomposition DecompositionAt(size_t index) {
  uint32_t tail = nfc_tables::kTails[nfc_tables::kTailIndex[index]];
  char32_t high = (tail >> 18) & 3;
  return {(high << 16) | nfc_tables::kFirsts[index], tail & 0x3FFFF, (tail >> 20) != 0};
}

// The code point that the decomposition at `index` belongs to.
char32_t ComposedAt(size_t index) {
  const auto* run = std::upper_bound(std::begin(nfc_tables::kRuns), std::end(nfc_tables::kRuns), index,
                                     [](size_t wanted, uint32_t entry) { return wanted < (entry & 0xFFF); }) -
                    1;
  return static_cast<char32_t>((*run >> 12) + (index - (*run & 0xFFF)));
}

bool FindDecomposition(char32_t code_point, Decomposition* found) {
  const auto* begin = std::begin(nfc_tables::kRuns);
  const auto* end = std::end(nfc_tables::kRuns);
  const auto* next =
      std::upper_bound(begin, end, code_point, [](char32_t wanted, uint32_t entry) { return wanted < (entry >> 12); });
  if (next == begin) return false;
  const uint32_t run = next[-1];
  const size_t run_end = next == end ? std::size(nfc_tables::kFirsts) : *next & 0xFFF;
  const size_t index = (run & 0xFFF) + (code_point - (run >> 12));
  if (index >= run_end) return false;
  *found = DecompositionAt(index);
  return true;
}

// Rank of the canonical combining class, 0 for a starter.
uint32_t MarkRank(char32_t code_point) {
  if (code_point < kFirstAffected || code_point > 0x3FFFF) return 0;
  const auto* begin = std::begin(nfc_tables::kMarks);
  const auto* next = std::upper_bound(begin, std::end(nfc_tables::kMarks), code_point,
                                      [](char32_t wanted, uint32_t entry) { return wanted < (entry >> 14); });
  if (next == begin) return 0;
  const uint32_t run = next[-1];
  return code_point - (run >> 14) <= ((run >> 6) & 0xFF) ? run & 0x3F : 0;
}

int64_t PairKey(char32_t first, char32_t last) { return static_cast<int64_t>(first) << 21 | last; }

// Decompositions that compose, in the order of PairKey. Sorted when first asked
// for: as a table it would be a hundredth of the module.
std::vector<uint32_t> ComposingOrder() {
  std::vector<uint32_t> composing;
  std::vector<int64_t> keys;
  for (uint32_t index = 0; index < std::size(nfc_tables::kFirsts); ++index) {
    Decomposition pair = DecompositionAt(index);
    if (!pair.composes) continue;
    composing.push_back(index);
    keys.push_back(PairKey(pair.first, pair.last));
  }
  std::vector<uint32_t> order = SortedOrder(keys);
  for (uint32_t& place : order) place = composing[place];
  return order;
}

// The composition of two code points, 0 for none.
char32_t Compose(char32_t first, char32_t last) {
  if (first - kLeadBase < kLeadCount && last - kVowelBase < kVowelCount) {
    return kSyllableBase + ((first - kLeadBase) * kVowelCount + (last - kVowelBase)) * kTrailCount;
  }
  if (first - kSyllableBase < kSyllableCount && (first - kSyllableBase) % kTrailCount == 0 &&
      last - kTrailBase - 1 < kTrailCount - 1) {
    return first + (last - kTrailBase);
  }
  static const std::vector<uint32_t> order = ComposingOrder();
  auto at = std::lower_bound(order.begin(), order.end(), PairKey(first, last), [](uint32_t index, int64_t key) {
    Decomposition pair = DecompositionAt(index);
    return PairKey(pair.first, pair.last) < key;
  });
  if (at == order.end()) return 0;
  Decomposition pair = DecompositionAt(*at);
  return pair.first == first && pair.last == last ? ComposedAt(*at) : 0;
}

struct Unit {
  char32_t code_point;
  uint32_t rank;  // see MarkRank
};

void AppendDecomposed(char32_t code_point, std::vector<Unit>* units) {
  auto append = [units](char32_t part) { units->push_back({part, MarkRank(part)}); };
  if (code_point - kSyllableBase < kSyllableCount) {
    const char32_t index = code_point - kSyllableBase;
    append(kLeadBase + index / (kVowelCount * kTrailCount));
    append(kVowelBase + index / kTrailCount % kVowelCount);
    if (index % kTrailCount != 0) append(kTrailBase + index % kTrailCount);
    return;
  }
  // At most three parts follow the first one in Unicode's data.
  char32_t lasts[8];
  size_t count = 0;
  Decomposition pair;
  while (count < std::size(lasts) && FindDecomposition(code_point, &pair)) {
    if (pair.last != 0) lasts[count++] = pair.last;
    code_point = pair.first;
  }
  append(code_point);
  while (count > 0) append(lasts[--count]);
}

void SortMarks(std::vector<Unit>* units) {
  size_t begin = 0;
  while (begin < units->size()) {
    size_t end = begin;
    bool sorted = true;
    while (end < units->size() && (*units)[end].rank != 0) {
      sorted = sorted && (end == begin || (*units)[end - 1].rank <= (*units)[end].rank);
      ++end;
    }
    if (!sorted) {
      const std::vector<Unit> marks(units->data() + begin, units->data() + end);
      std::vector<int64_t> ranks;
      for (const Unit& mark : marks) ranks.push_back(mark.rank);
      size_t at = begin;
      for (uint32_t place : SortedOrder(ranks)) (*units)[at++] = marks[place];
    }
    begin = end + 1;
  }
}

// Joins in place what composes with the last starter before it.
void ComposeUnits(std::vector<Unit>* units) {
  size_t size = 0;
  Unit* starter = nullptr;
  bool adjacent = false;   // nothing stands between the starter and this unit
  uint32_t last_rank = 0;  // of the unit before this one, when not adjacent
  for (const Unit unit : *units) {
    if (starter != nullptr && (adjacent || last_rank < unit.rank)) {
      if (char32_t composed = Compose(starter->code_point, unit.code_point)) {
        starter->code_point = composed;
        continue;
      }
    }
    Unit& kept = (*units)[size++];
    kept = unit;
    adjacent = unit.rank == 0;
    last_rank = unit.rank;
    if (adjacent) starter = &kept;
  }
  units->resize(size);
}

bool MayChangeOrJoin(char32_t code_point) {
  const size_t block = code_point >> 6;
  return block / 8 < std::size(nfc_tables::kBlocks) && ((nfc_tables::kBlocks[block / 8] >> (block % 8)) & 1) != 0;
}

}  // namespace

bool IsAscii(std::string_view text) {
  size_t offset = 0;
  for (; offset + 8 <= text.size(); offset += 8) {
    uint64_t word;
    std::memcpy(&word, text.data() + offset, sizeof word);
    if ((word & 0x8080808080808080u) != 0) return false;
  }
  for (; offset < text.size(); ++offset) {
    if (static_cast<uint8_t>(text[offset]) >= 0x80) return false;
  }
  return true;
}

bool IsCertainlyNfc(std::string_view utf8) {
  size_t offset = 0;
  while (offset < utf8.size()) {
    // A lead byte below 0xCC stands for a code point below U+0300.
    if (static_cast<uint8_t>(utf8[offset]) < 0xCC) {
      ++offset;
    } else if (MayChangeOrJoin(DecodeUtf8(utf8, &offset))) {
      return false;
    }
  }
  return true;
}

std::string NormalizeNfc(std::string_view utf8) {
  if (IsCertainlyNfc(utf8)) return std::string(utf8);
  std::vector<Unit> units;
  units.reserve(utf8.size());
  size_t offset = 0;
  while (offset < utf8.size()) AppendDecomposed(DecodeUtf8(utf8, &offset), &units);
  SortMarks(&units);
  ComposeUnits(&units);
  std::string out;
  out.reserve(utf8.size());
  for (const Unit& unit : units) {
    if (unit.code_point >= kInvalidByte) {
      out.push_back(static_cast<char>(unit.code_point - kInvalidByte));
    } else {
      AppendUtf8(&out, unit.code_point);
    }
  }
  return out;
}

}  // namespace sonde
