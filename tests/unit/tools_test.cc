// arguments, target, grep, glob, read: whole calls against a whole engine.
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/tools/arguments.h"
#include "core/tools/registry.h"
#include "session.h"

namespace sonde {
namespace {

void Fill(TestSession* session) {
  session->Write("README.md", "# Title\nneedle one\n", 50);
  session->Write("src/a.ts", "let needle = 1;\nlet Needle = 2;\n", 40);
  session->Write("src/deep/b.ts", "needle needle\n", 30);
  session->Write("src/bin.dat", std::string_view("needle\0", 7), 20);
  session->Write(".gitignore", "out/\n", 10);
  session->Write("out/c.ts", "needle\n", 5);
  session->Write(".env", "needle=1\n", 4);
  session->Write(".git/config", "needle\n", 3);
}

struct ErrorCase {
  const char* name;
  std::string tool;
  Json arguments;
  std::string code;
  std::string message;
};

std::string TooLong(size_t count) { return std::string(count, 'a'); }

const ErrorCase kErrors[] = {
    {"no pattern", "grep", {{"path", "src"}}, "INVALID_ARGS", "pattern is required and can't be empty"},
    {"an empty pattern", "grep", {{"pattern", ""}}, "INVALID_ARGS", "pattern is required and can't be empty"},
    {"a pattern that is a number", "grep", {{"pattern", 5}}, "INVALID_ARGS", "pattern must be a string"},
    {"a pattern that is null", "grep", {{"pattern", nullptr}}, "INVALID_ARGS", "pattern must be a string"},
    {"an empty path", "grep", {{"pattern", "a"}, {"path", ""}}, "INVALID_ARGS", "path can't be empty when given"},
    {"a path that is a list",
     "grep",
     {{"pattern", "a"}, {"path", Json::array()}},
     "INVALID_ARGS",
     "path must be a string"},
    {"an empty include",
     "grep",
     {{"pattern", "a"}, {"include", ""}},
     "INVALID_ARGS",
     "include can't be empty when given"},
    {"a negative include",
     "grep",
     {{"pattern", "a"}, {"include", "!*.ts"}},
     "INVALID_ARGS",
     "include takes a positive glob: a leading ! is not supported"},
    {"a comma list",
     "grep",
     {{"pattern", "a"}, {"include", "*.ts,*.js"}},
     "INVALID_ARGS",
     "include is one glob: write {a,b} for alternatives, not a comma list"},
    {"a comma behind braces",
     "grep",
     {{"pattern", "a"}, {"include", "*.{a,b},c"}},
     "INVALID_ARGS",
     "include is one glob: write {a,b} for alternatives, not a comma list"},
    {"a comma behind a class that holds a bracket",
     "grep",
     {{"pattern", "a"}, {"include", "[]x],y"}},
     "INVALID_ARGS",
     "include is one glob: write {a,b} for alternatives, not a comma list"},
    {"an unknown key",
     "grep",
     {{"pattern", "a"}, {"glob", "x"}},
     "INVALID_ARGS",
     "unknown argument: glob; grep takes pattern, path, include"},
    {"two unknown keys",
     "grep",
     {{"x", 1}, {"y", 1}},
     "INVALID_ARGS",
     "unknown argument: x, y; grep takes pattern, path, include"},
    {"arguments that are a list", "grep", Json::array(), "INVALID_ARGS", "arguments must be an object"},
    {"arguments that are null", "grep", nullptr, "INVALID_ARGS", "arguments must be an object"},
    {"arguments that are text", "read", "README.md", "INVALID_ARGS", "arguments must be an object"},
    {"a tool that is not there", "grab", Json::object(), "INVALID_ARGS", "unknown tool: grab"},
    {"a bad pattern",
     "grep",
     {{"pattern", "a("}},
     "SEARCH_INVALID_PATTERN",
     "regex parse error at character 2 of \"a(\": missing ): write \\( for a parenthesis"},
    {"a bad include", "grep", {{"pattern", "a"}, {"include", "a[b"}}, "SEARCH_INVALID_PATTERN", "*"},
    {"a bad glob", "glob", {{"pattern", "a{b"}}, "SEARCH_INVALID_PATTERN", "*"},
    {"a long pattern", "grep", {{"pattern", TooLong(65537)}}, "SEARCH_INVALID_PATTERN", "*"},
    {"a long glob",
     "glob",
     {{"pattern", TooLong(65537)}},
     "SEARCH_INVALID_PATTERN",
     "glob parse error at character 1: the glob is longer than 65536 bytes: use a shorter one"},
    {"a long include",
     "grep",
     {{"pattern", "a"}, {"include", TooLong(65537)}},
     "SEARCH_INVALID_PATTERN",
     "glob parse error at character 1: the glob is longer than 65536 bytes: use a shorter one"},
    {"a path out of the root",
     "grep",
     {{"pattern", "a"}, {"path", "../x"}},
     "PATH_INVALID",
     "the path is not usable: it leaves the workspace root; use a path relative to the workspace root, at most 4096 "
     "bytes"},
    {"a path too long",
     "read",
     {{"path", TooLong(4097)}},
     "PATH_INVALID",
     "the path is not usable: it is longer than 4096 bytes; use a path relative to the workspace root, at most 4096 "
     "bytes"},
    {"a path with NUL",
     "glob",
     {{"pattern", "*"}, {"path", std::string("a\0b", 3)}},
     "PATH_INVALID",
     "the path is not usable: it holds a NUL character; use a path relative to the workspace root, at most 4096 bytes"},
    {"a path that is not there",
     "grep",
     {{"pattern", "a"}, {"path", "src/deep/none/x"}},
     "PATH_NOT_FOUND",
     "no file or folder at src/deep/none/x; the nearest existing folder is src/deep: list it with glob"},
    {"below a file",
     "read",
     {{"path", "README.md/x"}},
     "PATH_NOT_FOUND",
     "no file or folder at README.md/x; the nearest existing folder is the workspace root: list it with glob"},
    {"another case",
     "read",
     {{"path", "readme.MD"}},
     "PATH_NOT_FOUND",
     "no file or folder at readme.MD; the nearest existing folder is the workspace root: list it with glob; did you "
     "mean README.md?"},
    {"a folder of another case",
     "glob",
     {{"pattern", "*"}, {"path", "SRC/Deep"}},
     "PATH_NOT_FOUND",
     "no file or folder at SRC/Deep; the nearest existing folder is the workspace root: list it with glob; did you "
     "mean src/deep?"},
    {"a path in .git",
     "grep",
     {{"pattern", "a"}, {"path", ".git/config"}},
     "PATH_IS_GIT",
     ".git/config lies in a .git folder, which is never searched: name a path outside of it"},
    {"a .git that is not there",
     "read",
     {{"path", "x/.git"}},
     "PATH_IS_GIT",
     "x/.git lies in a .git folder, which is never searched: name a path outside of it"},
    {"no result of that name",
     "read",
     {{"path", ".sonde/results/ff.txt"}},
     "RESULT_EXPIRED",
     "the result .sonde/results/ff.txt is no longer kept: run the search again"},
    {"in the reserved folder",
     "read",
     {{"path", ".sonde/x"}},
     "PATH_NOT_FOUND",
     "no file or folder at .sonde/x; the nearest existing folder is the workspace root: list it with glob"},
    {"glob without a pattern", "glob", Json::object(), "INVALID_ARGS", "pattern is required and can't be empty"},
    {"a blank glob", "glob", {{"pattern", " \t"}}, "INVALID_ARGS", "pattern is required and can't be empty"},
    {"a negative glob",
     "glob",
     {{"pattern", "!a"}},
     "INVALID_ARGS",
     "pattern takes a positive glob: a leading ! is not supported"},
    {"glob with include",
     "glob",
     {{"pattern", "a"}, {"include", "b"}},
     "INVALID_ARGS",
     "unknown argument: include; glob takes pattern, path"},
    {"glob with an empty path",
     "glob",
     {{"pattern", "a"}, {"path", ""}},
     "INVALID_ARGS",
     "path can't be empty when given"},
    {"read without a path", "read", Json::object(), "INVALID_ARGS", "path is required and can't be empty"},
    {"read of a folder",
     "read",
     {{"path", "src"}},
     "INVALID_ARGS",
     "path must name a file: src is a folder; list it with glob"},
    {"read of the root",
     "read",
     {{"path", "/"}},
     "INVALID_ARGS",
     "path must name a file: the workspace root is a folder; list it with glob"},
    {"read of a binary file",
     "read",
     {{"path", "src/bin.dat"}},
     "FILE_NOT_TEXT",
     "src/bin.dat is a binary file (7 bytes): use files.read for its bytes"},
    {"offset 0",
     "read",
     {{"path", "README.md"}, {"offset", 0}},
     "INVALID_ARGS",
     "offset must be an integer of 1 or more"},
    {"offset 1.5",
     "read",
     {{"path", "README.md"}, {"offset", 1.5}},
     "INVALID_ARGS",
     "offset must be an integer of 1 or more"},
    {"offset 1e300",
     "read",
     {{"path", "README.md"}, {"offset", 1e300}},
     "INVALID_ARGS",
     "offset must be an integer of 1 or more"},
    {"offset 2^63",
     "read",
     {{"path", "README.md"}, {"offset", 9223372036854775808.0}},
     "INVALID_ARGS",
     "offset must be an integer of 1 or more"},
    {"offset as text",
     "read",
     {{"path", "README.md"}, {"offset", "1"}},
     "INVALID_ARGS",
     "offset must be an integer of 1 or more"},
    {"offset past the end",
     "read",
     {{"path", "README.md"}, {"offset", 3}},
     "INVALID_ARGS",
     "offset 3 is past the end: README.md has 2 lines"},
    {"limit 0",
     "read",
     {{"path", "README.md"}, {"limit", 0}},
     "INVALID_ARGS",
     "limit must be an integer from 1 to 2000"},
    {"limit -1",
     "read",
     {{"path", "README.md"}, {"limit", -1}},
     "INVALID_ARGS",
     "limit must be an integer from 1 to 2000"},
    {"limit 2001",
     "read",
     {{"path", "README.md"}, {"limit", 2001}},
     "INVALID_ARGS",
     "limit must be an integer from 1 to 2000"},
};

TEST_CASE("Tools: every refusal and its text", "[tools]") {
  TestSession session;
  Fill(&session);
  for (const ErrorCase& row : kErrors) {
    INFO(row.name);
    Json result = session.Call(row.tool, row.arguments);
    CHECK(result["isError"] == true);
    CHECK(TestSession::CodeOf(result) == row.code);
    CHECK(result["error"]["name"] == "SearchError");
    std::string message = result["error"]["message"].get<std::string>();
    if (row.message != "*") CHECK(message == row.message);
    CHECK(message.size() < 5000);
    CHECK(TestSession::TextOf(result) == "Error: " + message);
    CHECK(result.size() == 3);
  }
  CHECK(session.engine.open_jobs() == 0);
}

TEST_CASE("Tools: a long glob's error is quoted without splitting a character", "[tools]") {
  TestSession session;
  std::string glob = "a";
  for (int i = 0; i < 150; ++i) glob += "\xC3\xA9";
  Json result = session.Call("glob", {{"pattern", glob + "["}});
  CHECK(TestSession::CodeOf(result) == "SEARCH_INVALID_PATTERN");
  CHECK(IsValidUtf8(session.engine.response()));
}

struct TextCase {
  const char* name;
  std::string tool;
  Json arguments;
  std::string text;
};

const TextCase kTexts[] = {
    {"grep",
     "grep",
     {{"pattern", "needle"}},
     "Found 3 matches\n\nREADME.md\nLine 2: needle one\n\nsrc/a.ts\nLine 1: let needle = 1;\n\nsrc/deep/b.ts\nLine 1: "
     "needle needle"},
    {"grep, one", "grep", {{"pattern", "Title"}}, "Found 1 match\n\nREADME.md\nLine 1: # Title"},
    {"grep, a folder",
     "grep",
     {{"pattern", "needle"}, {"path", "@src/deep/"}},
     "Found 1 match\n\nsrc/deep/b.ts\nLine 1: needle needle"},
    {"grep, a file",
     "grep",
     {{"pattern", "needle"}, {"path", "./src/a.ts"}},
     "Found 1 match\n\nsrc/a.ts\nLine 1: let needle = 1;"},
    {"grep, an ignored folder, named",
     "grep",
     {{"pattern", "needle"}, {"path", "out"}},
     "Found 1 match\n\nout/c.ts\nLine 1: needle"},
    {"grep, a hidden file, named",
     "grep",
     {{"pattern", "needle"}, {"path", ".env"}},
     "Found 1 match\n\n.env\nLine 1: needle=1"},
    {"grep, include",
     "grep",
     {{"pattern", "needle"}, {"include", "*.md"}},
     "Found 1 match\n\nREADME.md\nLine 2: needle one"},
    {"grep, include from the root",
     "grep",
     {{"pattern", "needle"}, {"path", "src"}, {"include", "src/*.ts"}},
     "Found 1 match\n\nsrc/a.ts\nLine 1: let needle = 1;"},
    {"grep, include from the path",
     "grep",
     {{"pattern", "needle"}, {"path", "src"}, {"include", "deep/*.ts"}},
     "Found 1 match\n\nsrc/deep/b.ts\nLine 1: needle needle"},
    {"grep, a comma in braces",
     "grep",
     {{"pattern", "needle"}, {"include", "*.{md,x}"}},
     "Found 1 match\n\nREADME.md\nLine 2: needle one"},
    {"grep, a comma in a class",
     "grep",
     {{"pattern", "needle"}, {"include", "[,R]*"}},
     "Found 1 match\n\nREADME.md\nLine 2: needle one"},
    {"grep, an escaped comma",
     "grep",
     {{"pattern", "needle"}, {"include", "a\\,b"}},
     "No matches found\n\n[Searched 0 files; left out: 2 hidden, 1 ignored, 4 not matching the glob]"},
    {"grep, nothing",
     "grep",
     {{"pattern", "zzz"}},
     "No matches found\n\n[Searched 3 files; left out: 2 hidden, 1 ignored, 1 binary]"},
    {"grep, nothing but for case",
     "grep",
     {{"pattern", "NEEDLE"}},
     "No matches found\n\n[Searched 3 files; left out: 2 hidden, 1 ignored, 1 binary]\n4 matches if case is ignored"},
    {"grep, one but for case",
     "grep",
     {{"pattern", "title"}},
     "No matches found\n\n[Searched 3 files; left out: 2 hidden, 1 ignored, 1 binary]\n1 match if case is ignored"},
    {"grep, a binary file, named",
     "grep",
     {{"pattern", "need"}, {"path", "src/bin.dat"}},
     std::string("Found 1 match\n\nsrc/bin.dat\nLine 1: needle") + std::string(1, 0)},
    {"glob", "glob", {{"pattern", "*.ts"}}, "out/c.ts\nsrc/deep/b.ts\nsrc/a.ts"},
    {"glob, all",
     "glob",
     {{"pattern", "**"}},
     ".env\nout/c.ts\n.gitignore\nsrc/bin.dat\nsrc/deep/b.ts\nsrc/a.ts\nREADME.md"},
    {"glob, a folder", "glob", {{"pattern", "*.ts"}, {"path", "src/deep"}}, "src/deep/b.ts"},
    {"glob, another case",
     "glob",
     {{"pattern", "Src/A.*"}},
     "No files found\n\n[Searched 0 files; left out: 7 not matching the glob]\ndid you mean src/a.ts?"},
    {"glob, another case below a path",
     "glob",
     {{"pattern", "B.TS"}, {"path", "src"}},
     "No files found\n\n[Searched 0 files; left out: 3 not matching the glob]\ndid you mean src/deep/b.ts?"},
    {"glob, nothing",
     "glob",
     {{"pattern", "*.zig"}},
     "No files found\n\n[Searched 0 files; left out: 7 not matching the glob]"},
    {"glob, a file", "glob", {{"pattern", "*.ts"}, {"path", "src/a.ts"}}, "src/a.ts"},
    {"read", "read", {{"path", "README.md"}}, "1\t# Title\n2\tneedle one\n[Lines 1-2 of 2]"},
    {"read, a part",
     "read",
     {{"path", "README.md"}, {"limit", 1}},
     "1\t# Title\n[Lines 1-1 of 2; continue with offset=2]"},
    {"read, the rest", "read", {{"path", "README.md"}, {"offset", 2.0}}, "2\tneedle one\n[Lines 2-2 of 2]"},
};

TEST_CASE("Tools: texts", "[tools]") {
  TestSession session;
  Fill(&session);
  for (const TextCase& row : kTexts) {
    INFO(row.name);
    for (double budget : {1.0, 1e9}) {
      Json result = Json::parse(session.Finish(session.Start(row.tool, row.arguments), budget));
      CHECK(TestSession::TextOf(result) == row.text);
      CHECK(result["isError"] == false);
      CHECK(result.contains("meta") == (row.tool != "read"));
      CHECK_FALSE(result.contains("value"));
      CHECK(result["details"]["revision"] == 8);
    }
  }
}

TEST_CASE("Tools: values", "[tools]") {
  TestSession session;
  Fill(&session);
  Json grep = session.Call("grep", {{"pattern", "needle"}, {"path", "src"}}, {{"value", true}});
  CHECK(grep["value"].dump() ==
        R"({"matches":[{"line":"let needle = 1;","lineNumber":1,"path":"src/a.ts","ranges":[[4,10]]},)"
        R"({"line":"needle needle","lineNumber":1,"path":"src/deep/b.ts","ranges":[[0,6],[7,13]]}]})");
  CHECK(grep.contains("meta"));
  Json nested = session.Call("grep", {{"pattern", "needle"}}, {{"nested", true}});
  CHECK(nested["value"]["matches"].size() == 3);
  CHECK_FALSE(nested.contains("meta"));
  Json glob = session.Call("glob", {{"pattern", "*.ts"}}, {{"value", true}});
  CHECK(glob["value"].dump() == R"({"paths":["out/c.ts","src/deep/b.ts","src/a.ts"],"root":"."})");
  CHECK(session.Call("glob", {{"pattern", "*"}, {"path", "src"}}, {{"nested", true}})["value"]["root"] == "src");
  Json read = session.Call("read", {{"path", "README.md"}}, {{"value", true}});
  CHECK(read["value"]["totalLines"] == 2);
  session.Write("bad.txt", "x\xFFneedle\n");
  Json bad = session.Call("grep", {{"pattern", "needle"}, {"path", "bad.txt"}}, {{"value", true}});
  CHECK(bad["value"]["matches"][0]["line"] == "(not valid UTF-8)");
  CHECK(bad["value"]["matches"][0]["ranges"].empty());
}

TEST_CASE("Tools: a value at its cap, and one byte over it", "[tools]") {
  const std::string value = R"({"matches":[{"path":"a","lineNumber":1,"line":"x\t\"x","ranges":[[0,1],[3,4]]}]})";
  const std::string paths = R"({"root":".","paths":["a"]})";
  for (int over : {0, 1}) {
    TestSession session(Json{{"rawOutputMaxBytes", value.size() - static_cast<size_t>(over)}});
    session.Write("a", "x\t\"x\n");
    std::string raw = session.Finish(session.Start("grep", {{"pattern", "x"}}, {{"value", true}}));
    CHECK((raw.find(value) != std::string::npos) == (over == 0));
    CHECK(TestSession::CodeOf(Json::parse(raw)) == (over ? "SEARCH_RAW_OUTPUT_OVERFLOW" : ""));
    if (over) {
      CHECK(Json::parse(raw)["error"]["message"] == "the result is larger than " + std::to_string(value.size() - 1) +
                                                        " bytes: narrow pattern, path, or include");
    }
    // Without a value nothing overflows.
    CHECK(session.Call("grep", {{"pattern", "x"}})["isError"] == false);
    TestSession small(Json{{"rawOutputMaxBytes", paths.size() - static_cast<size_t>(over)}});
    small.Write("a", "");
    CHECK(TestSession::CodeOf(small.Call("glob", {{"pattern", "*"}}, {{"nested", true}})) ==
          (over ? "SEARCH_RAW_OUTPUT_OVERFLOW" : ""));
  }
}

