// Runs scripted sessions against the native engine.
//
// Reads one JSON object a line from standard input and answers each with one
// line: an array with the outcome of every step. A session is
//   {"limits"?, "globSampling"?, "steps": [step…]}
// and a step one of
//   {"write": {"path", "text" | "base64", "mtime"?}}   {"remove": path}
//   {"rename": {"from", "to"}}   {"command": {…}}
//   {"load": folder on disk}     {"call": {"tool", "args", …}, "now"?, "budget"?}
// Only calls and refused writes have an outcome. Times and ids are counted up,
// so that a session always answers the same bytes.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "nlohmann/json.hpp"

namespace {

using Json = nlohmann::json;

std::string DecodeBase64(const std::string& text) {
  static const std::string kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (char c : text) {
    size_t value = kAlphabet.find(c);
    if (value == std::string::npos) continue;
    bits = (bits << 6) | static_cast<unsigned>(value);
    count += 6;
    if (count >= 8) {
      count -= 8;
      out.push_back(static_cast<char>(bits >> count));
    }
  }
  return out;
}

class Session {
 public:
  explicit Session(const Json& script) {
    Json configure{{"op", "configure"}, {"limits", script.value("limits", Json::object())}};
    configure["globSampling"] = script.value("globSampling", false);
    std::string answer = Command(configure);
    if (answer.find("\"error\"") != std::string::npos) outcomes_.push_back(answer);
    for (const Json& step : script.at("steps")) Run(step);
  }

  std::string Outcomes() const {
    std::string joined = "[";
    for (const std::string& outcome : outcomes_) joined += (joined.size() > 1 ? "," : "") + outcome;
    return joined + "]";
  }

 private:
  void Upload(const std::string& bytes) {
    char* buffer = engine_.Upload(bytes.size());
    std::copy(bytes.begin(), bytes.end(), buffer);
  }

  std::string Command(const Json& request) {
    std::string text = request.dump();
    Upload(text);
    engine_.Command(text.size());
    return std::string(engine_.response());
  }

  void Write(const std::string& path, const std::string& content, double mtime, bool default_mtime) {
    std::string batch;
    auto put = [&batch](const auto& value) { batch.append(reinterpret_cast<const char*>(&value), sizeof value); };
    put(static_cast<uint32_t>(path.size()));
    put(static_cast<uint32_t>(content.size()));
    put(mtime);
    put(static_cast<uint32_t>(default_mtime ? 1 : 0));
    batch += path + content;
    Upload(batch);
    engine_.PutMany(batch.size());
    if (engine_.response().find("\"error\"") != std::string_view::npos) {
      outcomes_.emplace_back(engine_.response());
    }
  }

  void Load(const std::filesystem::path& root) {
    for (auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file() || entry.is_symlink()) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
      Write(std::filesystem::relative(entry.path(), root).string(), content, 0, false);
    }
  }

  void Run(const Json& step) {
    if (step.contains("write")) {
      const Json& write = step["write"];
      bool text = write.contains("text");
      std::string content = text ? write["text"].get<std::string>() : DecodeBase64(write.value("base64", ""));
      Write(write["path"].get<std::string>(), content, write.value("mtime", now_), !write.contains("mtime"));
    } else if (step.contains("remove")) {
      Command({{"op", "remove"}, {"path", step["remove"]}});
    } else if (step.contains("rename")) {
      Json request = step["rename"];
      request["op"] = "rename";
      std::string answer = Command(request);
      if (answer.find("\"error\"") != std::string::npos) outcomes_.push_back(answer);
    } else if (step.contains("command")) {
      outcomes_.push_back(Command(step["command"]));
    } else if (step.contains("load")) {
      Load(step["load"].get<std::string>());
    } else if (step.contains("call")) {
      Call(step);
    }
  }

  void Call(const Json& step) {
    now_ = step.value("now", now_ + 1000);
    char id[33];
    std::snprintf(id, sizeof id, "%032x", ++calls_);
    Json request = step["call"];
    request["now"] = now_;
    request["id"] = id;
    std::string text = request.dump();
    Upload(text);
    int job = engine_.Start(text.size());
    while (engine_.Step(job, step.value("budget", 4096.0 * 1024))) {
    }
    engine_.Finish(job);
    outcomes_.emplace_back(engine_.response());
  }

  sonde::Engine engine_;
  double now_ = 1'000'000;
  unsigned calls_ = 0;
  std::vector<std::string> outcomes_;
};

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    Json script = Json::parse(line);
    std::cout << Session(script).Outcomes() << "\n" << std::flush;
  }
}
