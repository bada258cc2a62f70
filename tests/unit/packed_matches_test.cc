// The canonical value on its way to a host: what is packed is what JSON would say.
#include "core/tools/packed_matches.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "core/base/utf8.h"
#include "core/vfs/blob.h"
#include "core/vfs/file_tree.h"
#include "random.h"
#include "session.h"

namespace sonde {
namespace {

FileRef File(const std::string& path, const std::string& text) {
  return {PathRef(new Path(path)), Blob::Create(text, 0, 1 << 20)};
}

struct Line {
  const FileRef* file;
  int64_t number;
  std::string text;
  std::vector<ByteRange> hits;
};

// Bytes that a test reads, which host code never sees as text.
nlohmann::ordered_json Unpacked(std::string_view records) {
  nlohmann::ordered_json matches = nlohmann::ordered_json::array();
  MatchUnpacker(records).AppendTo(&matches);
  return matches;
}

TEST_CASE("PackedMatches: the bytes of a record", "[packed_matches]") {
  FileRef file = File("a/b", "x");
  PackedMatches packed;
  CHECK(packed.json_bytes() == 14);
  CHECK(packed.Take().empty());
  packed.Add(file, 3, "xyx", {{0, 1}, {2, 3}});
  packed.Add(file, 300, "", {{0, 0}});
  const std::string expected(
      "\x03\0\0\0\x03\0\0\0\x02\0\0\0\x0D\0\0\0a/bxyx\x03\x03\x02\0\x01\x01\x01\xA9\x02\0\x01\0\0", 16 + 3 + 3 + 13);
  CHECK(packed.Take() == expected);
  CHECK(packed.Take().empty());
  // The next record says its path and its first number anew.
  packed.Add(file, 301, "x", {});
  CHECK(packed.Take() == std::string("\x03\0\0\0\x01\0\0\0\x01\0\0\0\x04\0\0\0a/bx\xAD\x02\x01\0", 16 + 3 + 1 + 4));
}

TEST_CASE("PackedMatches: lines beyond ASCII, lines that are no UTF-8", "[packed_matches]") {
  FileRef file = File("\xC3\xA9", "\xC3\xA9");
  PackedMatches packed;
  packed.Add(file, 1, "\xF0\x9F\x98\x80x\xC3\xA9x", {{4, 5}, {7, 8}});
  packed.Add(file, 2, "\xFFx", {{1, 2}});
  CHECK(Unpacked(packed.Take()).dump() ==
        "[{\"path\":\"\xC3\xA9\",\"lineNumber\":1,\"line\":\"\xF0\x9F\x98\x80x\xC3\xA9x\",\"ranges\":[[2,3],[4,5]]},"
        "{\"path\":\"\xC3\xA9\",\"lineNumber\":2,\"line\":\"(not valid UTF-8)\",\"ranges\":[]}]");
}

TEST_CASE("PackedMatches: a large record is closed, a long line stays whole", "[packed_matches]") {
  FileRef file = File("a", "x");
  PackedMatches packed;
  std::string half(600000, 'x');
  std::string lengths;
  for (int i = 1; i <= 3; ++i) packed.Add(file, i, half, {{0, 1}});
  std::string records(packed.Take());
  CHECK(records.size() > 3 * half.size());
  nlohmann::ordered_json matches = Unpacked(records);
  REQUIRE(matches.size() == 3);
  for (size_t i = 0; i < 3; ++i) {
    CHECK(matches[i]["lineNumber"] == i + 1);
    CHECK(matches[i]["line"].get<std::string>().size() == half.size());
  }
  uint32_t first_text = 0;
  std::memcpy(&first_text, records.data() + 4, 4);
  CHECK(first_text == 2 * half.size());
}

TEST_CASE("PackedMatches: whatever is added and however it is taken", "[packed_matches]") {
  Random random(31);
  for (int round = 0; round < 500; ++round) {
    std::vector<FileRef> files;
    for (size_t i = 0; i < 3; ++i) {
      bool ascii = random.OneIn(2);
      files.push_back(File("p\"\t" + std::to_string(i), ascii ? "x" : "\xC3\xA9"));
    }
    PackedMatches packed;
    std::string records;
    nlohmann::ordered_json expected = nlohmann::ordered_json::array();
    for (const FileRef& file : files) {
      int64_t number = 0;
      for (size_t lines = random.Below(5); lines > 0; --lines) {
        number += 1 + static_cast<int64_t>(random.Below(random.OneIn(3) ? 100000 : 3));
        std::string line = random.Text("ab\"\\\t\x02 ", random.OneIn(8) ? 400 : 20);
        if (!file.blob->ascii()) line += "\xE2\x80\x94" + line + "\xF0\x9F\x98\x80z";
        std::vector<ByteRange> hits;
        nlohmann::ordered_json ranges = nlohmann::ordered_json::array();
        for (size_t at = 0; at + 2 < line.size() && random.OneIn(2); at += 1 + random.Below(40)) {
          auto begin = static_cast<uint32_t>(CeilCodePoint(line, std::min(at, line.size())));
          auto end = static_cast<uint32_t>(CeilCodePoint(line, std::min<size_t>(begin + random.Below(3), line.size())));
          if (!hits.empty() && begin < hits.back().end) continue;
          hits.push_back({begin, end});
          ranges.push_back(
              nlohmann::ordered_json::array({Utf16Length(line.substr(0, begin)), Utf16Length(line.substr(0, end))}));
        }
        packed.Add(file, number, line, hits);
        expected.push_back({{"path", file.path->text}, {"lineNumber", number}, {"line", line}, {"ranges", ranges}});
        if (random.OneIn(3)) {
          auto bytes = static_cast<int64_t>(nlohmann::ordered_json{{"matches", expected}}.dump().size());
          REQUIRE(packed.json_bytes() == bytes);
          REQUIRE(packed.least_json_bytes() <= bytes);
          records += packed.Take();
          REQUIRE(packed.least_json_bytes() == bytes);
        }
      }
    }
    records += packed.Take();
    REQUIRE(Unpacked(records) == expected);
    REQUIRE(packed.json_bytes() == static_cast<int64_t>(nlohmann::ordered_json{{"matches", expected}}.dump().size()));
  }
}

TEST_CASE("Engine: matches of a value are taken while the search goes on", "[packed_matches]") {
  TestSession session;
  std::string lines;
  for (int i = 0; i < 2000; ++i) lines += "needle and some text behind it\n";
  for (int i = 0; i < 20; ++i) session.Write("f" + std::to_string(i), lines);
  int job = session.Start("grep", {{"pattern", "needle"}}, {{"value", true}});
  size_t most = 0;
  int taken = 0;
  size_t matches = 0;
  bool more = true;
  while (more) {
    more = session.engine.Step(job, 64 << 10);
    session.engine.TakeMatches(job);
    most = std::max(most, session.engine.response().size());
    taken += !session.engine.response().empty();
    matches += Unpacked(session.engine.response()).size();
  }
  CHECK(matches == 40000);
  CHECK(taken > 20);
  CHECK(most < 20 * lines.size() / 10);
  session.engine.Finish(job);
  CHECK(Json::parse(session.engine.response())["value"].dump() == R"({"matches":[]})");
  // Neither a job that is gone nor one without a value has any.
  session.engine.TakeMatches(job);
  CHECK(session.engine.response().empty());
  job = session.Start("grep", {{"pattern", "needle"}});
  while (session.engine.Step(job, 1 << 20)) {
  }
  session.engine.TakeMatches(job);
  CHECK(session.engine.response().empty());
  session.engine.Cancel(job);
}

}  // namespace
}  // namespace sonde
