#include "core/engine/engine.h"

#include <catch2/catch.hpp>
#include <string>

#include "core/base/utf8.h"
#include "core/contract/limits.h"
#include "random.h"
#include "session.h"

namespace sonde {
namespace {

TEST_CASE("Engine: limits", "[engine]") {
  struct Row {
    const char* name;
    Json limits;
    std::string message;
  };
  const Row rows[] = {
      {"none", Json::object(), ""},
      {"null", nullptr, ""},
      {"one", {{"grepMaxMatches", 1}}, ""},
      {"a whole number as a fraction", {{"grepMaxMatches", 1.0}}, ""},
      {"zero where it switches off", {{"maxWorkBytes", 0}}, ""},
      {"the largest", {{"maxTotalBytes", 9007199254740991.0}}, ""},
      {"zero",
       {{"grepMaxMatches", 0}},
       "limit grepMaxMatches must be a positive integer, got 0: correct it when you create the engine"},
      {"negative",
       {{"globMaxResults", -1}},
       "limit globMaxResults must be a positive integer, got -1: correct it when you create the engine"},
      {"negative where zero is allowed",
       {{"maxWorkBytes", -1}},
       "limit maxWorkBytes must be a positive integer, got -1: correct it when you create the engine"},
      {"a fraction",
       {{"timeoutMs", 1.5}},
       "limit timeoutMs must be a positive integer, got a number that is not whole or too large: correct it when you "
       "create the engine"},
      {"too large",
       {{"timeoutMs", 1e300}},
       "limit timeoutMs must be a positive integer, got a number that is not whole or too large: correct it when you "
       "create the engine"},
      {"text",
       {{"maxFiles", "5"}},
       "limit maxFiles must be a positive integer, got string: correct it when you create the engine"},
      {"a null",
       {{"maxFiles", nullptr}},
       "limit maxFiles must be a positive integer, got null: correct it when you create the engine"},
      {"a list",
       {{"maxFiles", {1}}},
       "limit maxFiles must be a positive integer, got array: correct it when you create the engine"},
      {"unknown",
       {{"maxFlies", 5}},
       "limit maxFlies must be a positive integer, got an unknown limit: correct it when you create the engine"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    TestSession session(row.limits);
    if (row.message.empty()) {
      CHECK(session.configured["limits"].size() == std::size(kLimitEntries));
      continue;
    }
    CHECK(session.configured["error"]["code"] == "LIMIT_INVALID");
    CHECK(session.configured["error"]["message"] == row.message);
    // A refused configuration leaves the engine as it was.
    CHECK(session.Command({{"op", "configure"}}).contains("limits"));
  }
  TestSession session;
  CHECK(session.Command({{"op", "configure"}})["error"]["message"] == "the engine is configured already");
}

TEST_CASE("Engine: every limit can be set, and no other changes", "[engine]") {
  for (const LimitEntry& entry : kLimitEntries) {
    Limits defaults;
    TestSession session(Json{{std::string(entry.name), 7}});
    for (const LimitEntry& other : kLimitEntries) {
      CHECK(session.configured["limits"][std::string(other.name)] ==
            (other.name == entry.name ? 7 : defaults.*other.field));
    }
  }
}

TEST_CASE("Engine: requests that are none", "[engine]") {
  TestSession session;
  const char* malformed = "the request is not well-formed Unicode in a JSON object";
  for (const char* text : {"", "{", "[]", "5", "null", "{\"op\":\"\xFF\"}", "{\"op\":\"\\ud800\"}"}) {
    INFO(text);
    session.Upload(text);
    session.engine.Command(std::string_view(text).size());
    Json answer = Json::parse(session.engine.response());
    CHECK(answer["error"]["code"] == "INVALID_ARGS");
    CHECK(answer["error"]["message"] == malformed);
  }
  CHECK(session.Command({{"op", "frobnicate"}})["error"]["message"] == "unknown operation: frobnicate");
  CHECK(session.Command({{"op", 5}})["error"]["message"] == "unknown operation: ");
  std::string deep = std::string(100000, '[') + std::string(100000, ']');
  session.Upload("{\"tool\":\"grep\",\"args\":" + deep + "}");
  Json result = Json::parse(session.Finish(session.engine.Start(deep.size() + 23)));
  CHECK(TestSession::CodeOf(result) == "INVALID_ARGS");
}

TEST_CASE("Engine: a call whose arguments are no Unicode", "[engine]") {
  TestSession session;
  for (std::string text : {"{\"tool\":\"grep\",\"args\":{\"pattern\":\"\\ud800\"}}",
                           "{\"tool\":\"grep\",\"args\":{\"pattern\":\"\xFF\"}}", "nonsense"}) {
    session.Upload(text);
    Json result = Json::parse(session.Finish(session.engine.Start(text.size())));
    CHECK(TestSession::CodeOf(result) == "INVALID_ARGS");
    CHECK(TestSession::TextOf(result) ==
          "Error: the arguments are not well-formed Unicode: a lone surrogate can't be searched for");
  }
}

TEST_CASE("Engine: files", "[engine]") {
  TestSession session;
  std::string batch = TestSession::Entry("a/b.txt", "one\n", 5.4, 0) + TestSession::Entry("@c",
                                                                                          "\xFF\xFE"
                                                                                          "x",
                                                                                          6, 0);
  CHECK(session.PutMany(batch).dump() == R"({"revision":2,"written":2})");
  CHECK(session.Command({{"op", "stat"}, {"path", "a/b.txt"}}).dump() ==
        R"({"encoding":"utf-8","kind":"text","mtime":5,"revision":1,"size":4})");
  CHECK(session.Command({{"op", "stat"}, {"path", "@c"}})["encoding"] == "utf-16le");
  CHECK(session.Command({{"op", "stat"}, {"path", "a"}}).empty());
  CHECK(session.Command({{"op", "stat"}, {"path", "none"}}).empty());
  CHECK(session.Command({{"op", "stat"}, {"path", "../x"}})["error"]["code"] == "PATH_INVALID");
  CHECK(session.Command({{"op", "list"}}).dump() ==
        R"({"entries":[{"kind":"file","path":"@c"},{"kind":"directory","path":"a"}]})");
  CHECK(session.Command({{"op", "list"}, {"path", "a"}}).dump() == R"({"entries":[{"kind":"file","path":"a/b.txt"}]})");
  CHECK(session.Command({{"op", "list"}, {"path", ".."}})["error"]["code"] == "PATH_INVALID");
  CHECK(session.Command({{"op", "revision"}})["revision"] == 2);
  CHECK(session.Command({{"op", "rename"}, {"from", "a"}, {"to", "b"}})["revision"] == 4);
  CHECK(session.Command({{"op", "rename"}, {"from", "a"}, {"to", "b"}})["error"]["code"] == "PATH_NOT_FOUND");
  CHECK(session.Command({{"op", "remove"}, {"path", "b"}})["revision"] == 5);
  CHECK(session.Command({{"op", "remove"}})["error"]["code"] == "PATH_INVALID");
  CHECK(session.Command({{"op", "clear"}})["revision"] == 6);
  CHECK(session.Command({{"op", "usage"}})["files"] == 0);
}

TEST_CASE("Engine: original bytes", "[engine]") {
  TestSession session;
  std::string bytes(
      "\xFF\xFE"
      "a\0",
      4);
  session.Write("a", bytes);
  CHECK(session.engine.Upload(SIZE_MAX) == nullptr);
  session.Upload("a");
  REQUIRE(session.engine.Bytes(1));
  CHECK(session.engine.response() == bytes);
  session.Upload("b");
  REQUIRE_FALSE(session.engine.Bytes(1));
  CHECK(Json::parse(session.engine.response())["error"]["code"] == "PATH_NOT_FOUND");
  session.Upload("../b");
  REQUIRE_FALSE(session.engine.Bytes(4));
  CHECK(Json::parse(session.engine.response())["error"]["code"] == "PATH_INVALID");
}

TEST_CASE("Engine: the first bad file of a batch is told, those before it are written", "[engine]") {
  struct BadFile {
    std::string bytes;
    const char* code;
  };
  const BadFile kinds[] = {{TestSession::Entry("f0/below", "x", 1, 0), "PATH_CONFLICT"},
                           {TestSession::Entry("../out", "x", 1, 0), "PATH_INVALID"},
                           {TestSession::Entry("large", std::string(3000, 'x'), 1, 0), "VFS_FULL"},
                           {std::string("\x05\0\0", 3), "INVALID_ARGS"}};
  for (int before : {1, 31, 32, 33, 100}) {
    for (const BadFile& first : kinds) {
      for (const BadFile& second : kinds) {
        TestSession session(Json{{"maxTotalBytes", 2000}});
        std::string batch;
        for (int i = 0; i < before; ++i) batch += TestSession::Entry("f" + std::to_string(i), "x", 1, 0);
        // Nothing can be read behind a batch's end.
        batch += first.bytes;
        if (first.code != std::string_view("INVALID_ARGS")) batch += second.bytes;
        batch += first.code == std::string_view("INVALID_ARGS") ? "" : TestSession::Entry("behind", "x", 1, 0);
        Json answer = session.PutMany(batch);
        CHECK(answer["error"]["code"] == first.code);
        CHECK(answer["index"] == before);
        CHECK(answer["written"] == before);
        CHECK(session.Command({{"op", "usage"}})["files"] == before);
      }
    }
  }
}

TEST_CASE("Engine: batches", "[engine]") {
  TestSession session;
  CHECK(session.PutMany("").dump() == R"({"revision":0,"written":0})");
  std::string good = TestSession::Entry("a", "1", 1, 0);
  Json refused = session.PutMany(good + TestSession::Entry("../b", "2", 1, 0) + TestSession::Entry("c", "3", 1, 0));
  CHECK(refused["written"] == 1);
  CHECK(refused["index"] == 1);
  CHECK(refused["error"]["code"] == "PATH_INVALID");
  CHECK(session.Command({{"op", "usage"}})["files"] == 1);
  // Cut at every place: what is whole is written, the rest is refused.
  std::string two = TestSession::Entry("x", "12345", 1, 0) + TestSession::Entry("y", "12345", 1, 0);
  for (size_t size = 1; size < two.size(); ++size) {
    if (size == two.size() / 2) continue;
    TestSession fresh;
    Json answer = fresh.PutMany(two.substr(0, size));
    CHECK(answer["error"]["message"] == "the batch of files ends inside an entry");
    CHECK(answer["written"] == (size < two.size() / 2 ? 0 : 1));
  }
  // Times that are none.
  for (double mtime : {NAN, INFINITY, -INFINITY}) {
    session.Write("t", "x", mtime);
    CHECK(session.Command({{"op", "stat"}, {"path", "t"}})["mtime"] == 0);
  }
  session.Write("t", "x", 1e300);
  CHECK(session.Command({{"op", "stat"}, {"path", "t"}})["mtime"] == 8640000000000000);
  session.PutMany(TestSession::Entry("t", "x", 5, 1));
  CHECK(session.Command({{"op", "stat"}, {"path", "t"}})["mtime"] == 8640000000000000);
}

TEST_CASE("Engine: loads", "[engine]") {
  TestSession session;
  session.Write("a", "1");
  CHECK(session.Command({{"op", "commitLoad"}})["error"]["code"] == "INVALID_ARGS");
  CHECK(session.Command({{"op", "dropLoad"}})["error"]["code"] == "INVALID_ARGS");
  session.Command({{"op", "beginLoad"}, {"from", "empty"}});
  session.Write("b", "2");
  CHECK(session.Command({{"op", "beginLoad"}})["error"]["code"] == "INVALID_ARGS");
  CHECK(session.Text("glob", {{"pattern", "*"}}) == "a");
  session.Command({{"op", "commitLoad"}});
  CHECK(session.Text("glob", {{"pattern", "*"}}) == "b");
  session.Command({{"op", "beginLoad"}, {"from", "current"}});
  session.Write("c", "2");
  session.Command({{"op", "dropLoad"}});
  CHECK(session.Text("glob", {{"pattern", "*"}}) == "b");
}

TEST_CASE("Engine: ignore rules of files that are not there yet", "[engine]") {
  TestSession session;
  session.Command(
      {{"op", "ignoreRules"},
       {"files",
        {{{"path", ".gitignore"}, {"text", "*.log\nout/\n"}}, {{"path", "a/.ignore"}, {"text", "!x.log\n"}}}}});
  auto match = [&session](const std::string& path, bool directory) {
    return session
        .Command({{"op", "ignoreMatch"}, {"paths", {{{"path", path}, {"directory", directory}}}}})["ignored"][0]
        .get<bool>();
  };
  CHECK(match("x.log", false));
  CHECK_FALSE(match("a/x.log", false));
  CHECK(match("a/b/y.log", false));
  CHECK(match("out", true));
  CHECK_FALSE(match("out", false));
  session.Command({{"op", "ignoreRules"}, {"reset", true}});
  CHECK_FALSE(match("x.log", false));
  session.Command({{"op", "ignoreRules"}, {"files", {5, {{"path", 1}}}}});
  CHECK(session.Command({{"op", "ignoreMatch"}, {"paths", {5}}})["ignored"].size() == 1);
}

TEST_CASE("Engine: jobs that are gone", "[engine]") {
  TestSession session;
  session.Write("a", "x\n");
  int job = session.Start("grep", {{"pattern", "x"}});
  CHECK(session.engine.open_jobs() == 1);
  session.engine.ReadProgress(job);
  CHECK(Json::parse(session.engine.response())["totalFiles"] == 1);
  session.engine.Cancel(job);
  session.engine.Cancel(job);
  CHECK(session.engine.open_jobs() == 0);
  CHECK_FALSE(session.engine.Step(job, 100));
  session.engine.ReadProgress(job);
  CHECK(session.engine.response() == R"({"files":0,"totalFiles":0,"bytes":0,"totalBytes":0,"matches":0})");
  session.engine.Finish(job);
  CHECK(TestSession::CodeOf(Json::parse(session.engine.response())) == "SEARCH_FAILED");
  CHECK(TestSession::TextOf(Json::parse(session.engine.response())) ==
        "Error: the search failed: no such job; try again, and report it if it happens again");
  int bad = session.Start("read", Json::object());
  session.engine.ReadProgress(bad);
  CHECK(session.engine.response() == R"({"files":0,"totalFiles":0,"bytes":0,"totalBytes":0,"matches":0})");
  // A budget of nothing still gets on.
  CHECK(TestSession::TextOf(Json::parse(session.Finish(session.Start("grep", {{"pattern", "x"}}), -5))) ==
        "Found 1 match\n\na\nLine 1: x");
}

TEST_CASE("Engine: calls see the files of their start, two at a time", "[engine]") {
  TestSession session;
  for (int i = 0; i < 50; ++i) session.Write("f" + std::to_string(100 + i), std::string(3000, '.') + "old\n");
  int first = session.Start("grep", {{"pattern", "old|new"}});
  REQUIRE(session.engine.Step(first, 1));
  for (int i = 0; i < 50; ++i) session.Write("f" + std::to_string(100 + i), "new\n");
  session.Write(".gitignore", "f12*\n");
  int second = session.Start("grep", {{"pattern", "old|new"}});
  session.Command({{"op", "clear"}});
  while (session.engine.Step(first, 1000) | session.engine.Step(second, 1000)) {
  }
  Json a = Json::parse(session.Finish(first));
  Json b = Json::parse(session.Finish(second));
  CHECK(a["details"]["total"] == 50);
  CHECK(a["details"]["revision"] == 50);
  CHECK(TestSession::TextOf(a).find("new") == std::string::npos);
  CHECK(b["details"]["total"] == 40);
  CHECK(TestSession::TextOf(b).find("old") == std::string::npos);
  CHECK(session.Text("grep", {{"pattern", "new"}}) == "No matches found\n\n[Searched 0 files]");
}

TEST_CASE("Engine: two engines share nothing", "[engine]") {
  TestSession one(Json{{"grepMaxMatches", 1}});
  TestSession two;
  one.Write("a", "x\nx\n");
  two.Write("b", "x\nx\n");
  Json found = one.Call("grep", {{"pattern", "x"}});
  CHECK(found["details"]["kept"] == 1);
  CHECK(two.Call("grep", {{"pattern", "x"}})["details"]["kept"] == 2);
  CHECK(TestSession::CodeOf(two.Call("read", {{"path", found["details"]["locator"]}})) == "RESULT_EXPIRED");
}

TEST_CASE("Engine: kept results end with their owner, count and pinned bytes", "[engine]") {
  TestSession session(Json{{"grepMaxMatches", 1}, {"snapshotMaxCount", 2}});
  session.Write("a", "x\nx\n");
  auto locator = [&session](const char* owner) {
    return session.Call("grep", {{"pattern", "x"}}, {{"owner", owner}})["details"]["locator"].get<std::string>();
  };
  std::string ann = locator("ann");
  std::string bob = locator("bob");
  CHECK(session.Command({{"op", "usage"}})["snapshots"] == 2);
  CHECK(session.Command({{"op", "usage"}})["pinnedBytes"] == 0);
  session.Write("a", "y\n");
  CHECK(session.Command({{"op", "usage"}})["pinnedBytes"] > 0);
  session.Command({{"op", "clearSnapshots"}, {"owner", "ann"}});
  CHECK(TestSession::CodeOf(session.Call("read", {{"path", ann}}, {{"owner", "ann"}})) == "RESULT_EXPIRED");
  CHECK(TestSession::CodeOf(session.Call("read", {{"path", bob}}, {{"owner", "bob"}})).empty());
  session.Command({{"op", "clearSnapshots"}});
  CHECK(session.Command({{"op", "usage"}})["pinnedBytes"] == 0);
}

TEST_CASE("Engine: deep folders, many files, long lines", "[engine][large]") {
  TestSession session;
  std::string deep;
  for (int i = 0; i < 2000; ++i) deep += "d/";
  session.Write(deep + "f", "needle\n");
  CHECK(session.Write(std::string(5000 * 2, 'd') + "/f", "x")["error"]["code"] == "PATH_INVALID");
  std::string five_thousand;
  for (int i = 0; i < 5000; ++i) five_thousand += "d/";
  CHECK(session.Write(five_thousand + "f", "x")["error"]["code"] == "PATH_INVALID");
  CHECK(session.Text("grep", {{"pattern", "needle"}}) == "Found 1 match\n\n" + deep + "f\nLine 1: needle");
  CHECK(TestSession::TextOf(session.Call("read", {{"path", deep + "f"}})) == "1\tneedle\n[Lines 1-1 of 1]");
  session.Command({{"op", "remove"}, {"path", "d"}});

  std::string line(50 << 20, 'a');
  session.Write("long", line + "needle" + std::string(100, 'b') + "\nneedle\n");
  std::string text = session.Text("grep", {{"pattern", "needle"}});
  CHECK(text.size() < 3000);
  CHECK(text.find("needlebbbbb") != std::string::npos);
  CHECK(text.substr(text.size() - 15) == "\nLine 2: needle");
  CHECK(session.Text("grep", {{"pattern", "(a+)+$"}}) ==
        "No matches found\n\n[Searched 1 files; left out: 1 long lines]");
  session.Command({{"op", "clear"}});

  std::string batch;
  for (int i = 0; i < 200'000; ++i) {
    batch += TestSession::Entry("n" + std::to_string(i % 400) + "/f" + std::to_string(i),
                                i % 1000 == 7 ? "needle\n" : "x\n", 1, 0);
  }
  CHECK(session.PutMany(batch)["written"] == 200'000);
  CHECK(session.Call("grep", {{"pattern", "needle"}})["details"]["total"] == 200);
  CHECK(session.Call("glob", {{"pattern", "n7/*"}})["details"]["total"] == 500);
}

// Whatever is asked, the answer is JSON, its text is Unicode, its codes are known.
TEST_CASE("Engine: random calls always answer well-formed JSON", "[engine]") {
  Random random(11);
  TestSession session(
      Json{{"grepMaxMatches", 3}, {"grepMaxLineBytes", 9}, {"searchMetaMaxBytes", 300}, {"globMaxResults", 2}});
  for (int i = 0; i < 60; ++i) {
    session.Write(random.Text("abc", 2) + "/" + random.Text("abc.", 3) + "x",
                  random.Text(std::string_view("ab\xC3\xA9\n\r\xFF ", 8), 90));
  }
  for (int round = 0; round < 3000; ++round) {
    static constexpr const char* kTools[] = {"grep", "glob", "read"};
    Json arguments = Json::object();
    auto text = [&random] {
      std::string made = random.Text("ab.*+?()[]{}\\|^$/!,-x\n", 8);
      return made;
    };
    if (!random.OneIn(10)) arguments["pattern"] = text();
    if (random.OneIn(2)) arguments["path"] = random.OneIn(2) ? text() : random.Text("abc", 2);
    if (random.OneIn(3)) arguments["include"] = text();
    if (random.OneIn(20)) arguments["offset"] = static_cast<int64_t>(random.Below(5)) - 1;
    std::string raw = session.Finish(session.Start(random.Pick(kTools), arguments, {{"value", random.OneIn(2)}}), 3000);
    INFO(arguments.dump());
    REQUIRE(IsValidUtf8(raw));
    Json result = Json::parse(raw);
    REQUIRE(result["content"][0]["text"].is_string());
    bool failed = result["isError"].get<bool>();
    REQUIRE(failed == result.contains("error"));
    if (failed) REQUIRE(TestSession::TextOf(result).substr(0, 7) == "Error: ");
    if (result.contains("meta") && result["meta"].contains("files") && result["meta"]["files"].size() > 1) {
      REQUIRE(result["meta"].dump().size() <= 300);
    }
  }
}

}  // namespace
}  // namespace sonde
