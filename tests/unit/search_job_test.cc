// search_job, path_job.
#include "core/search/search_job.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/search/path_job.h"
#include "random.h"
#include "write_file.h"

namespace sonde {
namespace {

class Collector : public LineSink {
 public:
  explicit Collector(int most = 1 << 30, int wanted = 1 << 30) : most_(most), wanted_(wanted) {}
  bool WantsLines() const override { return lines < wanted_; }
  bool OnLine(const FileEntry& file, const LineSpan& line) override {
    std::string_view text = file.blob->text();
    seen += file.path->text + ":" + std::string(text.substr(line.begin, line.end - line.begin)) + " ";
    return ++lines < most_;
  }
  void OnFileEnd(const FileEntry& file, int64_t count) override {
    ends += file.path->text + "=" + std::to_string(count) + " ";
  }

  std::string seen;
  std::string ends;
  int lines = 0;

 private:
  int most_;
  int wanted_;
};

Query MakeQuery(const std::string& pattern) {
  PatternSpec spec;
  spec.pattern = pattern;
  return {Matcher::Compile(spec).value(), {}};
}

void Fill(Workspace* workspace, const std::vector<std::pair<std::string, std::string>>& files) {
  for (const auto& [path, content] : files) REQUIRE(WriteFile(workspace, path, content, 1, false).ok());
}

TEST_CASE("SearchJob: the same lines in path order, whatever the steps", "[search_job]") {
  Limits limits;
  Workspace workspace(limits);
  IgnoreFiles ignore_files;
  Random random(8);
  std::string expected;
  std::string expected_ends;
  int64_t total = 0;
  for (int file = 0; file < 40; ++file) {
    std::string path = "f" + std::to_string(100 + file);
    std::string content;
    int count = 0;
    for (size_t line = random.Below(300); line > 0; --line) {
      bool hit = random.OneIn(5);
      std::string text = std::string(random.Below(400), '.') + (hit ? "x" : "");
      content += text + "\n";
      if (hit) expected += path + ":" + text + " ";
      count += hit;
    }
    if (count > 0) expected_ends += path + "=" + std::to_string(count) + " ";
    total += count;
    Fill(&workspace, {{path, content}});
  }
  for (const char* pattern : {"x", "x$", "[x]"}) {
    for (int64_t budget : {int64_t{1}, int64_t{5000}, int64_t{1} << 40}) {
      Collector sink;
      SearchJob job(workspace.view(), MakeQuery(pattern), &ignore_files, &sink, 0);
      int64_t before = 0;
      int steps = 0;
      while (job.Step(budget)) {
        ++steps;
        CHECK(job.work() > before);
        // A step goes past its budget by a file's charge and one window at most.
        CHECK(job.work() - before <= budget + 64 * 1024);
        before = job.work();
      }
      CHECK((budget < 100000) == (steps > 1));
      CHECK(sink.seen == expected);
      CHECK(sink.ends == expected_ends);
      CHECK(job.matches() == total);
      CHECK(job.scope().searched == 40);
      CHECK_FALSE(job.stopped_by_sink());
      Progress progress = job.progress();
      CHECK(progress.files == 40);
      CHECK(progress.total_files == 40);
      CHECK(progress.bytes == progress.total_bytes);
      CHECK(progress.matches == total);
    }
  }
}

TEST_CASE("SearchJob: a large program on text without repetition makes steps short", "[search_job]") {
  Limits limits;
  Workspace workspace(limits);
  IgnoreFiles ignore_files;
  Random random(3);
  std::string noise;
  for (int i = 0; i < 30000; ++i) noise.push_back(random.OneIn(80) ? '\n' : random.Of("abcdefgh"));
  Fill(&workspace, {{"noise", noise}});
  struct Row {
    const char* pattern;
    int64_t least_cost, most_bytes;
  };
  for (Row row : {Row{"xyz", 1, 30000}, Row{"(?:[a-f][^!]{0,200}){2}[^a-h]", 100, 2048}}) {
    Query query = MakeQuery(row.pattern);
    int64_t cost = query.matcher->worst_cost_per_byte(true);
    CHECK(cost >= row.least_cost);
    CHECK((cost == 1) == (row.least_cost == 1));
    Collector sink;
    SearchJob job(workspace.view(), std::move(query), &ignore_files, &sink, 0);
    int64_t before = 0;
    bool more = true;
    while (more) {
      more = job.Step(64 * 1024);
      CHECK(job.progress().bytes - before <= row.most_bytes);
      before = job.progress().bytes;
    }
    CHECK(before == 30000);
  }
}

TEST_CASE("SearchJob: a sink may end it", "[search_job]") {
  Limits limits;
  Workspace workspace(limits);
  IgnoreFiles ignore_files;
  Fill(&workspace, {{"a", "x\nx\n"}, {"b", "x\nx\n"}, {"c", "x\n"}});
  for (int64_t budget : {int64_t{1}, int64_t{1} << 40}) {
    Collector sink(3);
    SearchJob job(workspace.view(), MakeQuery("x"), &ignore_files, &sink, 0);
    while (job.Step(budget)) {
    }
    CHECK(sink.seen == "a:x a:x b:x ");
    CHECK(job.stopped_by_sink());
    CHECK(job.scope().searched == 2);
    CHECK_FALSE(job.Step(budget));
  }
}

TEST_CASE("SearchJob: sees the tree of its start", "[search_job]") {
  Limits limits;
  Workspace workspace(limits);
  IgnoreFiles ignore_files;
  Fill(&workspace, {{"a", "x1\n"}, {"b", "x2\n"}, {"c", "x3\n"}});
  Collector sink;
  SearchJob job(workspace.view(), MakeQuery("x"), &ignore_files, &sink, 0);
  REQUIRE(job.Step(1));
  Fill(&workspace, {{"b", "other\n"}, {"bb", "x4\n"}, {".gitignore", "*\n"}});
  REQUIRE(workspace.Remove("c").ok());
  while (job.Step(1)) {
  }
  CHECK(sink.seen == "a:x1 b:x2 c:x3 ");
  CHECK(job.view().revision == 3);
}

TEST_CASE("SearchJob: lines that a sink has no use for are counted", "[search_job]") {
  Limits limits;
  Workspace workspace(limits);
  IgnoreFiles ignore_files;
  std::string many;
  for (int i = 0; i < 20000; ++i) many += i % 3 == 0 ? "x1\n" : "y\n";
  Fill(&workspace, {{"a", "x1\nx1\n"}, {"b", many}, {"c", "x1"}});
  for (const char* pattern : {"x", "x1$", "x\\d", "[^y]"}) {
    for (int64_t budget : {int64_t{1}, int64_t{1} << 40}) {
      Collector sink(1 << 30, 3);
      SearchJob job(workspace.view(), MakeQuery(pattern), &ignore_files, &sink, 0);
      while (job.Step(budget)) {
      }
      CHECK(sink.seen == "a:x1 a:x1 b:x1 ");
      CHECK(sink.ends == "a=2 b=6667 c=1 ");
      CHECK(job.matches() == 6670);
    }
  }
}

TEST_CASE("SearchJob: filters change no answer", "[search_job]") {
  Limits limits;
  Workspace workspace(limits);
  IgnoreFiles ignore_files;
  Random random(31);
  constexpr const char* kWords[] = {"alpha ",    "beta ",        "gamma\n",       "Kmalloc(",
                                    "return;\n", "caf\xC3\xA9 ", "\xE2\x80\x94 ", "x\n"};
  for (int file = 0; file < 60; ++file) {
    std::string content;
    size_t words = 1 + random.Below(7);
    for (size_t size = random.Below(3000); content.size() < size;) content += kWords[random.Below(words)];
    Fill(&workspace, {{"f" + std::to_string(100 + file), content}});
  }
  for (const char* pattern :
       {"kmalloc", "(?i)kmalloc", "gamma|Kmall", "return;$", "\xE2\x80\x94", "caf\xC3\xA9", "absent", "be"}) {
    INFO(pattern);
    auto run = [&](int64_t filter_bytes) {
      Collector sink;
      SearchJob job(workspace.view(), MakeQuery(pattern), &ignore_files, &sink, filter_bytes);
      while (job.Step(4096)) {
      }
      CHECK(job.progress().bytes == job.progress().total_bytes);
      CHECK(job.scope().searched == 60);
      return sink.seen + "|" + sink.ends;
    };
    std::string expected = run(0);
    for (int round = 0; round < 3; ++round) CHECK(run(20000) == expected);
  }
  int filters = 0;
  FileTree tree = workspace.view().tree;
  for (auto at = tree.begin(); const FileEntry* entry = tree.At(at); at = tree.Next(at)) {
    CHECK((entry->blob->filter() == nullptr || entry->blob->may_have_filter()));
    filters += entry->blob->filter() != nullptr;
  }
  CHECK(filters > 20);
}

TEST_CASE("SearchJob: makes filters of so many bytes, and only where they are asked", "[search_job]") {
  Limits limits;
  Workspace workspace(limits);
  IgnoreFiles ignore_files;
  Fill(&workspace, {{"a", std::string(1000, 'a')}, {"b", std::string(1000, 'b')}, {"c", std::string(100, 'c')}});
  struct Row {
    const char* pattern;
    int64_t filter_bytes;
    bool a, b;
  };
  for (Row row :
       {Row{"absent", 0, false, false}, Row{"[xy]+", 5000, false, false}, Row{"ab", 5000, false, false},
        Row{"absent", 999, false, false}, Row{"absent", 1999, true, false}, Row{"absent", 1000, true, true}}) {
    INFO(row.pattern << " " << row.filter_bytes);
    Collector sink;
    SearchJob job(workspace.view(), MakeQuery(row.pattern), &ignore_files, &sink, row.filter_bytes);
    while (job.Step(1)) {
    }
    const FileTree& tree = workspace.view().tree;
    CHECK((tree.Find("a")->blob->filter() != nullptr) == row.a);
    CHECK((tree.Find("b")->blob->filter() != nullptr) == row.b);
    CHECK(tree.Find("c")->blob->filter() == nullptr);
  }
}

TEST_CASE("SearchJob: an empty tree, an empty file", "[search_job]") {
  Limits limits;
  Workspace workspace(limits);
  IgnoreFiles ignore_files;
  Collector sink;
  SearchJob nothing(workspace.view(), MakeQuery("^"), &ignore_files, &sink, 0);
  CHECK_FALSE(nothing.Step(1));
  Fill(&workspace, {{"a", ""}});
  SearchJob empty(workspace.view(), MakeQuery("^"), &ignore_files, &sink, 0);
  while (empty.Step(1)) {
  }
  CHECK(sink.seen.empty());
  CHECK(empty.scope().searched == 1);
}

TEST_CASE("LineNumberer", "[search_job]") {
  LineNumberer numberer("a\nb\n\nc");
  CHECK(numberer.NumberAt(0) == 1);
  CHECK(numberer.NumberAt(2) == 2);
  CHECK(numberer.NumberAt(2) == 2);
  CHECK(numberer.NumberAt(5) == 4);
}

TEST_CASE("PathJob: oldest first, ties by path, in steps", "[path_job]") {
  Limits limits;
  Workspace workspace(limits);
  IgnoreFiles ignore_files;
  for (int i = 0; i < 500; ++i) {
    REQUIRE(WriteFile(&workspace, "f" + std::to_string(1000 + i), "", (i * 7) % 5 - 2, false).ok());
  }
  for (int64_t budget : {int64_t{1}, int64_t{1} << 40}) {
    PathJob job(workspace.view(), {}, &ignore_files);
    int steps = 0;
    while (job.Step(budget)) ++steps;
    CHECK((budget == 1) == (steps > 100));
    job.SortByTime();
    REQUIRE(job.files().size() == 500);
    for (size_t i = 1; i < 500; ++i) {
      const FileEntry* a = job.files()[i - 1];
      const FileEntry* b = job.files()[i];
      bool ordered = a->blob->mtime_ms < b->blob->mtime_ms ||
                     (a->blob->mtime_ms == b->blob->mtime_ms && a->path->text < b->path->text);
      REQUIRE(ordered);
    }
    CHECK(job.progress().files == 500);
    CHECK(job.progress().matches == 500);
    CHECK(job.work() > 0);
    CHECK(job.scope().searched == 500);
  }
}

std::string Sampled(const std::vector<std::string>& paths, const std::string& root, size_t most) {
  std::vector<FileEntry> entries;
  for (const std::string& path : paths) entries.push_back({PathRef(new Path(path)), Blob::Create("", 0, 1)});
  std::vector<const FileEntry*> files;
  for (const FileEntry& entry : entries) files.push_back(&entry);
  EvenSample sample = SampleEvenly(files, root, most);
  std::string text = std::to_string(sample.groups_shown) + "/" + std::to_string(sample.groups) + ":";
  for (const FileEntry* file : sample.files) text += " " + file->path->text;
  return text;
}

TEST_CASE("SampleEvenly", "[path_job]") {
  const std::vector<std::string> paths = {"b/1", "a/1", "b/2", "c", "a/2", "b/3", "a/3"};
  CHECK(Sampled(paths, "", 3) == "3/3: b/1 a/1 c");
  CHECK(Sampled(paths, "", 4) == "3/3: b/1 b/2 a/1 c");
  CHECK(Sampled(paths, "", 6) == "3/3: b/1 b/2 b/3 a/1 a/2 c");
  CHECK(Sampled(paths, "", 2) == "2/3: b/1 a/1");
  CHECK(Sampled(paths, "", 99) == "3/3: b/1 b/2 b/3 a/1 a/2 a/3 c");
  CHECK(Sampled({"r/b/1", "r/a/1", "r/b/2"}, "r", 2) == "2/2: r/b/1 r/a/1");
  CHECK(Sampled({"r"}, "r", 1) == "1/1: r");
  CHECK(Sampled({}, "", 5) == "0/0:");
}

TEST_CASE("SampleEvenly: 125,000 groups", "[path_job]") {
  std::vector<FileEntry> entries;
  for (int i = 0; i < 125000; ++i)
    entries.push_back({PathRef(new Path(std::to_string(i) + "/f")), Blob::Create("", 0, 1)});
  std::vector<const FileEntry*> files;
  for (const FileEntry& entry : entries) files.push_back(&entry);
  EvenSample sample = SampleEvenly(files, "", 100);
  CHECK(sample.groups == 125000);
  CHECK(sample.groups_shown == 100);
  CHECK(sample.files.size() == 100);
}

}  // namespace
}  // namespace sonde
