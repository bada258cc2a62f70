// Runs a job to its end as a host does: the matches of its value, taken after each
// step, are put into the ToolResult. Reads core/tools/packed_matches.h without its code.
#ifndef SONDE_TESTS_PROBE_WHOLE_RESULT_H_
#define SONDE_TESTS_PROBE_WHOLE_RESULT_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "core/engine/engine.h"
#include "nlohmann/json.hpp"

namespace sonde {

class MatchUnpacker {
 public:
  using OrderedJson = nlohmann::ordered_json;

  explicit MatchUnpacker(std::string_view records) : left_(records) {}

  // Throws std::out_of_range when the records end inside one.
  void AppendTo(OrderedJson* matches) {
    while (!left_.empty()) {
      uint32_t path_bytes = Word();
      uint32_t text_bytes = Word();
      uint32_t lines = Word();
      uint32_t number_bytes = Word();
      std::string path(Part(path_bytes));
      std::string_view text = Part(text_bytes);
      std::string_view after = left_.substr(number_bytes);
      uint64_t line_number = 0;
      while (lines-- > 0) {
        line_number += Number();
        std::string line(LineOf(&text, Number()));
        OrderedJson ranges = OrderedJson::array();
        uint64_t end = 0;
        for (uint64_t count = Number(); count > 0; --count) {
          uint64_t begin = end + Number();
          end = begin + Number();
          ranges.push_back({begin, end});
        }
        matches->push_back({{"path", path}, {"lineNumber", line_number}, {"line", line}, {"ranges", ranges}});
      }
      if (!text.empty() || left_.data() != after.data()) throw std::out_of_range("a record is longer than its lines");
    }
  }

 private:
  std::string_view Part(size_t bytes) {
    if (bytes > left_.size()) throw std::out_of_range("the records end inside one");
    std::string_view part = left_.substr(0, bytes);
    left_.remove_prefix(bytes);
    return part;
  }

  uint32_t Word() {
    uint32_t word;
    std::memcpy(&word, Part(sizeof word).data(), sizeof word);
    return word;
  }

  uint64_t Number() {
    uint64_t number = 0;
    for (int shift = 0;; shift += 7) {
      auto byte = static_cast<uint8_t>(Part(1)[0]);
      number |= static_cast<uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return number;
    }
  }

  // Cuts the code points off `text` that make `units` UTF-16 units.
  static std::string_view LineOf(std::string_view* text, uint64_t units) {
    size_t at = 0;
    auto byte = [&] { return static_cast<uint8_t>((*text)[at]); };
    while (units > 0) {
      if (at >= text->size()) throw std::out_of_range("a line is longer than its record");
      units -= byte() >= 0xF0 ? 2 : 1;
      for (++at; at < text->size() && (byte() & 0xC0) == 0x80;) ++at;
    }
    std::string_view line = text->substr(0, at);
    text->remove_prefix(at);
    return line;
  }

  std::string_view left_;
};

inline std::string WholeResult(Engine* engine, int job, double budget) {
  std::string records;
  auto take = [&] {
    engine->TakeMatches(job);
    records += engine->response();
  };
  while (engine->Step(job, budget)) take();
  take();
  engine->Finish(job);
  std::string result(engine->response());
  MatchUnpacker::OrderedJson whole = MatchUnpacker::OrderedJson::parse(result);
  if (!whole.contains("value") || records.empty()) return result;
  MatchUnpacker(records).AppendTo(&whole["value"]["matches"]);
  return whole.dump();
}

}  // namespace sonde

#endif  // SONDE_TESTS_PROBE_WHOLE_RESULT_H_
