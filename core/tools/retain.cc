#include "core/tools/retain.h"

#include "core/search/line_hits.h"

namespace sonde {

void MatchRetainer::Add(const FileRef& file, const LineSpan& line) {
  std::string_view text = file.blob->text();
  if (file_ != &file) {
    file_ = &file;
    numberer_.emplace(text);
    files_.push_back({file.path->text, {}});
  }
  std::string_view content = text.substr(line.begin, line.end - line.begin);
  std::vector<ByteRange> hits = HitsNearFirst(matcher_, content, file.blob->ascii(), preview_bytes_);
  files_.back().lines.push_back({numberer_->NumberAt(line.begin), MakePreview(content, hits, preview_bytes_)});
}

}  // namespace sonde
