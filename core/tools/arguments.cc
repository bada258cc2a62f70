#include "core/tools/arguments.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "core/base/utf8.h"

namespace sonde {

ArgumentReader::ArgumentReader(const nlohmann::json& arguments, std::string_view tool, const std::string_view* known,
                               size_t count)
    : arguments_(arguments) {
  if (!arguments.is_object()) {
    Fail("arguments must be an object");
    return;
  }
  std::string takes;
  for (size_t i = 0; i < count; ++i) takes.append(i == 0 ? "" : ", ").append(known[i]);
  std::string unknown;
  for (const auto& [name, value] : arguments.items()) {
    bool is_known = std::find(known, known + count, name) != known + count;
    if (!is_known) unknown.append(unknown.empty() ? "" : ", ").append(name);
  }
  if (!unknown.empty()) Fail("unknown argument: " + unknown + "; " + std::string(tool) + " takes " + takes);
}

void ArgumentReader::Fail(std::string detail) {
  if (!error_) error_ = InvalidArgs(std::move(detail));
}

const nlohmann::json* ArgumentReader::Field(std::string_view name) const {
  if (!arguments_.is_object()) return nullptr;
  auto at = arguments_.find(name);
  return at == arguments_.end() ? nullptr : &*at;
}

std::optional<std::string> ArgumentReader::String(std::string_view name, std::string_view empty_message) {
  const nlohmann::json* field = Field(name);
  if (!field) return std::nullopt;
  if (!field->is_string()) {
    Fail(std::string(name) + " must be a string");
    return std::nullopt;
  }
  std::string text = field->get<std::string>();
  if (text.empty() && !empty_message.empty()) Fail(std::string(empty_message));
  return text;
}

std::string ArgumentReader::RequiredString(std::string_view name, bool blank_is_empty) {
  std::string required = std::string(name) + " is required and can't be empty";
  std::string text = String(name, required).value_or("");
  bool blank = blank_is_empty && text.find_first_not_of(" \t\r\n\f\v") == std::string::npos;
  if (text.empty() || blank) Fail(required);
  return text;
}

std::optional<int64_t> ArgumentReader::Integer(std::string_view name, int64_t least, int64_t most) {
  const nlohmann::json* field = Field(name);
  if (!field) return std::nullopt;
  // 5.0 is the integer 5 to a JSON Schema; JSON from JavaScript never says so.
  double number = field->is_number() ? field->get<double>() : 0;
#ifdef SONDE_PLANTED_FAULT
  --least;
#endif
  bool whole = field->is_number() && number >= static_cast<double>(least) && number <= static_cast<double>(most) &&
               number == std::floor(number);
  if (whole) return static_cast<int64_t>(number);
  std::string from = std::to_string(least);
  std::string range = most == kMaxInteger ? "of " + from + " or more" : "from " + from + " to " + std::to_string(most);
  Fail(std::string(name) + " must be an integer " + range);
  return std::nullopt;
}

std::optional<Error> CheckGlobArgument(std::string_view name, std::string_view glob) {
  if (!glob.empty() && glob.front() == '!') {
    return InvalidArgs(std::string(name) + " takes a positive glob: a leading ! is not supported");
  }
  return std::nullopt;
}

Result<PathFilter> CompileGlob(std::string_view glob, std::string_view base, int64_t max_bytes) {
  if (static_cast<int64_t>(glob.size()) > max_bytes) {
    return Error{ErrorCode::kSearchInvalidPattern, "glob parse error at character 1: the glob is longer than " +
                                                       std::to_string(max_bytes) + " bytes: use a shorter one"};
  }
  std::variant<PathFilter, GlobError> compiled = PathFilter::Compile(glob, base);
  if (auto* filter = std::get_if<PathFilter>(&compiled)) return std::move(*filter);
  const GlobError& error = *std::get_if<GlobError>(&compiled);
  size_t character = 1;
  for (size_t at = 0; at < error.offset && at < glob.size(); ++character) DecodeUtf8(glob, &at);
  return Error{ErrorCode::kSearchInvalidPattern,
               "glob parse error at character " + std::to_string(character) + " of \"" +
                   std::string(glob.substr(0, FloorCodePoint(glob, std::min<size_t>(glob.size(), 200)))) +
                   "\": " + error.message};
}

}  // namespace sonde
