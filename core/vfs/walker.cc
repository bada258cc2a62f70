#include "core/vfs/walker.h"

#include <algorithm>

#include "core/base/path_order.h"
#include "core/base/touch.h"

namespace sonde {
namespace {

// Files whose parts are waited for together.
constexpr size_t kUpcoming = 32;

}  // namespace

Walker::Walker(const View& view, const ScopeOptions& options, IgnoreFiles* ignore_files)
    : view_(view), options_(options), folders_(view, ignore_files) {
  at_ = options.root.empty() ? view.tree.begin() : view.tree.LowerBound(options.root);
  const FileEntry* entry = view.tree.At(at_);
  root_is_file_ = entry && entry->path->text == options.root;
}

bool Walker::IsIgnored(const FileEntry& entry) {
  auto epoch = static_cast<uint32_t>(view_.ignore_epoch);
  if (entry.ignore_epoch != epoch) {
    entry.ignored_length = static_cast<uint16_t>(folders_.IgnoredLength(entry.path->text, 0));
    entry.ignore_epoch = epoch;
  }
  size_t root_bytes = options_.root.size();
  if (entry.ignored_length == 0) return false;
  if (entry.ignored_length > root_bytes) return true;
  // The root itself lies in what is ignored: only rules below it count.
  return folders_.IgnoredLength(entry.path->text, root_bytes) > 0;
}

bool Walker::PassesGlobs(std::string_view path) const {
  bool included = options_.include.empty();
  for (const PathFilter& filter : options_.include) included = included || filter.Matches(path);
  if (!included) return false;
  for (const PathFilter& filter : options_.exclude) {
    if (filter.Matches(path)) return false;
  }
  return true;
}

Walker::Verdict Walker::Judge(const FileEntry& entry) {
  if (root_is_file_) {
    // A file that was named is looked at whatever it is.
    if (options_.filter_named_file && !PassesGlobs(entry.path->text)) {
      ++scope_.glob_filtered;
      return Verdict::kSkip;
    }
    return Verdict::kTake;
  }
  if (entry.in_git || (options_.skip_vcs && entry.in_vcs)) return Verdict::kSkip;
  size_t below_root = options_.root.empty() ? 0 : options_.root.size() + 1;
  bool hidden = entry.last_hidden_offset != Path::kNoOffset && entry.last_hidden_offset >= below_root;
  if (!options_.hidden && hidden) {
    ++scope_.hidden;
    return Verdict::kSkip;
  }
  if (!options_.ignored && IsIgnored(entry)) {
    ++scope_.ignored;
    return Verdict::kSkip;
  }
  if (has_globs() && !PassesGlobs(entry.path->text)) {
    ++scope_.glob_filtered;
    return Verdict::kSkip;
  }
  if (options_.skip_binary && entry.kind != FileKind::kText) {
    ++(entry.kind == FileKind::kTooLarge ? scope_.too_large : scope_.binary);
    return Verdict::kSkip;
  }
  return Verdict::kTake;
}

std::span<const FileEntry> Walker::Upcoming(int64_t* taken) const {
  if (files_passed_ < *taken) return {};
  std::span<const FileEntry> run = view_.tree.RunAt(at_);
  run = run.first(std::min(run.size(), kUpcoming));
  *taken = files_passed_ + static_cast<int64_t>(run.size());
  return run;
}

const FileEntry* Walker::Next(int64_t most_passed) {
  const std::string& root = options_.root;
  const bool looks_at_paths = has_globs() || !root.empty();
  for (int64_t passed = 0; passed < most_passed; ++passed) {
    if (looks_at_paths) {
      for (const FileEntry& upcoming : Upcoming(&paths_touched_)) Touch(upcoming.path->text.data());
    }
    const FileEntry* entry = view_.tree.At(at_);
    bool inside = entry && (root.empty() || entry->path->text == root || IsBelow(entry->path->text, root));
    done_ = !inside;
    if (done_) return nullptr;
    at_ = view_.tree.Next(at_);
    ++files_passed_;
    if (Judge(*entry) == Verdict::kTake) {
      ++scope_.searched;
      return entry;
    }
  }
  return nullptr;
}

}  // namespace sonde
