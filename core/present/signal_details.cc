#include "core/present/signal_details.h"

#include <algorithm>

#include "core/present/search_meta.h"

namespace sonde {
namespace {

// Path lists are sorted, and cut here with their whole count beside them.
constexpr size_t kMaxListedPaths = 20;

void WriteOptional(std::string_view name, const std::optional<int64_t>& value, JsonWriter* json) {
  if (value) json->Key(name).Int(*value);
}

void WritePositive(std::string_view name, int64_t value, JsonWriter* json) {
  if (value > 0) json->Key(name).Int(value);
}

void WritePaths(std::string_view name, std::vector<std::string> paths, JsonWriter* json) {
  if (paths.empty()) return;
  std::sort(paths.begin(), paths.end());
  json->Key(name).BeginArray();
  for (size_t i = 0; i < std::min(paths.size(), kMaxListedPaths); ++i) json->String(paths[i]);
  json->EndArray();
  json->Key(std::string(name) + "Count").Int(static_cast<int64_t>(paths.size()));
}

void WriteInspection(const Inspection& inspection, JsonWriter* json) {
  json->BeginObject();
  json->Key("inputIndex").Int(inspection.input_index);
  json->Key("path").String(inspection.path);
  json->Key("line").Int(inspection.line);
  WriteOptional("matchIndex", inspection.match_index, json);
  json->Key("status").String(inspection.status);
  WriteOptional("block", inspection.block, json);
  json->Key("structure").BeginObject().Key("status").String(inspection.structure).EndObject();
  if (inspection.start_line > 0) {
    json->Key("source").BeginObject();
    json->Key("startLine").Int(inspection.start_line);
    json->Key("endLine").Int(inspection.end_line);
    json->Key("omittedBefore").Int(inspection.omitted_before);
    json->Key("omittedAfter").Int(inspection.omitted_after);
    json->Key("clippedLines").BeginArray();
    for (int64_t line : inspection.clipped_lines) json->Int(line);
    json->EndArray();
    if (inspection.pinned) json->Key("pinned").Bool(true);
    json->EndObject();
  }
  if (inspection.error) {
    json->Key("error").BeginObject();
    json->Key("code").String(ErrorName(inspection.error->code));
    json->Key("message").String(inspection.error->message);
    json->EndObject();
  }
  if (!inspection.retry.empty()) json->Key("retry").Raw(inspection.retry);
  json->EndObject();
}

}  // namespace

std::string SignalDetails::ToJson() const {
  JsonWriter json;
  json.BeginObject();
  json.Key("version").Int(1);
  json.Key("mode").String(mode);
  json.Key("status").String(partial ? "partial" : "complete");
  json.Key("totalMatches").Int(total_matches);
  json.Key("storedMatches").Int(stored_matches);
  json.Key("totalFiles").Int(total_files);
  json.Key("returnedMatches").Int(returned_matches);
  json.Key("snapshotComplete").Bool(snapshot_complete);
  if (!cursor.empty()) json.Key("cursor").String(cursor);
  if (!next_request.empty()) json.Key("nextRequest").Raw(next_request);
  WriteOptional("summaryFilesShown", summary_files_shown, &json);
  WriteOptional("summaryFilesOmitted", summary_files_omitted, &json);
  WriteOptional("summaryPreviewsShown", summary_previews_shown, &json);
  WriteOptional("summaryPreviewsOmitted", summary_previews_omitted, &json);
  WritePaths("selectedPaths", selected_paths, &json);
  WritePaths("selectionMissingPaths", selection_missing_paths, &json);
  WritePositive("lineContentTruncated", line_content_truncated, &json);
  WritePositive("occurrenceRangesOmitted", occurrence_ranges_omitted, &json);
  WritePositive("occurrenceMatchesTruncated", occurrence_matches_truncated, &json);
  if (tier) {
    json.Key("budgetTier").String(tier->name);
    json.Key("contextRemainderPercent").Tenths(tier->remainder_tenths);
    json.Key("resultTokenBudget").Int(tier->target_tokens);
  }
  WriteOptional("autoContext", auto_context, &json);
  WritePositive("contextLinesOmitted", context_lines_omitted, &json);
  WritePaths("contextOmittedFiles", context_omitted_files, &json);
  WritePaths("contextChangedFiles", context_changed_files, &json);
  json.Key("revision").Int(revision);
  json.Key("scope");
  WriteScope(scope, &json);
  if (!inspections.empty()) {
    json.Key("inspections").BeginArray();
    for (const Inspection& inspection : inspections) WriteInspection(inspection, &json);
    json.EndArray();
  }
  json.EndObject();
  return std::move(json).Take();
}

std::string SignalMeta(const RetainedMatches& shown, const std::string& details, size_t max_bytes) {
  size_t addition = details.size() + sizeof ",\"signal\":" - 1;
  std::string meta = MatchesMeta(shown, max_bytes > addition ? max_bytes - addition : 0);
  meta.pop_back();
  return meta + ",\"signal\":" + details + "}";
}

}  // namespace sonde
