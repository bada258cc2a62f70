// The structured details of a signal_grep result, version 1, and the meta that
// carries them. Source of the fields: signal.md §11. Absent, never null.
#ifndef SONDE_PRESENT_SIGNAL_DETAILS_H_
#define SONDE_PRESENT_SIGNAL_DETAILS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_writer.h"
#include "core/base/result.h"
#include "core/base/scope.h"
#include "core/present/page_budget.h"
#include "core/present/retained.h"

namespace sonde {

// One inspected place.
struct Inspection {
  int64_t input_index = 1;  // 1-based place in the request
  std::string path;
  int64_t line = 0;
  std::optional<int64_t> match_index;
  std::string_view status = "returned";  // returned, deferred, error
  std::optional<int64_t> block;          // 1-based, of a batch
  // available, no-symbol, provider-unavailable, unsupported-language,
  // source-unavailable, source-changed, parse-error, file-too-large
  std::string_view structure = "provider-unavailable";
  bool pinned = false;     // shows the searched revision, not the current one
  int64_t start_line = 0;  // 0: no source is shown
  int64_t end_line = 0;
  int64_t omitted_before = 0;
  int64_t omitted_after = 0;
  std::vector<int64_t> clipped_lines;
  std::optional<Error> error;
  std::string retry;  // JSON of the exact request, "" without one
};

struct SignalDetails {
  std::string_view mode;  // auto's outcome: matches, summary; or files, inspect
  bool partial = false;
  int64_t total_matches = 0;
  int64_t stored_matches = 0;
  int64_t total_files = 0;
  int64_t returned_matches = 0;
  bool snapshot_complete = true;
  std::string cursor;        // "" = absent
  std::string next_request;  // JSON, "" = absent
  std::optional<int64_t> summary_files_shown;
  std::optional<int64_t> summary_files_omitted;
  std::optional<int64_t> summary_previews_shown;
  std::optional<int64_t> summary_previews_omitted;
  std::vector<std::string> selected_paths;
  std::vector<std::string> selection_missing_paths;
  int64_t line_content_truncated = 0;        // rows cut to an excerpt
  int64_t occurrence_ranges_omitted = 0;     // hits found but not displayed
  int64_t occurrence_matches_truncated = 0;  // rows they belong to
  std::optional<BudgetTier> tier;
  std::optional<int64_t> auto_context;             // lines either side
  int64_t context_lines_omitted = 0;               // that did not fit beside their match
  std::vector<std::string> context_omitted_files;  // unavailable now
  std::vector<std::string> context_changed_files;
  int64_t revision = 0;
  Scope scope;
  std::vector<Inspection> inspections;

  std::string ToJson() const;
};

// {"shape":"matches","files":…,"truncated":…,"total":…,"scope":…,"revision":…,
// "signal":details}, capped as MatchesMeta caps.
std::string SignalMeta(const RetainedMatches& shown, const std::string& details, size_t max_bytes);

}  // namespace sonde

#endif  // SONDE_PRESENT_SIGNAL_DETAILS_H_
