#include "core/tools/signal_pages.h"

#include <algorithm>
#include <utility>

#include "core/base/json_writer.h"
#include "core/base/path_order.h"
#include "core/base/utf8.h"
#include "core/present/detail_page.h"
#include "core/present/search_meta.h"
#include "core/present/search_text.h"
#include "core/present/summary_page.h"
#include "core/rank/file_order.h"
#include "core/rank/reading_order.h"
#include "core/tools/signal_context.h"

namespace sonde {
namespace {

constexpr int64_t kSummaryFiles = 30;
// Bytes for what a search adds to its first page that stopped early.
constexpr int64_t kStoppedReserve = 200;
// A suggested next request names so many files at most, and no more once they
// have so many lines together.
constexpr size_t kSuggestedFiles = 20;
constexpr int64_t kSuggestedLines = 20;
// Lines of context that one hit, and two or three, bring by themselves.
constexpr int64_t kAutoContextOne = 10;
constexpr int64_t kAutoContextFew = 4;
constexpr int64_t kAutoContextMost = 3;

std::string Number(int64_t value) { return std::to_string(value); }

std::string NextRequest(const std::string& cursor, std::string_view mode, const std::vector<std::string>& paths) {
  JsonWriter json;
  json.BeginObject().Key("cursor").String(cursor);
  if (!mode.empty()) json.Key("mode").String(mode);
  if (!paths.empty()) {
    json.Key("paths").BeginArray();
    for (const std::string& path : paths) json.String(path);
    json.EndArray();
  }
  json.EndObject();
  return std::move(json).Take();
}

ToolResponse PathTooLong() {
  return ToolResponse::Failure(DetailError(ErrorCode::kResultTooLarge, "the path of a file is longer than the page"));
}

ToolResponse CursorError(ErrorCode code, std::string_view detail) {
  return ToolResponse::Failure(DetailError(code, detail));
}

}  // namespace

int64_t SignalPages::MaxBytes() const {
  return context_.limits->signal_max_response_bytes - (snapshot_->stopped ? kStoppedReserve : 0);
}

PageBudget SignalPages::BudgetFor(const PageOptions& options) const {
  return options.target_tokens ? PageBudget(MaxBytes(), *options.target_tokens) : PageBudget(MaxBytes());
}

SignalDetails SignalPages::BaseDetails(std::string_view mode) const {
  SignalDetails details;
  details.mode = mode;
  details.total_matches = snapshot_->total;
  details.stored_matches = snapshot_->retained_lines();
  details.total_files = static_cast<int64_t>(snapshot_->files.size());
  details.snapshot_complete = snapshot_->complete();
  details.partial = !snapshot_->complete() || snapshot_->scope.long_lines > 0;
  details.revision = snapshot_->revision;
  details.scope = snapshot_->scope;
  return details;
}

std::optional<ToolResponse> SignalPages::MakeValue() {
  if (!context_.value) return std::nullopt;
  JsonWriter json;
  json.BeginObject().Key("matches").BeginArray();
  std::vector<ByteRange> hits;
  for (size_t place = 0; place < snapshot_->lines.size(); ++place) {
    const SignalSnapshot::Line& line = snapshot_->lines[place];
    const FileRef& file = snapshot_->entries[line.file];
    std::string_view content = snapshot_->TextOf(line);
    bool valid = IsValidUtf8(content);
    hits.clear();
    if (valid) snapshot_->matcher->FindOccurrences(content, file.blob->ascii(), SIZE_MAX, &hits);
    json.BeginObject();
    json.Key("path").String(file.path->text);
    json.Key("lineNumber").Int(snapshot_->LineNumber(place));
    json.Key("line").String(valid ? content : kInvalidUtf8Line);
    json.Key("ranges");
    WriteRanges(ToUnitRanges(content, hits), &json);
    json.EndObject();
    if (static_cast<int64_t>(json.size() + std::string_view("]}").size()) > context_.limits->raw_output_max_bytes) {
      return ToolResponse::Failure(
          LimitError(ErrorCode::kSearchRawOutputOverflow, context_.limits->raw_output_max_bytes));
    }
  }
  json.EndArray().EndObject();
  value_ = std::move(json).Take();
  return std::nullopt;
}

ToolResponse SignalPages::Respond(std::string text, std::vector<RetainedFile> shown, bool truncated,
                                  SignalDetails details) const {
  ToolResponse response;
  response.text = std::move(text);
  response.details = details.ToJson();
  if (!context_.nested) {
    RetainedMatches meta;
    meta.outcome.total = snapshot_->total;
    meta.outcome.kept = truncated ? snapshot_->total - 1 : snapshot_->total;
    meta.outcome.scope = snapshot_->scope;
    meta.outcome.revision = snapshot_->revision;
    meta.files = std::move(shown);
    response.meta = SignalMeta(meta, response.details, static_cast<size_t>(context_.limits->search_meta_max_bytes));
  }
  response.value = value_;
  return response;
}

std::string SignalPages::HandOut(CursorKind kind, int64_t offset, const Selection* selection) {
  if (context_.nested) return {};
  if (kind == CursorKind::kSummary) snapshot_->gave_summary = true;
  if (kind == CursorKind::kMatches) snapshot_->gave_matches = true;
  if (kind == CursorKind::kFiles) snapshot_->gave_files = true;
  bool kept = context_.snapshots->Find(snapshot_->id(), context_.owner, context_.now_ms) != nullptr ||
              context_.snapshots->Put(snapshot_, context_.now_ms);
  if (!kept) return {};
  Cursor cursor{snapshot_->id(), kind, offset, std::nullopt};
  if (selection && !selection->all) cursor.selection = SelectionHash(selection->paths);
  return FormatCursor(cursor);
}

ToolResponse SignalPages::NothingFound() const {
  SignalDetails details = BaseDetails("matches");
  std::string text = snapshot_->stopped                ? "No matches found so far."
                     : snapshot_->scope.long_lines > 0 ? "No matches found; some lines were too long to search."
                                                       : "No matches found; the search was complete.";
  return Respond(text + "\n" + ScopeReport(snapshot_->scope), {}, false, std::move(details));
}

MatchUnit SignalPages::UnitAt(size_t place) const {
  const SignalSnapshot::Line& line = snapshot_->lines[place];
  const FileRef& file = snapshot_->entries[line.file];
  std::vector<ByteRange> hits;
  std::string_view content = snapshot_->TextOf(line);
  snapshot_->matcher->FindOccurrences(content, file.blob->ascii(), SIZE_MAX, &hits);
  return {file.path->text,
          MakeMatchRow(static_cast<int64_t>(place) + 1, snapshot_->LineNumber(place), content, hits),
          {},
          {}};
}

std::optional<ToolResponse> SignalPages::DetailsPage(const Selection& selection, int64_t offset,
                                                     const PageOptions& options, bool whole) {
  SignalSnapshot& snapshot = *snapshot_;
  int64_t selected = selection.all ? snapshot.retained_lines() : static_cast<int64_t>(selection.lines.size());
  PageBudget budget = BudgetFor(options);
  DetailPage page(budget);
  SignalDetails details = BaseDetails("matches");
  int64_t at = offset;
  for (; at < selected && at - offset < options.max_lines; ++at) {
    size_t place = selection.all ? static_cast<size_t>(at) : selection.lines[static_cast<size_t>(at)];
    MatchUnit unit = UnitAt(place);
    SourceState state = SourceState::kCurrent;
    if (options.context > 0) {
      state = StateOf(snapshot.entries[snapshot.lines[place].file], context_.workspace->view());
      if (state == SourceState::kCurrent) AddContext(snapshot, place, options.context, &unit);
    }
    std::string path = unit.path;
    if (!page.Add(std::move(unit))) break;
    std::vector<std::string>* left_out = state == SourceState::kChanged       ? &details.context_changed_files
                                         : state == SourceState::kUnavailable ? &details.context_omitted_files
                                                                              : nullptr;
    if (left_out && (left_out->empty() || left_out->back() != path)) left_out->push_back(path);
  }
  bool finished = at == selected;
  bool cut_short = !finished && at - offset < options.max_lines;
  if (page.matches() == 0 || (whole && (cut_short || page.context_lines_omitted() > 0))) return std::nullopt;

  details.returned_matches = page.matches();
  details.selected_paths = selection.paths;
  details.selection_missing_paths = selection.missing;
  details.line_content_truncated = page.rows_truncated();
  details.occurrence_ranges_omitted = page.ranges_omitted();
  details.occurrence_matches_truncated = page.rows_with_ranges_omitted();
  details.auto_context = options.auto_context;
  details.context_lines_omitted = page.context_lines_omitted();
  details.tier = options.tier;
  details.partial = details.partial || !details.context_changed_files.empty() || !details.context_omitted_files.empty();
  if (!finished) {
    details.cursor = HandOut(CursorKind::kMatches, at, &selection);
    if (!details.cursor.empty()) details.next_request = NextRequest(details.cursor, "", selection.paths);
  } else if (!snapshot_->reusable()) {
    context_.snapshots->Release(snapshot_->id());
  } else if (!selection.all && snapshot_->gave_summary && !context_.nested) {
    std::vector<std::string> paths = NextToRead(selection.paths);
    if (!paths.empty()) details.next_request = NextRequest(SummaryCursor(), "matches", paths);
  }

  std::vector<std::string> notes;
  if (page.has_columns()) {
    notes.push_back(std::string("[columns: 1-based UTF-16, inclusive") +
                    (page.has_byte_columns() ? "; b = bytes]" : "]"));
  }
  size_t changed = details.context_changed_files.size();
  size_t unavailable = details.context_omitted_files.size();
  if (changed + unavailable > 0) {
    notes.push_back("[context left out: " + std::to_string(changed) + " file(s) changed, " +
                    std::to_string(unavailable) + " unavailable]");
  }
  if (page.context_lines_omitted() > 0) {
    notes.push_back("[context shortened: " + Number(page.context_lines_omitted()) + " line(s) did not fit]");
  }
  if (!selection.missing.empty()) {
    notes.push_back("[" + std::to_string(selection.missing.size()) + " selected path(s) have no retained match]");
  }
  std::string span =
      "[Matches " + Number(page.first_index()) + "-" + Number(page.last_index()) + " of " + Number(snapshot.total);
  if (!selection.all) {
    span += "; " + Number(page.matches()) + " of " + Number(selected) + " in " +
            std::to_string(selection.paths.size()) + " selected path(s)";
  }
  span += snapshot.complete() ? "; complete snapshot]"
                              : "; PARTIAL: " + Number(snapshot.retained_lines()) + " of " + Number(snapshot.total) +
                                    " retained, narrow the search]";
  notes.push_back(std::move(span));
  if (snapshot.scope.long_lines > 0) notes.push_back(ScopeReport(snapshot.scope));
  if (!details.cursor.empty()) {
    notes.push_back("[next page: cursor=\"" + details.cursor + "\"" + (selection.all ? "]" : ", same paths]"));
  } else if (!finished) {
    notes.push_back("[the rest was not kept: narrow the search]");
  }
  std::string budget_note = BudgetNote(options.tier);
  if (!budget_note.empty()) notes.push_back(std::move(budget_note));
  std::string text = page.Text(notes);
  bool all_shown = page.matches() == snapshot.total;
  return Respond(std::move(text), page.TakeFiles(), !all_shown, std::move(details));
}

const std::vector<uint32_t>& SignalPages::FileOrder() {
  if (snapshot_->by_count.empty()) {
    std::vector<RankedFile> ranked;
    ranked.reserve(snapshot_->files.size());
    for (size_t i = 0; i < snapshot_->files.size(); ++i) {
      ranked.push_back({snapshot_->files[i].count, snapshot_->entries[i].path->text});
    }
    snapshot_->by_count = ByCountDescending(ranked);
  }
  return snapshot_->by_count;
}

std::vector<std::string> SignalPages::NextToRead(const std::vector<std::string>& read) {
  SignalSnapshot& snapshot = *snapshot_;
  std::vector<uint32_t>& order = snapshot.reading_order;
  if (order.empty()) {
    std::vector<uint32_t> places;
    std::vector<std::string_view> paths;
    for (uint32_t place : FileOrder()) {
      if (snapshot.files[place].retained == 0) continue;
      places.push_back(place);
      paths.push_back(snapshot.entries[place].path->text);
    }
    for (uint32_t at : ReadingOrder(paths, snapshot.names)) order.push_back(places[at]);
  }
  auto path_of = [&](uint32_t place) -> const std::string& { return snapshot.entries[place].path->text; };
  size_t at = read.empty() ? 0 : order.size();
  while (at > 0 && std::find(read.begin(), read.end(), path_of(order[at - 1])) == read.end()) --at;
  std::vector<std::string> next;
  for (int64_t lines = 0; at < order.size() && next.size() < kSuggestedFiles && lines < kSuggestedLines; ++at) {
    lines += snapshot.files[order[at]].retained;
    next.push_back(path_of(order[at]));
  }
  return next;
}

std::string SignalPages::SummaryCursor() const {
  return FormatCursor({snapshot_->id(), CursorKind::kSummary, 0, std::nullopt});
}

ToolResponse SignalPages::SummaryPageAt(int64_t offset, const PageOptions& options) {
  const SignalSnapshot& snapshot = *snapshot_;
  auto files = static_cast<int64_t>(snapshot.files.size());
  PageBudget budget = BudgetFor(options);
  SummaryPage page(budget, snapshot.total, files, snapshot.complete(), snapshot.retained_lines());
  const std::vector<uint32_t>& order = FileOrder();
  std::vector<std::string> shown_paths;
  while (offset + page.files_shown() < files && page.files_shown() < kSummaryFiles) {
    uint32_t place = order[static_cast<size_t>(offset + page.files_shown())];
    const SignalSnapshot::File& file = snapshot.files[place];
    SummaryRow row{snapshot.entries[place].path->text, file.count, std::nullopt};
    if (file.retained > 0) row.sample = UnitAt(file.first_line).row;
    if (!page.Add(row)) break;
    shown_paths.push_back(row.path);
  }
  if (page.files_shown() == 0) return PathTooLong();
  int64_t next = offset + page.files_shown();
  SignalDetails details = BaseDetails("summary");
  details.returned_matches = page.samples_shown();
  details.summary_files_shown = page.files_shown();
  details.summary_files_omitted = files - next;
  details.summary_previews_shown = page.samples_shown();
  details.summary_previews_omitted = page.files_shown() - page.samples_shown();
  details.line_content_truncated = page.rows_truncated();
  details.tier = options.tier;
  details.cursor = HandOut(CursorKind::kSummary, next < files ? next : 0, nullptr);
  if (!details.cursor.empty()) {
    // First the lines that are most worth reading; of a further page its own.
    if (offset == 0) shown_paths = NextToRead({});
    if (shown_paths.size() > kSuggestedFiles) shown_paths.resize(kSuggestedFiles);
    bool all = offset == 0 && shown_paths.size() == snapshot_->reading_order.size();
    details.next_request = NextRequest(details.cursor, "matches", all ? std::vector<std::string>() : shown_paths);
  }

  std::vector<std::string> notes;
  int64_t without_sample = page.files_shown() - page.samples_shown();
  if (without_sample > 0) notes.push_back("[" + Number(without_sample) + " shown files without a sample]");
  if (details.cursor.empty()) {
    notes.push_back(context_.nested ? "[lines of files: search one path or narrow the pattern]"
                                    : "[the rest was not kept: narrow the search]");
  } else {
    std::string cursor = "cursor=\"" + details.cursor + "\"";
    if (next < files) notes.push_back("[" + Number(files - next) + " more files: " + cursor + ", mode=\"summary\"]");
    notes.push_back("[lines of files: " + cursor + ", paths=[…]]");
    notes.push_back("[source: " + cursor + ", mode=\"inspect\", matchIndices=[…]]");
  }
  if (snapshot.scope.long_lines > 0) notes.push_back(ScopeReport(snapshot.scope));
  std::string budget_note = BudgetNote(options.tier);
  if (!budget_note.empty()) notes.push_back(std::move(budget_note));
  std::string text = page.Text(notes);
  bool all_shown = page.samples_shown() == snapshot.total;
  return Respond(std::move(text), page.TakeFiles(), !all_shown, std::move(details));
}

ToolResponse SignalPages::FilesPageAt(int64_t offset) {
  const SignalSnapshot& snapshot = *snapshot_;
  auto files = static_cast<int64_t>(snapshot.files.size());
  SummaryPage page(PageBudget(MaxBytes()), snapshot.total, files, snapshot.complete(), snapshot.retained_lines());
  const std::vector<uint32_t>& order = FileOrder();
  while (offset + page.files_shown() < files && page.files_shown() < snapshot.page_lines) {
    uint32_t place = order[static_cast<size_t>(offset + page.files_shown())];
    if (!page.Add({snapshot.entries[place].path->text, snapshot.files[place].count, std::nullopt})) break;
  }
  if (page.files_shown() == 0) return PathTooLong();
  int64_t next = offset + page.files_shown();
  SignalDetails details = BaseDetails("files");
  details.summary_files_shown = page.files_shown();
  details.summary_files_omitted = files - next;
  std::vector<std::string> notes;
  if (next < files) {
    details.cursor = HandOut(CursorKind::kFiles, next, nullptr);
    if (details.cursor.empty()) {
      notes.push_back("[" + Number(files - next) + " more files; the rest was not kept: narrow the search]");
    } else {
      details.next_request = NextRequest(details.cursor, "files", {});
      notes.push_back("[" + Number(files - next) + " more files: cursor=\"" + details.cursor + "\", mode=\"files\"]");
    }
  }
  if (snapshot.scope.long_lines > 0) notes.push_back(ScopeReport(snapshot.scope));
  std::string text = page.Text(notes);
  if (notes.empty()) text.pop_back();
  return Respond(std::move(text), page.TakeFiles(), true, std::move(details));
}

Result<SignalPages::Selection> SignalPages::Select(const std::vector<std::string>& given_paths,
                                                   const Cursor& cursor) const {
  Selection selection;
  bool continues = cursor.kind == CursorKind::kMatches;
  if (given_paths.empty() && continues && cursor.selection) {
    return DetailError(ErrorCode::kCursorSelectionMismatch, "pass the same paths as before");
  }
  if (given_paths.empty()) return selection;
  selection.all = false;
  std::vector<std::string> paths;
  for (const std::string& given : given_paths) {
    Result<std::string> path = NormalizeModelPath(given);
    if (!path.ok()) return std::move(path).error();
    paths.push_back(std::move(path).value());
  }
  selection.paths = UniquePaths(std::move(paths));
  if (continues && cursor.selection != SelectionHash(selection.paths)) {
    return DetailError(ErrorCode::kCursorSelectionMismatch,
                       cursor.selection ? "pass the same paths as before" : "pass it without path and paths");
  }
  for (const std::string& path : selection.paths) {
    auto entry = std::partition_point(snapshot_->entries.begin(), snapshot_->entries.end(),
                                      [&](const FileRef& file) { return ComparePaths(file.path->text, path) < 0; });
    auto place = static_cast<size_t>(entry - snapshot_->entries.begin());
    bool found = entry != snapshot_->entries.end() && entry->path->text == path && snapshot_->files[place].retained > 0;
    if (!found) {
      selection.missing.push_back(path);
      continue;
    }
    const SignalSnapshot::File& file = snapshot_->files[place];
    for (uint32_t i = 0; i < file.retained; ++i) selection.lines.push_back(file.first_line + i);
  }
  if (selection.lines.empty()) {
    return DetailError(ErrorCode::kCursorOutOfRange,
                       "none of the selected paths has a retained match; choose paths that the summary lists");
  }
  return selection;
}

std::optional<ToolResponse> SignalPages::WithAutoContext(PageOptions options) {
  // The context that comes by itself is reduced evenly until the page fits.
  for (int64_t context = snapshot_->total == 1 ? kAutoContextOne : kAutoContextFew; context >= 0; --context) {
    options.context = context;
    options.auto_context = context;
    snapshot_->context = context;  // of the pages that follow, too
    if (std::optional<ToolResponse> page = DetailsPage({}, 0, options, true)) return page;
  }
  return std::nullopt;
}

ToolResponse SignalPages::FirstPage(const SignalRequest& request) {
  SignalSnapshot& snapshot = *snapshot_;
  snapshot.page_lines = request.limit.value_or(100);
  snapshot.context = request.context.value_or(0);
  if (std::optional<ToolResponse> overflow = MakeValue()) return *std::move(overflow);
  if (snapshot.total == 0) return NothingFound();
  PageOptions options{snapshot.page_lines, snapshot.context, std::nullopt, std::nullopt, std::nullopt};
  if (request.mode == SignalMode::kSummary) return SummaryPageAt(0, options);
  if (request.mode == SignalMode::kFiles) return FilesPageAt(0);
  bool page_wanted = request.mode == SignalMode::kMatches || request.limit;
  bool brings_context = snapshot.total <= kAutoContextMost && snapshot.complete() && !request.context &&
                        request.mode == SignalMode::kAuto;
  if (page_wanted) {
    std::optional<ToolResponse> page;
    if (brings_context) page = WithAutoContext(options);
    if (!page) page = DetailsPage({}, 0, options, false);
    if (page) return *std::move(page);
    if (request.mode == SignalMode::kAuto) return SummaryPageAt(0, options);
    return ToolResponse::Failure(DetailError(ErrorCode::kResultTooLarge, "the first match does not fit a page"));
  }
  options.tier = TierFor(context_.percent_used);
  options.target_tokens = options.tier ? options.tier->target_tokens : kDefaultTargetTokens;
  if (snapshot.complete()) {
    PageOptions whole = options;
    whole.max_lines = snapshot.retained_lines();
    std::optional<ToolResponse> page = brings_context ? WithAutoContext(whole) : DetailsPage({}, 0, whole, true);
    if (page) return *std::move(page);
  }
  return SummaryPageAt(0, options);
}

ToolResponse SignalPages::Continue(const SignalRequest& request, const Cursor& cursor) {
  if (std::optional<ToolResponse> overflow = MakeValue()) return *std::move(overflow);
  PageOptions options{snapshot_->page_lines, snapshot_->context, std::nullopt, std::nullopt, std::nullopt};
  bool matches_only = cursor.kind == CursorKind::kMatches;
  bool given = cursor.kind == CursorKind::kSummary ? snapshot_->gave_summary
               : matches_only                      ? snapshot_->gave_matches
                                                   : snapshot_->gave_files;
  if (!given) {
    return CursorError(ErrorCode::kCursorWrongKind,
                       "this search gave none of its kind; pass one exactly as a result gave it");
  }
  if (request.mode == SignalMode::kSummary || request.mode == SignalMode::kFiles) {
    bool summary = request.mode == SignalMode::kSummary;
    if (matches_only) {
      return CursorError(ErrorCode::kCursorWrongKind,
                         "it continues matching lines; pass it without mode, or search again for an overview");
    }
    // A cursor of the other kind begins this overview anew.
    bool own = cursor.kind == (summary ? CursorKind::kSummary : CursorKind::kFiles);
    int64_t offset = own ? cursor.offset : 0;
    if (offset >= static_cast<int64_t>(snapshot_->files.size())) {
      return CursorError(ErrorCode::kCursorOutOfRange, "every file has been shown; begin anew with a new search");
    }
    return summary ? SummaryPageAt(offset, options) : FilesPageAt(offset);
  }
  // A cursor of a file list continues the list unless lines are asked for.
  if (cursor.kind == CursorKind::kFiles && !request.mode_given && request.paths.empty()) {
    return CursorError(ErrorCode::kCursorWrongKind,
                       "it continues a list of files; pass mode=\"files\" or paths with it");
  }
  Result<Selection> selection = Select(request.paths, cursor);
  if (!selection.ok()) return ToolResponse::Failure(std::move(selection).error());
  const Selection& chosen = selection.value();
  int64_t offset = matches_only ? cursor.offset : 0;
  int64_t selected = chosen.all ? snapshot_->retained_lines() : static_cast<int64_t>(chosen.lines.size());
  if (offset >= selected) {
    return CursorError(ErrorCode::kCursorOutOfRange,
                       "every retained match has been shown; begin anew with a new search");
  }
  std::optional<ToolResponse> page = DetailsPage(chosen, offset, options, false);
  if (page) return *std::move(page);
  return ToolResponse::Failure(DetailError(ErrorCode::kResultTooLarge, "the next match does not fit a page"));
}

}  // namespace sonde
