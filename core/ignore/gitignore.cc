#include "core/ignore/gitignore.h"

#include <cstring>
#include <utility>
#include <variant>

#include "core/base/path_order.h"

namespace sonde {
namespace {

// Places in a filter's key, a byte each.
constexpr size_t kPathBegin = 0;
constexpr size_t kBaseNameBegin = 2;
constexpr size_t kPathEnd = 4;  // the last byte, then the one before

struct Key {
  uint8_t bytes[8] = {};

  void SetBegin(size_t place, std::string_view text) {
    for (size_t i = 0; i < 2 && i < text.size(); ++i) bytes[place + i] = static_cast<uint8_t>(text[i]);
  }
  void SetEnd(std::string_view text) {
    for (size_t i = 0; i < 2 && i < text.size(); ++i) {
      bytes[kPathEnd + i] = static_cast<uint8_t>(text[text.size() - 1 - i]);
    }
  }
  uint64_t Packed() const {
    uint64_t packed;
    std::memcpy(&packed, bytes, sizeof packed);
    return packed;
  }
};

// Only blanks are dropped, and only those that no backslash escapes.
std::string_view TrimTrailingBlanks(std::string_view line) {
  size_t kept = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ' ') continue;
    if (line[i] == '\\') ++i;
    kept = i + 1;
  }
  return line.substr(0, kept);
}

}  // namespace

Gitignore Gitignore::Parse(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) text.remove_prefix(kByteOrderMark.size());
  Gitignore rules;
  while (!text.empty()) {
    const size_t line_feed = text.find('\n');
    std::string_view line = text.substr(0, line_feed);
    text.remove_prefix(line_feed == std::string_view::npos ? text.size() : line_feed + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    rules.AddLine(line);
  }
  return rules;
}

void Gitignore::AddLine(std::string_view line) {
  if (!line.empty() && line[0] == '#') return;
  line = TrimTrailingBlanks(line.substr(0, line.find('\0')));
  const bool negated = !line.empty() && line[0] == '!';
  if (negated) line.remove_prefix(1);
  const bool folders_only = !line.empty() && line.back() == '/';
  if (folders_only) line.remove_suffix(1);
  if (line.empty()) return;
  const bool base_name_only = line.find('/') == std::string_view::npos;
  std::string_view prefix;
  if (!base_name_only) {
    if (line[0] == '/') line.remove_prefix(1);
    // git compares the part before the first special character by itself and
    // matches the rest as a pattern of its own: `a/b**` and `a/**` alike.
    prefix = line.substr(0, line.find_first_of("*?[\\"));
    line.remove_prefix(prefix.size());
  }
  auto glob = Glob::Compile(line, Glob::Dialect::kGit);
  if (!std::holds_alternative<Glob>(glob)) return;
  Rule rule{negated, folders_only, base_name_only, std::string(prefix), std::move(std::get<Glob>(glob))};
  filters_.push_back(MakeFilter(rule));
  rules_.push_back(std::move(rule));
}

Gitignore::Filter Gitignore::MakeFilter(const Rule& rule) {
  Key mask;
  Key value;
  constexpr std::string_view kKnown = "\xFF\xFF";
  const size_t begin = rule.base_name_only ? kBaseNameBegin : kPathBegin;
  const std::string_view prefix = rule.base_name_only ? rule.glob.LiteralPrefix() : std::string_view(rule.prefix);
  const std::string_view suffix = rule.glob.LiteralSuffix();
  value.SetBegin(begin, prefix);
  mask.SetBegin(begin, kKnown.substr(0, prefix.size()));
  value.SetEnd(suffix);
  mask.SetEnd(kKnown.substr(0, suffix.size()));
  return {mask.Packed(), value.Packed()};
}

bool Gitignore::Rule::Matches(std::string_view path, std::string_view base_name, bool is_directory) const {
  if (folders_only && !is_directory) return false;
  if (base_name_only) return glob.Matches(base_name);
  return path.substr(0, prefix.size()) == prefix && glob.Matches(path.substr(prefix.size()));
}

IgnoreVerdict Gitignore::Match(std::string_view path, bool is_directory) const {
  const std::string_view base_name = BaseName(path);
  Key path_key;
  path_key.SetBegin(kPathBegin, path);
  path_key.SetBegin(kBaseNameBegin, base_name);
  path_key.SetEnd(path);
  const uint64_t key = path_key.Packed();
  for (size_t i = rules_.size(); i-- > 0;) {
    if ((key & filters_[i].mask) != filters_[i].value) continue;
    if (!rules_[i].Matches(path, base_name, is_directory)) continue;
    return rules_[i].negated ? IgnoreVerdict::kWhitelisted : IgnoreVerdict::kIgnored;
  }
  return IgnoreVerdict::kNone;
}

}  // namespace sonde
