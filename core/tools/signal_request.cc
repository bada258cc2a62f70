#include "core/tools/signal_request.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "core/contract/tool_arguments.h"
#include "core/present/match_row.h"
#include "core/tools/arguments.h"

namespace sonde {
namespace {

using Json = nlohmann::json;

constexpr int64_t kMaxContext = 20;
constexpr int64_t kMaxLimit = 100;
constexpr size_t kMaxPaths = 20;
constexpr size_t kMaxTargets = 5;
constexpr size_t kMinAnyOf = 2;
constexpr size_t kMaxAnyOf = 64;
// An error names so many unknown fields, each cut to so many UTF-16 units.
constexpr size_t kMaxNamedUnknown = 20;
constexpr size_t kMaxUnknownUnits = 60;

std::optional<int64_t> AsInteger(const Json& value, int64_t least, int64_t most) {
  if (!value.is_number()) return std::nullopt;
  double number = value.get<double>();
  bool whole = number >= static_cast<double>(least) && number <= static_cast<double>(most) &&
               number == static_cast<double>(static_cast<int64_t>(number));
  return whole ? std::optional<int64_t>(static_cast<int64_t>(number)) : std::nullopt;
}

class RequestParser {
 public:
  explicit RequestParser(const Json& arguments) : arguments_(arguments) {}

  Result<SignalRequest> Parse() {
    if (!arguments_.is_object()) return InvalidArgs("arguments must be an object");
    for (const auto& [name, value] : arguments_.items()) ParseField(name, value);
    // What goes together depends on the mode; without a valid one nothing is said of it.
    if (problems_.count("mode") == 0) CheckCombination();
    if (!problems_.empty() || !unknown_.empty()) return InvalidArgs(Problems());
    return std::move(request_);
  }

 private:
  bool Has(std::string_view name) const { return arguments_.contains(name); }

  // The first problem of a field stands.
  void Refuse(std::string_view name, std::string_view reason) { problems_.emplace(name, reason); }

  void ParseBool(std::string_view name, const Json& value, bool* out) {
    if (!value.is_boolean()) return Refuse(name, "must be true or false");
    *out = value.get<bool>();
  }

  void ParseInteger(std::string_view name, const Json& value, int64_t least, int64_t most,
                    std::optional<int64_t>* out) {
    *out = AsInteger(value, least, most);
    std::string from = std::to_string(least);
    std::string range =
        most == kMaxInteger ? "of " + from + " or more" : "from " + from + " to " + std::to_string(most);
    if (!*out) Refuse(name, "must be an integer " + range);
  }

  void ParseStrings(std::string_view name, const Json& value, size_t least, size_t most, bool one_is_enough,
                    std::vector<std::string>* out) {
    if (one_is_enough && value.is_string() && !value.get<std::string>().empty()) {
      out->push_back(value.get<std::string>());
      return;
    }
    bool fits = value.is_array() && value.size() >= least && value.size() <= most;
    if (fits) {
      for (const Json& item : value) fits = fits && item.is_string() && !item.get<std::string>().empty();
    }
    if (!fits) {
      std::string what = one_is_enough ? "must be a string or an array of strings, none of them empty"
                                       : "must be an array of " + std::to_string(least) + " to " +
                                             std::to_string(most) + " strings, none of them empty";
      return Refuse(name, what);
    }
    for (const Json& item : value) out->push_back(item.get<std::string>());
  }

  void ParseMode(const Json& value) {
    static constexpr std::string_view kModes[] = {"auto", "summary", "matches", "inspect", "files"};
    std::string mode = value.is_string() ? value.get<std::string>() : "";
    const auto* found = std::find(std::begin(kModes), std::end(kModes), mode);
    if (found == std::end(kModes)) return Refuse("mode", "must be auto, summary, matches, inspect or files");
    request_.mode = static_cast<SignalMode>(found - std::begin(kModes));
    request_.mode_given = true;
  }

