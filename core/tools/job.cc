#include "core/tools/job.h"

#include "core/base/json_writer.h"

namespace sonde {

ToolResponse ToolResponse::Failure(Error error) {
  ToolResponse response;
  response.text = "Error: " + error.message;
  response.error = std::move(error);
  response.is_error = true;
  return response;
}

std::string ToolResponse::ToJson() const {
  JsonWriter json;
  json.BeginObject();
  json.Key("isError").Bool(is_error);
  json.Key("content").BeginArray();
  json.BeginObject().Key("type").String("text").Key("text").String(text).EndObject();
  json.EndArray();
  if (!value.empty()) json.Key("value").Raw(value);
  if (!meta.empty()) json.Key("meta").Raw(meta);
  if (!details.empty()) json.Key("details").Raw(details);
  if (error) {
    json.Key("error").BeginObject();
    json.Key("name").String("SearchError");
    json.Key("code").String(ErrorName(error->code));
    json.Key("message").String(error->message);
    json.EndObject();
  }
  json.EndObject();
  return std::move(json).Take();
}

}  // namespace sonde
