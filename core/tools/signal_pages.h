// Makes the pages of signal_grep from a snapshot. Nothing here searches.
// Source of the policy: signal.md §4.
#ifndef SONDE_TOOLS_SIGNAL_PAGES_H_
#define SONDE_TOOLS_SIGNAL_PAGES_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/present/detail_page.h"
#include "core/present/page_budget.h"
#include "core/present/signal_details.h"
#include "core/snapshot/cursor.h"
#include "core/snapshot/signal_snapshot.h"
#include "core/tools/job.h"
#include "core/tools/signal_request.h"

namespace sonde {

class SignalPages {
 public:
  // Both must outlive the object.
  SignalPages(const CallContext& context, std::shared_ptr<SignalSnapshot> snapshot)
      : context_(context), snapshot_(std::move(snapshot)) {}

  // The answer to a new search; keeps the snapshot when it hands out a cursor.
  ToolResponse FirstPage(const SignalRequest& request);

  // The answer to a cursor. Errors are CURSOR_* codes.
  ToolResponse Continue(const SignalRequest& request, const Cursor& cursor);

 private:
  // A choice of retained lines: all, or those of some files.
  struct Selection {
    std::vector<uint32_t> lines;  // places in the snapshot; unused when all
    std::vector<std::string> paths;
    std::vector<std::string> missing;
    bool all = true;
  };
  struct PageOptions {
    int64_t max_lines;
    int64_t context;
    std::optional<int64_t> target_tokens;  // of implicit auto only
    std::optional<BudgetTier> tier;
    std::optional<int64_t> auto_context;
  };

  ToolResponse NothingFound() const;
  // Nothing when the first row does not fit; with `whole`, nothing unless all
  // of the options' max_lines fit with all of their context.
  std::optional<ToolResponse> DetailsPage(const Selection& selection, int64_t offset, const PageOptions& options,
                                          bool whole);
  // The page of one to three hits with the context that comes by itself.
  std::optional<ToolResponse> WithAutoContext(PageOptions options);
  ToolResponse SummaryPageAt(int64_t offset, const PageOptions& options);
  ToolResponse FilesPageAt(int64_t offset);
  // The lines of `paths`, all without any. Errors: CURSOR_SELECTION_MISMATCH
  // when `cursor` continues another choice, CURSOR_OUT_OF_RANGE, PATH_INVALID.
  Result<Selection> Select(const std::vector<std::string>& paths, const Cursor& cursor) const;
  MatchUnit UnitAt(size_t place) const;
  const std::vector<uint32_t>& FileOrder();
  // Paths whose lines come next in reading order behind the last of `read`,
  // empty at its end.
  std::vector<std::string> NextToRead(const std::vector<std::string>& read);
  std::string SummaryCursor() const;

  // Bytes that the text of a page may have.
  int64_t MaxBytes() const;
  PageBudget BudgetFor(const PageOptions& options) const;
  SignalDetails BaseDetails(std::string_view mode) const;
  ToolResponse Respond(std::string text, std::vector<RetainedFile> shown, bool truncated, SignalDetails details) const;
  // Fills value_ when the call asks for it; the failure when it is too large.
  // Comes before anything is kept: a failed call leaves no snapshot.
  std::optional<ToolResponse> MakeValue();
  // Keeps the snapshot and returns the cursor, "" for a nested call or when it
  // can't be kept.
  std::string HandOut(CursorKind kind, int64_t offset, const Selection* selection);

  const CallContext& context_;
  std::shared_ptr<SignalSnapshot> snapshot_;
  std::string value_;  // JSON of every retained line, "" = not asked for
};

}  // namespace sonde

#endif  // SONDE_TOOLS_SIGNAL_PAGES_H_
