#include "core/engine/engine.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "core/base/allocation.h"
#include "core/base/json_writer.h"
#include "core/base/utf8.h"
#include "core/tools/arguments.h"
#include "core/tools/registry.h"
#include "core/tools/target.h"

namespace sonde {
namespace {

using Json = nlohmann::json;

// The upload buffer is a multiple of this.
constexpr size_t kUploadUnitBytes = 512 << 10;
// JavaScript's largest time value.
constexpr double kMaxTimeMs = 8.64e15;

std::string StringField(const Json& object, std::string_view name) {
  auto at = object.find(name);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

// A field as it stands, `absent` without one: a copy of deeply nested JSON would
// take the stack.
const Json& FieldOr(const Json& object, std::string_view name, const Json& absent) {
  auto at = object.find(name);
  return at == object.end() ? absent : *at;
}

bool BoolField(const Json& object, std::string_view name) {
  auto at = object.find(name);
  return at != object.end() && at->is_boolean() && at->get<bool>();
}

// A finite number, or nothing.
std::optional<double> NumberField(const Json& object, std::string_view name) {
  auto at = object.find(name);
  if (at == object.end() || !at->is_number()) return std::nullopt;
  double value = at->get<double>();
  return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
}

std::string RevisionJson(int64_t revision) {
  return std::move(JsonWriter().BeginObject().Key("revision").Int(revision).EndObject()).Take();
}

Result<std::string> RevisionJson(Result<int64_t> revision) {
  if (!revision.ok()) return std::move(revision).error();
  return RevisionJson(revision.value());
}

void WriteError(const Error& error, JsonWriter* json) {
  json->Key("error").BeginObject();
  json->Key("code").String(ErrorName(error.code));
  json->Key("message").String(error.message);
  json->EndObject();
}

void WriteLimits(const Limits& limits, JsonWriter* json) {
  json->Key("limits").BeginObject();
  for (const LimitEntry& entry : kLimitEntries) json->Key(entry.name).Int(limits.*entry.field);
  json->EndObject();
}

// A discarded value when `text` is no JSON. Json::parse would bring a second
// copy of the parser, for callbacks.
Json ParseJson(std::string_view text) {
  Json result;
  nlohmann::detail::json_sax_dom_parser<Json> builder(result, false);
  bool ok = Json::sax_parse(text.begin(), text.end(), &builder);
  if (!ok) result = Json(Json::value_t::discarded);
  return result;
}

}  // namespace

Engine::Engine() : workspace_(limits_), snapshots_(limits_, &workspace_) {}
Engine::~Engine() { std::free(upload_); }

char* Engine::Upload(size_t size) {
  // A buffer that once held a large file is not kept for small requests.
  bool too_small = size > upload_capacity_;
  bool far_too_large = upload_capacity_ > (8u << 20) && size < upload_capacity_ / 4;
  if (too_small || far_too_large) {
    std::free(upload_);
    // Sizes of batches differ by little: a new buffer for each that is the largest
    // so far would take fresh memory each time.
    size_t capacity = (size / kUploadUnitBytes + 1) * kUploadUnitBytes;
    upload_ = static_cast<char*>(std::malloc(capacity));
    upload_capacity_ = upload_ ? capacity : 0;
  }
  return upload_;
}

void Engine::Respond(std::string json) {
  response_blob_ = BlobRef();
  response_ = std::move(json);
  response_view_ = response_;
}

void Engine::RespondError(const Error& error) {
  JsonWriter json;
  json.BeginObject();
  WriteError(error, &json);
  json.EndObject();
  Respond(std::move(json).Take());
}

void Engine::PutMany(size_t size) {
  constexpr size_t kHeaderBytes = 20;
  std::string_view batch(upload_, size);
  int64_t written = 0;
  std::optional<Error> refused;
  while (!batch.empty() && !refused) {
    uint32_t path_bytes = 0;
    uint32_t content_bytes = 0;
    uint32_t flags = 0;
    double mtime_ms = 0;
    if (batch.size() < kHeaderBytes) {
      refused = InvalidArgs("the batch of files ends inside an entry");
      break;
    }
    std::memcpy(&path_bytes, batch.data(), 4);
    std::memcpy(&content_bytes, batch.data() + 4, 4);
    std::memcpy(&mtime_ms, batch.data() + 8, 8);
    std::memcpy(&flags, batch.data() + 16, 4);
    batch.remove_prefix(kHeaderBytes);
    if (path_bytes > batch.size() || content_bytes > batch.size() - path_bytes) {
      refused = InvalidArgs("the batch of files ends inside an entry");
      break;
    }
    std::string_view path = batch.substr(0, path_bytes);
    std::string_view content = batch.substr(path_bytes, content_bytes);
    batch.remove_prefix(path_bytes + content_bytes);
    int64_t whole_mtime_ms = std::isfinite(mtime_ms) ? std::llround(std::clamp(mtime_ms, -kMaxTimeMs, kMaxTimeMs)) : 0;
    Result<int64_t> result = workspace_.Write(path, content, whole_mtime_ms, (flags & 1) != 0);
    if (result.ok()) {
      ++written;
    } else {
      refused = std::move(result).error();
    }
  }
  JsonWriter json;
  json.BeginObject();
  json.Key("revision").Int(workspace_.front().revision);
  json.Key("written").Int(written);
  if (refused) {
    json.Key("index").Int(written);
    WriteError(*refused, &json);
  }
  json.EndObject();
  Respond(std::move(json).Take());
}

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

// The operations of Command, by "op":
//   configure {limits?, globSampling?} · remove {path} · rename {from, to} · clear {}
//   stat {path} · list {path?, recursive?} · usage {} · revision {}
//   beginLoad {from: "current" | "empty"} · commitLoad {} · dropLoad {}
//   clearSnapshots {owner?}
//   ignoreRules {files: [{path, text}], reset?} · ignoreMatch {paths: [{path, directory}]}
Result<std::string> Engine::Run(std::string_view operation, const Json& request) {
  const Json none = Json::array();
  JsonWriter json;
  json.BeginObject();
  if (operation == "configure") return Configure(request);
  if (operation == "remove") return RevisionJson(workspace_.Remove(StringField(request, "path")));
  if (operation == "rename") {
    return RevisionJson(workspace_.Rename(StringField(request, "from"), StringField(request, "to")));
  }
  if (operation == "clear") return RevisionJson(workspace_.Clear());
  if (operation == "revision") return RevisionJson(workspace_.view().revision);
  if (operation == "beginLoad") return RevisionJson(workspace_.BeginLoad(StringField(request, "from") != "empty"));
  if (operation == "commitLoad") return RevisionJson(workspace_.CommitLoad());
  if (operation == "dropLoad") return RevisionJson(workspace_.DropLoad());
  if (operation == "usage") return Usage();
  if (operation == "stat") {
    Result<std::string> path = NormalizePath(StringField(request, "path"));
    if (!path.ok()) return std::move(path).error();
    if (const FileEntry* entry = workspace_.view().tree.Find(path.value())) {
      json.Key("size").Int(static_cast<int64_t>(entry->blob->original().size()));
      json.Key("mtime").Int(entry->blob->mtime_ms);
      json.Key("revision").Int(entry->blob->revision);
      json.Key("kind").String(FileKindName(entry->blob->kind()));
      json.Key("encoding").String(EncodingName(entry->blob->encoding()));
    }
    return std::move(json.EndObject()).Take();
  }
  if (operation == "list") {
    Result<std::string> folder = NormalizePath(StringField(request, "path"));
    if (!folder.ok()) return std::move(folder).error();
    json.Key("entries").BeginArray();
    for (const ListEntry& entry : workspace_.List(folder.value(), BoolField(request, "recursive"))) {
      json.BeginObject().Key("path").String(entry.path);
      json.Key("kind").String(entry.is_folder ? "directory" : "file").EndObject();
    }
    return std::move(json.EndArray().EndObject()).Take();
  }
  if (operation == "clearSnapshots") {
    bool one_owner = request.contains("owner");
    snapshots_.Clear(one_owner ? std::optional<std::string>(StringField(request, "owner")) : std::nullopt);
    return std::move(json.EndObject()).Take();
  }
  if (operation == "ignoreRules") {
    if (BoolField(request, "reset")) scratch_rules_.Reset();
    for (const Json& file : FieldOr(request, "files", none)) {
      scratch_rules_.Add(StringField(file, "path"), StringField(file, "text"));
    }
    return std::move(json.EndObject()).Take();
  }
  if (operation == "ignoreMatch") {
    json.Key("ignored").BeginArray();
    for (const Json& entry : FieldOr(request, "paths", none)) {
      json.Bool(scratch_rules_.IsIgnored(StringField(entry, "path"), BoolField(entry, "directory")));
    }
    return std::move(json.EndArray().EndObject()).Take();
  }
  return InvalidArgs("unknown operation: " + std::string(operation));
}

void Engine::Command(size_t size) {
  Json request = ParseJson({upload_, size});
  if (!request.is_object()) {
    return RespondError(InvalidArgs("the request is not well-formed Unicode in a JSON object"));
  }
  Result<std::string> answer = Run(StringField(request, "op"), request);
  if (!answer.ok()) return RespondError(answer.error());
  Respond(std::move(answer).value());
}

bool Engine::Bytes(size_t path_size) {
  Result<std::string> path = NormalizePath({upload_, path_size});
  if (!path.ok()) {
    RespondError(path.error());
    return false;
  }
  const FileEntry* entry = workspace_.view().tree.Find(path.value());
  if (!entry) {
    RespondError(PathNotFound(workspace_.view().tree, path.value()));
    return false;
  }
  response_blob_ = entry->blob;
  response_view_ = entry->blob->original();
  return true;
}

int Engine::Start(size_t size) {
  Json request = ParseJson({upload_, size});
  std::unique_ptr<Job> job;
  if (!request.is_object()) {
    job = FailedJob(InvalidArgs("the arguments are not well-formed Unicode: a lone surrogate can't be searched for"));
  } else {
    CallContext context;
    context.limits = &limits_;
    context.workspace = &workspace_;
    context.ignore_files = &ignore_files_;
    context.matchers = &matchers_;
    context.snapshots = &snapshots_;
    context.glob_sampling = glob_sampling_;
    // Filters are for those who search again: the first answer comes without. A
    // bound on the work must end a search at the same place each time.
    context.filter_bytes = searches_ > 0 && limits_.max_work_bytes == 0 ? limits_.filter_build_bytes : 0;
    context.nested = BoolField(request, "nested");
    context.value = context.nested || BoolField(request, "value");
    context.owner = StringField(request, "owner");
    context.id = StringField(request, "id");
    context.now_ms = NumberField(request, "now").value_or(0);
    auto usage = request.find("contextUsage");
    if (usage != request.end() && usage->is_object()) context.percent_used = NumberField(*usage, "percentUsed");
    snapshots_.Enforce(context.now_ms);
    const Json none = Json::object();
    job = MakeJob(StringField(request, "tool"), FieldOr(request, "args", none), context);
    if (!job) job = FailedJob(InvalidArgs("unknown tool: " + StringField(request, "tool")));
  }
  if (job->is_search()) ++searches_;
  jobs_[++last_job_] = std::move(job);
  return last_job_;
}

bool Engine::Step(int job, double budget) {
  auto at = jobs_.find(job);
  return at != jobs_.end() && at->second->Step(static_cast<int64_t>(std::max(1.0, budget)));
}

void Engine::ReadProgress(int job) {
  auto at = jobs_.find(job);
  Progress progress = at == jobs_.end() ? Progress() : at->second->progress();
  JsonWriter json;
  json.BeginObject();
  json.Key("files").Int(progress.files);
  json.Key("totalFiles").Int(progress.total_files);
  json.Key("bytes").Int(progress.bytes);
  json.Key("totalBytes").Int(progress.total_bytes);
  json.Key("matches").Int(progress.matches);
  json.EndObject();
  Respond(std::move(json).Take());
}

void Engine::TakeMatches(int job) {
  auto at = jobs_.find(job);
  response_view_ = at == jobs_.end() ? std::string_view() : at->second->TakeMatches();
}

void Engine::Cancel(int job) { jobs_.erase(job); }

void Engine::Finish(int job) {
  auto at = jobs_.find(job);
  if (at == jobs_.end()) {
    return Respond(ToolResponse::Failure(DetailError(ErrorCode::kSearchFailed, "no such job")).ToJson());
  }
  Respond(at->second->Finish().ToJson());
  jobs_.erase(at);
}

}  // namespace sonde
