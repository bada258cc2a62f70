#include "core/engine/file_batch.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/tools/arguments.h"

namespace sonde {
namespace {

constexpr size_t kHeaderBytes = 20;
constexpr uint32_t kDefaultTimeFlag = 1;
// JavaScript's largest time value.
constexpr double kMaxTimeMs = 8.64e15;

Error EndsInside() { return InvalidArgs("the batch of files ends inside an entry"); }

}  // namespace

Result<BatchFile> FileBatch::Next() {
  uint32_t path_bytes = 0;
  uint32_t content_bytes = 0;
  uint32_t flags = 0;
  double mtime_ms = 0;
  if (left_.size() < kHeaderBytes) return EndsInside();
  std::memcpy(&path_bytes, left_.data(), 4);
  std::memcpy(&content_bytes, left_.data() + 4, 4);
  std::memcpy(&mtime_ms, left_.data() + 8, 8);
  std::memcpy(&flags, left_.data() + 16, 4);
  left_.remove_prefix(kHeaderBytes);
  if (path_bytes > left_.size() || content_bytes > left_.size() - path_bytes) return EndsInside();
  BatchFile file;
  file.path = left_.substr(0, path_bytes);
  file.content = left_.substr(path_bytes, content_bytes);
  file.mtime_ms = std::isfinite(mtime_ms) ? std::llround(std::clamp(mtime_ms, -kMaxTimeMs, kMaxTimeMs)) : 0;
  file.default_mtime = (flags & kDefaultTimeFlag) != 0;
  left_.remove_prefix(path_bytes + content_bytes);
  return file;
}

}  // namespace sonde
