#include "core/vfs/workspace.h"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/path_order.h"
#include "random.h"
#include "write_file.h"

namespace sonde {
namespace {

std::string Files(const View& view) {
  std::string text;
  for (auto at = view.tree.begin(); const FileEntry* entry = view.tree.At(at); at = view.tree.Next(at)) {
    text += (text.empty() ? "" : " ") + entry->path->text + "=" + std::string(entry->blob->text());
  }
  return text;
}

void Put(Workspace* workspace, std::string_view path, std::string_view content) {
  REQUIRE(WriteFile(workspace, path, content, 1, false).ok());
}

// The message of what must fail.
std::string Refusal(const Result<int64_t>& result, ErrorCode code) {
  REQUIRE_FALSE(result.ok());
  CHECK(ErrorName(result.error().code) == ErrorName(code));
  return result.error().message;
}

TEST_CASE("Workspace: revisions change with every real change only", "[workspace]") {
  Limits limits;
  Workspace workspace(limits);
  CHECK(workspace.view().revision == 0);
  CHECK(WriteFile(&workspace, "a", "1", 5, false).value() == 1);
  CHECK(WriteFile(&workspace, "a", "1", 5, false).value() == 1);
  CHECK(WriteFile(&workspace, "a", "1", 9, true).value() == 1);
  CHECK(workspace.view().tree.Find("a")->blob->mtime_ms == 5);
  CHECK(WriteFile(&workspace, "a", "1", 9, false).value() == 2);
  CHECK(WriteFile(&workspace, "a", "2", 9, false).value() == 3);
  CHECK(workspace.view().tree.Find("a")->blob->revision == 3);
  CHECK(workspace.Remove("none").value() == 3);
  CHECK(workspace.Remove("a").value() == 4);
  CHECK(workspace.Clear() == 4);
  Put(&workspace, "b", "");
  CHECK(workspace.Clear() == 6);
  CHECK(workspace.view().tree.size() == 0);
}

TEST_CASE("Workspace: a view stays as it is", "[workspace]") {
  Limits limits;
  Workspace workspace(limits);
  Put(&workspace, "a", "1");
  View view = workspace.view();
  Put(&workspace, "a", "2");
  Put(&workspace, "b", "3");
  REQUIRE(workspace.Remove("a").ok());
  CHECK(Files(view) == "a=1");
  CHECK(view.revision == 1);
  CHECK(Files(workspace.view()) == "b=3");
}

struct ConflictCase {
  const char* name;
  std::string existing;
  std::string path;
  std::string message;
};

const ConflictCase kConflicts[] = {
    {"a folder of that name", "a/b", "a",
     "a can't be written: a is already a folder; remove it first or choose another name"},
    {"a file in the way", "a", "a/b",
     "a/b can't be written: a is already a file; remove it first or choose another name"},
    {"a file far above", "a", "a/b/c/d",
     "a/b/c/d can't be written: a is already a file; remove it first or choose another name"},
    {"a deep folder", "a/b/c", "a/b",
     "a/b can't be written: a/b is already a folder; remove it first or choose another name"},
};

TEST_CASE("Workspace: a path is a file or a folder", "[workspace]") {
  Limits limits;
  for (const ConflictCase& row : kConflicts) {
    INFO(row.name);
    Workspace workspace(limits);
    Put(&workspace, "A", "");
    Put(&workspace, row.existing, "x");
    Put(&workspace, "zz", "");
    std::string before = Files(workspace.view());
    CHECK(Refusal(WriteFile(&workspace, row.path, "y", 1, false), ErrorCode::kPathConflict) == row.message);
    CHECK(Files(workspace.view()) == before);
    CHECK(workspace.view().revision == 3);
  }
  Workspace workspace(limits);
  Put(&workspace, "a-b", "");
  Put(&workspace, "a/b", "");
  Put(&workspace, "a.b", "");
  CHECK(workspace.view().tree.size() == 3);
}

TEST_CASE("Workspace: a refused path changes nothing", "[workspace]") {
  Limits limits;
  Workspace workspace(limits);
  Refusal(WriteFile(&workspace, "../a", "", 1, false), ErrorCode::kPathInvalid);
  Refusal(workspace.Remove("../a"), ErrorCode::kPathInvalid);
  Refusal(workspace.Rename("../a", "b"), ErrorCode::kPathInvalid);
  Put(&workspace, "b", "");
  Refusal(workspace.Rename("b", "/a"), ErrorCode::kPathInvalid);
  CHECK(workspace.view().revision == 1);
}

TEST_CASE("Workspace: full", "[workspace]") {
  Limits limits;
  limits.max_total_bytes = 10;
  limits.max_files = 2;
  Workspace workspace(limits);
  Put(&workspace, "a", "12345");
  CHECK(Refusal(WriteFile(&workspace, "b", "123456", 1, false), ErrorCode::kVfsFull) ==
        "the file system is full: b would take it over 10 bytes (maxTotalBytes); remove files or raise the limit");
  Put(&workspace, "b", "12345");  // exactly full
  Put(&workspace, "b", "abcde");  // the old content makes room for the new one
  CHECK(Refusal(WriteFile(&workspace, "b", "123456", 1, false), ErrorCode::kVfsFull) ==
        "the file system is full: b would take it over 10 bytes (maxTotalBytes); remove files or raise the limit");
  CHECK(Refusal(WriteFile(&workspace, "c", "", 1, false), ErrorCode::kVfsFull) ==
        "the file system is full: it holds 2 files (maxFiles); remove files or raise the limit");
  CHECK(Files(workspace.view()) == "a=12345 b=abcde");
  REQUIRE(workspace.Remove("a").ok());
  Put(&workspace, "c", "12345");
}

TEST_CASE("Workspace: binary and too large files count for the total, not for the text", "[workspace]") {
  Limits limits;
  limits.max_file_bytes = 4;
  Workspace workspace(limits);
  Put(&workspace, "binary", std::string_view("a\0b", 3));
  Put(&workspace, "large", "12345");
  Put(&workspace, "text", "123");
  Put(&workspace, "wide",
      std::string_view("\xFF\xFE"
                       "a\0",
                       4));
  CHECK(workspace.view().total_bytes == 15);
  CHECK(workspace.view().text_bytes == 4);
  REQUIRE(workspace.Remove("large").ok());
  CHECK(workspace.view().total_bytes == 10);
}

struct RenameCase {
  const char* name;
  std::vector<std::string> files;
  std::string from;
  std::string to;
  std::string after;  // or "!" and the code
};

const RenameCase kRenames[] = {
    {"a file", {"a"}, "a", "b", "b=a"},
    {"a file into a new folder", {"a"}, "a", "x/y/b", "x/y/b=a"},
    {"a file over a file", {"a", "b"}, "a", "b", "b=a"},
    {"a file onto itself", {"a"}, "a", "./a", "a=a"},
    {"a file over a folder", {"a", "b/c"}, "a", "b", "!PATH_CONFLICT"},
    {"a file below a file", {"a", "b"}, "a", "b/c", "!PATH_CONFLICT"},
    {"a file below itself", {"a"}, "a", "a/b", "!PATH_CONFLICT"},
    {"a file up to its folder's name", {"a/b"}, "a/b", "a", "a=a/b"},
    {"a file up, folder not empty", {"a/b", "a/c"}, "a/b", "a", "!PATH_CONFLICT"},
    {"a folder", {"a/x", "a/y/z", "ab"}, "a", "b", "ab=ab b/x=a/x b/y/z=a/y/z"},
    {"a folder into itself", {"a/x"}, "a", "a/b", "!PATH_CONFLICT"},
    {"a folder one up", {"a/b/x"}, "a/b", "a", "a/x=a/b/x"},
    {"a folder merged", {"a/x", "a/y", "b/x", "b/z"}, "a", "b", "b/x=a/x b/y=a/y b/z=b/z"},
    {"a folder merged, a file in the way", {"a/x/y", "b/x"}, "a", "b", "!PATH_CONFLICT"},
    {"a folder merged, a folder in the way", {"a/x", "b/x/y"}, "a", "b", "!PATH_CONFLICT"},
    {"a folder over a file", {"a/x", "b"}, "a", "b", "!PATH_CONFLICT"},
    {"a folder below a file", {"a/x", "b"}, "a", "b/c", "!PATH_CONFLICT"},
    {"nothing there", {"a"}, "b", "c", "!PATH_NOT_FOUND"},
    {"into the reserved folder", {"a"}, "a", ".sonde/a", "!PATH_INVALID"},
};

TEST_CASE("Workspace: rename", "[workspace]") {
  Limits limits;
  for (const RenameCase& row : kRenames) {
    INFO(row.name);
    Workspace workspace(limits);
    int64_t total = 0;
    for (const std::string& file : row.files) Put(&workspace, file, file);
    std::string before = Files(workspace.view());
    View view = workspace.view();
    Result<int64_t> result = workspace.Rename(row.from, row.to);
    std::string after = result.ok() ? Files(workspace.view()) : "!" + std::string(ErrorName(result.error().code));
    CHECK(after == row.after);
    CHECK(Files(view) == before);
    if (!result.ok()) CHECK(Files(workspace.view()) == before);
    const FileTree& tree = workspace.view().tree;
    for (auto at = tree.begin(); const FileEntry* entry = tree.At(at); at = tree.Next(at)) {
      total += static_cast<int64_t>(entry->blob->original().size());
      CHECK(entry->blob->live);
    }
    CHECK(workspace.view().total_bytes == total);
  }
}

TEST_CASE("Workspace: a folder whose new paths would be too long", "[workspace]") {
  Limits limits;
  Workspace workspace(limits);
  Put(&workspace, "a/" + std::string(4000, 'x'), "1");
  Put(&workspace, "a/0", "2");
  CHECK(Refusal(workspace.Rename("a", std::string(200, 'b')), ErrorCode::kPathInvalid) ==
        "the path is not usable: it is longer than 4096 bytes; use a path relative to the workspace root, at most 4096 "
        "bytes");
  CHECK(workspace.view().tree.size() == 2);
  CHECK(workspace.view().tree.IsFolder("a"));
}

TEST_CASE("Workspace: the ignore epoch follows ignore files alone", "[workspace]") {
  Limits limits;
  Workspace workspace(limits);
  auto epoch = [&workspace] { return workspace.view().ignore_epoch; };
  int64_t last = epoch();
  auto changed = [&] {
    bool now = epoch() != last;
    last = epoch();
    return now;
  };
  Put(&workspace, "a", "1");
  CHECK_FALSE(changed());
  Put(&workspace, ".gitignore", "a");
  CHECK(changed());
  Put(&workspace, "b/.ignore", "a");
  CHECK(changed());
  REQUIRE(workspace.Rename("b/.ignore", "b/c").ok());
  CHECK(changed());
  REQUIRE(workspace.Rename("b/c", "b/.gitignore").ok());
  CHECK(changed());
  REQUIRE(workspace.Rename("b", "d").ok());
  CHECK(changed());
  REQUIRE(workspace.Remove("d").ok());
  CHECK(changed());
}

TEST_CASE("Workspace: a load is unseen until it is committed", "[workspace]") {
  Limits limits;
  Workspace workspace(limits);
  Put(&workspace, "a", "1");
  CHECK(Refusal(workspace.CommitLoad(), ErrorCode::kInvalidArgs) == "no load is open");
  CHECK(Refusal(workspace.DropLoad(), ErrorCode::kInvalidArgs) == "no load is open");
  REQUIRE(workspace.BeginLoad(true).ok());
  CHECK(workspace.loading());
  CHECK(Refusal(workspace.BeginLoad(false), ErrorCode::kInvalidArgs) ==
        "a load is open already: commit or drop it first");
  Put(&workspace, "b", "2");
  REQUIRE(workspace.Remove("a").ok());
  CHECK(Files(workspace.view()) == "a=1");
  CHECK(workspace.view().tree.Find("a")->blob->live);
  CHECK(Files(workspace.front()) == "b=2");
  REQUIRE(workspace.CommitLoad().ok());
  CHECK(Files(workspace.view()) == "b=2");
  CHECK(workspace.view().total_bytes == 1);

  REQUIRE(workspace.BeginLoad(false).ok());
  Put(&workspace, "c", "3");
  REQUIRE(workspace.DropLoad().ok());
  CHECK(Files(workspace.view()) == "b=2");
  CHECK_FALSE(workspace.loading());

  REQUIRE(workspace.BeginLoad(false).ok());
  Put(&workspace, "c", "3");
  workspace.Clear();
  Put(&workspace, "d", "4");
  int64_t revision = workspace.CommitLoad().value();
  CHECK(revision == workspace.view().revision);
  CHECK(Files(workspace.view()) == "d=4");
}

TEST_CASE("Workspace: what is live is what the current tree holds", "[workspace]") {
  Limits limits;
  Workspace workspace(limits);
  Put(&workspace, "a", "1");
  BlobRef old = workspace.view().tree.Find("a")->blob;
  Put(&workspace, "a", "2");
  CHECK_FALSE(old->live);
  BlobRef current = workspace.view().tree.Find("a")->blob;
  CHECK(current->live);
  REQUIRE(workspace.BeginLoad(false).ok());
  REQUIRE(workspace.CommitLoad().ok());
  CHECK_FALSE(current->live);
  Put(&workspace, "b", "3");
  BlobRef cleared = workspace.view().tree.Find("b")->blob;
  workspace.Clear();
  CHECK_FALSE(cleared->live);
}

std::string Listed(const Workspace& workspace, std::string_view folder, bool recursive) {
  std::string text;
  for (const ListEntry& entry : workspace.List(folder, recursive)) {
    text += (text.empty() ? "" : " ") + entry.path + (entry.is_folder ? "/" : "");
  }
  return text;
}

TEST_CASE("Workspace: lists", "[workspace]") {
  Limits limits;
  Workspace workspace(limits);
  for (const char* path : {"a/x", "a/b/y", "a/b/z", "a-b/c", "a.c", ".hidden", "z"}) Put(&workspace, path, "");
  CHECK(Listed(workspace, "", false) == ".hidden a/ a-b/ a.c z");
  CHECK(Listed(workspace, "", true) == ".hidden a/b/y a/b/z a/x a-b/c a.c z");
  CHECK(Listed(workspace, "a", false) == "a/b/ a/x");
  CHECK(Listed(workspace, "a", true) == "a/b/y a/b/z a/x");
  CHECK(Listed(workspace, "a/b", false) == "a/b/y a/b/z");
  CHECK(Listed(workspace, "none", false).empty());
  CHECK(Listed(workspace, "z", false).empty());
}

// Against a plain map that knows the rules of files and folders.
TEST_CASE("Workspace equals a map under random writes, removals and renames", "[workspace]") {
  Random random(4);
  Limits limits;
  limits.max_files = 40;
  limits.max_total_bytes = 120;
  Workspace workspace(limits);
  std::map<std::string, std::string> model;
  auto below = [](const std::string& path, const std::string& folder) { return IsBelow(path, folder); };
  for (int round = 0; round < 20000; ++round) {
    auto path = [&random] {
      std::string text(1, random.Of("abc"));
      while (random.OneIn(2) && text.size() < 8) text += std::string("/") + random.Of("abc");
      return text;
    };
    std::string target = path();
    if (random.OneIn(4)) {
      std::erase_if(model, [&](const auto& item) { return item.first == target || below(item.first, target); });
      REQUIRE(workspace.Remove(target).ok());
    } else {
      std::string content(random.Below(9), 'x');
      int64_t total = static_cast<int64_t>(content.size());
      bool conflict = false;
      for (const auto& [other, text] : model) {
        if (other != target) total += static_cast<int64_t>(text.size());
        conflict = conflict || below(other, target) || below(target, other);
      }
      bool fits = total <= limits.max_total_bytes &&
                  (model.count(target) || static_cast<int64_t>(model.size()) < limits.max_files);
      bool taken = WriteFile(&workspace, target, content, 1, false).ok();
      REQUIRE(taken == (!conflict && fits));
      if (taken) model[target] = content;
    }
    if (round % 100 == 0) {
      std::string expected;
      std::set<std::string> names;
      const FileTree& tree = workspace.view().tree;
      REQUIRE(tree.size() == model.size());
      int64_t total = 0;
      for (const auto& [name, text] : model) {
        REQUIRE(tree.Find(name));
        REQUIRE(tree.Find(name)->blob->text() == text);
        total += static_cast<int64_t>(text.size());
      }
      REQUIRE(workspace.view().total_bytes == total);
      REQUIRE(workspace.view().text_bytes == total);
    }
  }
}

TEST_CASE("Workspace: bytes of content that has left the tree", "[workspace]") {
  Limits limits;
  Workspace workspace(limits);
  auto size_of = [&](std::string_view path) {
    return static_cast<int64_t>(workspace.view().tree.Find(std::string(path))->blob->allocated_bytes());
  };
  REQUIRE(WriteFile(&workspace, "a", "one", 1, false).ok());
  REQUIRE(WriteFile(&workspace, "b", "two", 1, false).ok());
  CHECK(workspace.superseded_bytes() == 0);
  int64_t gone = size_of("a");
  REQUIRE(WriteFile(&workspace, "a", "other", 1, false).ok());
  CHECK(workspace.superseded_bytes() == gone);
  REQUIRE(WriteFile(&workspace, "a", "other", 1, false).ok());
  REQUIRE(workspace.Rename("b", "c").ok());
  CHECK(workspace.superseded_bytes() == gone);
  gone += size_of("c");
  REQUIRE(workspace.Remove("c").ok());
  CHECK(workspace.superseded_bytes() == gone);
  // A load supersedes what it does not keep, and nothing before it is committed.
  REQUIRE(WriteFile(&workspace, "d", "three", 1, false).ok());
  REQUIRE(workspace.BeginLoad(true).ok());
  REQUIRE(WriteFile(&workspace, "d", "four", 1, false).ok());
  REQUIRE(WriteFile(&workspace, "d", "five", 1, false).ok());
  CHECK(workspace.superseded_bytes() == gone);
  gone += size_of("d");
  REQUIRE(workspace.CommitLoad().ok());
  CHECK(workspace.superseded_bytes() == gone);
  REQUIRE(workspace.BeginLoad(false).ok());
  REQUIRE(workspace.DropLoad().ok());
  CHECK(workspace.superseded_bytes() == gone);
  gone += size_of("a") + size_of("d");
  workspace.Clear();
  CHECK(workspace.superseded_bytes() == gone);
}

}  // namespace
}  // namespace sonde
