#include "core/tools/target.h"

#include "core/base/path_order.h"
#include "core/snapshot/spill.h"
#include "core/tools/spill_text.h"
#include "core/vfs/path.h"

namespace sonde {
namespace {

bool EqualsIgnoringAsciiCase(std::string_view a, std::string_view b) {
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

// The file or folder whose path differs from `path` in ASCII case only.
std::string NearMiss(const FileTree& tree, std::string_view path) {
  for (auto at = tree.begin(); const FileEntry* entry = tree.At(at); at = tree.Next(at)) {
    std::string_view candidate = entry->path->text;
    bool ends_there =
        candidate.size() == path.size() || (candidate.size() > path.size() && candidate[path.size()] == '/');
    if (ends_there && EqualsIgnoringAsciiCase(candidate.substr(0, path.size()), path)) {
      return std::string(candidate.substr(0, path.size()));
    }
  }
  return {};
}

Result<Target> ResolveResult(const CallContext& context, const std::string& path) {
  std::shared_ptr<Snapshot> snapshot = context.snapshots->Find(SpillIdOf(path), context.owner, context.now_ms);
  auto* spill = snapshot && snapshot->is_spill() ? static_cast<const Spill*>(snapshot.get()) : nullptr;
  if (!spill) return MakeError(ErrorCode::kResultExpired, {{"path", path}});
  std::string text = SpillText(*spill, *context.limits);
  Ref<Blob> blob = Blob::Create(text, static_cast<int64_t>(context.now_ms), INT64_MAX);
  if (!blob) return DetailError(ErrorCode::kEngineMemory, "no room to render " + path);
  Target target;
  target.view.tree.Insert({PathRef(new Path(path)), blob});
  target.view.revision = context.workspace->view().revision;
  target.view.text_bytes = static_cast<int64_t>(text.size());
  target.path = path;
  target.is_file = true;
  target.is_result = true;
  return target;
}

}  // namespace

Error PathNotFound(const FileTree& tree, std::string_view path) {
  std::string_view nearest = ParentPath(path);
  while (!tree.IsFolder(nearest)) nearest = ParentPath(nearest);
  std::string folder = nearest.empty() ? "the workspace root" : std::string(nearest);
  Error error = MakeError(ErrorCode::kPathNotFound, {{"path", path}, {"nearest", folder}});
  std::string near_miss = NearMiss(tree, path);
  if (!near_miss.empty()) error.message.append("; did you mean ").append(near_miss).append("?");
  return error;
}

Result<Target> ResolveTarget(const CallContext& context, const std::optional<std::string>& given_path) {
  Target target;
  target.view = context.workspace->view();
  if (!given_path) return target;
  Result<std::string> path = NormalizeModelPath(*given_path);
  if (!path.ok()) return std::move(path).error();
  target.path = std::move(path).value();
  if (target.path.empty()) return target;
  if (IsInGit(target.path)) return MakeError(ErrorCode::kPathIsGit, {{"path", target.path}});
  if (!SpillIdOf(target.path).empty()) return ResolveResult(context, target.path);
  target.is_file = target.view.tree.Find(target.path) != nullptr;
  if (!target.is_file && !target.view.tree.IsFolder(target.path)) return PathNotFound(target.view.tree, target.path);
  return target;
}

}  // namespace sonde
