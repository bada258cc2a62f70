#include "core/snapshot/cursor.h"

#include <algorithm>

namespace sonde {
namespace {

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kBase36 = "0123456789abcdefghijklmnopqrstuvwxyz";
constexpr size_t kIdHexDigits = 32;
constexpr size_t kIdBase64Digits = 22;  // 128 bits; the last digit carries two
constexpr size_t kMaxCursorBytes = 64;
// Offsets never exceed the files or lines of a snapshot.
constexpr int64_t kMaxOffset = 1'000'000'000;

// Both directions treat the id as a stream of bits, first digit first.
std::string Recode(std::string_view digits, std::string_view from, int from_bits, std::string_view to, int to_bits,
                   size_t to_digits) {
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (size_t i = 0; out.size() < to_digits; ++i) {
    unsigned value = i < digits.size() ? static_cast<unsigned>(from.find(digits[i])) : 0;
    bits = (bits << from_bits) | value;
    count += from_bits;
    while (count >= to_bits && out.size() < to_digits) {
      count -= to_bits;
      out.push_back(to[(bits >> count) & ((1u << to_bits) - 1)]);
    }
    bits &= (1u << count) - 1;
  }
  return out;
}

bool AllOf(std::string_view text, std::string_view alphabet) {
  return text.find_first_not_of(alphabet) == std::string_view::npos;
}

std::string Hex(uint32_t value) {
  std::string text(8, '0');
  for (size_t i = 0; i < 8; ++i) text[i] = kBase36[(value >> (28 - 4 * i)) & 15];
  return text;
}

}  // namespace

std::string FormatCursor(const Cursor& cursor) {
  std::string offset;
  int64_t rest = cursor.offset;
  do {
    offset.insert(offset.begin(), kBase36[static_cast<size_t>(rest % 36)]);
    rest /= 36;
  } while (rest > 0);
  std::string text = Recode(cursor.snapshot_id, kBase36.substr(0, 16), 4, kBase64, 6, kIdBase64Digits);
  text.append(".").append(1, static_cast<char>(cursor.kind)).append(".").append(offset).append(".");
  return text.append(cursor.selection ? Hex(*cursor.selection) : "-");
}

Result<Cursor> ParseCursor(std::string_view text) {
  Error malformed = MakeError(ErrorCode::kCursorMalformed, {});
  std::string_view parts[4];
  std::string_view rest = text;
  if (text.size() > kMaxCursorBytes) return malformed;
  for (size_t i = 0; i < 4; ++i) {
    size_t dot = i < 3 ? rest.find('.') : rest.size();
    if (dot == std::string_view::npos) return malformed;
    parts[i] = rest.substr(0, dot);
    rest.remove_prefix(std::min(rest.size(), dot + 1));
  }
  bool well_formed = parts[0].size() == kIdBase64Digits && AllOf(parts[0], kBase64) && parts[1].size() == 1 &&
                     AllOf(parts[1], "smf") && !parts[2].empty() && parts[2].size() <= 6 && AllOf(parts[2], kBase36) &&
                     (parts[3] == "-" || (parts[3].size() == 8 && AllOf(parts[3], kBase36.substr(0, 16))));
  if (!well_formed) return malformed;
  Cursor cursor;
  cursor.snapshot_id = Recode(parts[0], kBase64, 6, kBase36.substr(0, 16), 4, kIdHexDigits);
  cursor.kind = static_cast<CursorKind>(parts[1][0]);
  cursor.offset = 0;
  for (char digit : parts[2]) cursor.offset = cursor.offset * 36 + static_cast<int64_t>(kBase36.find(digit));
  if (parts[3] != "-") {
    uint32_t hash = 0;
    for (char digit : parts[3]) hash = hash * 16 + static_cast<uint32_t>(kBase36.find(digit));
    cursor.selection = hash;
  }
  // A selection belongs to matching lines. Another spelling of the same cursor
  // was not handed out by anyone.
  if (cursor.selection && cursor.kind != CursorKind::kMatches) return malformed;
  if (cursor.offset > kMaxOffset || FormatCursor(cursor) != text) return malformed;
  return cursor;
}

uint32_t SelectionHash(std::vector<std::string> paths) {
  std::sort(paths.begin(), paths.end());
  // FNV-1a, 32 bit.
  uint32_t hash = 2166136261u;
  for (const std::string& path : paths) {
    for (char c : path) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619u;
    hash = hash * 16777619u;
  }
  return hash;
}

}  // namespace sonde
