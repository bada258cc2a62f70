#include "core/vfs/walker.h"

#include <catch2/catch.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/base/path_order.h"
#include "random.h"
#include "write_file.h"

namespace sonde {
namespace {

class Tree {
 public:
  explicit Tree(const std::vector<std::pair<std::string, std::string>>& files) : workspace_(limits_) {
    limits_.max_file_bytes = 20;
    for (const auto& [path, content] : files) REQUIRE(WriteFile(&workspace_, path, content, 1, false).ok());
  }

  // The files a walk takes; the scope goes to `scope`.
  std::string Walk(const ScopeOptions& options, Scope* scope = nullptr) {
    View view = workspace_.view();
    Walker walker(view, options, &ignore_files_);
    std::string text;
    while (const FileEntry* entry = walker.Next()) text += (text.empty() ? "" : " ") + entry->path->text;
    if (scope) *scope = walker.scope();
    return text;
  }

  Workspace& workspace() { return workspace_; }
  IgnoreFiles& ignore_files() { return ignore_files_; }

 private:
  Limits limits_;
  Workspace workspace_;
  IgnoreFiles ignore_files_;
};

PathFilter Filter(std::string_view glob, std::string_view base = "") {
  auto compiled = PathFilter::Compile(glob, base);
  REQUIRE(std::holds_alternative<PathFilter>(compiled));
  return std::get<PathFilter>(std::move(compiled));
}

const std::vector<std::pair<std::string, std::string>> kFiles = {
    {".gitignore", "*.log\nbuild/\n"},
    {".git/config", "x"},
    {".hidden/a.txt", "x"},
    {"a.log", "x"},
    {"a.txt", "x"},
    {"bin.dat", std::string("\0", 1)},
    {"build/a.txt", "x"},
    {"build/.h/b.log", "x"},
    {"large.txt", std::string(30, 'x')},
    {"src/.gitignore", "!a.log\n"},
    {"src/a.log", "x"},
    {"src/.svn/x", "x"},
    {"src/b.c", "x"},
};

std::string Shown(const Scope& scope) {
  std::string text = std::to_string(scope.searched);
  for (int64_t count : {scope.hidden, scope.ignored, scope.glob_filtered, scope.too_large, scope.binary}) {
    text += " " + std::to_string(count);
  }
  return text;
}

TEST_CASE("Walker: what a search looks at, and why not", "[walker]") {
  Tree tree(kFiles);
  struct Row {
    const char* name;
    ScopeOptions options;
    std::string files;
    std::string scope;  // searched hidden ignored glob too-large binary
  };
  auto with = [](auto change) {
    ScopeOptions options;
    change(&options);
    return options;
  };
  const Row rows[] = {
      {"defaults", {}, "a.txt src/a.log src/b.c", "3 5 2 0 1 1"},
      {"hidden too", with([](auto* o) { o->hidden = true; }),
       ".gitignore .hidden/a.txt a.txt src/.gitignore src/.svn/x src/a.log src/b.c", "7 0 3 0 1 1"},
      {"ignored too", with([](auto* o) { o->ignored = true; }), "a.log a.txt build/a.txt src/a.log src/b.c",
       "5 5 0 0 1 1"},
      {"binary too", with([](auto* o) { o->skip_binary = false; }), "a.txt bin.dat large.txt src/a.log src/b.c",
       "5 5 2 0 0 0"},
      {"as glob does", with([](auto* o) {
         o->hidden = o->ignored = o->skip_vcs = true;
         o->skip_binary = false;
       }),
       ".gitignore .hidden/a.txt a.log a.txt bin.dat build/.h/b.log build/a.txt large.txt src/.gitignore src/a.log "
       "src/b.c",
       "11 0 0 0 0 0"},
      {"a folder", with([](auto* o) { o->root = "src"; }), "src/a.log src/b.c", "2 2 0 0 0 0"},
      {"an ignored folder, named", with([](auto* o) { o->root = "build"; }), "build/a.txt", "1 1 0 0 0 0"},
      {"an ignored and hidden folder, named", with([](auto* o) { o->root = "build/.h"; }), "", "0 0 1 0 0 0"},
      {"a hidden folder, named", with([](auto* o) { o->root = ".hidden"; }), ".hidden/a.txt", "1 0 0 0 0 0"},
      {"an ignored file, named", with([](auto* o) { o->root = "a.log"; }), "a.log", "1 0 0 0 0 0"},
      {"a binary file, named", with([](auto* o) { o->root = "bin.dat"; }), "bin.dat", "1 0 0 0 0 0"},
      {"a file, named, the glob left aside", with([](auto* o) {
         o->root = "a.txt";
         o->include.push_back(Filter("*.c"));
       }),
       "a.txt", "1 0 0 0 0 0"},
      {"a file, named, the glob counts", with([](auto* o) {
         o->root = "a.txt";
         o->filter_named_file = true;
         o->include.push_back(Filter("*.c"));
       }),
       "", "0 0 0 1 0 0"},
      {"a glob", with([](auto* o) { o->include.push_back(Filter("*.c")); }), "src/b.c", "1 5 2 4 0 0"},
      {"a glob never un-ignores", with([](auto* o) { o->include.push_back(Filter("*.log")); }), "src/a.log",
       "1 5 2 4 0 0"},
      {"two globs: either", with([](auto* o) {
         o->include.push_back(Filter("*.c"));
         o->include.push_back(Filter("a.txt"));
       }),
       "a.txt src/b.c", "2 5 2 3 0 0"},
      {"an exclusion", with([](auto* o) { o->exclude.push_back(Filter("*.c")); }), "a.txt src/a.log", "2 5 2 1 1 1"},
      {"nothing there", with([](auto* o) { o->root = "none"; }), "", "0 0 0 0 0 0"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    Scope scope;
    CHECK(tree.Walk(row.options, &scope) == row.files);
    CHECK(Shown(scope) == row.scope);
    // The verdicts that are remembered do not change.
    CHECK(tree.Walk(row.options) == row.files);
  }
}

TEST_CASE("Walker: new ignore rules count at once, old views keep theirs", "[walker]") {
  Tree tree({{"a", "x"}, {"b", "x"}});
  View old = tree.workspace().view();
  ScopeOptions options;
  REQUIRE(WriteFile(&tree.workspace(), ".gitignore", "a\n", 1, false).ok());
  CHECK(tree.Walk(options) == "b");
  Walker before(old, options, &tree.ignore_files());
  CHECK(before.Next()->path->text == "a");
  CHECK(tree.Walk(options) == "b");
  CHECK(before.Next()->path->text == "b");
  REQUIRE(WriteFile(&tree.workspace(), ".gitignore", "b\n", 1, false).ok());
  CHECK(tree.Walk(options) == "a");
  REQUIRE(tree.workspace().Remove(".gitignore").ok());
  CHECK(tree.Walk(options) == "a b");
}

TEST_CASE("Walker: an ignore file that is not text has no rules", "[walker]") {
  Tree tree({{".gitignore", std::string("a\0\n", 3)}, {"a", "x"}, {"d/.gitignore", "x"}, {"d/a", "x"}});
  CHECK(tree.Walk({}) == "a d/a");
}

TEST_CASE("Walker: what comes next is handed out once, in the order of the walk", "[walker]") {
  std::vector<std::pair<std::string, std::string>> files;
  for (int i = 0; i < 1000; ++i) {
    files.emplace_back((i % 3 == 0 ? ".hidden/" : "seen/") + std::to_string(10'000 + i), "x");
  }
  Tree tree(files);
  View view = tree.workspace().view();
  ScopeOptions options;
  Walker walker(view, options, &tree.ignore_files());
  int64_t taken = 0;
  std::vector<const FileEntry*> upcoming;
  int64_t batches = 0;
  const FileEntry* entry = nullptr;
  do {
    std::span<const FileEntry> batch = walker.Upcoming(&taken);
    batches += !batch.empty();
    for (const FileEntry& next : batch) upcoming.push_back(&next);
    // None is passed before it was handed out.
    REQUIRE(walker.files_passed() <= static_cast<int64_t>(upcoming.size()));
    entry = walker.Next(1);
  } while (entry || !walker.done());
  CHECK(batches < 1000 / 16);
  REQUIRE(upcoming.size() == 1000);
  auto at = view.tree.begin();
  for (const FileEntry* next : upcoming) {
    REQUIRE(next == view.tree.At(at));
    at = view.tree.Next(at);
  }
  CHECK(walker.Upcoming(&taken).empty());
}

TEST_CASE("Walker: 2,000 levels", "[walker]") {
  std::string path;
  for (int i = 0; i < 2000; ++i) path += "d/";
  Tree tree({{path + "f", "x"}, {path + ".gitignore", "g\n"}, {path + "g", "x"}, {"z", "x"}});
  Scope scope;
  CHECK(tree.Walk({}, &scope) == path + "f z");
  CHECK(Shown(scope) == "2 1 1 0 0 0");
}

// The definition, slow: looks at every folder above a file, outermost first.
std::string Classify(const FileTree& tree, const std::string& path, const std::string& root) {
  auto rules = [&tree](const std::string& file) {
    const FileEntry* entry = tree.Find(file);
    return Gitignore::Parse(entry ? entry->blob->text() : std::string_view());
  };
  auto ignored = [&](const std::string& subject, bool is_folder) {
    for (const char* name : {".ignore", ".gitignore"}) {
      std::string folder(ParentPath(subject));
      while (true) {
        std::string below = folder.empty() ? subject : subject.substr(folder.size() + 1);
        IgnoreVerdict verdict = rules(folder.empty() ? name : folder + "/" + name).Match(below, is_folder);
        if (verdict != IgnoreVerdict::kNone) return verdict == IgnoreVerdict::kIgnored;
        if (folder.empty()) break;
        folder = std::string(ParentPath(folder));
      }
    }
    return false;
  };
  size_t begin = root.empty() ? 0 : root.size() + 1;
  for (size_t at = begin; at != std::string::npos; at = path.find('/', at)) {
    if (at > 0 && path[at] == '/') ++at;
    if (path[at] == '.') return "hidden";
  }
  for (size_t slash = path.find('/', begin); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    if (ignored(path.substr(0, slash), true)) return "ignored";
  }
  return ignored(path, false) ? "ignored" : "searched";
}

TEST_CASE("Walker equals the slow definition", "[walker]") {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::pair<std::string, std::string>> files;
    auto name = [&random] { return std::string(random.OneIn(6) ? "." : "") + random.Of("abc"); };
    for (size_t i = 0; i < 25; ++i) {
      std::string path;
      for (size_t depth = random.Below(4); depth > 0; --depth) path += name() + "d/";
      files.emplace_back(path + name() + (random.OneIn(2) ? ".x" : ""), "x");
      if (!random.OneIn(4)) continue;
      std::string rules;
      static constexpr const char* kRules[] = {"a",  "/b",   "ad/", "*.x",   "!a",    "!*.x", "bd/*",  "**/c",
                                               "ad", "!ad/", "/*",  "!/bd/", "cd/**", "!b.x", "[ab]d", "bd/ad"};
      for (size_t line = 1 + random.Below(3); line > 0; --line) rules += std::string(random.Pick(kRules)) + "\n";
      files.emplace_back(path + (random.OneIn(3) ? ".ignore" : ".gitignore"), rules);
    }
    Tree tree(files);
    for (std::string root : {std::string(), std::string("ad"), std::string("bd/ad")}) {
      if (!tree.workspace().view().tree.IsFolder(root)) continue;
      std::string expected;
      Scope counts;
      const FileTree& all = tree.workspace().view().tree;
      for (auto at = all.begin(); const FileEntry* entry = all.At(at); at = all.Next(at)) {
        const std::string& path = entry->path->text;
        if (!IsBelow(path, root)) continue;
        std::string verdict = Classify(all, path, root);
        if (verdict == "searched") expected += (expected.empty() ? "" : " ") + path;
        ++(verdict == "searched" ? counts.searched : verdict == "hidden" ? counts.hidden : counts.ignored);
      }
      ScopeOptions options;
      options.root = root;
      Scope scope;
      INFO("round " << round << ", root " << root);
      REQUIRE(tree.Walk(options, &scope) == expected);
      REQUIRE(Shown(scope) == Shown(counts));
    }
  }
}

}  // namespace
}  // namespace sonde
