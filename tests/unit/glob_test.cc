#include "core/glob/glob.h"

#include <catch2/catch.hpp>
#include <string>
#include <variant>

#include "core/glob/path_filter.h"

namespace sonde {
namespace {

constexpr auto kRipgrep = Glob::Dialect::kRipgrep;
constexpr auto kGit = Glob::Dialect::kGit;

struct GlobCase {
  const char* name;
  Glob::Dialect dialect;
  std::string pattern;
  std::string path;
  bool matches;
};

const GlobCase kGlobCases[] = {
    {"literal", kRipgrep, "a/b.c", "a/b.c", true},
    {"literal, longer path", kRipgrep, "a/b.c", "a/b.cc", false},
    {"literal, shorter path", kRipgrep, "a/b.c", "a/b", false},
    {"empty", kRipgrep, "", "", true},
    {"empty, some path", kRipgrep, "", "a", false},
    {"star", kRipgrep, "*", "abc", true},
    {"star and nothing", kRipgrep, "*", "", true},
    {"star is no slash", kRipgrep, "*", "a/b", false},
    {"star suffix", kRipgrep, "*.ts", "a.ts", true},
    {"star suffix is all", kRipgrep, "*.ts", ".ts", true},
    {"star suffix, slash before", kRipgrep, "*.ts", "a/b.ts", false},
    {"star prefix", kRipgrep, "a*", "abc", true},
    {"star between", kRipgrep, "a*c", "abc", true},
    {"star between overlaps", kRipgrep, "aba*aba", "aba", false},
    {"stars between", kRipgrep, "a*b*c", "axbxc", true},
    {"stars between, wrong order", kRipgrep, "a*b*c", "axcxb", false},
    {"stars between, literal missing", kRipgrep, "a*b*c", "axyzc", false},
    {"stars between, slash in gap", kRipgrep, "a*b*c", "a/bxc", false},
    {"any", kRipgrep, "a?c", "abc", true},
    {"any is no slash", kRipgrep, "a?c", "a/c", false},
    {"any is not nothing", kRipgrep, "a?c", "ac", false},
    {"any is a code point", kRipgrep, "?.txt", "\xC3\xA9.txt", true},
    {"any is a byte in git", kGit, "?.txt", "\xC3\xA9.txt", false},
    {"two bytes in git", kGit, "??.txt", "\xC3\xA9.txt", true},
    {"any is one ill-formed byte", kRipgrep, "?", "\xFF", true},
    {"an ill-formed byte in the pattern", kRipgrep, "a\xFF*",
     "a\xFF"
     "b",
     true},
    {"an ill-formed byte is no part of a character", kRipgrep, "\xC3*", "\xC3\xA9", false},
    {"two stars at the end", kRipgrep, "a/**", "a/b/c", true},
    {"two stars at the end need the slash", kRipgrep, "a/**", "a", false},
    {"two stars at the begin", kRipgrep, "**/a", "x/y/a", true},
    {"two stars at the begin, no folder", kRipgrep, "**/a", "a", true},
    {"two stars at the begin, part of a name", kRipgrep, "**/a", "ba", false},
    {"two stars in the middle", kRipgrep, "a/**/b", "a/x/y/b", true},
    {"two stars in the middle, no folder", kRipgrep, "a/**/b", "a/b", true},
    {"two stars in the middle, part of a name", kRipgrep, "a/**/b", "a/xb", false},
    {"two stars alone", kRipgrep, "**", "a/b", true},
    {"two stars repeated", kRipgrep, "**/**/**/a", "x/a", true},
    {"two stars, star, suffix", kRipgrep, "src/**/*.ts", "src/a/b.ts", true},
    {"two stars, star, suffix, no folder", kRipgrep, "src/**/*.ts", "src/b.ts", true},
    {"two stars, star, suffix, elsewhere", kRipgrep, "src/**/*.ts", "srcx/b.ts", false},
    {"two stars after a star", kRipgrep, "a*/**/b", "ax/y/b", true},
    {"star then folders glued in a class of paths", kRipgrep, "*a/**/*b", "xa/y/zb", true},
    {"S-A27: two stars glued to text", kRipgrep, "**.thing.test.js", "a/b.thing.test.js", false},
    {"two stars glued, same folder", kRipgrep, "**.thing.test.js", "b.thing.test.js", true},
    {"S-A27: parentheses", kRipgrep, "(grp)/*.tsx", "(grp)/x.tsx", true},
    {"S-A27: extended globs are not known", kRipgrep, "src/**/!(a.ts)", "src/q/a.ts", false},
    {"S-A27: escaped brackets", kRipgrep, "\\[id\\]/*", "[id]/x", true},
    {"S-A27: brackets in a class", kRipgrep, "[[]id]/*", "[id]/x", true},
    {"dot files are no exception", kRipgrep, "{*.js,x}", ".js", true},
    {"class", kRipgrep, "[abc]", "b", true},
    {"class, not a member", kRipgrep, "[abc]", "d", false},
    {"class, first of a range", kRipgrep, "[b-d]", "b", true},
    {"class, last of a range", kRipgrep, "[b-d]", "d", true},
    {"class, before a range", kRipgrep, "[b-d]", "a", false},
    {"class, after a range", kRipgrep, "[b-d]", "e", false},
    {"class, negated", kRipgrep, "[!b-d]", "e", true},
    {"class, negated, a member", kRipgrep, "[^b-d]", "c", false},
    {"class is no slash", kRipgrep, "a[/]b", "a/b", false},
    {"negated class is no slash", kRipgrep, "a[!x]b", "a/b", false},
    {"class begins with a bracket", kRipgrep, "[]a]", "]", true},
    {"class begins with a dash", kRipgrep, "[-a]", "-", true},
    {"class ends with a dash", kRipgrep, "[a-]", "-", true},
    {"class with a range up to a dash", kRipgrep, "[+--]", ",", true},
    {"class of code points", kRipgrep, "[\xC3\xA0-\xC3\xAF]", "\xC3\xA9", true},
    {"class with a backslash", kRipgrep, "[\\]", "\\", true},
    {"braces", kRipgrep, "*.{ts,tsx}", "a.tsx", true},
    {"braces, none", kRipgrep, "*.{ts,tsx}", "a.tsxx", false},
    {"braces nested", kRipgrep, "{a,b{c,d{e,f}}}", "bdf", true},
    {"braces, empty alternative", kRipgrep, "a{,b}", "a", true},
    {"braces, empty group", kRipgrep, "a{}b", "ab", true},
    {"braces with slashes", kRipgrep, "{src/**,lib}/x", "src/a/b/x", true},
    {"braces with folders", kRipgrep, "src/{**/b,c}", "src/x/y/b", true},
    {"braces with two stars last", kRipgrep, "{a/**,b}", "a/x/y", true},
    {"braces with two stars last, then a comma", kRipgrep, "{b,a/**}", "a/x/y", true},
    {"braces with two stars only", kRipgrep, "src/{**,q}", "src/a/b", false},
    {"a comma outside braces", kRipgrep, "a,b", "a,b", true},
    {"an escaped comma", kRipgrep, "{a\\,b,c}", "a,b", true},
    {"escaped braces", kRipgrep, "\\{a\\}", "{a}", true},
    {"escaped star", kRipgrep, "\\*", "a", false},
    {"NFC: pattern decomposed", kRipgrep, "e\xCC\x81*", "\xC3\xA9.md", true},
    {"NFC: path decomposed", kRipgrep, "\xC3\xA9*", "e\xCC\x81.md", true},
    {"NFC: one character", kRipgrep, "?.md", "e\xCC\x81.md", true},
    {"NFC: no part of a character", kRipgrep, "e*", "e\xCC\x81.md", false},
    {"git compares bytes", kGit, "\xC3\xA9", "e\xCC\x81", false},
    {"git: braces are ordinary", kGit, "{a,b}", "{a,b}", true},
    {"git: class escape", kGit, "[\\]]", "]", true},
    {"git: POSIX class", kGit, "[[:digit:]x]", "7", true},
    {"git: POSIX class, other", kGit, "[[:digit:]x]", "y", false},
    {"git: POSIX class without its colon", kGit, "[[:a]", "a", true},
    {"git: POSIX class without its colon, the bracket", kGit, "[[:a]", "[", true},
    {"git: POSIX class of nothing", kGit, "[[:]", ":", true},
    {"git: negated class", kGit, "[!a]", "b", true},
    {"git: negated class, a member", kGit, "[^a]", "a", false},
    {"git: class begins with a bracket", kGit, "[]a]", "]", true},
    {"git: class begins with a dash", kGit, "[-a]", "-", true},
    {"git: class ends with a dash", kGit, "[a-]", "-", true},
    {"git: a dash after a range", kGit, "[a-c-e]", "-", true},
    {"git: a dash after a range begins none", kGit, "[a-c-e]", "d", false},
    {"git: a range up to a bracket", kGit, "[Z-[:digit:]]", "[:]", false},
    {"git: two stars at the end", kGit, "a/**", "a/b/c", true},
    {"git: two stars before text", kGit, "**a", "b/a", false},
    {"git: one star", kGit, "a*/b", "ax/b", true},
    {"git: escaped star", kGit, "\\*", "*", true},
    {"braces join their stars with those outside", kRipgrep, "{**/,a}*", "x/y", true},
    {"braces join two stars with stars outside", kRipgrep, "*{*,b}", "xb", true},
    {"braces join folders with folders outside", kRipgrep, "{**/,x}**/a", "b/a", true},
    {"folders after a star", kRipgrep, "*{**/a,b}", "x/y/a", true},
    {"git: range end", kGit, "[a-c]", "c", true},
    {"git: range with escaped end", kGit, "[a-\\c]", "b", true},
    {"git: reversed range", kGit, "[c-a]", "b", false},
    {"git: three stars", kGit, "a/***/b", "a/x/y/b", true},
    {"git: two stars before an escaped slash", kGit, "**\\/b", "x/y/b", true},
    {"git: two stars before an escaped slash, no folder", kGit, "**\\/b", "b", false},
    {"git: two stars glued", kGit, "a**/b", "a/x/b", false},
    {"git: no vertical tab in [:space:]", kGit, "[[:space:]]", "\v", false},
    {"git: high bytes are no letters", kGit, "[[:alpha:]]", "\xE9", false},
    {"git: high bytes in a range", kGit, "[\xE0-\xEF]", "\xE9", true},
};

TEST_CASE("Glob::Matches") {
  for (const GlobCase& row : kGlobCases) {
    INFO(row.name << ": " << row.pattern << " on " << row.path);
    auto compiled = Glob::Compile(row.pattern, row.dialect);
    REQUIRE(std::holds_alternative<Glob>(compiled));
    CHECK(std::get<Glob>(compiled).Matches(row.path) == row.matches);
  }
}

TEST_CASE("POSIX classes hold what git says") {
  const struct {
    const char* name;
    int members;  // of the bytes 1 to 255 without '/'
  } rows[] = {{"alnum", 62}, {"alpha", 52}, {"blank", 2},  {"cntrl", 32}, {"digit", 10}, {"graph", 93},
              {"lower", 26}, {"print", 94}, {"punct", 31}, {"space", 4},  {"upper", 26}, {"xdigit", 22}};
  for (const auto& row : rows) {
    INFO(row.name);
    auto compiled = Glob::Compile("[[:" + std::string(row.name) + ":]]", kGit);
    REQUIRE(std::holds_alternative<Glob>(compiled));
    int members = 0;
    for (int byte = 1; byte < 256; ++byte) {
      members += std::get<Glob>(compiled).Matches(std::string(1, static_cast<char>(byte))) ? 1 : 0;
    }
    CHECK(members == row.members);
  }
}

struct FaultCase {
  Glob::Dialect dialect;
  std::string pattern;
  std::string reason;  // begin of the message
  size_t offset;
};

const FaultCase kFaultCases[] = {
    {kRipgrep, "a[b", "unclosed character class", 1},
    {kRipgrep, "[]", "unclosed character class", 0},
    {kRipgrep, "[!]", "unclosed character class", 0},
    {kRipgrep, "[", "unclosed character class", 0},
    {kRipgrep, "a[z-b]", "a range", 4},
    {kRipgrep, "[a-\xC3\xA9z-b]", "a range", 7},
    {kRipgrep, "e\xCC\x81{", "unclosed alternatives", 3},
    {kRipgrep, "x{a,{b,c}", "unclosed alternatives", 1},
    {kRipgrep, "a}", "unopened alternatives", 1},
    {kRipgrep, "a\\", "a trailing '\\'", 1},
    {kRipgrep, std::string(65, '{'), "alternatives are nested too deeply", 64},
    {kGit, "a[b", "unclosed character class", 1},
    {kGit, "[a-", "unclosed character class", 0},
    {kGit, "[a-\\", "unclosed character class", 0},
    {kGit, "[\\", "unclosed character class", 0},
    {kGit, "[[:alpha:", "unclosed character class", 0},
    {kGit, "[[:letter:]]", "unknown POSIX", 1},
    {kGit, "a\\", "a trailing '\\'", 1},
};

TEST_CASE("a malformed glob says why and where") {
  for (const FaultCase& row : kFaultCases) {
    INFO(row.pattern);
    auto compiled = Glob::Compile(row.pattern, row.dialect);
    REQUIRE(std::holds_alternative<GlobError>(compiled));
    CHECK(std::get<GlobError>(compiled).message.substr(0, row.reason.size()) == row.reason);
    CHECK(std::get<GlobError>(compiled).offset == row.offset);
  }
}

Glob CompileOrDie(const std::string& pattern, Glob::Dialect dialect = kRipgrep) {
  auto compiled = Glob::Compile(pattern, dialect);
  REQUIRE(std::holds_alternative<Glob>(compiled));
  return std::get<Glob>(std::move(compiled));
}

std::string Repeat(std::string_view text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST_CASE("hostile globs stay small and end") {
  const std::string path = Repeat("a", 200);
  CHECK(CompileOrDie(Repeat("{a,b}", 30)).Matches(Repeat("ab", 15)));
  CHECK_FALSE(CompileOrDie(Repeat("{a,b}", 30)).Matches(Repeat("ab", 15) + "c"));
  CHECK(CompileOrDie(Repeat("{a,a}", 200)).Matches(path));
  CHECK_FALSE(CompileOrDie(Repeat("a*", 100) + "b").Matches(path));
  CHECK_FALSE(CompileOrDie(Repeat("*a", 100) + "?b").Matches(path + "c"));
  CHECK(CompileOrDie(Repeat("**/", 2000) + "a").Matches(Repeat("a/", 1000) + "a"));
  CHECK_FALSE(CompileOrDie(Repeat("**/a/", 50) + "b").Matches(Repeat("a/", 1000) + "c"));
  CHECK(CompileOrDie(Repeat("{", 64) + "a" + Repeat("}", 64)).Matches("a"));
  CHECK(CompileOrDie("{" + Repeat("a,", 30000) + "b}").Matches("b"));
  CHECK_FALSE(CompileOrDie("{" + Repeat("{a,b}{c,d}", 500) + "}").Matches("acac"));
  CHECK(CompileOrDie("{" + Repeat("*x,", 20) + Repeat("y", 1000) + "}z").Matches("aaxz"));
  CHECK(CompileOrDie(Repeat("{,a}", 100)).Matches(Repeat("a", 100)));
  CHECK_FALSE(CompileOrDie(Repeat("{,a}", 100)).Matches(Repeat("a", 101)));
}

TEST_CASE("the literal at the end is told") {
  CHECK(CompileOrDie("ab*c?d").LiteralSuffix() == "d");
  CHECK(CompileOrDie("abc").LiteralSuffix() == "abc");
  CHECK(CompileOrDie("ab*").LiteralSuffix().empty());
  CHECK(CompileOrDie("{a,b}c").LiteralSuffix().empty());
  CHECK(CompileOrDie("").MatchesOnlyEmpty());
  CHECK_FALSE(CompileOrDie("*").MatchesOnlyEmpty());
  CHECK_FALSE(CompileOrDie("a").MatchesOnlyEmpty());
  CHECK_FALSE(CompileOrDie("{,a}").MatchesOnlyEmpty());
}

struct FilterCase {
  const char* name;
  std::string glob;
  std::string base;
  std::string path;
  bool matches;
};

const FilterCase kFilterCases[] = {
    {"base name at the root", "*.js", "", "a.js", true},
    {"base name at any depth", "*.js", "", "a/b/c.js", true},
    {"base name only", "src", "", "src/a.js", false},
    {"base name with two stars", "**.js", "", "a/b.js", true},
    {"S-A27 as ripgrep: base name at any depth", "**.thing.test.js", "", "a/b.thing.test.js", true},
    {"two stars alone", "**", "", "a/b/c", true},
    {"a path from the root", "src/*.js", "", "src/a.js", true},
    {"a path is no tail", "src/*.js", "", "x/src/a.js", false},
    {"S-A5: a path with two stars", "**/*.js", "", "src/a.js", true},
    {"a leading slash anchors", "/*.js", "", "a.js", true},
    {"a leading slash anchors, deeper", "/*.js", "", "a/b.js", false},
    {"a leading dot and slash", "./src/*.js", "", "src/a.js", true},
    {"a leading dot and slash anchors", "./*.js", "", "a/b.js", false},
    {"dots and slashes", "././/a.js", "", "a.js", true},
    {"from the folder searched", "lib/*.js", "src", "src/lib/a.js", true},
    {"from the root, with a folder searched", "src/lib/*.js", "src", "src/lib/a.js", true},
    {"anchored at the folder searched", "/lib/*.js", "src", "src/lib/a.js", true},
    {"anchored at the folder searched by dot and slash", "./a.js", "src/lib", "src/lib/a.js", true},
    {"from another folder", "lib/*.js", "src", "srcx/lib/a.js", false},
    {"a folder matches no file", "src/", "", "src/a.js", false},
    {"a folder matches no file of its name", "src/", "", "src", false},
    {"the root alone", "/", "", "a", false},
    {"blanks at the end", "*.js \t", "", "a.js", true},
    {"an escaped blank at the end", "a\\ ", "", "a ", true},
    {"an escaped blank before blanks", "a\\   ", "", "a ", true},
    {"an escaped backslash and a blank", "a\\\\ ", "", "a\\", true},
    {"a comment sign is ordinary", "#x", "", "#x", true},
    {"braces with a slash take the path", "{a/b,c}", "", "x/c", false},
    {"braces with a slash take the path, root", "{a/b,c}", "", "c", true},
};

TEST_CASE("PathFilter::Matches") {
  for (const FilterCase& row : kFilterCases) {
    INFO(row.name << ": " << row.glob << " from '" << row.base << "' on " << row.path);
    auto compiled = PathFilter::Compile(row.glob, row.base);
    REQUIRE(std::holds_alternative<PathFilter>(compiled));
    CHECK(std::get<PathFilter>(compiled).Matches(row.path) == row.matches);
  }
}

TEST_CASE("a malformed filter counts offsets in the glob as given") {
  for (const auto& [glob, offset] :
       {std::pair<std::string, size_t>{"a[", 1}, {"./a[", 3}, {"/[", 1}, {"  ", 0}, {"", 0}}) {
    INFO(glob);
    auto compiled = PathFilter::Compile(glob, "");
    REQUIRE(std::holds_alternative<GlobError>(compiled));
    CHECK(std::get<GlobError>(compiled).offset == offset);
  }
}

}  // namespace
}  // namespace sonde
