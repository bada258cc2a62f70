// The facade: everything a host may do with the core.
//
// Calling order: Configure once (optional), then files and calls in any order.
// Input travels through one upload buffer, output through one response: both
// belong to the engine and are valid until the next call of any method. Jobs
// see the files as they were when they began. Not thread-safe; one engine
// belongs to one thread. Nothing here throws, reads a clock or draws randomness.
#ifndef SONDE_ENGINE_ENGINE_H_
#define SONDE_ENGINE_ENGINE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/contract/limits.h"
#include "core/engine/scratch_rules.h"
#include "core/snapshot/snapshot_store.h"
#include "core/tools/job.h"
#include "core/vfs/workspace.h"
#include "nlohmann/json.hpp"

namespace sonde {

class Engine {
 public:
  Engine();
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Room for `size` bytes of input; null when memory can't grow.
  char* Upload(size_t size);

  // Writes the files of the batch in the first `size` bytes of the upload buffer,
  // see file_batch.h.
  // Response: {"revision","written"}; when one is refused also "error" and
  // its "index": those before it are written, it and those after are not.
  void PutMany(size_t size);

  // Answers one JSON request of the upload buffer, see operations.cc for
  // them. Response: an object, or {"error":{"code","message"}}.
  void Command(size_t size);

  // The original bytes of the file whose path stands in the upload buffer.
  // False: the response is an error.
  bool Bytes(size_t path_size);

  // Begins a tool call, see core/tools/registry.h. Request:
  // {"tool","args","value","nested","owner","contextUsage"?:{"percentUsed"},
  // "now","id"}. Returns a job > 0.
  int Start(size_t size);
  // Does about `budget` units of work; true when there is more to do.
  bool Step(int job, double budget);
  // Response: {"files","totalFiles","bytes","totalBytes","matches"}.
  void ReadProgress(int job);
  // Response: bytes, the matches of a canonical value that the job found since
  // the last call, packed as core/tools/packed_matches.h says. To be called after
  // each step of a call that asked for its value: only so the memory that they
  // take is bounded.
  void TakeMatches(int job);
  void Cancel(int job);
  // Response: the ToolResult; the job is gone after it. The "matches" of its
  // value are those that were taken.
  void Finish(int job);

  std::string_view response() const { return response_view_; }

  // Jobs that are neither finished nor cancelled.
  size_t open_jobs() const { return jobs_.size(); }

 private:
  using Json = nlohmann::json;
  void Respond(std::string json);
  void RespondError(const Error& error);
  // The answer to one operation of Command.
  Result<std::string> Run(std::string_view operation, const Json& arguments);
  Result<std::string> Configure(const Json& request);
  std::string Usage() const;
  Result<std::string> Stat(const Json& request) const;
  Result<std::string> List(const Json& request) const;
  std::string ClearSnapshots(const Json& request);
  std::string IgnoreRules(const Json& request);
  std::string IgnoreMatch(const Json& request);

  Limits limits_;
  bool configured_ = false;
  bool glob_sampling_ = false;
  Workspace workspace_;
  IgnoreFiles ignore_files_;
  MatcherCache matchers_;
  ScratchRules scratch_rules_;
  SnapshotStore snapshots_;
  std::map<int, std::unique_ptr<Job>> jobs_;
  int last_job_ = 0;
  int64_t searches_ = 0;
  char* upload_ = nullptr;
  size_t upload_capacity_ = 0;
  std::string response_;
  std::string_view response_view_;
  BlobRef response_blob_;  // keeps what Bytes answered alive
};

}  // namespace sonde

#endif  // SONDE_ENGINE_ENGINE_H_
