// Bytes that grow at their end, many small pieces at a time.
#ifndef SONDE_BASE_BYTE_BUFFER_H_
#define SONDE_BASE_BYTE_BUFFER_H_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace sonde {

class ByteBuffer {
 public:
  size_t size() const { return size_; }
  char* data() { return bytes_.get(); }
  // Valid until the next call that changes the buffer.
  std::string_view view() const { return {bytes_.get(), size_}; }
  void Clear() { size_ = 0; }

  // `bytes` may not be the buffer's own.
  void Append(std::string_view bytes) {
    MakeRoom(bytes.size());
    Copy(bytes_.get() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }
  // Makes room for `most` bytes more and returns where they begin; SetEnd tells
  // where they end. Valid as view() is.
  char* Open(size_t most) {
    MakeRoom(most);
    return bytes_.get() + size_;
  }
  void SetEnd(const char* end) { size_ = static_cast<size_t>(end - bytes_.get()); }

 private:
  void MakeRoom(size_t bytes) {
    if (bytes <= capacity_ - size_) return;
    capacity_ = std::max(2 * capacity_, size_ + bytes);
    std::unique_ptr<char[]> larger(new char[capacity_]);
    Copy(larger.get(), bytes_.get(), size_);
    bytes_ = std::move(larger);
  }

  // memcpy of WebAssembly's C library is slow for a line: a copy of a size that is
  // known is one instruction, and the last one may lap over the one before.
  static void Copy(char* to, const char* from, size_t size) {
    constexpr size_t kMany = 512;
    if (size >= kMany) {
      std::memcpy(to, from, size);
    } else if (size >= 16) {
      for (size_t at = 0; at + 16 < size; at += 16) std::memcpy(to + at, from + at, 16);
      std::memcpy(to + size - 16, from + size - 16, 16);
    } else if (size >= 8) {
      std::memcpy(to, from, 8);
      std::memcpy(to + size - 8, from + size - 8, 8);
    } else {
      for (size_t at = 0; at < size; ++at) to[at] = from[at];
    }
  }

  std::unique_ptr<char[]> bytes_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace sonde

#endif  // SONDE_BASE_BYTE_BUFFER_H_
