// Runs scripted sessions against the native engine.
//
// Reads one JSON object a line from standard input and answers each with one
// line: an array with the outcome of every step that has one. A session is
//   {"limits"?, "globSampling"?, "steps": [step…]}
// and a step one of
//   {"write": {"path", "text" | "base64", "repeat"?, "mtime"?}}  repeat: the content so many times
//   {"remove": path}   {"rename": {"from", "to"}}   {"clear": true}
//   {"stat": path}   {"list": {"path"?, "recursive"?}}   {"clearSnapshots": true}
//   {"load": folder on disk}
//   {"call": {"tool", "args", "value"?, "nested"?, "owner"?}, "now"?, "budget"?}
//   {"call": {…}, "cursorFrom": n}: with the cursor of the nth last outcome's
//     details; without one the call is not made and its outcome is null
//   {"follow": true}: the call that the last outcome's details name as nextRequest;
//     without one its outcome is null
//   {"begin": {…as call}} … {"end": true}: what stands between is done while the call runs
//   {"advance": work units}   {"cancel": true}: of the call that was begun
//   {"command": {"op", …}}: any request of Engine::Command
// Calls, commands, stat and list have an outcome; writes, removals and renames have one
// when they are refused: {"error": {"code", "message"}}. Times and ids are
// counted up, so that a session always answers the same bytes.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "nlohmann/json.hpp"
#include "tests/probe/whole_result.h"

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
    NoteError(Command(configure));
    for (const Json& step : script.at("steps")) Run(step);
  }

  std::string Outcomes() const {
    std::string joined = "[";
    for (const std::string& outcome : outcomes_) joined += (joined.size() > 1 ? "," : "") + outcome;
    return joined + "]";
  }

 private:
  // The answer's error is the outcome, if it has one.
  void NoteError(std::string_view answer) {
    auto parsed = nlohmann::ordered_json::parse(answer);
    if (parsed.contains("error")) outcomes_.push_back(nlohmann::ordered_json{{"error", parsed["error"]}}.dump());
  }

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
    NoteError(engine_.response());
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
      std::string one =
          write.contains("text") ? write["text"].get<std::string>() : DecodeBase64(write.value("base64", ""));
      std::string content;
      for (int i = write.value("repeat", 1); i > 0; --i) content += one;
      Write(write["path"].get<std::string>(), content, write.value("mtime", now_), !write.contains("mtime"));
    } else if (step.contains("remove")) {
      NoteError(Command({{"op", "remove"}, {"path", step["remove"]}}));
    } else if (step.contains("rename")) {
      Json request = step["rename"];
      request["op"] = "rename";
      NoteError(Command(request));
    } else if (step.contains("clear")) {
      Command({{"op", "clear"}});
    } else if (step.contains("clearSnapshots")) {
      Command({{"op", "clearSnapshots"}});
    } else if (step.contains("stat")) {
      outcomes_.push_back(Command({{"op", "stat"}, {"path", step["stat"]}}));
    } else if (step.contains("list")) {
      Json request = step["list"];
      request["op"] = "list";
      outcomes_.push_back(Command(request));
    } else if (step.contains("load")) {
      Load(step["load"].get<std::string>());
    } else if (step.contains("begin")) {
      running_ = Start(step, step["begin"]);
    } else if (step.contains("advance")) {
      engine_.Step(running_, step["advance"].get<double>());
    } else if (step.contains("cancel")) {
      engine_.Cancel(running_);
    } else if (step.contains("command")) {
      outcomes_.push_back(Command(step["command"]));
    } else if (step.contains("end")) {
      Finish(running_, 4096.0 * 1024);
    } else if (step.contains("follow")) {
      Json outcome = Json::parse(outcomes_.back());
      if (outcome.is_object() && outcome.contains("details") && outcome["details"].contains("nextRequest")) {
        Finish(Start(step, {{"tool", "signal_grep"}, {"args", outcome["details"]["nextRequest"]}}), 4096.0 * 1024);
      } else {
        outcomes_.emplace_back("null");
      }
    } else if (step.contains("call")) {
      Json request = step["call"];
      if (step.contains("cursorFrom") && !TakeCursor(step["cursorFrom"].get<size_t>(), &request["args"])) {
        outcomes_.emplace_back("null");
        return;
      }
      Finish(Start(step, std::move(request)), step.value("budget", 4096.0 * 1024));
    } else {
      std::cerr << "unknown step: " << step.dump() << "\n";
      std::exit(2);
    }
  }

  bool TakeCursor(size_t back, Json* arguments) const {
    Json outcome = Json::parse(outcomes_.at(outcomes_.size() - back));
    bool given = outcome.is_object() && outcome.contains("details") && outcome["details"].contains("cursor");
    if (given) (*arguments)["cursor"] = outcome["details"]["cursor"];
    return given;
  }

  int Start(const Json& step, Json request) {
    now_ = step.value("now", now_ + 1000);
    char id[33];
    std::snprintf(id, sizeof id, "%032x", ++calls_);
    request["now"] = now_;
    request["id"] = id;
    std::string text = request.dump();
    Upload(text);
    return engine_.Start(text.size());
  }

  void Finish(int job, double budget) { outcomes_.push_back(sonde::WholeResult(&engine_, job, budget)); }

  sonde::Engine engine_;
  double now_ = 1'000'000;
  unsigned calls_ = 0;
  int running_ = 0;
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
