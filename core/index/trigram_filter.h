// Bloom filters over the trigrams of a text: whether a literal can stand in a
// file, told from one bit a byte of it.
//
// A trigram is three bytes side by side, ASCII letters in lower case, so that
// one filter answers searches with and without regard to case. Every trigram of
// a block of the text sets one bit. A literal none of whose bits is missing in a
// block's may begin there; one that misses a bit in each block does not stand in
// the text.
#ifndef SONDE_INDEX_TRIGRAM_FILTER_H_
#define SONDE_INDEX_TRIGRAM_FILTER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// The filter of a smaller text would take half as much again for its allocation.
inline constexpr size_t kMinFilteredBytes = 128;
// The filter of a larger text would be built for too long at a stretch.
inline constexpr size_t kMaxFilteredBytes = 4 << 20;

// 32-bit words of the filter of a text of `text_bytes` bytes.
size_t TrigramFilterWords(size_t text_bytes);

// Fills the TrigramFilterWords(text.size()) words at `words`.
void BuildTrigramFilter(std::string_view text, uint32_t* words);

// What a search asks of filters.
class TrigramQuery {
 public:
  // Asks nothing: every filter may hold it.
  TrigramQuery() = default;
  // One of `literals` must stand in the text, ASCII case ignored. Asks nothing
  // when there is none, or one has no trigram.
  explicit TrigramQuery(const std::vector<std::string>& literals);

  // Whether there is anything to ask.
  explicit operator bool() const { return !literal_ends_.empty(); }

  // Touches where MayHold looks first in the filter of a text of `text_bytes` bytes
  // whose literals begin anywhere.
  void TouchFirst(const uint32_t* words, size_t text_bytes) const;

  // False when no literal begins in [begin, end) of the text of `text_bytes` bytes
  // whose filter is at `words`.
  bool MayHold(const uint32_t* words, size_t text_bytes, size_t begin, size_t end) const;

 private:
  bool BlockMayHold(const uint32_t* words, size_t block_bytes) const;

  std::vector<uint32_t> hashes_;        // literal after literal, of each the rarest first
  std::vector<uint32_t> literal_ends_;  // in hashes_
};

}  // namespace sonde

#endif  // SONDE_INDEX_TRIGRAM_FILTER_H_
