// Renders the complete text behind a result locator.
#ifndef SONDE_TOOLS_SPILL_TEXT_H_
#define SONDE_TOOLS_SPILL_TEXT_H_

#include <string>

#include "core/contract/limits.h"
#include "core/snapshot/spill.h"

namespace sonde {

// The text that the call would have shown without its cap, ending in a line
// feed. Matches only within the pinned contents: nothing new is searched.
std::string SpillText(const Spill& spill, const Limits& limits);

}  // namespace sonde

#endif  // SONDE_TOOLS_SPILL_TEXT_H_
