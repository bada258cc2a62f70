// Writes compact JSON into one string, so that the size so far is known at
// every point and nothing is serialised twice.
//
// Text must be valid UTF-8. Keys and values alternate inside an object; the
// writer places commas and trusts the caller with the nesting.
#ifndef SONDE_BASE_JSON_WRITER_H_
#define SONDE_BASE_JSON_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace sonde {

class JsonWriter {
 public:
  JsonWriter& BeginObject() { return Open('{'); }
  JsonWriter& EndObject() { return Close('}'); }
  JsonWriter& BeginArray() { return Open('['); }
  JsonWriter& EndArray() { return Close(']'); }

  JsonWriter& Key(std::string_view name);
  JsonWriter& String(std::string_view text);
  JsonWriter& Int(int64_t value);
  JsonWriter& Tenths(int64_t tenths);  // tenths / 10, without a trailing zero
  JsonWriter& Bool(bool value);
  JsonWriter& Raw(std::string_view json);  // one whole JSON value

  // Bytes written so far.
  size_t size() const { return out_.size(); }
  const std::string& text() const& { return out_; }
  std::string Take() && { return std::move(out_); }

  // Cuts back to an earlier size(); `comma` is what needs_comma() said there.
  void Rewind(size_t size, bool comma) {
    out_.resize(size);
    comma_ = comma;
  }
  bool needs_comma() const { return comma_; }

 private:
  JsonWriter& Open(char bracket);
  JsonWriter& Close(char bracket);
  void Separate();

  std::string out_;
  bool comma_ = false;
};

// Bytes that `text` takes as a JSON string, with its quotes.
size_t JsonStringBytes(std::string_view text);

// Appends `text` as a JSON string with its quotes.
void AppendJsonString(std::string* out, std::string_view text);

}  // namespace sonde

#endif  // SONDE_BASE_JSON_WRITER_H_
