#include "core/vfs/path.h"

#include <catch2/catch.hpp>
#include <string>

namespace sonde {
namespace {

struct PathCase {
  const char* name;
  std::string given;
  std::string normal;  // "!" and what is wrong with it
};

// What each function says, as one text.
std::string Shown(const Result<std::string>& result) {
  if (result.ok()) return result.value();
  CHECK(result.error().code == ErrorCode::kPathInvalid);
  const std::string head = "the path is not usable: ";
  const std::string tail = "; use a path relative to the workspace root, at most 4096 bytes";
  const std::string& text = result.error().message;
  REQUIRE(text.size() > head.size() + tail.size());
  CHECK(text.substr(0, head.size()) == head);
  CHECK(text.substr(text.size() - tail.size()) == tail);
  return "!" + text.substr(head.size(), text.size() - head.size() - tail.size());
}

std::string Deep(int levels) {
  std::string path;
  for (int i = 0; i < levels; ++i) path += "d/";
  return path + "f";
}

const PathCase kWritten[] = {
    {"plain", "a/b.c", "a/b.c"},
    {"dots", "./a/./b", "a/b"},
    {"empty segments", "a//b/", "a/b"},
    {"up inside", "a/../b", "b"},
    {"up to the root", "a/..", "!it names no file"},
    {"up and out", "../a", "!it leaves the workspace root"},
    {"out and in again", "a/../../a", "!it leaves the workspace root"},
    {"absolute", "/a", "!it is absolute"},
    {"empty", "", "!it names no file"},
    {"a dot", ".", "!it names no file"},
    {"NUL", std::string("a\0b", 3), "!it holds a NUL character"},
    {"not UTF-8", "a\xFF", "!it is not well-formed Unicode"},
    {"a surrogate", "\xED\xA0\x80", "!it is not well-formed Unicode"},
    {"a backslash is a character", "a\\b", "a\\b"},
    {"an at sign is a character", "@types/a.d.ts", "@types/a.d.ts"},
    {"three dots", ".../a", ".../a"},
    {"blanks", " a / b ", " a / b "},
    {"a colon", "C:/a", "C:/a"},
    {"decomposed stays so", "e\xCC\x81", "e\xCC\x81"},
    {"reserved", ".sonde/results/x.txt", "!.sonde/ is kept for results"},
    {"reserved itself", ".sonde", "!.sonde/ is kept for results"},
    {"reserved by a detour", "a/../.sonde/x", "!.sonde/ is kept for results"},
    {"reserved only at the root", "a/.sonde/x", "a/.sonde/x"},
    {"only begins like reserved", ".sondex/y", ".sondex/y"},
    {"4,096 bytes", std::string(4096, 'a'), std::string(4096, 'a')},
    {"4,097 bytes", std::string(4097, 'a'), "!it is longer than 4096 bytes"},
    {"long but for its dots", std::string(5000, '/') + "a", "!it is absolute"},
    {"long before it is normalised", "a" + std::string(5000, '/') + "b", "a/b"},
    {"2,000 levels", Deep(2000), Deep(2000)},
    {"5,000 levels", Deep(5000), "!it is longer than 4096 bytes"},
};

TEST_CASE("Paths for writing", "[path]") {
  for (const PathCase& row : kWritten) {
    INFO(row.name);
    CHECK(Shown(NormalizeWritePath(row.given)) == row.normal);
  }
}

const PathCase kModel[] = {
    {"an at sign", "@src/a", "src/a"},
    {"only one at sign", "@@src", "@src"},
    {"an at sign alone", "@", ""},
    {"the root", "/", ""},
    {"the root as a dot", ".", ""},
    {"the root as a folder", "./", ""},
    {"absolute is meant from the root", "/src/a", "src/a"},
    {"at and slash", "@/src", "src"},
    {"a result", ".sonde/results/1.txt", ".sonde/results/1.txt"},
    {"out", "..", "!it leaves the workspace root"},
    {"backslash", "a\\b", "a\\b"},
};

TEST_CASE("Paths that a model gives", "[path]") {
  for (const PathCase& row : kModel) {
    INFO(row.name);
    CHECK(Shown(NormalizeModelPath(row.given)) == row.normal);
  }
  CHECK(Shown(NormalizePath("@src/a")) == "@src/a");
  CHECK(Shown(NormalizePath("/")) == "");
}

struct FactCase {
  std::string path;
  uint16_t last_hidden_offset;
  bool in_git;
  bool in_vcs;
};

const FactCase kFacts[] = {
    {"a/b", Path::kNoOffset, false, false},
    {".a/b", 0, false, false},
    {"a/.b", 2, false, false},
    {".a/.b/c", 3, false, false},
    {".git/config", 0, true, true},
    {"a/.git", 2, true, true},
    {".gitignore", 0, false, false},
    {".github/x", 0, false, false},
    {"a/.svn/x", 2, false, true},
    {".hg/x", 0, false, true},
    {".bzr/x", 0, false, true},
    {".jj/x", 0, false, true},
    {".sl/x", 0, false, true},
    {".git/.x", 5, true, true},
    {"git/x", Path::kNoOffset, false, false},
};

TEST_CASE("Facts of a path", "[path]") {
  for (const FactCase& row : kFacts) {
    INFO(row.path);
    Path path(row.path);
    CHECK(path.last_hidden_offset == row.last_hidden_offset);
    CHECK(path.in_git == row.in_git);
    CHECK(path.in_vcs == row.in_vcs);
    CHECK(IsInGit(row.path) == row.in_git);
  }
}

}  // namespace
}  // namespace sonde
