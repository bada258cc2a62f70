// The one authority on signal_grep's arguments: defaults, bounds, which fields
// go together. Source of the rules: signal.md §2.
#ifndef SONDE_TOOLS_SIGNAL_REQUEST_H_
#define SONDE_TOOLS_SIGNAL_REQUEST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "nlohmann/json.hpp"

namespace sonde {

enum class SignalMode { kAuto, kSummary, kMatches, kInspect, kFiles };

struct SignalTarget {
  std::string path;
  int64_t line;
};

struct SignalRequest {
  // What kind of call the fields make.
  enum class Kind {
    kSearch,          // pattern or anyOf
    kContinue,        // cursor
    kInspectMatches,  // cursor with matchIndex or matchIndices
    kInspectTargets,  // path and line, or targets
  };
  Kind kind = Kind::kSearch;

  std::string pattern;
  std::vector<std::string> any_of;
  std::optional<std::string> path;
  std::vector<std::string> paths;  // path and paths of a continued search
  std::vector<std::string> glob;
  std::vector<std::string> exclude;
  bool literal = false;
  bool whole_word = false;
  std::optional<bool> ignore_case;
  bool hidden = true;
  bool no_ignore = false;
  std::optional<int64_t> context;
  std::optional<int64_t> limit;
  SignalMode mode = SignalMode::kAuto;
  bool mode_given = false;
  std::string cursor;
  std::vector<int64_t> match_indices;
  std::vector<SignalTarget> targets;
  bool batch = false;  // asked for with matchIndices or targets
  bool pinned = false;
};

// INVALID_ARGS naming every offending field in the order of the table.
Result<SignalRequest> ParseSignalRequest(const nlohmann::json& arguments);

}  // namespace sonde

#endif  // SONDE_TOOLS_SIGNAL_REQUEST_H_