  void ParseIndices(const Json& value) {
    bool fits = value.is_array() && !value.empty() && value.size() <= kMaxTargets;
    if (fits) {
      for (const Json& item : value) {
        std::optional<int64_t> index = AsInteger(item, 1, kMaxInteger);
        fits = fits && index;
        request_.match_indices.push_back(index.value_or(0));
      }
    }
    if (!fits) Refuse("matchIndices", "must be an array of 1 to 5 integers, each 1 or more");
    request_.batch = true;
  }

  void ParseTargets(const Json& value) {
    bool fits = value.is_array() && !value.empty() && value.size() <= kMaxTargets;
    if (fits) {
      for (const Json& item : value) fits = fits && ParseTarget(item);
    }
    if (!fits) Refuse("targets", "must be an array of 1 to 5 objects {path, line}");
    request_.batch = true;
  }

  bool ParseTarget(const Json& item) {
    if (!item.is_object() || item.size() != 2 || !item.contains("path") || !item.contains("line")) return false;
    std::optional<int64_t> line = AsInteger(item["line"], 1, kMaxInteger);
    if (!item["path"].is_string() || item["path"].get<std::string>().empty() || !line) return false;
    request_.targets.push_back({item["path"].get<std::string>(), *line});
    return true;
  }

  void ParseField(const std::string& name, const Json& value) {
    SignalRequest& request = request_;
    if (name == "pattern") {
      if (!value.is_string()) return Refuse(name, "must be a string");
      request.pattern = value.get<std::string>();
    } else if (name == "path" || name == "cursor") {
      bool given = value.is_string() && !value.get<std::string>().empty();
      if (!given) return Refuse(name, "must be a string and can't be empty");
      if (name == "path") request.path = value.get<std::string>();
      if (name == "cursor") request.cursor = value.get<std::string>();
    } else if (name == "paths") {
      ParseStrings(name, value, 1, kMaxPaths, false, &request.paths);
    } else if (name == "glob") {
      ParseStrings(name, value, 0, SIZE_MAX, true, &request.glob);
    } else if (name == "exclude") {
      ParseStrings(name, value, 0, SIZE_MAX, true, &request.exclude);
    } else if (name == "anyOf") {
      ParseStrings(name, value, kMinAnyOf, kMaxAnyOf, false, &request.any_of);
    } else if (name == "literal") {
      ParseBool(name, value, &request.literal);
    } else if (name == "wholeWord") {
      ParseBool(name, value, &request.whole_word);
    } else if (name == "ignoreCase") {
      bool ignore_case = false;
      ParseBool(name, value, &ignore_case);
      request.ignore_case = ignore_case;
    } else if (name == "hidden") {
      ParseBool(name, value, &request.hidden);
    } else if (name == "noIgnore") {
      ParseBool(name, value, &request.no_ignore);
    } else if (name == "pinned") {
      ParseBool(name, value, &request.pinned);
    } else if (name == "context") {
      ParseInteger(name, value, 0, kMaxContext, &request.context);
    } else if (name == "limit") {
      ParseInteger(name, value, 1, kMaxLimit, &request.limit);
    } else if (name == "mode") {
      ParseMode(value);
    } else if (name == "line") {
      ParseInteger(name, value, 1, kMaxInteger, &line_);
    } else if (name == "matchIndex") {
      std::optional<int64_t> index;
      ParseInteger(name, value, 1, kMaxInteger, &index);
      request.match_indices.push_back(index.value_or(0));
    } else if (name == "matchIndices") {
      ParseIndices(value);
    } else if (name == "targets") {
      ParseTargets(value);
    } else {
      unknown_.push_back(name);
    }
  }

  // Refuses every given field that is not in `allowed`.
  void AllowOnly(std::initializer_list<std::string_view> allowed, std::string_view where) {
    for (std::string_view name : kSignalGrepArguments) {
      if (!Has(name) || std::find(allowed.begin(), allowed.end(), name) != allowed.end()) continue;
      Refuse(name, std::string("is not allowed ").append(where));
    }
  }

