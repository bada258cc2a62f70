#include "core/match/unicode_classes.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "re2/unicode_groups.h"

namespace sonde {
namespace {

constexpr std::string_view kWordMembers = R"(\pL\pM\p{Nd}\p{Nl}\p{Pc}\x{200C}\x{200D})";
constexpr std::string_view kDigitMembers = R"(\p{Nd})";
constexpr std::string_view kSpaceMembers =
    R"(\t-\r \x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000})";

struct Range {
  char32_t low;
  char32_t high;
};

const re2::UGroup* FindGroup(const char* name) {
  for (int i = 0; i < re2::num_unicode_groups; ++i) {
    if (std::strcmp(re2::unicode_groups[i].name, name) == 0) return &re2::unicode_groups[i];
  }
  return nullptr;
}

template <typename UnicodeRange>
bool InRanges(const UnicodeRange* ranges, int count, char32_t code_point) {
  const UnicodeRange* end = ranges + count;
  const UnicodeRange* found = std::partition_point(
      ranges, end, [code_point](const UnicodeRange& range) { return static_cast<char32_t>(range.hi) < code_point; });
  return found != end && static_cast<char32_t>(found->lo) <= code_point;
}

bool InGroup(const char* name, char32_t code_point) {
  const re2::UGroup* group = FindGroup(name);
  return InRanges(group->r16, group->nr16, code_point) || InRanges(group->r32, group->nr32, code_point);
}

void AddGroup(const char* name, std::vector<Range>* ranges) {
  const re2::UGroup* group = FindGroup(name);
  for (int i = 0; i < group->nr16; ++i) ranges->push_back({group->r16[i].lo, group->r16[i].hi});
  for (int i = 0; i < group->nr32; ++i) {
    ranges->push_back({static_cast<char32_t>(group->r32[i].lo), static_cast<char32_t>(group->r32[i].hi)});
  }
}

std::vector<Range> MemberRanges(char letter) {
  std::vector<Range> ranges;
  if (letter == 'w') {
    for (const char* name : {"L", "M", "Nd", "Nl", "Pc"}) AddGroup(name, &ranges);
    ranges.push_back({0x200C, 0x200D});
  } else if (letter == 'd') {
    AddGroup("Nd", &ranges);
  } else {
    ranges = {{'\t', '\r'},     {' ', ' '},       {0x85, 0x85},     {0xA0, 0xA0},     {0x1680, 0x1680},
              {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};
  }
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.low < b.low; });
  return ranges;
}

}  // namespace

std::string_view UnicodeClassMembers(char letter) {
  return letter == 'w' ? kWordMembers : letter == 'd' ? kDigitMembers : kSpaceMembers;
}

std::string HexEscape(char32_t code_point) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789ABCDEF"[code_point & 15]);
    code_point >>= 4;
  } while (code_point != 0);
  return "\\x{" + digits + "}";
}

std::string UnicodeClassComplement(char letter) {
  std::string members;
  char32_t next = 0;
  auto add = [&members](char32_t low, char32_t high) {
    members.append(HexEscape(low)).append("-").append(HexEscape(high));
  };
  for (const Range& range : MemberRanges(letter)) {
    if (range.low > next) add(next, range.low - 1);
    next = std::max<char32_t>(next, range.high + 1);
  }
  add(next, 0x10FFFF);
  return members;
}

bool IsWordCharacter(char32_t code_point) {
  if (code_point < 0x80) {
    return (code_point >= '0' && code_point <= '9') || (code_point >= 'A' && code_point <= 'Z') || code_point == '_' ||
           (code_point >= 'a' && code_point <= 'z');
  }
  if (code_point > 0x10FFFF) return false;
  for (const char* name : {"L", "M", "Nd", "Nl", "Pc"}) {
    if (InGroup(name, code_point)) return true;
  }
  return code_point == 0x200C || code_point == 0x200D;
}

bool IsLetter(char32_t code_point) { return InGroup("L", code_point); }

bool IsUpperLetter(char32_t code_point) { return InGroup("Lu", code_point) || InGroup("Lt", code_point); }

}  // namespace sonde
