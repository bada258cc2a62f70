#include "core/tools/registry.h"

namespace sonde {

std::unique_ptr<Job> MakeJob(std::string_view tool, const nlohmann::json& arguments, const CallContext& context) {
  struct Entry {
    std::string_view name;
    std::unique_ptr<Job> (*make)(const nlohmann::json&, const CallContext&);
  };
  static constexpr Entry kTools[] = {
      {"grep", MakeGrepJob}, {"glob", MakeGlobJob}, {"read", MakeReadJob}, {"signal_grep", MakeSignalJob}};
  for (const Entry& entry : kTools) {
    if (entry.name == tool) return entry.make(arguments, context);
  }
  return nullptr;
}

}  // namespace sonde
