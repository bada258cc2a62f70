#include "core/search/path_job.h"

#include <algorithm>
#include <string_view>

#include "core/base/sorted_order.h"

namespace sonde {
namespace {

constexpr int64_t kFilePassedCharge = 64;
// Files between two looks at the budget.
constexpr int64_t kFilesPassedAtOnce = 256;

}  // namespace

PathJob::PathJob(View view, ScopeOptions scope, IgnoreFiles* ignore_files)
    : view_(std::move(view)), scope_(std::move(scope)), walker_(view_, scope_, ignore_files) {}

Progress PathJob::progress() const {
  return {walker_.files_passed(), static_cast<int64_t>(view_.tree.size()), 0, 0, static_cast<int64_t>(files_.size())};
}

bool PathJob::Step(int64_t budget) {
  int64_t limit = work_ + budget;
  while (work_ < limit) {
    int64_t passed = walker_.files_passed();
    const FileEntry* file = walker_.Next(kFilesPassedAtOnce);
    work_ += (walker_.files_passed() - passed) * kFilePassedCharge;
    if (walker_.done()) return false;
    if (file) files_.push_back(file);
  }
  return true;
}

void PathJob::SortByTime() {
  std::vector<int64_t> times;
  times.reserve(files_.size());
  for (const FileEntry* file : files_) times.push_back(file->blob->mtime_ms);
  if (std::is_sorted(times.begin(), times.end())) return;
  std::vector<const FileEntry*> sorted;
  sorted.reserve(files_.size());
  for (uint32_t place : SortedOrder(times)) sorted.push_back(files_[place]);
  files_ = std::move(sorted);
}

EvenSample SampleEvenly(const std::vector<const FileEntry*>& files, std::string_view root, size_t most) {
  size_t skip = root.empty() ? 0 : root.size() + 1;
  std::vector<std::string_view> names;
  for (const FileEntry* file : files) {
    std::string_view below = std::string_view(file->path->text).substr(std::min(skip, file->path->text.size()));
    names.push_back(below.substr(0, below.find('/')));
  }
  // Files of one entry side by side, in their order; then the entries by their first file.
  std::vector<uint32_t> order = SortedOrder(
      names.size(), [&names](uint32_t a, uint32_t b) { return names[a] != names[b] ? names[a] < names[b] : a < b; });
  std::vector<size_t> begins;
  std::vector<int64_t> first_files;
  for (size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && names[order[i]] == names[order[i - 1]]) continue;
    begins.push_back(i);
    first_files.push_back(order[i]);
  }
  begins.push_back(order.size());
  std::vector<std::vector<const FileEntry*>> groups;
  for (uint32_t entry : SortedOrder(first_files)) {
    groups.emplace_back();
    for (size_t i = begins[entry]; i < begins[entry + 1]; ++i) groups.back().push_back(files[order[i]]);
  }
  // Round after round every group gives one more, until `most` are given: each
  // round costs as much as it takes, so that all together stay linear.
  std::vector<size_t> taken(groups.size(), 0);
  std::vector<size_t> open(groups.size());
  for (size_t i = 0; i < open.size(); ++i) open[i] = i;
  size_t left = std::min(most, files.size());
  while (left > 0) {
    size_t still_open = 0;
    for (size_t group : open) {
      if (left == 0) break;
      ++taken[group];
      --left;
      if (taken[group] < groups[group].size()) open[still_open++] = group;
    }
    open.resize(still_open);
  }
  EvenSample sample;
  sample.groups = static_cast<int64_t>(groups.size());
  for (size_t i = 0; i < groups.size(); ++i) {
    if (taken[i] > 0) ++sample.groups_shown;
    sample.files.insert(sample.files.end(), groups[i].begin(),
                        groups[i].begin() + static_cast<std::ptrdiff_t>(taken[i]));
  }
  return sample;
}

}  // namespace sonde
