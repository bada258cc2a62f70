// What git says about hundreds of further cases: tests/differential.
#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "core/ignore/cascade.h"
#include "core/ignore/gitignore.h"

namespace sonde {
namespace {

constexpr auto kNone = IgnoreVerdict::kNone;
constexpr auto kIgnored = IgnoreVerdict::kIgnored;
constexpr auto kWhitelisted = IgnoreVerdict::kWhitelisted;

struct RuleCase {
  const char* name;
  std::string rules;
  std::string path;  // with '/' at the end: a folder
  IgnoreVerdict verdict;
};

const RuleCase kRuleCases[] = {
    {"no rules", "", "a", kNone},
    {"a name", "foo", "foo", kIgnored},
    {"a name, deeper", "foo", "a/b/foo", kIgnored},
    {"a name, other", "foo", "foo2", kNone},
    {"one letter", "f", "f", kIgnored},
    {"one letter, deeper", "f", "a/f", kIgnored},
    {"a suffix", "*.o", "a/b.o", kIgnored},
    {"a suffix of one byte", "*~", "a~", kIgnored},
    {"a prefix", "tmp*", "a/tmp1", kIgnored},
    {"anchored", "/foo", "foo", kIgnored},
    {"anchored, deeper", "/foo", "a/foo", kNone},
    {"a path", "a/b", "a/b", kIgnored},
    {"a path, deeper", "a/b", "x/a/b", kNone},
    {"a path with a wildcard", "a/*.o", "a/b.o", kIgnored},
    {"a path with a wildcard, deeper", "a/*.o", "a/c/b.o", kNone},
    {"folders only, a folder", "foo/", "foo/", kIgnored},
    {"folders only, a file", "foo/", "foo", kNone},
    {"negated", "*.o\n!a.o", "a.o", kWhitelisted},
    {"the last rule wins", "!a.o\n*.o", "a.o", kIgnored},
    {"a comment", "#foo", "#foo", kNone},
    {"an escaped comment sign", "\\#foo", "#foo", kIgnored},
    {"an escaped exclamation mark", "\\!foo", "!foo", kIgnored},
    {"CRLF", "foo\r\nbar\r\n", "foo", kIgnored},
    {"a byte order mark",
     "\xEF\xBB\xBF"
     "foo",
     "foo", kIgnored},
    {"S-A25: blanks after a slash", "bar/  \n", "bar/", kIgnored},
    {"S-A25: an escaped blank", "foo\\ \n", "foo ", kIgnored},
    {"S-A25: an escaped blank, without", "foo\\ \n", "foo", kNone},
    {"a trailing backslash", "foo\\", "foo\\", kNone},
    {"a backslash before blanks", "foo\\\\  ", "foo\\", kIgnored},
    {"an unclosed class", "[a\n", "[a", kNone},
    {"a malformed line leaves the others", "[a\nfoo\n", "foo", kIgnored},
    {"an exclamation mark alone", "!\n", "!", kNone},
    {"a slash alone", "/\n", "a/", kNone},
    {"two slashes lead", "//a\n", "a", kNone},
    {"NUL ends a line", std::string("foo\0bar\nx", 9), "foo", kIgnored},
    {"NUL ends a line, not the file", std::string("foo\0bar\nx", 9), "x", kIgnored},
    {"bytes that are no UTF-8", "\xFF*", "\xFF\xFE", kIgnored},
    {"git's quirk: two stars after a literal prefix", "a/b**/c", "a/bc", kIgnored},
    {"two stars after a wildcard", "a?b**/c", "axbc", kNone},
    {"a later rule of any last byte wins", "!a.o\na*", "a.o", kIgnored},
    {"an earlier rule of any last byte loses", "a*\n!a.o", "a.o", kWhitelisted},
    {"rules of one bucket keep their order", "*.o\n!a.o\na.o\n!b.o", "a.o", kIgnored},
    {"last bytes that share a bucket", "!a\n*\xE1\n", "a", kWhitelisted},
    {"a path longer than the rule's prefix", "a/b", "a/bc", kNone},
    {"a path shorter than the rule's prefix", "abc/d", "ab", kNone},
};

TEST_CASE("Gitignore::Match") {
  for (const RuleCase& row : kRuleCases) {
    INFO(row.name);
    const bool is_directory = row.path.back() == '/';
    const std::string path = row.path.substr(0, row.path.size() - (is_directory ? 1 : 0));
    CHECK(Gitignore::Parse(row.rules).Match(path, is_directory) == row.verdict);
  }
}

TEST_CASE("the empty path has no verdict") { CHECK(Gitignore::Parse("*").Match("", true) == kNone); }

TEST_CASE("Gitignore::empty tells rules from lines") {
  CHECK(Gitignore::Parse("").empty());
  CHECK(Gitignore::Parse("# a\n\n  \n[\n/\n").empty());
  CHECK_FALSE(Gitignore::Parse("a").empty());
}

std::shared_ptr<const Gitignore> Rules(std::string_view text) {
  return std::make_shared<Gitignore>(Gitignore::Parse(text));
}

TEST_CASE("the deepest ignore file with a verdict decides") {
  IgnoreCascade cascade;
  CHECK_FALSE(cascade.IsIgnored("a.o", false));
  cascade.Push("", Rules("*.o\n/top"), nullptr);
  CHECK(cascade.IsIgnored("a.o", false));
  cascade.Push("sub", Rules("!a.o\n/x"), nullptr);
  CHECK_FALSE(cascade.IsIgnored("sub/a.o", false));
  CHECK(cascade.IsIgnored("sub/b.o", false));
  CHECK(cascade.IsIgnored("sub/x", false));
  CHECK_FALSE(cascade.IsIgnored("sub/top", false));
  cascade.Push("sub/deep", nullptr, nullptr);
  CHECK_FALSE(cascade.IsIgnored("sub/deep/a.o", false));
  CHECK_FALSE(cascade.IsIgnored("sub/deep/x", false));
  cascade.Pop();
  cascade.Pop();
  CHECK(cascade.IsIgnored("a.o", false));
  CHECK_FALSE(cascade.IsIgnored("x", false));
  cascade.Pop();
  CHECK_FALSE(cascade.IsIgnored("a.o", false));
}

TEST_CASE("any .ignore verdict beats any .gitignore verdict") {
  IgnoreCascade cascade;
  cascade.Push("", Rules("*.log"), Rules("!keep.log\n*.tmp"));
  cascade.Push("sub", Rules("keep.log\n!*.tmp"), Rules(""));
  CHECK(cascade.IsIgnored("sub/a.log", false));
  CHECK_FALSE(cascade.IsIgnored("sub/keep.log", false));
  CHECK(cascade.IsIgnored("sub/a.tmp", false));
  cascade.Push("sub/x", nullptr, Rules("!*.tmp"));
  CHECK_FALSE(cascade.IsIgnored("sub/x/a.tmp", false));
}

TEST_CASE("S-A23: a folder un-ignored among ignored ones") {
  IgnoreCascade cascade;
  cascade.Push("", Rules("/src/*/*\n!/src/*/debian\n"), nullptr);
  CHECK_FALSE(cascade.IsIgnored("src/x/debian", true));
  CHECK_FALSE(cascade.IsIgnored("src/x/debian/y", false));
  CHECK(cascade.IsIgnored("src/x/other", false));
  cascade.Pop();
  cascade.Push("", Rules("/*/\n!/foo/\n"), nullptr);
  CHECK_FALSE(cascade.IsIgnored("foo", true));
  CHECK(cascade.IsIgnored("baz", true));
}

}  // namespace
}  // namespace sonde
