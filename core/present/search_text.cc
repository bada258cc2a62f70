#include "core/present/search_text.h"

#include <string_view>

namespace sonde {
namespace {

void AppendParagraph(std::string* text, std::string_view paragraph) {
  text->append("\n\n");
  text->append(paragraph);
}

std::string NothingFound(std::string_view headline, const Outcome& outcome, const std::string& hint) {
  std::string text(headline);
  AppendParagraph(&text, ScopeReport(outcome.scope));
  if (!hint.empty()) text.append("\n").append(hint);
  return text;
}

// "240 of 999" style counts are plain digits: model-facing text has no locale.
std::string Count(int64_t count) { return std::to_string(count); }

}  // namespace

std::string ScopeReport(const Scope& scope) {
  std::string report = "[Searched " + Count(scope.searched) + " files";
  std::string_view separator = "; left out: ";
  auto add = [&](int64_t count, std::string_view what) {
    if (count == 0) return;
    report.append(separator).append(Count(count)).append(what);
    separator = ", ";
  };
  add(scope.hidden, " hidden");
  add(scope.ignored, " ignored");
  add(scope.binary, " binary");
  add(scope.too_large, " too large");
  add(scope.glob_filtered, " not matching the glob");
  add(scope.long_lines, " long lines");
  return report + "]";
}

std::string GrepText(const RetainedMatches& retained, bool footer) {
  const Outcome& outcome = retained.outcome;
  std::string text;
  if (outcome.total == 0) {
    text = NothingFound("No matches found", outcome, retained.hint);
  } else {
    bool capped = outcome.kept < outcome.total;
    if (capped) {
      text = "Found " + Count(outcome.kept) + " of " + Count(outcome.total) + " matches";
    } else {
      text = outcome.total == 1 ? "Found 1 match" : "Found " + Count(outcome.total) + " matches";
    }
    for (const RetainedFile& file : retained.files) {
      AppendParagraph(&text, file.path);
      for (const RetainedLine& line : file.lines) {
        text.append("\nLine ").append(Count(line.line_number)).append(": ").append(line.preview.text);
      }
    }
    if (capped && footer) {
      AppendParagraph(&text, outcome.locator.empty()
                                 ? "(The rest was not kept: narrow pattern, path or include.)"
                                 : "(All " + Count(outcome.total) + " matches are in " + outcome.locator +
                                       ": open it with read, or grep that path.)");
    }
    if (outcome.scope.long_lines > 0) AppendParagraph(&text, ScopeReport(outcome.scope));
  }
  if (!outcome.partial_note.empty()) AppendParagraph(&text, outcome.partial_note);
  return text;
}

std::string GlobText(const RetainedPaths& retained, bool footer) {
  const Outcome& outcome = retained.outcome;
  std::string text;
  if (outcome.total == 0) {
    text = NothingFound("No files found", outcome, retained.hint);
  } else {
    for (const std::string& path : retained.paths) {
      if (!text.empty()) text.push_back('\n');
      text.append(path);
    }
    if (outcome.kept < outcome.total && footer) {
      std::string counts = "(Showing " + Count(outcome.kept) + " of " + Count(outcome.total) + " paths";
      if (retained.sampled) {
        counts.append(", taken evenly from ").append(Count(retained.sampled_groups)).append(" of ");
        counts.append(Count(retained.total_groups)).append(" top-level entries, not in time order");
        if (retained.sampled_groups < retained.total_groups) counts.append(", narrow path for one subtree");
      }
      AppendParagraph(&text, outcome.locator.empty() ? counts + "; the rest was not kept: narrow pattern or path.)"
                                                     : counts + "; all of them are in " + outcome.locator +
                                                           ": open it with read, or grep that path.)");
    }
  }
  if (!outcome.partial_note.empty()) AppendParagraph(&text, outcome.partial_note);
  return text;
}

}  // namespace sonde
