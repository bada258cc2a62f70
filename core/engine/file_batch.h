// A batch of files on its way in, as web/engine/pack-files.ts packs it: little endian,
// without padding, file after file
//   u32 path bytes, u32 content bytes, f64 mtime in milliseconds, u32 flags, path, content
// Bit 0 of the flags: the time is only that of the write, equal bytes keep the old one.
#ifndef SONDE_ENGINE_FILE_BATCH_H_
#define SONDE_ENGINE_FILE_BATCH_H_

#include <cstdint>
#include <string_view>

#include "core/base/result.h"

namespace sonde {

struct BatchFile {
  std::string_view path;  // as it was given
  std::string_view content;
  int64_t mtime_ms;
  bool default_mtime;
};

class FileBatch {
 public:
  // `bytes` must outlive the batch and the files it gives.
  explicit FileBatch(std::string_view bytes) : left_(bytes) {}

  bool done() const { return left_.empty(); }
  // The next file. INVALID_ARGS when the batch ends inside it: then nothing follows.
  Result<BatchFile> Next();

 private:
  std::string_view left_;
};

}  // namespace sonde

#endif  // SONDE_ENGINE_FILE_BATCH_H_
