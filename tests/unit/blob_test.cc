#include "core/vfs/blob.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "random.h"

namespace sonde {
namespace {

struct BlobCase {
  const char* name;
  std::string bytes;
  std::string text;
  FileKind kind;
  Encoding encoding;
  bool ascii;
  bool has_crlf;
  uint32_t line_count;
  uint32_t longest_line_bytes;
};

constexpr auto kText = FileKind::kText;
constexpr auto kBinary = FileKind::kBinary;
constexpr auto kTooLarge = FileKind::kTooLarge;
constexpr auto kUtf8 = Encoding::kUtf8;

const BlobCase kCases[] = {
    {"empty", "", "", kText, kUtf8, true, false, 0, 0},
    {"one line", "abc", "abc", kText, kUtf8, true, false, 1, 3},
    {"one ended line", "abc\n", "abc\n", kText, kUtf8, true, false, 1, 3},
    {"an empty line", "\n", "\n", kText, kUtf8, true, false, 1, 0},
    {"lines", "a\nbbb\n\nc", "a\nbbb\n\nc", kText, kUtf8, true, false, 4, 3},
    {"CRLF", "a\r\nb", "a\r\nb", kText, kUtf8, true, true, 2, 2},
    {"a CR at the end", "a\r", "a\r", kText, kUtf8, true, false, 1, 2},
    {"an empty CRLF line", "\r\n", "\r\n", kText, kUtf8, true, true, 1, 1},
    {"not ASCII", "\xC3\xA9", "\xC3\xA9", kText, kUtf8, false, false, 1, 2},
    {"not UTF-8", "a\xFF", "a\xFF", kText, Encoding::kInvalidUtf8, false, false, 1, 2},
    {"a byte order mark",
     "\xEF\xBB\xBF"
     "a",
     "a", kText, Encoding::kUtf8Bom, true, false, 1, 1},
    {"only a byte order mark", "\xEF\xBB\xBF", "", kText, Encoding::kUtf8Bom, true, false, 0, 0},
    {"a byte order mark, then rubbish", "\xEF\xBB\xBF\xFF", "\xFF", kText, Encoding::kInvalidUtf8, false, false, 1, 1},
    {"UTF-16 LE",
     std::string("\xFF\xFE"
                 "a\0\n\0",
                 6),
     "a\n", kText, Encoding::kUtf16Le, true, false, 1, 1},
    {"UTF-16 BE", std::string("\xFE\xFF\0a", 4), "a", kText, Encoding::kUtf16Be, true, false, 1, 1},
    {"UTF-16 with U+0000", std::string("\xFF\xFE\0\0", 4), std::string(1, '\0'), kBinary, Encoding::kUtf16Le, true,
     false, 1, 1},
    {"only a UTF-16 mark", "\xFF\xFE", "", kText, Encoding::kUtf16Le, true, false, 0, 0},
    {"UTF-16, odd",
     std::string("\xFF\xFE"
                 "a\0b",
                 5),
     "a\xEF\xBF\xBD", kText, Encoding::kUtf16Le, false, false, 1, 4},
    {"NUL first", std::string("\0a", 2), std::string("\0a", 2), kBinary, kUtf8, true, false, 1, 2},
    {"NUL last", std::string("a\0", 2), std::string("a\0", 2), kBinary, kUtf8, true, false, 1, 2},
    {"at the limit", std::string(100, 'x'), std::string(100, 'x'), kText, kUtf8, true, false, 1, 100},
    {"over the limit", std::string(101, 'x'), "", kTooLarge, kUtf8, false, false, 0, 0},
    {"over the limit, UTF-16", "\xFF\xFE" + std::string(100, 'x'), "", kTooLarge, Encoding::kUtf16Le, false, false, 0,
     0},
};

TEST_CASE("Blobs", "[blob]") {
  for (const BlobCase& row : kCases) {
    INFO(row.name);
    Ref<Blob> blob = Blob::Create(row.bytes, 7, 100);
    REQUIRE(blob);
    CHECK(blob->original() == row.bytes);
    CHECK(blob->text() == row.text);
    CHECK(blob->kind() == row.kind);
    CHECK(blob->encoding() == row.encoding);
    CHECK(blob->ascii() == row.ascii);
    CHECK(blob->has_crlf() == row.has_crlf);
    CHECK(blob->line_count() == row.line_count);
    CHECK(blob->longest_line_bytes() == row.longest_line_bytes);
    CHECK(blob->mtime_ms == 7);
    CHECK(blob->allocated_bytes() >= row.bytes.size() + Blob::kReadPadding);
    // Readable past its end.
    const char* end = blob->text().data() + blob->text().size();
    if (row.kind != kTooLarge) CHECK(std::count(end, end + Blob::kReadPadding, '\0') == Blob::kReadPadding);
  }
}

TEST_CASE("Blobs: a NUL byte anywhere makes it binary", "[blob]") {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    std::string bytes = random.Text("ab\n", 300) + "x";
    bool binary = random.OneIn(2);
    if (binary) bytes[random.Below(bytes.size())] = '\0';
    CHECK((Blob::Create(bytes, 0, 1 << 20)->kind() == kBinary) == binary);
  }
}

TEST_CASE("Names of kinds and encodings", "[blob]") {
  CHECK(FileKindName(kText) == "text");
  CHECK(FileKindName(kBinary) == "binary");
  CHECK(FileKindName(kTooLarge) == "too-large");
  CHECK(EncodingName(kUtf8) == "utf-8");
  CHECK(EncodingName(Encoding::kUtf8Bom) == "utf-8-bom");
  CHECK(EncodingName(Encoding::kUtf16Le) == "utf-16le");
  CHECK(EncodingName(Encoding::kUtf16Be) == "utf-16be");
  CHECK(EncodingName(Encoding::kInvalidUtf8) == "invalid-utf-8");
}

}  // namespace
}  // namespace sonde