TEST_CASE("Tools: caps, exactly and over", "[tools]") {
  TestSession session(Json{{"grepMaxMatches", 2}, {"globMaxResults", 2}});
  session.Write("a", "x\nx\n", 1);
  session.Write("b", "y\n", 2);
  Json exact = session.Call("grep", {{"pattern", "x"}});
  CHECK(exact["details"]["truncated"] == false);
  CHECK(exact["meta"]["truncated"] == false);
  CHECK_FALSE(exact["details"].contains("locator"));
  CHECK(session.Call("glob", {{"pattern", "*"}})["details"]["truncated"] == false);
  session.Write("c", "x\n", 3);
  Json over = session.Call("grep", {{"pattern", "x"}});
  CHECK(over["details"]["total"] == 3);
  CHECK(over["details"]["kept"] == 2);
  CHECK(over["details"]["truncated"] == true);
  CHECK(over["meta"]["total"] == 3);
  CHECK(over["details"]["status"] == "complete");
  std::string locator = over["details"]["locator"].get<std::string>();
  CHECK(TestSession::TextOf(over) == "Found 2 of 3 matches\n\na\nLine 1: x\nLine 2: x\n\n(All 3 matches are in " +
                                         locator + ": open it with read, or grep that path.)");
  Json nested = session.Call("grep", {{"pattern", "x"}}, {{"nested", true}});
  CHECK(TestSession::TextOf(nested) == "Found 2 of 3 matches\n\na\nLine 1: x\nLine 2: x");
  CHECK(nested["value"]["matches"].size() == 3);
  CHECK_FALSE(nested["details"].contains("locator"));
  Json glob = session.Call("glob", {{"pattern", "*"}});
  CHECK(TestSession::TextOf(glob) == "a\nb\n\n(Showing 2 of 3 paths; all of them are in " +
                                         glob["details"]["locator"].get<std::string>() +
                                         ": open it with read, or grep that path.)");
}

