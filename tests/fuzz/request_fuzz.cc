// Requests at the boundary. Input: a byte that chooses the door, then the JSON.
// Whatever comes in, the engine answers with JSON that has an outcome, and then
// still answers a plain search.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "core/engine/engine.h"
#include "nlohmann/json.hpp"

namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

std::string Ask(sonde::Engine* engine, std::string_view request, int door) {
  char* buffer = engine->Upload(request.size());
  if (!request.empty()) std::memcpy(buffer, request.data(), request.size());
  if (door == 0) {
    engine->Command(request.size());
  } else if (door == 1) {
    engine->PutMany(request.size());
  } else {
    int job = engine->Start(request.size());
    int steps = 0;
    while (engine->Step(job, 1024) && ++steps < 100000) {
    }
    engine->Finish(job);
  }
  return std::string(engine->response());
}

// A read of line `limit` of a two-thousand line budget: the bound of limit.
bool ReadsLimit(sonde::Engine* engine, int limit) {
  std::string request = R"({"tool":"read","args":{"path":"a.txt","limit":)" + std::to_string(limit) + "}}";
  return Ask(engine, request, 2).find("\"isError\":false") != std::string::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1 || size > 4096) return 0;
  std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  sonde::Engine engine;
  std::string entry;
  auto put = [&entry](const auto& value) { entry.append(reinterpret_cast<const char*>(&value), sizeof value); };
  put(uint32_t{5});
  put(uint32_t{12});
  put(double{0});
  put(uint32_t{0});
  entry += "a.txthello\nworld\n";
  Ask(&engine, entry, 1);

  std::string answer = Ask(&engine, input, data[0] % 3);
  nlohmann::json parsed = nlohmann::json::parse(answer, nullptr, false);
  Require(parsed.is_object());
  Require(data[0] % 3 != 2 || (parsed.contains("isError") && parsed["content"][0]["text"].is_string()));
  Require(ReadsLimit(&engine, 2000) || parsed.contains("revision") || parsed.contains("load"));
  Require(!ReadsLimit(&engine, 2001));
  std::string search = Ask(&engine, R"({"tool":"grep","args":{"pattern":"hello"}})", 2);
  // A request may have lowered a limit or removed the file; an answer it is.
  Require(nlohmann::json::parse(search, nullptr, false).contains("content"));
  return 0;
}
