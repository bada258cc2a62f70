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
  rules.FillBuckets();
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
  if (line[0] == '/') line.remove_prefix(1);
  // git compares the part before the first special character by itself and
  // matches the rest as a pattern of its own: `a/b**` and `a/**` alike.
  const std::string_view prefix = line.substr(0, line.find_first_of("*?[\\"));
  auto glob = Glob::Compile(line.substr(prefix.size()), Glob::Dialect::kGit);
  if (!std::holds_alternative<Glob>(glob)) return;
  rules_.push_back({negated, folders_only, base_name_only, std::string(prefix), std::move(std::get<Glob>(glob))});
}

void Gitignore::FillBuckets() {
  std::vector<Filter> filters;
  std::vector<size_t> buckets;
  for (size_t i = 0; i < rules_.size(); ++i) {
    const Rule& rule = rules_[i];
    const std::string_view suffix = rule.glob.MatchesOnlyEmpty() ? rule.prefix : rule.glob.LiteralSuffix();
    const size_t begin = rule.base_name_only ? kBaseNameBegin : kPathBegin;
    constexpr std::string_view kKnown = "\xFF\xFF";
    Key mask;
    Key value;
    mask.SetBegin(begin, kKnown.substr(0, rule.prefix.size()));
    value.SetBegin(begin, rule.prefix);
    mask.SetEnd(kKnown.substr(0, suffix.size()));
    value.SetEnd(suffix);
    filters.push_back({mask.Packed(), value.Packed(), static_cast<uint32_t>(i)});
    buckets.push_back(suffix.empty() ? kAnyLastByte : value.bytes[kPathEnd] % kLastByteBuckets);
    ++bucket_begins_[buckets.back() + 1];
  }
  for (size_t i = 1; i < bucket_begins_.size(); ++i) bucket_begins_[i] += bucket_begins_[i - 1];
  auto next = bucket_begins_;
  filters_.resize(filters.size());
  for (size_t i = 0; i < filters.size(); ++i) filters_[next[buckets[i]]++] = filters[i];
}

// A path with what all filters compare it by.
struct Gitignore::Subject {
  std::string_view path;
  std::string_view base_name;
  bool is_directory;
  uint64_t key;
};

// 1 + index of the last rule of the bucket that matches; rules before index
// `floor` don't count. `floor` when there is none.
size_t Gitignore::LastMatch(size_t bucket, size_t floor, const Subject& subject) const {
  for (size_t i = bucket_begins_[bucket + 1]; i-- > bucket_begins_[bucket];) {
    const Filter& filter = filters_[i];
#ifdef SONDE_PLANTED_FAULT
    if (floor != 0 && filter.rule == floor) break;
#endif
    if (filter.rule < floor) break;
    if ((subject.key & filter.mask) != filter.value) continue;
    const Rule& rule = rules_[filter.rule];
    if (rule.folders_only && !subject.is_directory) continue;
    const std::string_view text = rule.base_name_only ? subject.base_name : subject.path;
    if (text.substr(0, rule.prefix.size()) != rule.prefix) continue;
    if (rule.glob.Matches(text.substr(rule.prefix.size()))) return filter.rule + size_t{1};
  }
  return floor;
}

IgnoreVerdict Gitignore::Match(std::string_view path, bool is_directory) const {
  if (path.empty()) return IgnoreVerdict::kNone;
  Subject subject{path, BaseName(path), is_directory, 0};
  Key key;
  key.SetBegin(kPathBegin, path);
  key.SetBegin(kBaseNameBegin, subject.base_name);
  key.SetEnd(path);
  subject.key = key.Packed();
  size_t last = LastMatch(key.bytes[kPathEnd] % kLastByteBuckets, 0, subject);
  last = LastMatch(kAnyLastByte, last, subject);
  if (last == 0) return IgnoreVerdict::kNone;
  return rules_[last - 1].negated ? IgnoreVerdict::kWhitelisted : IgnoreVerdict::kIgnored;
}

}  // namespace sonde
