// snapshot_store, spill.
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "core/snapshot/snapshot_store.h"
#include "core/snapshot/spill.h"
#include "write_file.h"

namespace sonde {
namespace {

class FakeSnapshot : public Snapshot {
 public:
  FakeSnapshot(std::string id, std::string owner, int64_t lines = 1)
      : Snapshot(std::move(id), std::move(owner)), lines_(lines) {}
  const std::vector<FileRef>& pinned() const override { return files; }
  int64_t retained_lines() const override { return lines_; }
  int64_t own_bytes() const override { return 10; }
  std::vector<FileRef> files;

 private:
  int64_t lines_;
};

std::shared_ptr<FakeSnapshot> Make(const std::string& id, const std::string& owner = "", int64_t lines = 1) {
  return std::make_shared<FakeSnapshot>(id, owner, lines);
}

TEST_CASE("SnapshotStore: finds for its owner only", "[snapshot]") {
  Limits limits;
  SnapshotStore store(limits);
  REQUIRE(store.Put(Make("1", "ann"), 0));
  CHECK(store.Find("1", "ann", 0) != nullptr);
  CHECK(store.Find("1", "bob", 0) == nullptr);
  CHECK(store.Find("1", "", 0) == nullptr);
  CHECK(store.Find("2", "ann", 0) == nullptr);
  CHECK_FALSE(store.Find("1", "ann", 0)->is_spill());
  CHECK(store.own_bytes() == 10);
}

TEST_CASE("SnapshotStore: clears one owner or all, releases one", "[snapshot]") {
  Limits limits;
  SnapshotStore store(limits);
  for (const char* id : {"1", "2", "3"}) REQUIRE(store.Put(Make(id, *id == '2' ? "bob" : "ann"), 0));
  store.Clear("bob");
  CHECK(store.count() == 2);
  store.Release("1");
  CHECK(store.count() == 1);
  CHECK(store.Find("3", "ann", 0));
  store.Clear(std::nullopt);
  CHECK(store.count() == 0);
}

TEST_CASE("SnapshotStore: the least recently used goes first", "[snapshot]") {
  Limits limits;
  limits.snapshot_max_count = 2;
  SnapshotStore store(limits);
  REQUIRE(store.Put(Make("1"), 0));
  REQUIRE(store.Put(Make("2"), 1));
  CHECK(store.Find("1", "", 2));
  REQUIRE(store.Put(Make("3"), 3));
  CHECK(store.Find("1", "", 3));
  CHECK_FALSE(store.Find("2", "", 3));
  CHECK(store.Find("3", "", 3));
}

TEST_CASE("SnapshotStore: retained lines", "[snapshot]") {
  Limits limits;
  limits.snapshot_max_lines = 10;
  SnapshotStore store(limits);
  REQUIRE(store.Put(Make("1", "", 6), 0));
  REQUIRE(store.Put(Make("2", "", 4), 0));
  CHECK(store.retained_lines() == 10);
  REQUIRE(store.Put(Make("3", "", 5), 0));
  CHECK(store.retained_lines() == 9);
  // One that does not fit alone is not kept, and takes the others with it.
  CHECK_FALSE(store.Put(Make("4", "", 11), 0));
  CHECK_FALSE(store.Find("4", "", 0));
}

TEST_CASE("SnapshotStore: life ends after the time since last use", "[snapshot]") {
  Limits limits;
  limits.snapshot_ttl_ms = 100;
  SnapshotStore store(limits);
  REQUIRE(store.Put(Make("1"), 1000));
  store.Enforce(1100);
  CHECK(store.Find("1", "", 1100));
  store.Enforce(1200);
  CHECK(store.count() == 1);
  store.Enforce(1201);
  CHECK(store.count() == 0);
}

TEST_CASE("SnapshotStore: pinned bytes are those that nothing else keeps, once each", "[snapshot]") {
  Limits limits;
  SnapshotStore probe(limits);
  Ref<Blob> live = Blob::Create("live", 0, 99);
  live->live = true;
  Ref<Blob> dead = Blob::Create("dead", 0, 99);
  auto size = static_cast<int64_t>(dead->allocated_bytes());
  PathRef path(new Path("a"));
  limits.snapshot_max_pinned_bytes = size;
  SnapshotStore store(limits);
  auto first = Make("1");
  first->files = {{path, live}, {path, dead}};
  auto second = Make("2");
  second->files = {{path, dead}};
  REQUIRE(store.Put(first, 0));
  REQUIRE(store.Put(second, 0));
  CHECK(store.pinned_bytes() == size);
  live->live = false;
  store.Enforce(0);
  CHECK(store.count() == 1);
  CHECK(store.Find("2", "", 0));
}

TEST_CASE("SnapshotStore: what a workspace has superseded bounds what is pinned", "[snapshot]") {
  Limits limits;
  Workspace workspace(limits);
  REQUIRE(WriteFile(&workspace, "a", std::string(5000, 'a'), 1, false).ok());
  REQUIRE(WriteFile(&workspace, "b", std::string(5000, 'b'), 1, false).ok());
  FileRef a = *workspace.view().tree.Find("a");
  FileRef b = *workspace.view().tree.Find("b");
  limits.snapshot_max_pinned_bytes = 6000;
  SnapshotStore store(limits, &workspace);
  auto both = Make("1");
  both->files = {a, b};
  REQUIRE(store.Put(both, 0));
  REQUIRE(WriteFile(&workspace, "a", "", 1, false).ok());
  store.Enforce(0);
  CHECK(store.count() == 1);
  CHECK(store.pinned_bytes() > 5000);
  REQUIRE(workspace.Remove("b").ok());
  store.Enforce(0);
  CHECK(store.count() == 0);
  // Texts that no tree has held count, too.
  PathRef path(new Path("r"));
  for (const char* id : {"2", "3"}) {
    auto rendered = Make(id);
    rendered->files = {{path, Blob::Create(std::string(5000, 'r'), 0, 9999)}};
    REQUIRE(store.Put(rendered, 0));
  }
  CHECK(store.count() == 1);
  CHECK(store.Find("3", "", 0));
}

TEST_CASE("Spill locators", "[spill]") {
  CHECK(SpillLocator("0f") == ".sonde/results/0f.txt");
  CHECK(SpillIdOf(".sonde/results/0f.txt") == "0f");
  for (const char* path :
       {"", "a", ".sonde", ".sonde/results", ".sonde/results/", ".sonde/results/.txt", ".sonde/results/0f",
        ".sonde/results/0f.md", ".sonde/results/a/0f.txt", "x/.sonde/results/0f.txt"}) {
    INFO(path);
    CHECK(SpillIdOf(path).empty());
  }
}

TEST_CASE("Spills say what they hold", "[spill]") {
  PathRef path(new Path("a"));
  Scope scope;
  scope.searched = 3;
  Spill paths = Spill::Paths("1", "ann", {path, path}, scope);
  CHECK(paths.kind() == Spill::Kind::kPaths);
  CHECK(paths.total() == 2);
  CHECK(paths.pinned().empty());
  CHECK(paths.is_spill());
  CHECK(paths.own_bytes() > 0);
  CHECK(paths.owner() == "ann");
  CHECK(paths.scope().searched == 3);
  CHECK(paths.retained_lines() == 0);
  Spill matches = Spill::Matches("2", "", {{path, Blob::Create("x", 0, 9)}}, nullptr, 7, scope);
  CHECK(matches.kind() == Spill::Kind::kMatches);
  CHECK(matches.total() == 7);
  CHECK(matches.pinned().size() == 1);
}

}  // namespace
}  // namespace sonde
