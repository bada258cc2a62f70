#include "core/vfs/file_tree.h"

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/path_order.h"
#include "random.h"

namespace sonde {
namespace {

FileEntry MakeEntry(const std::string& path, const std::string& content) {
  return {PathRef(new Path(path)), Blob::Create(content, 0, 1 << 20)};
}

struct ByPath {
  bool operator()(const std::string& a, const std::string& b) const { return ComparePaths(a, b) < 0; }
};
using Model = std::map<std::string, std::string, ByPath>;

void CheckEqual(const FileTree& tree, const Model& model) {
  REQUIRE(tree.size() == model.size());
  auto at = tree.begin();
  const FileEntry* previous = nullptr;
  for (const auto& [path, content] : model) {
    const FileEntry* entry = tree.At(at);
    REQUIRE(entry);
    REQUIRE(entry->path->text == path);
    REQUIRE(entry->blob->text() == content);
    REQUIRE(tree.Before(at) == previous);
    REQUIRE(&tree.RunAt(at).front() == entry);
    previous = entry;
    at = tree.Next(at);
  }
  REQUIRE(tree.At(at) == nullptr);
  REQUIRE(tree.RunAt(at).empty());
  REQUIRE(tree.Before(at) == previous);
}

TEST_CASE("FileTree: nothing", "[file_tree]") {
  FileTree tree;
  CheckEqual(tree, {});
  CHECK(tree.Find("a") == nullptr);
  CHECK(tree.IsFolder(""));
  CHECK_FALSE(tree.IsFolder("a"));
  CHECK_FALSE(tree.Erase("a"));
}

// A std::map is the oracle; every copy taken on the way stays as it was.
TEST_CASE("FileTree equals a map, and its copies never change", "[file_tree]") {
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    Random random(seed);
    FileTree tree;
    Model model;
    std::vector<std::pair<FileTree, Model>> copies;
    for (int round = 0; round < 6000; ++round) {
      std::string path = random.Text("ab", 1) + "d" + std::to_string(random.Below(4)) + random.Text("-.", 1) + "/" +
                         std::to_string(random.Below(600));
      std::string content = std::to_string(round);
      if (random.OneIn(3)) {
        CHECK(tree.Erase(path) == (model.erase(path) > 0));
      } else {
        tree.Insert(MakeEntry(path, content));
        model[path] = content;
      }
      if (round % 1000 == 500) copies.emplace_back(tree, model);
      if (round % 500 == 0) CheckEqual(tree, model);
      std::string other = "d" + std::to_string(random.Below(4)) + "/" + std::to_string(random.Below(600));
      const FileEntry* found = tree.Find(other);
      REQUIRE((found != nullptr) == (model.count(other) == 1));
      const FileEntry* bound = tree.At(tree.LowerBound(other));
      auto expected = model.lower_bound(other);
      REQUIRE((bound == nullptr) == (expected == model.end()));
      if (bound) REQUIRE(bound->path->text == expected->first);
    }
    CheckEqual(tree, model);
    for (const auto& [copy, state] : copies) CheckEqual(copy, state);
    while (!model.empty()) {
      std::string path = model.begin()->first;
      model.erase(model.begin());
      REQUIRE(tree.Erase(path));
    }
    CheckEqual(tree, model);
  }
}

TEST_CASE("FileTree: loaded in order and in reverse", "[file_tree]") {
  for (bool reverse : {false, true}) {
    FileTree tree;
    Model model;
    for (int i = 0; i < 3000; ++i) {
      std::string path = std::to_string(100000 + (reverse ? 3000 - i : i));
      tree.Insert(MakeEntry(path, path));
      model[path] = path;
    }
    CheckEqual(tree, model);
  }
}

TEST_CASE("FileTree: folders exist while a file lies below", "[file_tree]") {
  FileTree tree;
  tree.Insert(MakeEntry("a/b/c", ""));
  tree.Insert(MakeEntry("a-b", ""));
  CHECK(tree.IsFolder("a"));
  CHECK(tree.IsFolder("a/b"));
  CHECK_FALSE(tree.IsFolder("a/b/c"));
  CHECK_FALSE(tree.IsFolder("a/"));
  CHECK_FALSE(tree.IsFolder("a-b"));
  tree.Erase("a/b/c");
  CHECK_FALSE(tree.IsFolder("a"));
}

}  // namespace
}  // namespace sonde
