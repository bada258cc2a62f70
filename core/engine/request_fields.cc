#include "core/engine/request_fields.h"

#include <cmath>

namespace sonde {

std::string StringField(const nlohmann::json& object, std::string_view name) {
  auto at = object.find(name);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

const nlohmann::json& FieldOr(const nlohmann::json& object, std::string_view name, const nlohmann::json& absent) {
  auto at = object.find(name);
  return at == object.end() ? absent : *at;
}

bool BoolField(const nlohmann::json& object, std::string_view name) {
  auto at = object.find(name);
  return at != object.end() && at->is_boolean() && at->get<bool>();
}

std::optional<double> NumberField(const nlohmann::json& object, std::string_view name) {
  auto at = object.find(name);
  if (at == object.end() || !at->is_number()) return std::nullopt;
  double value = at->get<double>();
  return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
}

}  // namespace sonde
