#include "core/base/result.h"

namespace sonde {

Error MakeError(ErrorCode code, std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
  std::string_view text = kErrorEntries[static_cast<int>(code)].text;
  std::string message;
  while (!text.empty()) {
    size_t open = text.find('{');
    size_t close = open == std::string_view::npos ? open : text.find('}', open);
    if (close == std::string_view::npos) break;
    message.append(text.substr(0, open));
    std::string_view name = text.substr(open + 1, close - open - 1);
    std::string_view replacement = text.substr(open, close - open + 1);
    for (const auto& [key, value] : values) {
      if (key == name) replacement = value;
    }
    message.append(replacement);
    text.remove_prefix(close + 1);
  }
  message.append(text);
  return {code, std::move(message)};
}

Error DetailError(ErrorCode code, std::string_view detail) { return MakeError(code, {{"detail", detail}}); }

Error LimitError(ErrorCode code, int64_t limit) { return MakeError(code, {{"limit", std::to_string(limit)}}); }

}  // namespace sonde
