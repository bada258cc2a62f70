// Keeps snapshots within bounds: count, retained lines, pinned bytes, time
// since last use. The least recently used goes first. Times are arguments.
#ifndef SONDE_SNAPSHOT_SNAPSHOT_STORE_H_
#define SONDE_SNAPSHOT_SNAPSHOT_STORE_H_

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/contract/limits.h"
#include "core/snapshot/snapshot.h"
#include "core/vfs/workspace.h"

namespace sonde {

class SnapshotStore {
 public:
  // `workspace` (may be null) must outlive the store: while little of its content
  // was superseded, nothing that snapshots pin needs to be looked at.
  explicit SnapshotStore(const Limits& limits, const Workspace* workspace = nullptr)
      : limits_(limits), workspace_(workspace) {}

  // Keeps `snapshot`, evicting others as the bounds demand. False when it does
  // not fit even alone; then it is not kept.
  bool Put(std::shared_ptr<Snapshot> snapshot, double now_ms);

  // The snapshot of `id` that `owner` made, touched; null when there is none
  // or it is another owner's.
  std::shared_ptr<Snapshot> Find(std::string_view id, std::string_view owner, double now_ms);

  void Release(std::string_view id);
  // Drops those of `owner`, or all without one.
  void Clear(const std::optional<std::string>& owner);
  // Drops what has not been used for the time to live, and then what pins more
  // than the bound: writes may have superseded content since.
  void Enforce(double now_ms);

  size_t count() const { return snapshots_.size(); }
  int64_t retained_lines() const;
  // Bytes that nothing but snapshots keeps alive.
  int64_t pinned_bytes() const;
  int64_t own_bytes() const;

 private:
  bool WithinBounds() const;
  bool PinsWithinBounds() const;

  const Limits& limits_;
  const Workspace* workspace_;
  // Heap bytes of pinned texts that no tree has held, of all snapshots so far.
  int64_t rendered_bytes_ = 0;
  std::list<std::shared_ptr<Snapshot>> snapshots_;  // least recently used first
};

}  // namespace sonde

#endif  // SONDE_SNAPSHOT_SNAPSHOT_STORE_H_