TEST_CASE("Tools: what a locator holds", "[tools]") {
  TestSession session(Json{{"grepMaxMatches", 1}, {"globMaxResults", 1}});
  session.Write("a", "x1\nx2\n", 2);
  session.Write("b", "x3\n", 1);
  Json ann = {{"owner", "ann"}};
  std::string found = session.Call("grep", {{"pattern", "x"}}, ann)["details"]["locator"].get<std::string>();
  std::string paths = session.Call("glob", {{"pattern", "*"}}, ann)["details"]["locator"].get<std::string>();
  // What was found stays, whatever is written.
  session.Write("a", "other\n", 3);
  session.Command({{"op", "remove"}, {"path", "b"}});
  CHECK(session.Text("read", {{"path", found}}, ann) ==
        "1\tFound 3 matches\n2\t\n3\ta\n4\tLine 1: x1\n5\tLine 2: x2\n6\t\n7\tb\n8\tLine 1: x3\n[Lines 1-8 of 8]");
  CHECK(session.Text("read", {{"path", "@/" + paths}, {"offset", 2}}, ann) == "2\ta\n[Lines 2-2 of 2]");
  CHECK(session.Text("grep", {{"pattern", "x[3]"}, {"path", found}}, ann) ==
        "Found 1 match\n\n" + found + "\nLine 8: Line 1: x3");
  // A search of a result is not kept in turn.
  CHECK(session.Text("grep", {{"pattern", "x"}, {"path", found}}, ann) ==
        "Found 1 of 3 matches\n\n" + found +
            "\nLine 4: Line 1: x1\n\n(The rest was not kept: narrow pattern, path or include.)");
  CHECK(session.Text("glob", {{"pattern", "*.txt"}, {"path", found}}, ann) == found);
  for (const Json& owner : {Json::object(), Json{{"owner", "bob"}}}) {
    CHECK(TestSession::CodeOf(session.Call("read", {{"path", found}}, owner)) == "RESULT_EXPIRED");
  }
  // It is in no listing and no search.
  CHECK(session.Text("glob", {{"pattern", "**"}}, ann) == "a");
  CHECK(session.Command({{"op", "list"}, {"recursive", true}})["entries"].size() == 1);
  session.now_ms += 700'000;
  CHECK(TestSession::CodeOf(session.Call("read", {{"path", found}}, ann)) == "RESULT_EXPIRED");
}

