// The fields of a request, which may be absent or of another type.
#ifndef SONDE_ENGINE_REQUEST_FIELDS_H_
#define SONDE_ENGINE_REQUEST_FIELDS_H_

#include <optional>
#include <string>
#include <string_view>

#include "nlohmann/json.hpp"

namespace sonde {

// Empty without a string.
std::string StringField(const nlohmann::json& object, std::string_view name);

// A field as it stands, `absent` without one: a copy of deeply nested JSON would
// take the stack.
const nlohmann::json& FieldOr(const nlohmann::json& object, std::string_view name, const nlohmann::json& absent);

// True for true.
bool BoolField(const nlohmann::json& object, std::string_view name);

// A finite number, or nothing.
std::optional<double> NumberField(const nlohmann::json& object, std::string_view name);

}  // namespace sonde

#endif  // SONDE_ENGINE_REQUEST_FIELDS_H_
