// A tool call in progress.
#ifndef SONDE_TOOLS_JOB_H_
#define SONDE_TOOLS_JOB_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/contract/limits.h"
#include "core/match/matcher_cache.h"
#include "core/search/search_job.h"
#include "core/snapshot/snapshot_store.h"
#include "core/structure/provider.h"
#include "core/vfs/workspace.h"

namespace sonde {

// What a call works with. The pointed-to objects belong to the engine and
// outlive every job.
struct CallContext {
  const Limits* limits;
  const Workspace* workspace;
  IgnoreFiles* ignore_files;
  MatcherCache* matchers;
  SnapshotStore* snapshots;
  const StructureProvider* structure = nullptr;  // none: provider-unavailable
  bool glob_sampling = false;
  // Text whose trigram filters the call may make; 0: it leaves filters aside.
  int64_t filter_bytes = 0;

  // The uncapped canonical value is wanted.
  bool value = false;
  // The call is part of another tool's: full value, no meta, nothing kept.
  bool nested = false;
  std::string owner;
  std::string id;                      // 32 hex digits, names what the call keeps
  double now_ms = 0;                   // host's time at the call's start
  std::optional<double> percent_used;  // of the host model's context
};

// The outcome of a call; becomes the JSON of a ToolResult.
struct ToolResponse {
  std::string text;
  std::string value;    // JSON, "" = absent; see Job::TakeMatches
  std::string meta;     // JSON, "" = absent
  std::string details;  // JSON, "" = absent
  std::optional<Error> error;
  bool is_error = false;

  static ToolResponse Failure(Error error);
  std::string ToJson() const;
};

class Job {
 public:
  virtual ~Job() = default;
  // Does about `budget` units of work; true when there is more to do.
  virtual bool Step(int64_t budget) = 0;
  virtual Progress progress() const { return {}; }
  // The matches of a canonical value that were found since the last call, packed
  // as core/tools/packed_matches.h says; valid until the next call of any method.
  // Together they are the "matches" of the response's value, which has none.
  virtual std::string_view TakeMatches() { return {}; }
  // False when the outcome stood fast before the first step: nothing is searched.
  virtual bool is_search() const { return true; }
  // The outcome; called once, after Step returned false.
  virtual ToolResponse Finish() = 0;
};

// A job that is done when it begins.
class FinishedJob : public Job {
 public:
  explicit FinishedJob(ToolResponse response) : response_(std::move(response)) {}
  bool Step(int64_t) override { return false; }
  bool is_search() const override { return false; }
  ToolResponse Finish() override { return std::move(response_); }

 private:
  ToolResponse response_;
};

}  // namespace sonde

#endif  // SONDE_TOOLS_JOB_H_
