#include "core/engine/engine.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "core/base/json_writer.h"
#include "core/engine/file_batch.h"
#include "core/engine/request_fields.h"
#include "core/tools/arguments.h"
#include "core/tools/registry.h"
#include "core/tools/target.h"

namespace sonde {
namespace {

using Json = nlohmann::json;

// The upload buffer is a multiple of this.
constexpr size_t kUploadUnitBytes = 512 << 10;
// Paths are made so many at a time before the contents: a walk that looks at paths
// only finds them side by side. Few enough for the head room that a blob leaves; in
// vain for files that there are already, which keep their paths.
constexpr size_t kPathsAtOnce = 32;

void WriteError(const Error& error, JsonWriter* json) {
  json->Key("error").BeginObject();
  json->Key("code").String(ErrorName(error.code));
  json->Key("message").String(error.message);
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
    size_t units = size / kUploadUnitBytes + 1;
    bool fits = units <= SIZE_MAX / kUploadUnitBytes;
    size_t capacity = fits ? units * kUploadUnitBytes : 0;
    upload_ = fits ? static_cast<char*>(std::malloc(capacity)) : nullptr;
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
  FileBatch batch({upload_, size});
  std::vector<BatchFile> files;
  std::vector<PathRef> paths;
  int64_t written = 0;
  std::optional<Error> refused;
  while (!refused && !batch.done()) {
    files.clear();
    paths.clear();
    std::optional<Error> bad_file;  // the one behind `files`
    while (!bad_file && !batch.done() && files.size() < kPathsAtOnce) {
      Result<BatchFile> file = batch.Next();
      Result<PathRef> path = file.ok() ? MakePath(file.value().path) : file.error();
      if (path.ok()) {
        files.push_back(file.value());
        paths.push_back(std::move(path).value());
      } else {
        bad_file = std::move(path).error();
      }
    }
    for (size_t i = 0; i < files.size() && !refused; ++i) {
      const BatchFile& file = files[i];
      Result<int64_t> result = workspace_.Write(std::move(paths[i]), file.content, file.mtime_ms, file.default_mtime);
      if (result.ok()) {
        ++written;
      } else {
        refused = std::move(result).error();
      }
    }
    if (!refused) refused = std::move(bad_file);
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
