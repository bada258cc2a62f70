#include "core/ignore/cascade.h"

#include <utility>

namespace sonde {

void IgnoreCascade::Push(std::string folder_path, std::shared_ptr<const Gitignore> gitignore,
                         std::shared_ptr<const Gitignore> ignore) {
  const size_t folder_bytes = folder_path.empty() ? 0 : folder_path.size() + 1;
  folders_.push_back({gitignore != nullptr && !gitignore->empty(), ignore != nullptr && !ignore->empty()});
  if (folders_.back().has_gitignore) gitignores_.push_back({folder_bytes, std::move(gitignore)});
  if (folders_.back().has_ignore) ignores_.push_back({folder_bytes, std::move(ignore)});
}

void IgnoreCascade::Pop() {
  if (folders_.back().has_gitignore) gitignores_.pop_back();
  if (folders_.back().has_ignore) ignores_.pop_back();
  folders_.pop_back();
}

IgnoreVerdict IgnoreCascade::Decide(const std::vector<Level>& levels, std::string_view path, bool is_directory) {
  for (size_t i = levels.size(); i-- > 0;) {
    const IgnoreVerdict verdict = levels[i].rules->Match(path.substr(levels[i].folder_bytes), is_directory);
    if (verdict != IgnoreVerdict::kNone) return verdict;
  }
  return IgnoreVerdict::kNone;
}

bool IgnoreCascade::IsIgnored(std::string_view path, bool is_directory) const {
  IgnoreVerdict verdict = Decide(ignores_, path, is_directory);
  if (verdict == IgnoreVerdict::kNone) verdict = Decide(gitignores_, path, is_directory);
  return verdict == IgnoreVerdict::kIgnored;
}

}  // namespace sonde
