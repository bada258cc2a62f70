// The structured facts that grep and glob results carry.
#ifndef SONDE_TOOLS_SEARCH_DETAILS_H_
#define SONDE_TOOLS_SEARCH_DETAILS_H_

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/contract/limits.h"
#include "core/present/retained.h"
#include "core/vfs/file_tree.h"

namespace sonde {

// {"status","total","kept","truncated","locator"?,"scope","revision"}
std::string SearchDetails(const Outcome& outcome);

// FILE_TOO_LARGE for a file whose text is not kept.
std::optional<Error> RefuseTooLarge(const FileEntry& file, const Limits& limits);

}  // namespace sonde

#endif  // SONDE_TOOLS_SEARCH_DETAILS_H_
