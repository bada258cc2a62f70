#include "core/present/read_text.h"

#include "core/present/excerpt.h"

namespace sonde {

ReadPage ReadText(std::string_view text, int64_t total_lines, int64_t offset, int64_t limit, size_t preview_bytes) {
  ReadPage page;
  size_t at = 0;
  for (int64_t line = 1; line < offset; ++line) at = text.find('\n', at) + 1;
  while (at < text.size() && page.last_line - page.first_line + (page.first_line > 0) < limit) {
    size_t feed = text.find('\n', at);
    size_t end = feed == std::string_view::npos ? text.size() : feed;
    size_t content_end = feed != std::string_view::npos && end > at && text[end - 1] == '\r' ? end - 1 : end;
    int64_t number = page.first_line == 0 ? offset : page.last_line + 1;
    std::string row = std::to_string(number) + "\t";
    row.append(MakePreview(text.substr(at, content_end - at), {}, preview_bytes).text).push_back('\n');
    if (page.first_line > 0 && page.text.size() + row.size() > kReadMaxBytes) break;
    page.text.append(row);
    if (page.first_line == 0) page.first_line = number;
    page.last_line = number;
    at = end + 1;
  }
  page.truncated = page.last_line < total_lines;
  page.text.append("[Lines ")
      .append(std::to_string(page.first_line))
      .append("-")
      .append(std::to_string(page.last_line));
  page.text.append(" of ").append(std::to_string(total_lines));
  if (page.truncated) page.text.append("; continue with offset=").append(std::to_string(page.last_line + 1));
  page.text.append("]");
  return page;
}

}  // namespace sonde
