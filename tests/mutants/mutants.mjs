// Faults that the tests of signal_grep must see: each replaces one place of one
// core source. `find` stands in the source exactly once.

/** @type {{ name: string, file: string, find: string, put: string }[]} */
export const mutants = [
  {
    name: "indices begin at 0",
    file: "core/tools/signal_pages.cc",
    find: "MakeMatchRow(static_cast<int64_t>(place) + 1,",
    put: "MakeMatchRow(static_cast<int64_t>(place),",
  },
  {
    name: "a page holds one line more than its limit",
    file: "core/tools/signal_pages.cc",
    find: "for (; at < selected && at - offset < options.max_lines; ++at) {",
    put: "for (; at < selected && at - offset <= options.max_lines; ++at) {",
  },
  {
    name: "the next page skips a match",
    file: "core/tools/signal_pages.cc",
    find: "HandOut(CursorKind::kMatches, at, &selection)",
    put: "HandOut(CursorKind::kMatches, at + 1, &selection)",
  },
  {
    name: "the next page shows a match again",
    file: "core/tools/signal_pages.cc",
    find: "HandOut(CursorKind::kMatches, at, &selection)",
    put: "HandOut(CursorKind::kMatches, at - 1 > offset ? at - 1 : at, &selection)",
  },
  {
    name: "the last file of an overview is lost",
    file: "core/tools/signal_grep.cc",
    find: "snapshot_->scope = search_.scope();",
    put: "if (snapshot_->files.size() > 1) snapshot_->files.pop_back(), snapshot_->entries.pop_back();\n    snapshot_->scope = search_.scope();",
  },
  {
    name: "matches to come are shown early as context",
    file: "core/tools/signal_context.cc",
    find: "after = std::min(after, (gap + 1) / 2);",
    put: "after = std::min(after, gap + 1);",
  },
  {
    name: "a context line between two matches is shown twice",
    file: "core/tools/signal_context.cc",
    find: "before = std::min(before, gap / 2);",
    put: "before = std::min(before, (gap + 1) / 2);",
  },
  {
    name: "a context line between two matches is lost",
    file: "core/tools/signal_context.cc",
    find: "after = std::min(after, (gap + 1) / 2);",
    put: "after = std::min(after, gap / 2);",
  },
  {
    name: "the empty end of a file is context",
    file: "core/tools/signal_context.cc",
    find: "for (int64_t i = 1; i <= after && next < text.size(); ++i) {",
    put: "for (int64_t i = 1; i <= after && next <= text.size(); ++i) {",
  },
  {
    name: "context of a changed file is shown",
    file: "core/tools/signal_context.cc",
    find: "return now->blob->revision == searched.blob->revision ? SourceState::kCurrent : SourceState::kChanged;",
    put: "return SourceState::kCurrent;",
  },
  {
    name: "pages read the files of now, not the pinned ones",
    file: "core/tools/signal_grep.cc",
    find: "  return DoneJob(SignalPages(context, snapshot).Continue(request, cursor.value()));",
    put: `  for (FileEntry& entry : snapshot->entries) {
    const FileEntry* now = context.workspace->view().tree.Find(entry.path->text);
    if (now && now->blob->text().size() >= entry.blob->text().size()) entry = *now;
  }
  return DoneJob(SignalPages(context, snapshot).Continue(request, cursor.value()));`,
  },
  {
    name: "a cursor runs the search again",
    file: "core/tools/signal_grep.cc",
    find: "  return DoneJob(SignalPages(context, snapshot).Continue(request, cursor.value()));",
    put: `  struct Again : FinishedJob {
    using FinishedJob::FinishedJob;
    bool is_search() const override { return true; }
  };
  return std::make_unique<Again>(SignalPages(context, snapshot).Continue(request, cursor.value()));`,
  },
  {
    name: "inspection serves a changed file's searched text unasked",
    file: "core/tools/signal_inspect.cc",
    find: "if (state == SourceState::kCurrent || request_.pinned) {",
    put: "if (state != SourceState::kUnavailable || request_.pinned) {",
  },
  {
    name: "a batch shows shared lines twice",
    file: "core/tools/signal_inspect.cc",
    find: "(*blocks)[place].file != item->file) ++place;",
    put: "true) ++place;",
  },
  {
    name: "ties of an overview are not by path bytes",
    file: "core/rank/file_order.cc",
    find: "return files[a].path < files[b].path;",
    put: "return false;",
  },
  {
    name: "columns count bytes",
    file: "core/present/match_row.cc",
    find: "auto begin = static_cast<int64_t>(cursor.UnitsAt(hit.begin));",
    put: "auto begin = static_cast<int64_t>(hit.begin);",
  },
  {
    name: "a long line is shown from its begin",
    file: "core/present/match_row.cc",
    find: "  if (focus) {",
    put: "  if (focus && focus->begin > line.size()) {",
  },
  {
    name: "notes are not counted against the response",
    file: "core/present/page_budget.cc",
    find: "return bytes_ + static_cast<int64_t>(text.size()) + reserve <= max_bytes_;",
    put: "return bytes_ + static_cast<int64_t>(text.size()) + 0 * reserve <= max_bytes_;",
  },
  {
    name: "a snapshot answers any owner",
    file: "core/snapshot/snapshot_store.cc",
    find: "return snapshot->id() == id && snapshot->owner() == owner;",
    put: "return snapshot->id() == id && (snapshot->owner() == owner || true);",
  },
  {
    name: "a match cursor takes any selection",
    file: "core/tools/signal_pages.cc",
    find: "if (continues && cursor.selection != SelectionHash(selection.paths)) {",
    put: "if (continues && !cursor.selection) {",
  },
];
