// Who knows the symbols of a source text. No provider is built in yet; without
// one every inspection says provider-unavailable, and nothing is guessed.
#ifndef SONDE_STRUCTURE_PROVIDER_H_
#define SONDE_STRUCTURE_PROVIDER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

enum class StructureStatus { kAvailable, kNoSymbol, kProviderUnavailable, kUnsupportedLanguage, kParseError };

std::string_view StructureStatusName(StructureStatus status);

struct Symbol {
  std::string name;
  std::string kind;                // function, class, …
  std::vector<std::string> scope;  // outermost first
  int64_t start_line = 0;          // 1-based, inclusive
  int64_t end_line = 0;
};

struct Structure {
  StructureStatus status = StructureStatus::kProviderUnavailable;
  std::string provider;
  std::string language;
  Symbol symbol;  // with kAvailable
};

class StructureProvider {
 public:
  virtual ~StructureProvider() = default;
  // The innermost symbol of `text` that encloses `line` (1-based). `text` is
  // one immutable revision of the file at `path`.
  virtual Structure Enclosing(std::string_view path, std::string_view text, int64_t line) const = 0;
};

}  // namespace sonde

#endif  // SONDE_STRUCTURE_PROVIDER_H_