  void CheckCombination() {
    bool inspect = request_.mode == SignalMode::kInspect;
    if (Has("cursor")) {
      inspect ? CheckInspectMatches() : CheckContinue();
    } else if (inspect) {
      CheckInspectTargets();
    } else {
      CheckSearch();
    }
  }

  void CheckSearch() {
    request_.kind = SignalRequest::Kind::kSearch;
    AllowOnly({"pattern", "path", "glob", "exclude", "literal", "wholeWord", "ignoreCase", "hidden", "noIgnore",
               "context", "limit", "mode", "anyOf"},
              "in a new search");
    bool both = Has("pattern") && Has("anyOf");
    if (both) Refuse("anyOf", "stands instead of pattern, not beside it");
    if (!Has("pattern") && !Has("anyOf")) Refuse("pattern", "is required for a new search (or anyOf, or a cursor)");
    if (Has("anyOf") && Has("literal") && !request_.literal)
      Refuse("literal", "can't be false: the terms of anyOf are literal");
  }

  void CheckContinue() {
    request_.kind = SignalRequest::Kind::kContinue;
    AllowOnly({"cursor", "mode", "path", "paths"}, "beside a cursor");
    if (Has("mode") && request_.mode == SignalMode::kAuto) Refuse("mode", "can't be auto beside a cursor");
    if (Has("path") && Has("paths")) Refuse("paths", "is not allowed beside path");
    if (request_.path) request_.paths = {*request_.path};
    bool overview = request_.mode == SignalMode::kSummary || request_.mode == SignalMode::kFiles;
    if (overview && Has("path")) Refuse("path", "selects matching lines, which this mode does not show");
    if (overview && Has("paths")) Refuse("paths", "selects matching lines, which this mode does not show");
  }

  void CheckInspectMatches() {
    request_.kind = SignalRequest::Kind::kInspectMatches;
    AllowOnly({"cursor", "mode", "matchIndex", "matchIndices", "pinned"}, "in an inspection by cursor");
    if (Has("matchIndex") && Has("matchIndices")) Refuse("matchIndices", "is not allowed beside matchIndex");
    if (!Has("matchIndex") && !Has("matchIndices")) {
      Refuse("matchIndex", "is required to inspect by cursor (or matchIndices)");
    }
  }

  void CheckInspectTargets() {
    request_.kind = SignalRequest::Kind::kInspectTargets;
    AllowOnly({"mode", "path", "line", "targets"}, "in an inspection by path");
    if (Has("targets")) {
      if (Has("path")) Refuse("path", "is not allowed beside targets");
      if (Has("line")) Refuse("line", "is not allowed beside targets");
      return;
    }
    if (!Has("path")) Refuse("path", "is required to inspect (or targets, or a cursor)");
    if (!Has("line")) Refuse("line", "is required to inspect by path");
    if (request_.path && line_) request_.targets.push_back({*request_.path, *line_});
  }

  std::string Problems() const {
    std::string text;
    for (std::string_view name : kSignalGrepArguments) {
      auto at = problems_.find(name);
      if (at == problems_.end()) continue;
      text.append(text.empty() ? "" : "; ").append(name).append(" ").append(at->second);
    }
    for (size_t i = 0; i < std::min(unknown_.size(), kMaxNamedUnknown); ++i) {
      text.append(text.empty() ? "" : "; ").append(ExcerptLine(unknown_[i], nullptr, kMaxUnknownUnits).text);
      text.append(" is unknown");
    }
    if (unknown_.size() > kMaxNamedUnknown) {
      text.append("; ").append(std::to_string(unknown_.size() - kMaxNamedUnknown)).append(" more are unknown");
    }
    return text;
  }

  const Json& arguments_;
  SignalRequest request_;
  std::optional<int64_t> line_;
  std::map<std::string, std::string, std::less<>> problems_;
  std::vector<std::string> unknown_;
};

}  // namespace

Result<SignalRequest> ParseSignalRequest(const Json& arguments) { return RequestParser(arguments).Parse(); }

}  // namespace sonde