TEST_CASE("Tools: a result that can't be kept is said to be gone", "[tools]") {
  TestSession session(Json{{"grepMaxMatches", 1}, {"snapshotMaxPinnedBytes", 1}});
  session.Write("a", "x\nx\n");
  int job = session.Start("grep", {{"pattern", "x"}});
  session.Write("a", "y\n");
  CHECK(TestSession::TextOf(Json::parse(session.Finish(job))) ==
        "Found 1 of 2 matches\n\na\nLine 1: x\n\n(The rest was not kept: narrow pattern, path or include.)");
}

TEST_CASE("Tools: too large files", "[tools]") {
  TestSession session(Json{{"maxFileBytes", 5}});
  session.Write("big", "xxxxxx");
  session.Write("small", "xxxxx");
  CHECK(session.Text("grep", {{"pattern", "z"}}) == "No matches found\n\n[Searched 1 files; left out: 1 too large]");
  const std::string message = "big is too large to search or read (6 bytes, limit 5): split it, or raise maxFileBytes";
  for (const char* tool : {"grep", "read"}) {
    Json arguments = {{"path", "big"}};
    if (std::string(tool) == "grep") arguments["pattern"] = "x";
    Json result = session.Call(tool, arguments);
    CHECK(TestSession::CodeOf(result) == "FILE_TOO_LARGE");
    CHECK(result["error"]["message"] == message);
  }
  CHECK(session.Text("glob", {{"pattern", "*"}}) == "big\nsmall");
}

