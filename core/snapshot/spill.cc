#include "core/snapshot/spill.h"

#include "core/vfs/path.h"

namespace sonde {
namespace {

constexpr std::string_view kFolder = ".sonde/results/";
constexpr std::string_view kSuffix = ".txt";

}  // namespace

Spill Spill::Matches(std::string id, std::string owner, std::vector<FileRef> files,
                     std::shared_ptr<const Matcher> matcher, int64_t total, Scope scope) {
  Spill spill(std::move(id), std::move(owner), Kind::kMatches, scope);
  spill.files_ = std::move(files);
  spill.matcher_ = std::move(matcher);
  spill.total_ = total;
  return spill;
}

Spill Spill::Paths(std::string id, std::string owner, std::vector<PathRef> paths, Scope scope) {
  Spill spill(std::move(id), std::move(owner), Kind::kPaths, scope);
  spill.total_ = static_cast<int64_t>(paths.size());
  spill.paths_ = std::move(paths);
  return spill;
}

int64_t Spill::own_bytes() const {
  return static_cast<int64_t>(sizeof *this + files_.capacity() * sizeof(FileRef) + paths_.capacity() * sizeof(PathRef));
}

std::string SpillLocator(std::string_view id) { return std::string(kFolder).append(id).append(kSuffix); }

std::string_view SpillIdOf(std::string_view path) {
  if (path.substr(0, kFolder.size()) != kFolder) return {};
  path.remove_prefix(kFolder.size());
  if (path.size() <= kSuffix.size() || path.substr(path.size() - kSuffix.size()) != kSuffix) return {};
  path.remove_suffix(kSuffix.size());
  return path.find('/') == std::string_view::npos ? path : std::string_view();
}

}  // namespace sonde
