// A whole engine in a test: files and calls as a host makes them, with a clock
// and ids that count up.
#ifndef SONDE_TESTS_UNIT_SESSION_H_
#define SONDE_TESTS_UNIT_SESSION_H_

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "core/engine/engine.h"
#include "nlohmann/json.hpp"
#include "tests/probe/whole_result.h"

namespace sonde {

using Json = nlohmann::json;

class TestSession {
 public:
  explicit TestSession(Json limits = Json::object(), bool glob_sampling = false) {
    configured = Command({{"op", "configure"}, {"limits", std::move(limits)}, {"globSampling", glob_sampling}});
  }

  void Upload(std::string_view bytes) {
    if (!bytes.empty()) std::memcpy(engine.Upload(bytes.size()), bytes.data(), bytes.size());
    if (bytes.empty()) engine.Upload(0);
  }

  Json Command(const Json& request) {
    std::string text = request.dump();
    Upload(text);
    engine.Command(text.size());
    return Json::parse(engine.response());
  }

  static std::string Entry(std::string_view path, std::string_view content, double mtime, uint32_t flags) {
    std::string entry;
    auto put = [&entry](const auto& value) { entry.append(reinterpret_cast<const char*>(&value), sizeof value); };
    put(static_cast<uint32_t>(path.size()));
    put(static_cast<uint32_t>(content.size()));
    put(mtime);
    put(flags);
    return entry.append(path).append(content);
  }

  Json PutMany(std::string_view batch) {
    Upload(batch);
    engine.PutMany(batch.size());
    return Json::parse(engine.response());
  }

  Json Write(std::string_view path, std::string_view content, double mtime = 1) {
    return PutMany(Entry(path, content, mtime, 0));
  }

  int Start(const std::string& tool, Json arguments, Json options = Json::object()) {
    char id[33];
    std::snprintf(id, sizeof id, "%032x", ++calls);
    now_ms += 1000;
    Json request = std::move(options);
    request["tool"] = tool;
    request["args"] = std::move(arguments);
    request["now"] = now_ms;
    request["id"] = id;
    std::string text = request.dump();
    Upload(text);
    return engine.Start(text.size());
  }

  // The ToolResult as a host hands it out.
  std::string Finish(int job, double budget = 1 << 20) { return WholeResult(&engine, job, budget); }

  Json Call(const std::string& tool, Json arguments, Json options = Json::object()) {
    return Json::parse(Finish(Start(tool, std::move(arguments), std::move(options))));
  }

  std::string Text(const std::string& tool, Json arguments, Json options = Json::object()) {
    return TextOf(Call(tool, std::move(arguments), std::move(options)));
  }

  static std::string TextOf(const Json& result) { return result["content"][0]["text"].get<std::string>(); }
  // "" for a result without an error.
  static std::string CodeOf(const Json& result) {
    return result.contains("error") ? result["error"]["code"].get<std::string>() : std::string();
  }

  Engine engine;
  Json configured;
  double now_ms = 1'000'000;
  unsigned calls = 0;
};

}  // namespace sonde

#endif  // SONDE_TESTS_UNIT_SESSION_H_
