#include "core/snapshot/snapshot_store.h"

#include <algorithm>
#include <cstdint>

#include "core/base/sorted_order.h"

namespace sonde {

int64_t SnapshotStore::retained_lines() const {
  int64_t lines = 0;
  for (const auto& snapshot : snapshots_) lines += snapshot->retained_lines();
  return lines;
}

int64_t SnapshotStore::pinned_bytes() const {
  std::vector<const Blob*> blobs;
  std::vector<int64_t> addresses;
  for (const auto& snapshot : snapshots_) {
    for (const FileRef& file : snapshot->pinned()) {
      if (file.blob->live) continue;
      blobs.push_back(file.blob.get());
      addresses.push_back(static_cast<int64_t>(reinterpret_cast<uintptr_t>(file.blob.get())));
    }
  }
  // A blob that several snapshots pin counts once.
  int64_t bytes = 0;
  const Blob* last = nullptr;
  for (uint32_t place : SortedOrder(addresses)) {
    if (blobs[place] != last) bytes += static_cast<int64_t>(blobs[place]->allocated_bytes());
    last = blobs[place];
  }
  return bytes;
}

int64_t SnapshotStore::own_bytes() const {
  int64_t bytes = 0;
  for (const auto& snapshot : snapshots_) bytes += snapshot->own_bytes();
  return bytes;
}

bool SnapshotStore::WithinBounds() const {
  return static_cast<int64_t>(snapshots_.size()) <= limits_.snapshot_max_count &&
         retained_lines() <= limits_.snapshot_max_lines && PinsWithinBounds();
}

bool SnapshotStore::PinsWithinBounds() const {
  int64_t most = limits_.snapshot_max_pinned_bytes;
  // To look at each pinned file takes longer than many a search.
  if (workspace_ && workspace_->superseded_bytes() + rendered_bytes_ <= most) return true;
  return pinned_bytes() <= most;
}

void SnapshotStore::Enforce(double now_ms) {
  auto expired = [&](const std::shared_ptr<Snapshot>& snapshot) {
    return now_ms - snapshot->last_used_ms > static_cast<double>(limits_.snapshot_ttl_ms);
  };
  snapshots_.remove_if(expired);
  while (!snapshots_.empty() && !WithinBounds()) snapshots_.pop_front();
}

bool SnapshotStore::Put(std::shared_ptr<Snapshot> snapshot, double now_ms) {
  snapshot->last_used_ms = now_ms;
  std::string id = snapshot->id();
  // A search of a kept result pins the one text that was rendered for it.
  const std::vector<FileRef>& pinned = snapshot->pinned();
  if (pinned.size() == 1 && !pinned.front().blob->live) {
    rendered_bytes_ += static_cast<int64_t>(pinned.front().blob->allocated_bytes());
  }
  snapshots_.push_back(std::move(snapshot));
  Enforce(now_ms);
  return !snapshots_.empty() && snapshots_.back()->id() == id;
}

std::shared_ptr<Snapshot> SnapshotStore::Find(std::string_view id, std::string_view owner, double now_ms) {
  auto at = std::find_if(snapshots_.begin(), snapshots_.end(), [&](const std::shared_ptr<Snapshot>& snapshot) {
    return snapshot->id() == id && snapshot->owner() == owner;
  });
  if (at == snapshots_.end()) return nullptr;
  (*at)->last_used_ms = now_ms;
  snapshots_.splice(snapshots_.end(), snapshots_, at);
  return snapshots_.back();
}

void SnapshotStore::Release(std::string_view id) {
  snapshots_.remove_if([id](const std::shared_ptr<Snapshot>& snapshot) { return snapshot->id() == id; });
}

void SnapshotStore::Clear(const std::optional<std::string>& owner) {
  snapshots_.remove_if(
      [&](const std::shared_ptr<Snapshot>& snapshot) { return !owner || snapshot->owner() == *owner; });
}

}  // namespace sonde
