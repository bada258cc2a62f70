// The read tool: {path, offset?, limit?}. Source of the rules: search.md §4.
#include <string>
#include <utility>

#include "core/base/json_writer.h"
#include "core/base/utf8.h"
#include "core/contract/tool_arguments.h"
#include "core/present/read_text.h"
#include "core/tools/arguments.h"
#include "core/tools/registry.h"
#include "core/tools/search_details.h"
#include "core/tools/target.h"

namespace sonde {
namespace {

// {"path","totalLines","firstLine","lastLine","text"}: the page without its
// footer is the text's rows.
std::string ReadValue(const std::string& path, const ReadPage& page, int64_t total_lines) {
  JsonWriter json;
  json.BeginObject();
  json.Key("path").String(path);
  json.Key("totalLines").Int(total_lines);
  json.Key("firstLine").Int(page.first_line);
  json.Key("lastLine").Int(page.last_line);
  json.Key("text").String(page.text);
  json.EndObject();
  return std::move(json).Take();
}

std::string ReadDetails(const FileEntry& file, const ReadPage& page, int64_t total_lines, int64_t revision) {
  JsonWriter json;
  json.BeginObject();
  json.Key("path").String(file.path->text);
  json.Key("firstLine").Int(page.first_line);
  json.Key("lastLine").Int(page.last_line);
  json.Key("totalLines").Int(total_lines);
  json.Key("truncated").Bool(page.truncated);
  json.Key("revision").Int(revision);
  json.EndObject();
  return std::move(json).Take();
}

}  // namespace

std::unique_ptr<Job> MakeReadJob(const nlohmann::json& arguments, const CallContext& context) {
  ArgumentReader reader(arguments, "read", kReadArguments);
  std::string path = reader.RequiredString("path", false);
  int64_t offset = reader.Integer("offset", 1, kMaxInteger).value_or(1);
  int64_t limit = reader.Integer("limit", 1, kReadMaxLines).value_or(kReadMaxLines);
  if (reader.error()) return FailedJob(*reader.error());
  Result<Target> resolved = ResolveTarget(context, path);
  if (!resolved.ok()) return FailedJob(std::move(resolved).error());
  const Target& target = resolved.value();
  const FileEntry* file = target.view.tree.Find(target.path);
  if (!file) {
    std::string name = target.path.empty() ? "the workspace root" : target.path;
    return FailedJob(InvalidArgs("path must name a file: " + name + " is a folder; list it with glob"));
  }
  if (std::optional<Error> refused = RefuseTooLarge(*file, *context.limits)) return FailedJob(*std::move(refused));
  if (file->blob->kind() == FileKind::kBinary && !target.is_result) {
    std::string size = std::to_string(file->blob->original().size());
    return FailedJob(MakeError(ErrorCode::kFileNotText, {{"path", target.path}, {"size", size}}));
  }
  int64_t total_lines = file->blob->line_count();
  if (offset > std::max<int64_t>(1, total_lines)) {
    return FailedJob(InvalidArgs("offset " + std::to_string(offset) + " is past the end: " + target.path + " has " +
                                 std::to_string(total_lines) + " lines"));
  }
  ReadPage page = ReadText(file->blob->text(), total_lines, offset, limit,
                           static_cast<size_t>(context.limits->grep_max_line_bytes));
  ToolResponse response;
  response.text = page.text;
  if (context.value) response.value = ReadValue(target.path, page, total_lines);
  response.details = ReadDetails(*file, page, total_lines, target.view.revision);
  return std::make_unique<FinishedJob>(std::move(response));
}

}  // namespace sonde
