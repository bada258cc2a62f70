// The inspect mode of signal_grep: source around one target or up to five.
// Source of the rules: signal.md §9.
#ifndef SONDE_TOOLS_SIGNAL_INSPECT_H_
#define SONDE_TOOLS_SIGNAL_INSPECT_H_

#include "core/snapshot/signal_snapshot.h"
#include "core/tools/job.h"
#include "core/tools/signal_request.h"

namespace sonde {

// `snapshot` is null for targets given by path.
ToolResponse Inspect(const CallContext& context, const SignalRequest& request, SignalSnapshot* snapshot);

}  // namespace sonde

#endif  // SONDE_TOOLS_SIGNAL_INSPECT_H_
