// Complete results that are rendered when somebody reads them.
//
// A capped grep or glob names a locator, .sonde/results/<id>.txt. Behind it
// stands a snapshot: the files with hits and the matcher, or the paths; the
// text is made only when it is asked for.
#ifndef SONDE_SNAPSHOT_SPILL_H_
#define SONDE_SNAPSHOT_SPILL_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/scope.h"
#include "core/match/matcher.h"
#include "core/snapshot/snapshot.h"

namespace sonde {

class Spill : public Snapshot {
 public:
  enum class Kind { kMatches, kPaths };

  static Spill Matches(std::string id, std::string owner, std::vector<FileRef> files,
                       std::shared_ptr<const Matcher> matcher, int64_t total, Scope scope);
  static Spill Paths(std::string id, std::string owner, std::vector<PathRef> paths, Scope scope);

  Kind kind() const { return kind_; }
  const std::vector<FileRef>& pinned() const override { return files_; }
  bool is_spill() const override { return true; }
  int64_t own_bytes() const override;

  const std::shared_ptr<const Matcher>& matcher() const { return matcher_; }
  const std::vector<PathRef>& paths() const { return paths_; }
  int64_t total() const { return total_; }
  const Scope& scope() const { return scope_; }

 private:
  Spill(std::string id, std::string owner, Kind kind, Scope scope)
      : Snapshot(std::move(id), std::move(owner)), kind_(kind), scope_(scope) {}

  Kind kind_;
  Scope scope_;
  std::vector<FileRef> files_;
  std::shared_ptr<const Matcher> matcher_;
  std::vector<PathRef> paths_;
  int64_t total_ = 0;
};

// ".sonde/results/<id>.txt"
std::string SpillLocator(std::string_view id);

// The id in a locator, "" when `path` is none.
std::string_view SpillIdOf(std::string_view path);

}  // namespace sonde

#endif  // SONDE_SNAPSHOT_SPILL_H_
