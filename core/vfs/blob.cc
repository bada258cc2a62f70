#include "core/vfs/blob.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include "core/base/simd.h"
#include "core/base/utf8.h"
#include "core/index/trigram_filter.h"

namespace sonde {
namespace {

// Room that must stay free after a blob was accepted, so that the small
// allocations that follow (tree nodes, response text) can't fail half-way.
constexpr size_t kHeadRoomBytes = 512 * 1024;
// What a file takes beside its blob at most: its path, its entry, the chunk of the
// tree that a write copies.
constexpr size_t kUnseenBytes = 20 * 1024;

bool StartsWith(std::string_view bytes, std::string_view prefix) { return bytes.substr(0, prefix.size()) == prefix; }

Encoding DetectByteOrderMark(std::string_view bytes) {
  if (StartsWith(bytes, "\xEF\xBB\xBF")) return Encoding::kUtf8Bom;
  if (StartsWith(bytes, "\xFF\xFE")) return Encoding::kUtf16Le;
  if (StartsWith(bytes, "\xFE\xFF")) return Encoding::kUtf16Be;
  return Encoding::kUtf8;
}

// Bytes allocated since the head room was seen last, by all engines of the module:
// they share its heap.
size_t allocated_since_probe = kHeadRoomBytes;

// Null when memory can't grow. Half the head room stays free at least.
void* AllocateWithHeadRoom(size_t size) {
#ifdef __SANITIZE_ADDRESS__
  // Here an allocation never fails, and the probe would cost a millisecond.
  return std::malloc(size);
#endif
  allocated_since_probe += size + kUnseenBytes;
  if (allocated_since_probe > kHeadRoomBytes / 2) {
    void* probe = std::malloc(size + kHeadRoomBytes);
    if (!probe) return nullptr;
    std::free(probe);
    allocated_since_probe = 0;
  }
  return std::malloc(size);
}

}  // namespace

std::string_view FileKindName(FileKind kind) {
  static constexpr std::string_view kNames[] = {"text", "binary", "too-large"};
  return kNames[static_cast<int>(kind)];
}

std::string_view EncodingName(Encoding encoding) {
  static constexpr std::string_view kNames[] = {"utf-8", "utf-8-bom", "utf-16le", "utf-16be", "invalid-utf-8"};
  return kNames[static_cast<int>(encoding)];
}

Ref<Blob> Blob::Create(std::string_view bytes, int64_t mtime_ms, int64_t max_text_bytes) {
  Encoding encoding = DetectByteOrderMark(bytes);
  bool too_large = static_cast<int64_t>(bytes.size()) > max_text_bytes;
  std::string transcoded;
  bool utf16 = !too_large && (encoding == Encoding::kUtf16Le || encoding == Encoding::kUtf16Be);
  if (utf16) transcoded = Utf16ToUtf8(bytes.substr(2), encoding == Encoding::kUtf16Be);

  size_t header = (sizeof(Blob) + 15) / 16 * 16;
  size_t allocated = header + bytes.size() + transcoded.size() + kReadPadding;
  char* memory = static_cast<char*>(AllocateWithHeadRoom(allocated));
  if (!memory) return Ref<Blob>();
  Blob* blob = new (memory) Blob();
  char* content = memory + header;
  if (!bytes.empty()) std::memcpy(content, bytes.data(), bytes.size());
  if (!transcoded.empty()) std::memcpy(content + bytes.size(), transcoded.data(), transcoded.size());
  std::memset(content + bytes.size() + transcoded.size(), 0, kReadPadding);
  blob->allocated_bytes_ = allocated;
  blob->mtime_ms = mtime_ms;
  blob->original_ = content;
  blob->original_size_ = bytes.size();
  blob->encoding_ = encoding;
  size_t skipped = utf16 ? bytes.size() : encoding == Encoding::kUtf8Bom ? 3 : 0;
  blob->text_ = content + skipped;
  blob->text_size_ = bytes.size() + transcoded.size() - skipped;
  if (too_large) {
    blob->kind_ = FileKind::kTooLarge;
    blob->text_size_ = 0;
  } else {
    blob->GatherFacts();
  }
  return Ref<Blob>(blob);
}

void Blob::Destroy(const Blob* blob) {
  std::free(blob->filter_);
  blob->~Blob();
  std::free(const_cast<Blob*>(blob));
}

bool Blob::may_have_filter() const {
  return kind_ == FileKind::kText && text_size_ >= kMinFilteredBytes && text_size_ <= kMaxFilteredBytes;
}

void Blob::BuildFilter() const {
  if (filter_) return;
  filter_ = static_cast<uint32_t*>(AllocateWithHeadRoom(TrigramFilterWords(text_size_) * sizeof(uint32_t)));
  if (filter_) BuildTrigramFilter(text(), filter_);
}

void Blob::GatherFacts() {
  using Ops = NativeOps;
  const auto zero = Ops::Splat(0);
  const auto feed = Ops::Splat('\n');
  const auto carriage_return = Ops::Splat('\r');
  uint32_t high = 0;
  uint32_t nul = 0;
  uint32_t line_ends = 0;  // "\r\n", by the line feed
  uint32_t last_return = 0;
  size_t line_begin = 0;
  // The padding makes the last block readable; its bits are masked off.
  for (size_t at = 0; at < text_size_; at += kBlockBytes) {
    size_t left = text_size_ - at;
    uint32_t inside = left >= kBlockBytes ? 0xFFFF : (1u << left) - 1;
    auto block = Ops::Load(text_ + at);
    high |= Ops::TopBits(block) & inside;
    nul |= Ops::TopBits(Ops::Equal(block, zero)) & inside;
    uint32_t feeds = Ops::TopBits(Ops::Equal(block, feed)) & inside;
    uint32_t returns = Ops::TopBits(Ops::Equal(block, carriage_return));
    line_ends |= feeds & (returns << 1 | last_return);
    last_return = returns >> (kBlockBytes - 1);
    if (feeds == 0) continue;
    line_count_ += static_cast<uint32_t>(std::popcount(feeds));
    NoteLine(line_begin, at + static_cast<size_t>(std::countr_zero(feeds)));
    line_begin = at + static_cast<size_t>(std::bit_width(feeds));
    // Lines inside one block matter only while none was longer than a block.
    if (longest_line_bytes_ >= kBlockBytes) continue;
    for (uint32_t rest = feeds & (feeds - 1), begin = feeds; rest != 0; begin = rest, rest &= rest - 1) {
      NoteLine(static_cast<size_t>(std::countr_zero(begin)) + 1, static_cast<size_t>(std::countr_zero(rest)));
    }
  }
  if (line_begin < text_size_) {
    ++line_count_;
    NoteLine(line_begin, text_size_);
  }
  has_crlf_ = line_ends != 0;
  ascii_ = high == 0;
  if (nul != 0) kind_ = FileKind::kBinary;
  if (!ascii_ && !IsValidUtf8(text())) encoding_ = Encoding::kInvalidUtf8;
}

void Blob::NoteLine(size_t begin, size_t end) {
  longest_line_bytes_ = std::max(longest_line_bytes_, static_cast<uint32_t>(end - begin));
}

}  // namespace sonde
