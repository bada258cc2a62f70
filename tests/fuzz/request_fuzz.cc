// Requests at the boundary. Input: a byte that chooses the door, then the JSON.
// Whatever comes in, the engine answers with JSON that has an outcome, a
// number out of a read's bounds is refused and one within is not, and then the engine
// still answers a plain search.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "core/engine/engine.h"
#include "nlohmann/json.hpp"
#include "tests/fuzz/no_input.h"
#include "tests/probe/whole_result.h"

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
    return sonde::WholeResult(engine, job, 1024);
  }
  return std::string(engine->response());
}

bool IsWithin(const nlohmann::json& number, double least, double most) {
  const double value = number.get<double>();
  return value >= least && value <= most && value == std::floor(value);
}

// What a read of the one file must answer, told from the request alone:
// nothing for a request that leaves it open.
std::optional<bool> MustFail(const nlohmann::json& request) {
  if (!request.is_object() || request.value("tool", nlohmann::json()) != "read" || !request.contains("args")) return {};
  const nlohmann::json& args = request["args"];
  if (!args.is_object()) return {};
  constexpr double kMostLines = 2000;
  constexpr double kAnyNumber = 9e15;
  for (const auto& [name, most] : {std::pair("limit", kMostLines), std::pair("offset", kAnyNumber)}) {
    if (args.contains(name) && args[name].is_number() && !IsWithin(args[name], 1, most)) return true;
  }
  const bool plain = request.size() == 2 && args.size() == 2 && args.value("path", nlohmann::json()) == "a.txt" &&
                     args.contains("limit") && args["limit"].is_number();
  return plain ? std::optional(false) : std::nullopt;
}

}  // namespace

// libFuzzer's own; there is none in the replay.
extern "C" __attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

// Most changes put a neighbour, an extreme or another kind of number in the
// place of one of the request's numbers, and leave the JSON whole.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  constexpr std::string_view kDigits = "0123456789";
  std::minstd_rand random(seed);
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t begin = input.find_first_of(kDigits, random() % (size + 1));
  if (random() % 4 == 0 || begin == std::string_view::npos) return LLVMFuzzerMutate(data, size, max_size);
  const size_t end = std::min(size, input.find_first_not_of(kDigits, begin));
  const std::string number(input.substr(begin, end - begin));
  const uint64_t value = std::strtoull(number.c_str(), nullptr, 10);
  const std::string others[] = {std::to_string(value + 1), std::to_string(value - 1), "0",           "-" + number,
                                std::to_string(INT64_MAX), "\"" + number + "\"",      number + ".5", number + "e9"};
  std::string changed(input.substr(0, begin));
  changed.append(others[random() % std::size(others)]).append(input.substr(end));
  if (changed.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, changed.data(), changed.size());
  return changed.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1 || size > 4096) return kNoInput;
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
  if (data[0] % 3 == 2) {
    const std::optional<bool> must_fail = MustFail(nlohmann::json::parse(input, nullptr, false));
    Require(!must_fail || parsed["isError"] == *must_fail);
  }
  std::string search = Ask(&engine, R"({"tool":"grep","args":{"pattern":"hello"}})", 2);
  // A request may have lowered a limit or removed the file; an answer it is.
  Require(nlohmann::json::parse(search, nullptr, false).contains("content"));
  return 0;
}
