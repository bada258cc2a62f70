#include "core/present/search_meta.h"

namespace sonde {
namespace {

// What follows the list: {"truncated":…,"total":…,"scope":{…},"revision":…}
// without its opening brace.
std::string Tail(const Outcome& outcome, bool truncated) {
  JsonWriter json;
  json.BeginObject();
  json.Key("truncated").Bool(truncated);
  json.Key("total").Int(outcome.total);
  json.Key("scope");
  WriteScope(outcome.scope, &json);
  json.Key("revision").Int(outcome.revision);
  json.EndObject();
  return json.text().substr(1);
}

void WriteFile(const RetainedFile& file, bool with_ranges, JsonWriter* json) {
  json->BeginObject().Key("path").String(file.path).Key("matches").BeginArray();
  for (const RetainedLine& line : file.lines) {
    json->BeginObject().Key("lineNumber").Int(line.line_number).Key("line").String(line.preview.text);
    if (with_ranges && !line.preview.ranges.empty()) {
      json->Key("ranges");
      WriteRanges(line.preview.ranges, json);
    }
    json->EndObject();
  }
  json->EndArray().EndObject();
}

// Writes {"shape":…,"<list>":[ and the items while they fit beside the tail,
// at least one; then the rest. Returns the JSON; *dropped says whether items
// were left out.
template <typename Items, typename WriteItem>
std::string WriteCapped(std::string_view shape, std::string_view list, const Items& items, const Outcome& outcome,
                        size_t max_bytes, WriteItem write_item, bool* dropped) {
  JsonWriter json;
  json.BeginObject().Key("shape").String(shape).Key(list).BeginArray();
  // Room for "]," and the longer of the two tails.
  size_t tail_bytes = 2 + Tail(outcome, false).size();
  *dropped = false;
  bool first = true;
  for (const auto& item : items) {
    size_t before = json.size();
    bool comma = json.needs_comma();
    write_item(item, &json);
    if (!first && json.size() + tail_bytes > max_bytes) {
      json.Rewind(before, comma);
      *dropped = true;
      break;
    }
    first = false;
  }
  json.EndArray();
  return std::move(json).Take() + "," + Tail(outcome, outcome.truncated() || *dropped);
}

}  // namespace

void WriteScope(const Scope& scope, JsonWriter* json) {
  json->BeginObject();
  json->Key("searched").Int(scope.searched);
  json->Key("hidden").Int(scope.hidden);
  json->Key("ignored").Int(scope.ignored);
  json->Key("binary").Int(scope.binary);
  json->Key("tooLarge").Int(scope.too_large);
  json->Key("globFiltered").Int(scope.glob_filtered);
  json->Key("longLines").Int(scope.long_lines);
  json->EndObject();
}

void WriteRanges(const std::vector<UnitRange>& ranges, JsonWriter* json) {
  json->BeginArray();
  for (UnitRange range : ranges) json->BeginArray().Int(range.begin).Int(range.end).EndArray();
  json->EndArray();
}

std::string MatchesMeta(const RetainedMatches& retained, size_t max_bytes) {
  bool dropped = false;
  auto attempt = [&](bool with_ranges) {
    auto write = [with_ranges](const RetainedFile& file, JsonWriter* json) { WriteFile(file, with_ranges, json); };
    return WriteCapped("matches", "files", retained.files, retained.outcome, max_bytes, write, &dropped);
  };
  std::string meta = attempt(true);
  return !dropped && meta.size() <= max_bytes ? meta : attempt(false);
}

std::string PathsMeta(const RetainedPaths& retained, size_t max_bytes) {
  bool dropped = false;
  auto write = [](const std::string& path, JsonWriter* json) { json->String(path); };
  return WriteCapped("paths", "paths", retained.paths, retained.outcome, max_bytes, write, &dropped);
}

}  // namespace sonde
