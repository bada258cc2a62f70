#include "core/structure/provider.h"

namespace sonde {

std::string_view StructureStatusName(StructureStatus status) {
  static constexpr std::string_view kNames[] = {"available", "no-symbol", "provider-unavailable",
                                                "unsupported-language", "parse-error"};
  return kNames[static_cast<int>(status)];
}

}  // namespace sonde
