// Failure as a value.
//
// Everything in the core that can fail returns Result<T> or Error; nothing
// throws (the WebAssembly build has no exceptions). An Error carries a code of
// core/contract/errors.json and the whole message a caller shows: what is
// wrong, and what to do next.
#ifndef SONDE_BASE_RESULT_H_
#define SONDE_BASE_RESULT_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/contract/error_code.h"

namespace sonde {

struct Error {
  ErrorCode code;
  std::string message;
};

inline std::string_view ErrorName(ErrorCode code) { return kErrorEntries[static_cast<int>(code)].name; }

// The contract's text of `code`, with each {name} replaced by its value.
Error MakeError(ErrorCode code, std::initializer_list<std::pair<std::string_view, std::string_view>> values);
// The same for texts whose one value is {detail}, or {limit}.
Error DetailError(ErrorCode code, std::string_view detail);
Error LimitError(ErrorCode code, int64_t limit);

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit by design
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit by design

  bool ok() const { return state_.index() == 0; }
  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  const Error& error() const& { return *std::get_if<1>(&state_); }
  Error&& error() && { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace sonde

#endif  // SONDE_BASE_RESULT_H_
