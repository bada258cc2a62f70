// The rules of one ignore file (.gitignore or .ignore), with git's meaning:
// anchoring, `**`, negation, folders only, escapes, blanks at the end. Compared
// as bytes, as git does.
#ifndef SONDE_IGNORE_GITIGNORE_H_
#define SONDE_IGNORE_GITIGNORE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/glob/glob.h"

namespace sonde {

enum class IgnoreVerdict { kNone, kIgnored, kWhitelisted };

class Gitignore {
 public:
  // Never fails: a malformed line has no effect, as in git. Takes LF and CRLF
  // line ends and a byte order mark.
  static Gitignore Parse(std::string_view text);

  // The verdict of the last rule that matches `path`, given from the ignore
  // file's folder. Says nothing about the folders above `path`: in an ignored
  // folder everything is ignored, whatever the rules say.
  IgnoreVerdict Match(std::string_view path, bool is_directory) const;

  bool empty() const { return rules_.empty(); }

 private:
  struct Rule {
    bool negated;
    bool folders_only;
    bool base_name_only;  // a rule without '/'
    std::string prefix;   // literal; `glob` matches what follows it
    Glob glob;
  };

  // Two bytes each of the path's begin, the base name's begin and the path's
  // end. A rule can only match where `(key & mask) == value`: this rules out
  // nearly every rule for the price of one comparison.
  struct Filter {
    uint64_t mask;
    uint64_t value;
    uint32_t rule;  // index into rules_
  };

  // Filters stand in buckets by the low bits of the path's last byte, those of
  // rules that match any last byte in one more bucket.
  static constexpr size_t kLastByteBuckets = 64;
  static constexpr size_t kAnyLastByte = kLastByteBuckets;

  struct Subject;

  void AddLine(std::string_view line);
  void FillBuckets();
  size_t LastMatch(size_t bucket, size_t floor, const Subject& subject) const;

  std::vector<Rule> rules_;      // in file order
  std::vector<Filter> filters_;  // bucket after bucket, in file order within one
  std::array<uint32_t, kLastByteBuckets + 2> bucket_begins_ = {};
};

}  // namespace sonde

#endif  // SONDE_IGNORE_GITIGNORE_H_
