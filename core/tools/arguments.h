// Checks of tool arguments. Nothing is clamped or guessed: what is wrong is
// INVALID_ARGS with the offending field named.
#ifndef SONDE_TOOLS_ARGUMENTS_H_
#define SONDE_TOOLS_ARGUMENTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/glob/path_filter.h"
#include "nlohmann/json.hpp"

namespace sonde {

// The largest integer that JavaScript holds exactly.
inline constexpr int64_t kMaxInteger = 9007199254740991;

inline Error InvalidArgs(std::string detail) { return {ErrorCode::kInvalidArgs, std::move(detail)}; }

// Reads the fields of one argument object. The first error sticks.
class ArgumentReader {
 public:
  // `known` are the fields of the tool's schema, in its order.
  template <size_t kCount>
  ArgumentReader(const nlohmann::json& arguments, std::string_view tool, const std::string_view (&known)[kCount])
      : ArgumentReader(arguments, tool, known, kCount) {}

  // A string field, absent when not given. `optional_message` is the error for
  // an empty one, "" when it may be empty.
  std::optional<std::string> String(std::string_view name, std::string_view empty_message);
  // A string field that must be given and hold more than `blank` characters.
  std::string RequiredString(std::string_view name, bool blank_is_empty);
  // An integer field of [least, most]; `most` is at most kMaxInteger.
  std::optional<int64_t> Integer(std::string_view name, int64_t least, int64_t most);

  const std::optional<Error>& error() const { return error_; }
  void Fail(std::string detail);

 private:
  ArgumentReader(const nlohmann::json& arguments, std::string_view tool, const std::string_view* known, size_t count);
  const nlohmann::json* Field(std::string_view name) const;

  const nlohmann::json& arguments_;
  std::optional<Error> error_;
};

// Refuses what is not one positive glob. `name` is the argument's name.
std::optional<Error> CheckGlobArgument(std::string_view name, std::string_view glob);

// Compiles a glob argument of at most `max_bytes` bytes; SEARCH_INVALID_PATTERN
// with the position.
Result<PathFilter> CompileGlob(std::string_view glob, std::string_view base, int64_t max_bytes);

}  // namespace sonde

#endif  // SONDE_TOOLS_ARGUMENTS_H_
