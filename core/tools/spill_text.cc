#include "core/tools/spill_text.h"

#include "core/present/search_text.h"
#include "core/tools/retain.h"

namespace sonde {
namespace {

std::string MatchesText(const Spill& spill, const Limits& limits) {
  const Matcher& matcher = *spill.matcher();
  MatchRetainer retainer(matcher, static_cast<size_t>(limits.grep_max_line_bytes));
  for (const FileRef& file : spill.pinned()) {
    SearchText text = TextOf(*file.blob);
    Matcher::Work work;
    LineSpan line;
    for (size_t from = 0; matcher.NextLine(text, from, text.text.size(), &line, &work); from = line.next) {
      retainer.Add(file, line);
    }
  }
  RetainedMatches retained;
  retained.outcome.total = retained.outcome.kept = spill.total();
  retained.outcome.scope = spill.scope();
  retained.files = retainer.TakeFiles();
  return GrepText(retained, false);
}

std::string PathsText(const Spill& spill) {
  RetainedPaths retained;
  retained.outcome.total = retained.outcome.kept = spill.total();
  for (const PathRef& path : spill.paths()) retained.paths.push_back(path->text);
  return GlobText(retained, false);
}

}  // namespace

std::string SpillText(const Spill& spill, const Limits& limits) {
  return (spill.kind() == Spill::Kind::kMatches ? MatchesText(spill, limits) : PathsText(spill)) + "\n";
}

}  // namespace sonde
