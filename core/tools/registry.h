// The tools by name.
#ifndef SONDE_TOOLS_REGISTRY_H_
#define SONDE_TOOLS_REGISTRY_H_

#include <memory>
#include <string_view>

#include "core/tools/job.h"
#include "nlohmann/json.hpp"

namespace sonde {

// Begins the call of `tool`; bad arguments make a job that is done at once.
// Null when there is no such tool.
std::unique_ptr<Job> MakeJob(std::string_view tool, const nlohmann::json& arguments, const CallContext& context);

// One maker a tool.
std::unique_ptr<Job> MakeGrepJob(const nlohmann::json& arguments, const CallContext& context);
std::unique_ptr<Job> MakeGlobJob(const nlohmann::json& arguments, const CallContext& context);
std::unique_ptr<Job> MakeReadJob(const nlohmann::json& arguments, const CallContext& context);
std::unique_ptr<Job> MakeSignalJob(const nlohmann::json& arguments, const CallContext& context);

inline std::unique_ptr<Job> FailedJob(Error error) {
  return std::make_unique<FinishedJob>(ToolResponse::Failure(std::move(error)));
}

}  // namespace sonde

#endif  // SONDE_TOOLS_REGISTRY_H_
