// The operations of Engine::Command, by "op":
//   configure {limits?, globSampling?} · remove {path} · rename {from, to} · clear {}
//   stat {path} · list {path?, recursive?} · usage {} · revision {}
//   beginLoad {from: "current" | "empty"} · commitLoad {} · dropLoad {}
//   clearSnapshots {owner?}
//   ignoreRules {files: [{path, text}], reset?} · ignoreMatch {paths: [{path, directory}]}
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/allocation.h"
#include "core/base/json_writer.h"
#include "core/engine/engine.h"
#include "core/engine/request_fields.h"
#include "core/tools/arguments.h"

namespace sonde {
namespace {

std::string RevisionJson(int64_t revision) {
  return std::move(JsonWriter().BeginObject().Key("revision").Int(revision).EndObject()).Take();
}

Result<std::string> RevisionJson(Result<int64_t> revision) {
  if (!revision.ok()) return std::move(revision).error();
  return RevisionJson(revision.value());
}

void WriteLimits(const Limits& limits, JsonWriter* json) {
  json->Key("limits").BeginObject();
  for (const LimitEntry& entry : kLimitEntries) json->Key(entry.name).Int(limits.*entry.field);
  json->EndObject();
}

}  // namespace

Result<std::string> Engine::Configure(const Json& request) {
  if (configured_) return InvalidArgs("the engine is configured already");
  Limits limits = limits_;
  const Json none = Json::object();
  const Json& given = FieldOr(request, "limits", none);
  for (const auto& [name, value] : given.items()) {
    const LimitEntry* entry = nullptr;
    for (const LimitEntry& candidate : kLimitEntries) {
      if (candidate.name == name) entry = &candidate;
    }
    double number = value.is_number() ? value.get<double>() : -1;
    bool whole = number == std::floor(number) && std::abs(number) <= static_cast<double>(kMaxInteger);
    if (!entry || !whole || number < (entry->zero_allowed ? 0 : 1)) {
      std::string shown = !entry               ? "an unknown limit"
                          : !value.is_number() ? value.type_name()
                          : whole              ? std::to_string(static_cast<int64_t>(number))
                                               : "a number that is not whole or too large";
      return MakeError(ErrorCode::kLimitInvalid, {{"name", name}, {"value", shown}});
    }
    limits.*entry->field = static_cast<int64_t>(number);
  }
  limits_ = limits;
  glob_sampling_ = BoolField(request, "globSampling");
  configured_ = true;
  JsonWriter json;
  json.BeginObject();
  WriteLimits(limits_, &json);
  json.EndObject();
  return std::move(json).Take();
}

std::string Engine::Usage() const {
  const View& view = workspace_.view();
  JsonWriter json;
  json.BeginObject();
  json.Key("files").Int(static_cast<int64_t>(view.tree.size()));
  json.Key("textBytes").Int(view.text_bytes);
  json.Key("allocatedBytes").Int(AllocatedBytes());
  json.Key("snapshotBytes").Int(snapshots_.own_bytes());
  json.Key("pinnedBytes").Int(snapshots_.pinned_bytes());
  json.Key("snapshots").Int(static_cast<int64_t>(snapshots_.count()));
  json.Key("searches").Int(searches_);
  json.EndObject();
  return std::move(json).Take();
}

Result<std::string> Engine::Stat(const Json& request) const {
  Result<std::string> path = NormalizePath(StringField(request, "path"));
  if (!path.ok()) return std::move(path).error();
  JsonWriter json;
  json.BeginObject();
  if (const FileEntry* entry = workspace_.view().tree.Find(path.value())) {
    json.Key("size").Int(static_cast<int64_t>(entry->blob->original().size()));
    json.Key("mtime").Int(entry->blob->mtime_ms);
    json.Key("revision").Int(entry->blob->revision);
    json.Key("kind").String(FileKindName(entry->blob->kind()));
    json.Key("encoding").String(EncodingName(entry->blob->encoding()));
  }
  return std::move(json.EndObject()).Take();
}

Result<std::string> Engine::List(const Json& request) const {
  Result<std::string> folder = NormalizePath(StringField(request, "path"));
  if (!folder.ok()) return std::move(folder).error();
  JsonWriter json;
  json.BeginObject().Key("entries").BeginArray();
  for (const ListEntry& entry : workspace_.List(folder.value(), BoolField(request, "recursive"))) {
    json.BeginObject().Key("path").String(entry.path);
    json.Key("kind").String(entry.is_folder ? "directory" : "file").EndObject();
  }
  return std::move(json.EndArray().EndObject()).Take();
}

std::string Engine::ClearSnapshots(const Json& request) {
  bool one_owner = request.contains("owner");
  snapshots_.Clear(one_owner ? std::optional<std::string>(StringField(request, "owner")) : std::nullopt);
  return "{}";
}

std::string Engine::IgnoreRules(const Json& request) {
  if (BoolField(request, "reset")) scratch_rules_.Reset();
  const Json none = Json::array();
  for (const Json& file : FieldOr(request, "files", none)) {
    scratch_rules_.Add(StringField(file, "path"), StringField(file, "text"));
  }
  return "{}";
}

std::string Engine::IgnoreMatch(const Json& request) {
  JsonWriter json;
  json.BeginObject().Key("ignored").BeginArray();
  const Json none = Json::array();
  for (const Json& entry : FieldOr(request, "paths", none)) {
    json.Bool(scratch_rules_.IsIgnored(StringField(entry, "path"), BoolField(entry, "directory")));
  }
  return std::move(json.EndArray().EndObject()).Take();
}

Result<std::string> Engine::Run(std::string_view operation, const Json& arguments) {
  using Answer = Result<std::string>;
  struct Operation {
    std::string_view name;
    Answer (*run)(Engine& engine, const Json& request);
  };
  // A table and not a chain of tests: no engine compiles operations that are not asked for.
  static constexpr Operation kOperations[] = {
      {"configure", [](Engine& engine, const Json& request) -> Answer { return engine.Configure(request); }},
      {"remove",
       [](Engine& engine, const Json& request) -> Answer {
         return RevisionJson(engine.workspace_.Remove(StringField(request, "path")));
       }},
      {"rename",
       [](Engine& engine, const Json& request) -> Answer {
         return RevisionJson(engine.workspace_.Rename(StringField(request, "from"), StringField(request, "to")));
       }},
      {"clear", [](Engine& engine, const Json&) -> Answer { return RevisionJson(engine.workspace_.Clear()); }},
      {"revision",
       [](Engine& engine, const Json&) -> Answer { return RevisionJson(engine.workspace_.view().revision); }},
      {"beginLoad",
       [](Engine& engine, const Json& request) -> Answer {
         return RevisionJson(engine.workspace_.BeginLoad(StringField(request, "from") != "empty"));
       }},
      {"commitLoad",
       [](Engine& engine, const Json&) -> Answer { return RevisionJson(engine.workspace_.CommitLoad()); }},
      {"dropLoad", [](Engine& engine, const Json&) -> Answer { return RevisionJson(engine.workspace_.DropLoad()); }},
      {"usage", [](Engine& engine, const Json&) -> Answer { return engine.Usage(); }},
      {"stat", [](Engine& engine, const Json& request) -> Answer { return engine.Stat(request); }},
      {"list", [](Engine& engine, const Json& request) -> Answer { return engine.List(request); }},
      {"clearSnapshots", [](Engine& engine, const Json& request) -> Answer { return engine.ClearSnapshots(request); }},
      {"ignoreRules", [](Engine& engine, const Json& request) -> Answer { return engine.IgnoreRules(request); }},
      {"ignoreMatch", [](Engine& engine, const Json& request) -> Answer { return engine.IgnoreMatch(request); }},
  };
  for (const Operation& candidate : kOperations) {
    if (candidate.name == operation) return candidate.run(*this, arguments);
  }
  return InvalidArgs("unknown operation: " + std::string(operation));
}

}  // namespace sonde