TEST_CASE("Tools: the work budget", "[tools]") {
  TestSession session(Json{{"maxWorkBytes", 40000}});
  for (int i = 0; i < 100; ++i) session.Write("f" + std::to_string(100 + i), std::string(2000, '.') + "x\n");
  std::string first;
  for (double budget : {1e9, 100.0, 7000.0}) {
    Json result = Json::parse(session.Finish(session.Start("grep", {{"pattern", "x"}}), budget));
    // Where it stops does not depend on the steps.
    if (first.empty()) first = TestSession::TextOf(result);
    CHECK(TestSession::TextOf(result) == first);
    CHECK(result["isError"] == false);
    CHECK(TestSession::CodeOf(result) == "SEARCH_BUDGET");
    CHECK(
        result["error"]["message"] ==
        "the search stopped at its work budget of 40000 bytes: the result is partial; narrow pattern, path or include");
    CHECK(result["details"]["status"] == "partial");
    CHECK(result["details"]["truncated"] == true);
    CHECK(result["meta"]["truncated"] == true);
    int64_t searched = result["details"]["scope"]["searched"].get<int64_t>();
    CHECK(searched > 5);
    CHECK(searched < 40);
    std::string text = TestSession::TextOf(result);
    CHECK(text.find("\n\n[PARTIAL: the search stopped at its work budget") != std::string::npos);
  }
  TestSession paths(Json{{"maxWorkBytes", 640}});
  for (int i = 0; i < 100; ++i) paths.Write("f" + std::to_string(100 + i), "");
  Json glob = paths.Call("glob", {{"pattern", "*"}});
  CHECK(TestSession::CodeOf(glob) == "SEARCH_BUDGET");
  CHECK(glob["details"]["total"] == 10);
  // A search that ends within its budget is whole.
  TestSession enough(Json{{"maxWorkBytes", 1'000'000}});
  enough.Write("a", "x\n");
  CHECK_FALSE(enough.Call("grep", {{"pattern", "x"}}).contains("error"));
  CHECK(enough.Text("grep", {{"pattern", "X"}}) == "No matches found\n\n[Searched 1 files]");
}

