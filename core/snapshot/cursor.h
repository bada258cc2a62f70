// Cursors: what a page hands out so that the next one needs no search.
//
//   <22 base64url>.<s|m|f>.<offset, base 36>.<selection, 8 hex | ->
//
// The id names a snapshot of this session; a cursor never carries a query. At
// most 64 bytes of [A-Za-z0-9._-]. Source of the form: signal.md §6.
#ifndef SONDE_SNAPSHOT_CURSOR_H_
#define SONDE_SNAPSHOT_CURSOR_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace sonde {

enum class CursorKind : char { kSummary = 's', kMatches = 'm', kFiles = 'f' };

struct Cursor {
  std::string snapshot_id;  // 32 hex digits, lower case
  CursorKind kind;
  int64_t offset;  // files of a summary or file list, matches of a detail page
  // Hash of the selected paths, none for all of them.
  std::optional<uint32_t> selection;
};

std::string FormatCursor(const Cursor& cursor);

// CURSOR_MALFORMED for anything that FormatCursor can't have made.
Result<Cursor> ParseCursor(std::string_view text);

// The hash of a selection; the order of the paths does not matter.
uint32_t SelectionHash(std::vector<std::string> paths);

}  // namespace sonde

#endif  // SONDE_SNAPSHOT_CURSOR_H_
