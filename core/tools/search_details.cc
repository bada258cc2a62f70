#include "core/tools/search_details.h"

#include "core/base/json_writer.h"
#include "core/present/search_meta.h"

namespace sonde {

std::string SearchDetails(const Outcome& outcome) {
  JsonWriter json;
  json.BeginObject();
  json.Key("status").String(outcome.partial_note.empty() ? "complete" : "partial");
  json.Key("total").Int(outcome.total);
  json.Key("kept").Int(outcome.kept);
  json.Key("truncated").Bool(outcome.truncated());
  if (!outcome.locator.empty()) json.Key("locator").String(outcome.locator);
  json.Key("scope");
  WriteScope(outcome.scope, &json);
  json.Key("revision").Int(outcome.revision);
  json.EndObject();
  return std::move(json).Take();
}

std::optional<Error> RefuseTooLarge(const FileEntry& file, const Limits& limits) {
  if (file.blob->kind() != FileKind::kTooLarge) return std::nullopt;
  std::string size = std::to_string(file.blob->original().size());
  std::string limit = std::to_string(limits.max_file_bytes);
  return MakeError(ErrorCode::kFileTooLarge, {{"path", file.path->text}, {"size", size}, {"limit", limit}});
}

}  // namespace sonde