TEST_CASE("Tools: no hint when a second search would be dear", "[tools]") {
  TestSession session;
  session.Write("a", std::string(5 << 20, 'x') + "\n");
  CHECK(session.Text("grep", {{"pattern", "X"}}) == "No matches found\n\n[Searched 1 files]");
}

TEST_CASE("Tools: long lines are counted and said", "[tools]") {
  TestSession session(Json{{"maxMatchLineBytes", 10}});
  session.Write("a", "needle\n" + std::string(20, 'x') + "needle\n");
  CHECK(session.Text("grep", {{"pattern", "needl[e]"}}) ==
        "Found 1 match\n\na\nLine 1: needle\n\n[Searched 1 files; left out: 1 long lines]");
  CHECK(session.Text("grep", {{"pattern", "needle"}}).substr(0, 15) == "Found 2 matches");
}

TEST_CASE("Tools: sampled globs", "[tools]") {
  TestSession session(Json{{"globMaxResults", 3}}, true);
  for (const char* path : {"b/1", "b/2", "a/1", "a/2", "c"}) session.Write(path, "", 1);
  CHECK(session.Text("glob", {{"pattern", "**"}}) ==
        "a/1\nb/1\nc\n\n(Showing 3 of 5 paths, taken evenly from 3 of 3 top-level entries, not in time order; all of "
        "them "
        "are in .sonde/results/00000000000000000000000000000001.txt: open it with read, or grep that path.)");
  CHECK(session.Text("glob", {{"pattern", "[bc]*/**"}}) == "b/1\nb/2");
}

TEST_CASE("ArgumentReader: the first error stays", "[arguments]") {
  static constexpr std::string_view kKnown[] = {"a", "b"};
  Json arguments = {{"a", ""}, {"b", 3}};
  ArgumentReader reader(arguments, "t", kKnown);
  CHECK_FALSE(reader.error());
  CHECK(reader.String("a", "").value() == "");
  CHECK_FALSE(reader.error());
  CHECK(reader.Integer("b", 1, 3).value() == 3);
  CHECK_FALSE(reader.Integer("c", 1, 3));
  CHECK_FALSE(reader.String("c", "x"));
  reader.String("a", "first");
  reader.String("b", "second");
  CHECK(reader.error()->message == "first");
}

}  // namespace
}  // namespace sonde
