// What is kept of a finished search, so that it can be shown further without
// searching again.
//
// A snapshot pins the content revisions it found: whatever is written later,
// its pages show what the search saw. Session-local; never persisted.
#ifndef SONDE_SNAPSHOT_SNAPSHOT_H_
#define SONDE_SNAPSHOT_SNAPSHOT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/vfs/file_tree.h"

namespace sonde {

class Snapshot {
 public:
  Snapshot(std::string id, std::string owner) : id_(std::move(id)), owner_(std::move(owner)) {}
  virtual ~Snapshot() = default;

  const std::string& id() const { return id_; }
  const std::string& owner() const { return owner_; }
  // Files whose content the snapshot keeps alive.
  virtual const std::vector<FileRef>& pinned() const = 0;
  virtual int64_t retained_lines() const { return 0; }
  // True for a Spill; the other kind holds a signal_grep result.
  virtual bool is_spill() const { return false; }
  // What the snapshot itself takes of the heap, pinned content not counted.
  virtual int64_t own_bytes() const = 0;

  double last_used_ms = 0;

 private:
  const std::string id_;
  const std::string owner_;
};

}  // namespace sonde

#endif  // SONDE_SNAPSHOT_SNAPSHOT_H_
