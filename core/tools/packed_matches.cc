#include "core/tools/packed_matches.h"

#include <cstring>
#include <string>

#include "core/base/json_writer.h"
#include "core/base/utf8.h"
#include "core/present/excerpt.h"

namespace sonde {
namespace {

// Path bytes, text bytes, lines, number bytes.
constexpr size_t kHeaderBytes = 4 * sizeof(uint32_t);
// Of a size_t, seven bits a byte.
constexpr size_t kMaxNumberBytes = 10;
constexpr size_t kNumbersOfLine = 3;  // and two a range
// A record is closed when its text is longer, so that hosts decode it at once.
constexpr size_t kRecordTextBytes = 1 << 20;
// A match without its strings and numbers, and the comma behind it; of the whole
// the last comma is left out.
constexpr std::string_view kMatchJson = R"({"path":,"lineNumber":,"line":"","ranges":[]},)";
constexpr std::string_view kValueJson = R"({"matches":[]})";
constexpr std::string_view kRangeJson = "[,],";

// Puts `number` at `to`, where there must be room for it. Returns its end.
char* PutNumber(char* to, size_t number) {
  for (; number >= 0x80; number >>= 7) *to++ = static_cast<char>(number | 0x80);
  *to++ = static_cast<char>(number);
  return to;
}

// What JSON adds to the bytes of a text.
int64_t EscapeBytes(std::string_view text) {
  constexpr size_t kQuotes = 2;
  return static_cast<int64_t>(JsonStringBytes(text) - kQuotes - text.size());
}

int64_t Digits(size_t number) {
  int64_t digits = 1;
  for (; number >= 10; number /= 10) ++digits;
  return digits;
}

}  // namespace

void PackedMatches::OpenRecord(const FileRef& file) {
  if (taken_) records_.Clear();
  taken_ = false;
  const std::string& path = file.path->text;
  if (file_ != &file) path_json_bytes_ = static_cast<int64_t>(JsonStringBytes(path));
  file_ = &file;
  header_ = records_.size();
  records_.SetEnd(records_.Open(kHeaderBytes) + kHeaderBytes);
  records_.Append(path);
  text_at_ = records_.size();
  line_number_ = 0;
}

void PackedMatches::CloseRecord() {
  if (lines_ == 0) return;
  json_bytes_ += EscapeBytes(open_text());
  const uint32_t header[] = {static_cast<uint32_t>(text_at_ - header_ - kHeaderBytes),
                             static_cast<uint32_t>(records_.size() - text_at_), lines_,
                             static_cast<uint32_t>(numbers_.size())};
  static_assert(sizeof header == kHeaderBytes);
  std::memcpy(records_.data() + header_, header, sizeof header);
  records_.Append(numbers_.view());
  numbers_.Clear();
  lines_ = 0;
}

void PackedMatches::Add(const FileRef& file, int64_t line_number, std::string_view line,
                        const std::vector<ByteRange>& hits) {
  if (lines_ > 0 && (file_ != &file || records_.size() - text_at_ > kRecordTextBytes)) CloseRecord();
  if (lines_ == 0) OpenRecord(file);
  ++lines_;
  const bool ascii = file.blob->ascii();
  bool valid = ascii || IsValidUtf8(line);
  std::string_view shown = valid ? line : kInvalidUtf8Line;
  size_t units = ascii ? shown.size() : Utf16Length(shown);
  records_.Append(shown);
  char* numbers = numbers_.Open((kNumbersOfLine + 2 * hits.size()) * kMaxNumberBytes);
  numbers = PutNumber(numbers, static_cast<size_t>(line_number - line_number_));
  numbers = PutNumber(numbers, units);
  line_number_ = line_number;
  json_bytes_ += static_cast<int64_t>(kMatchJson.size() + shown.size()) + path_json_bytes_ +
                 Digits(static_cast<size_t>(line_number));
  numbers = PutNumber(numbers, valid ? hits.size() : 0);
  if (valid && !hits.empty()) {
    const bool same = units == line.size();
    Utf16Cursor cursor(line);
    size_t end_before = 0;
    for (ByteRange hit : hits) {
      size_t begin = same ? hit.begin : cursor.UnitsAt(hit.begin);
      size_t end = same ? hit.end : cursor.UnitsAt(hit.end);
      numbers = PutNumber(numbers, begin - end_before);
      numbers = PutNumber(numbers, end - begin);
      end_before = end;
      json_bytes_ += static_cast<int64_t>(kRangeJson.size()) + Digits(begin) + Digits(end);
    }
    --json_bytes_;  // no comma behind the last range
  }
  numbers_.SetEnd(numbers);
}

std::string_view PackedMatches::Take() {
  CloseRecord();
  if (taken_) records_.Clear();
  taken_ = true;
  return records_.view();
}

int64_t PackedMatches::least_json_bytes() const {
  return static_cast<int64_t>(kValueJson.size()) + (json_bytes_ > 0 ? json_bytes_ - 1 : 0);
}

int64_t PackedMatches::json_bytes() const { return least_json_bytes() + (lines_ > 0 ? EscapeBytes(open_text()) : 0); }

}  // namespace sonde
