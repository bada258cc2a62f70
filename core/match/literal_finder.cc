#include "core/match/literal_finder.h"

#include <cstdint>
#include <cstring>

namespace sonde {
namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

bool IsAsciiLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// A rough rank of how often a byte stands in source code and prose; higher is
// more often. Only speed depends on it.
int Frequency(char c) {
  static constexpr std::string_view kCommon = " etainosrlcdpumfhg_b\nEy.x,();vATRSIOw0-=\tNCk\"LD/1P:*q";
  size_t index = kCommon.find(c);
  return index == std::string_view::npos ? 0 : 100 - static_cast<int>(index);
}

}  // namespace

LiteralFinder::LiteralFinder(std::string needle, bool fold_ascii) : needle_(std::move(needle)), fold_ascii_(fold_ascii) {
  int best = 1000;
  for (size_t i = 0; i < needle_.size(); ++i) {
    if (fold_ascii_) needle_[i] = Lower(needle_[i]);
    int cost = Frequency(needle_[i]) + (fold_ascii_ && IsAsciiLetter(needle_[i]) ? 50 : 0);
    if (cost < best) {
      best = cost;
      rare_ = i;
    }
  }
}

bool LiteralFinder::MatchesAt(const char* at) const {
  if (!fold_ascii_) return std::memcmp(at, needle_.data(), needle_.size()) == 0;
  for (size_t i = 0; i < needle_.size(); ++i) {
    if (Lower(at[i]) != needle_[i]) return false;
  }
  return true;
}

size_t LiteralFinder::Find(std::string_view text, size_t from) const {
  if (needle_.empty()) return from <= text.size() ? from : std::string_view::npos;
  if (text.size() < needle_.size()) return std::string_view::npos;
  size_t last = text.size() - needle_.size();
  char rare = needle_[rare_];
  if (fold_ascii_ && IsAsciiLetter(rare)) {
    for (size_t at = from; at <= last; ++at) {
      if (Lower(text[at + rare_]) == rare && MatchesAt(text.data() + at)) return at;
    }
    return std::string_view::npos;
  }
  for (size_t at = from; at <= last;) {
    const void* found = std::memchr(text.data() + at + rare_, rare, last - at + 1);
    if (!found) return std::string_view::npos;
    at = static_cast<size_t>(static_cast<const char*>(found) - text.data()) - rare_;
    if (MatchesAt(text.data() + at)) return at;
    ++at;
  }
  return std::string_view::npos;
}

}  // namespace sonde
