#include "core/tools/packed_matches.h"

#include <cstring>

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
constexpr std::string_view kMatchJson = R"({"path":,"lineNumber":,"line":,"ranges":[]},)";
constexpr std::string_view kValueJson = R"({"matches":[]})";
constexpr std::string_view kRangeJson = "[,],";

int64_t Digits(size_t number) {
  int64_t digits = 1;
  for (; number >= 10; number /= 10) ++digits;
  return digits;
}

}  // namespace

void PackedMatches::MakeRoom(size_t numbers) {
  size_t most = number_bytes_ + numbers * kMaxNumberBytes;
  if (most > numbers_.size()) numbers_.resize(2 * most);
}

void PackedMatches::PutNumber(size_t number) {
  char* to = numbers_.data() + number_bytes_;
  for (; number >= 0x80; number >>= 7) *to++ = static_cast<char>(number | 0x80);
  *to++ = static_cast<char>(number);
  number_bytes_ = static_cast<size_t>(to - numbers_.data());
}

void PackedMatches::OpenRecord(const FileRef& file) {
  if (taken_) records_.clear();
  taken_ = false;
  const std::string& path = file.path->text;
  if (file_ != &file) path_json_bytes_ = static_cast<int64_t>(JsonStringBytes(path));
  file_ = &file;
  header_ = records_.size();
  records_.append(kHeaderBytes, '\0').append(path);
  text_at_ = records_.size();
  line_number_ = 0;
}

void PackedMatches::CloseRecord() {
  if (lines_ == 0) return;
  const uint32_t header[] = {static_cast<uint32_t>(text_at_ - header_ - kHeaderBytes),
                             static_cast<uint32_t>(records_.size() - text_at_), lines_,
                             static_cast<uint32_t>(number_bytes_)};
  static_assert(sizeof header == kHeaderBytes);
  std::memcpy(records_.data() + header_, header, sizeof header);
  records_.append(numbers_, 0, number_bytes_);
  number_bytes_ = 0;
  lines_ = 0;
}

void PackedMatches::Add(const FileRef& file, int64_t line_number, std::string_view line,
                        const std::vector<ByteRange>& hits) {
  if (lines_ > 0 && (file_ != &file || records_.size() - text_at_ > kRecordTextBytes)) CloseRecord();
  if (lines_ == 0) OpenRecord(file);
  ++lines_;
  bool valid = file.blob->ascii() || IsValidUtf8(line);
  std::string_view shown = valid ? line : kInvalidUtf8Line;
  size_t units = file.blob->ascii() ? shown.size() : Utf16Length(shown);
  records_.append(shown);
  MakeRoom(kNumbersOfLine + 2 * hits.size());
  PutNumber(static_cast<size_t>(line_number - line_number_));
  PutNumber(units);
  line_number_ = line_number;
  json_bytes_ += static_cast<int64_t>(kMatchJson.size() + JsonStringBytes(shown)) + path_json_bytes_ +
                 Digits(static_cast<size_t>(line_number));
  if (!valid) return PutNumber(0);
  PutNumber(hits.size());
  Utf16Cursor cursor(line);
  size_t end_before = 0;
  for (ByteRange hit : hits) {
    bool same = units == line.size();
    size_t begin = same ? hit.begin : cursor.UnitsAt(hit.begin);
    size_t end = same ? hit.end : cursor.UnitsAt(hit.end);
    PutNumber(begin - end_before);
    PutNumber(end - begin);
    end_before = end;
    json_bytes_ += static_cast<int64_t>(kRangeJson.size()) + Digits(begin) + Digits(end);
  }
  if (!hits.empty()) --json_bytes_;  // no comma behind the last range
}

std::string_view PackedMatches::Take() {
  CloseRecord();
  if (taken_) records_.clear();
  taken_ = true;
  return records_;
}

int64_t PackedMatches::json_bytes() const {
  return static_cast<int64_t>(kValueJson.size()) + (json_bytes_ > 0 ? json_bytes_ - 1 : 0);
}

}  // namespace sonde
