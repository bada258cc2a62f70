#include "core/tools/signal_inspect.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/json_writer.h"
#include "core/present/inspect_page.h"
#include "core/present/match_row.h"
#include "core/present/signal_details.h"
#include "core/search/line_hits.h"
#include "core/structure/provider.h"
#include "core/tools/arguments.h"
#include "core/tools/signal_context.h"
#include "core/tools/target.h"

namespace sonde {
namespace {

constexpr int64_t kLinesAround = 10;
// Room for the lines of one target that hold no path: symbol, revision,
// showing, structure.
constexpr size_t kSingleReserve = 512;
// The same of one line of a batch.
constexpr size_t kTargetReserve = 192;
// Paths and reasons are cut to so many UTF-16 units in the text of a batch, and
// a retry request that is longer in bytes stands in the details alone: five
// targets with paths of 4,096 bytes must leave room for their source.
constexpr size_t kBatchUnits = 240;
constexpr size_t kMaxRetryBytes = 640;
// A reason of one target alone, UTF-16 units.
constexpr size_t kReasonUnits = 1000;

std::string Number(int64_t value) { return std::to_string(value); }

// One target on its way to being shown.
struct Item {
  Inspection inspection;
  const FileRef* file = nullptr;   // source to show, null when refused
  std::optional<ByteRange> focus;  // first hit of the target line
  Structure structure;
  int64_t first_wanted = 0;  // lines that belong to the target
  int64_t last_wanted = 0;
  int64_t range_first = 1;  // what "omitted" is counted against
  int64_t range_last = 0;
  bool refused = false;  // by its arguments rather than for its source
  std::string note;      // why it is an error
};

class Inspector {
 public:
  Inspector(const CallContext& context, const SignalRequest& request, SignalSnapshot* snapshot)
      : context_(context), request_(request), snapshot_(snapshot) {}

  ToolResponse Run() {
    size_t count = snapshot_ ? request_.match_indices.size() : request_.targets.size();
    for (size_t i = 0; i < count; ++i) {
      Item item;
      item.inspection.input_index = static_cast<int64_t>(i) + 1;
      std::optional<Error> refused =
          snapshot_ ? FromMatch(request_.match_indices[i], &item) : FromTarget(request_.targets[i], &item);
      if (refused) {
        if (!request_.batch) return ToolResponse::Failure(*std::move(refused));
        item.file = nullptr;
        item.inspection.status = "error";
        item.inspection.structure = "source-unavailable";
        item.note = refused->message;
        item.inspection.error = std::move(refused);
        item.refused = true;
      }
      items_.push_back(std::move(item));
    }
    return request_.batch ? Batch() : Single();
  }

 private:
  std::optional<Error> FromMatch(int64_t index, Item* item) {
    Inspection& inspection = item->inspection;
    inspection.match_index = index;
    if (index > snapshot_->retained_lines()) {
      std::string detail = "match " + Number(index) + " does not exist; the snapshot retains " +
                           Number(snapshot_->retained_lines()) + " matches";
      return DetailError(ErrorCode::kCursorOutOfRange, detail);
    }
    auto place = static_cast<size_t>(index - 1);
    const SignalSnapshot::Line& line = snapshot_->lines[place];
    const FileRef& searched = snapshot_->entries[line.file];
    inspection.path = searched.path->text;
    inspection.line = snapshot_->LineNumber(place);
    std::vector<ByteRange> hits =
        HitsNearFirst(*snapshot_->matcher, snapshot_->TextOf(line), searched.blob->ascii(), kExcerptUnits);
    if (!hits.empty()) item->focus = hits.front();
    SourceState state = StateOf(searched, context_.workspace->view());
    if (state == SourceState::kCurrent || request_.pinned) {
      inspection.pinned = request_.pinned;
      Take(searched, item);
    } else if (state == SourceState::kChanged) {
      Refuse(item, "source-changed",
             "the file has changed since the search: search again, or pass pinned for the searched revision");
    } else {
      Refuse(item, "source-unavailable", "the file is gone since the search: pass pinned for the searched revision");
    }
    return std::nullopt;
  }

  std::optional<Error> FromTarget(const SignalTarget& target, Item* item) {
    Inspection& inspection = item->inspection;
    inspection.path = target.path;
    inspection.line = target.line;
    Result<std::string> path = NormalizeModelPath(target.path);
    if (!path.ok()) return std::move(path).error();
    inspection.path = path.value();
    if (IsInGit(path.value())) return MakeError(ErrorCode::kPathIsGit, {{"path", path.value()}});
    const FileTree& tree = context_.workspace->view().tree;
    const FileRef* file = tree.Find(path.value());
    if (!file && tree.IsFolder(path.value())) {
      std::string name = path.value().empty() ? "the workspace root" : path.value();
      return InvalidArgs("path must name a file: " + name + " is a folder; list it with glob");
    }
    if (!file) {
      Refuse(item, "source-unavailable", PathNotFound(tree, path.value()));
      return std::nullopt;
    }
    if (file->blob->kind() == FileKind::kBinary) {
      std::string size = Number(static_cast<int64_t>(file->blob->original().size()));
      Refuse(item, "source-unavailable", MakeError(ErrorCode::kFileNotText, {{"path", path.value()}, {"size", size}}));
      return std::nullopt;
    }
    if (file->blob->kind() == FileKind::kText && target.line > file->blob->line_count()) {
      return InvalidArgs("line " + Number(target.line) + " is past the end: " + path.value() + " has " +
                         Number(file->blob->line_count()) + " lines");
    }
    Take(*file, item);
    return std::nullopt;
  }

  void Refuse(Item* item, std::string_view status, std::string note) {
    item->inspection.structure = status;
    item->inspection.status = "error";
    item->note = std::move(note);
  }

  void Refuse(Item* item, std::string_view status, Error error) {
    Refuse(item, status, error.message);
    item->inspection.error = std::move(error);
  }

  void Take(const FileRef& file, Item* item) {
    bool too_large = file.blob->kind() == FileKind::kTooLarge ||
                     static_cast<int64_t>(file.blob->text().size()) > context_.limits->inspect_max_file_bytes;
    if (too_large) {
      return Refuse(item, "file-too-large",
                    "the file is larger than " + Number(context_.limits->inspect_max_file_bytes) +
                        " bytes: read it by offset, or grep in it");
    }
    item->file = &file;
    int64_t lines = file.blob->line_count();
    if (context_.structure) {
      item->structure = context_.structure->Enclosing(file.path->text, file.blob->text(), item->inspection.line);
    }
    item->inspection.structure = StructureStatusName(item->structure.status);
    bool symbol = item->structure.status == StructureStatus::kAvailable;
    item->range_first = symbol ? item->structure.symbol.start_line : 1;
    item->range_last = symbol ? item->structure.symbol.end_line : lines;
    item->first_wanted = symbol ? item->range_first : std::max<int64_t>(1, item->inspection.line - kLinesAround);
    item->last_wanted = symbol ? item->range_last : std::min(lines, item->inspection.line + kLinesAround);
  }

  // The rows of `first`..`last` of a text; lines with a target in them are
  // excerpted around its hit.
  static std::vector<SourceRow> Rows(const FileRef& file, int64_t first, int64_t last,
                                     const std::map<int64_t, ByteRange>& focus) {
    std::string_view text = file.blob->text();
    std::vector<SourceRow> rows;
    size_t at = 0;
    for (int64_t number = 1; number <= last && at < text.size(); ++number) {
      LineSpan span = LineAt(text, at);
      at = span.next;
      if (number < first) continue;
      auto hit = focus.find(number);
      LineExcerpt excerpt =
          ExcerptLine(text.substr(span.begin, span.end - span.begin), hit == focus.end() ? nullptr : &hit->second);
      rows.push_back({number, std::move(excerpt.text), excerpt.truncated});
    }
    return rows;
  }

  std::string SymbolLine(const Item& item) const {
    if (item.structure.status == StructureStatus::kNoSymbol) return "no enclosing symbol\n";
    if (item.structure.status != StructureStatus::kAvailable) return {};
    const Symbol& symbol = item.structure.symbol;
    std::string name;
    for (const std::string& scope : symbol.scope) name.append(scope).append(".");
    return name + symbol.name + " (" + symbol.kind + ") lines " + Number(symbol.start_line) + "-" +
           Number(symbol.end_line) + "\n";
  }

  std::string StructureNote(const Item& item) const {
    std::string note = "[structure: " + std::string(item.inspection.structure);
    if (!item.structure.provider.empty()) note += " via " + item.structure.provider;
    return note + "]";
  }

  static void Show(const std::vector<SourceRow>& rows, const RowWindow& window, Item* item) {
    Inspection& inspection = item->inspection;
    inspection.start_line = rows[window.first].line_number;
    inspection.end_line = rows[window.last].line_number;
    inspection.omitted_before = inspection.start_line - item->range_first;
    inspection.omitted_after = item->range_last - inspection.end_line;
    for (size_t i = window.first; i <= window.last; ++i) {
      if (rows[i].clipped) inspection.clipped_lines.push_back(rows[i].line_number);
    }
  }

  ToolResponse Single() {
    Item& item = items_.front();
    Inspection& inspection = item.inspection;
    std::string text = inspection.path + ":" + Number(inspection.line) + "\n";
    RetainedMatches shown;
    if (!item.file) {
      text += "[" + std::string(inspection.structure) + ": " + ExcerptLine(item.note, nullptr, kReasonUnits).text + "]";
      return Finish(std::move(text), std::move(shown));
    }
    text += SymbolLine(item);
    if (inspection.pinned) text += "[searched revision " + Number(item.file->blob->revision) + "]\n";
    std::map<int64_t, ByteRange> focus;
    if (item.focus) focus[inspection.line] = *item.focus;
    std::vector<SourceRow> rows = Rows(*item.file, item.first_wanted, item.last_wanted, focus);
    auto target = static_cast<size_t>(inspection.line - item.first_wanted);
    size_t room = Limit() - std::min(Limit(), text.size() + kSingleReserve);
    RowWindow window = FitAround(rows, target, room);
    if (window.bytes > room) {
      return ToolResponse::Failure(DetailError(ErrorCode::kResultTooLarge, "the target line does not fit"));
    }
    Show(rows, window, &item);
    shown.files.push_back({inspection.path, {}});
    for (size_t i = window.first; i <= window.last; ++i) {
      text.append(FormatSourceRow(rows[i])).push_back('\n');
      shown.files.back().lines.push_back({rows[i].line_number, {rows[i].text, {}}});
    }
    text += "[showing lines " + Number(inspection.start_line) + "-" + Number(inspection.end_line) + "; omitted " +
            Number(inspection.omitted_before) + " before, " + Number(inspection.omitted_after) + " after]\n";
    text += StructureNote(item);
    return Finish(std::move(text), std::move(shown));
  }

  // What several targets of one file and revision show together.
  struct Block {
    const FileRef* file;
    std::map<int64_t, SourceRow> rows;  // by line number
  };

  size_t Limit() const { return static_cast<size_t>(context_.limits->signal_max_response_bytes); }

  std::string Retry(const Item& item) const {
    JsonWriter json;
    json.BeginObject();
    if (snapshot_) {
      json.Key("cursor").String(request_.cursor).Key("mode").String("inspect");
      json.Key("matchIndex").Int(*item.inspection.match_index);
      if (request_.pinned) json.Key("pinned").Bool(true);
    } else {
      json.Key("mode").String("inspect");
      json.Key("path").String(item.inspection.path).Key("line").Int(item.inspection.line);
    }
    json.EndObject();
    return std::move(json).Take();
  }

  static std::string Shortened(std::string_view text) { return ExcerptLine(text, nullptr, kBatchUnits).text; }

  // The line of a deferred target's retry request.
  std::string RetryLine(const Item& item) const {
    std::string retry = Retry(item);
    bool too_long = retry.size() > kMaxRetryBytes;
    return "retry #" + Number(item.inspection.input_index) + ": " + (too_long ? "see details" : retry) + "\n";
  }

  // Places `item` in a block when what it adds fits the room that is left.
  void Place(Item* item, std::vector<Block>* blocks, size_t* room, size_t later_reserve) {
    std::map<int64_t, ByteRange> focus;
    for (const Item& other : items_) {
      if (other.file == item->file && other.focus) focus.emplace(other.inspection.line, *other.focus);
    }
    std::vector<SourceRow> rows = Rows(*item->file, item->first_wanted, item->last_wanted, focus);
    size_t place = 0;
    while (place < blocks->size() && (*blocks)[place].file != item->file) ++place;
    bool is_new = place == blocks->size();
    size_t header = is_new ? item->inspection.path.size() + sizeof "[block 99] \n\n" : 0;
    // An equal share for each target that is still to come.
    size_t available = *room > header + later_reserve ? *room - header - later_reserve : 0;
    auto target = static_cast<size_t>(item->inspection.line - item->first_wanted);
    RowWindow window = FitAround(rows, target, available);
    // Lines that the block shows already cost nothing again.
    size_t added = 0;
    for (size_t i = window.first; i <= window.last; ++i) {
      bool shown = !is_new && (*blocks)[place].rows.count(rows[i].line_number) > 0;
      if (!shown) added += FormatSourceRow(rows[i]).size() + 1;
    }
    if (added + header > *room) {
      item->inspection.status = "deferred";
      item->inspection.retry = Retry(*item);
      return;
    }
    *room -= added + header;
    if (is_new) blocks->push_back({item->file, {}});
    for (size_t i = window.first; i <= window.last; ++i) (*blocks)[place].rows.emplace(rows[i].line_number, rows[i]);
    item->inspection.block = static_cast<int64_t>(place) + 1;
    Show(rows, window, item);
  }

  ToolResponse Batch() {
    size_t reserve = 128;
    for (const Item& item : items_) {
      std::string retry = RetryLine(item);
      reserve += kTargetReserve + Shortened(item.inspection.path).size() + Shortened(item.note).size() + retry.size();
    }
    size_t room = Limit() - std::min(Limit(), reserve);
    std::vector<Block> blocks;
    auto open = static_cast<size_t>(
        std::count_if(items_.begin(), items_.end(), [](const Item& item) { return item.file != nullptr; }));
    for (Item& item : items_) {
      if (!item.file) continue;
      --open;
      Place(&item, &blocks, &room, room / (open + 1) * open);
    }
    int64_t returned = 0;
    std::string lines;
    for (const Item& item : items_) {
      const Inspection& inspection = item.inspection;
      if (inspection.status == "returned") ++returned;
      lines += "#" + Number(inspection.input_index) + " " + Shortened(inspection.path) + ":" + Number(inspection.line);
      if (inspection.match_index) lines += " {#" + Number(*inspection.match_index) + "}";
      lines += ": " + std::string(inspection.status);
      if (inspection.block) lines += "; block " + Number(*inspection.block);
      if (inspection.status == "error") {
        if (!item.refused) lines += "; " + std::string(inspection.structure);
        lines += "; " + Shortened(item.note);
      } else if (inspection.status == "returned") {
        lines += "; lines " + Number(inspection.start_line) + "-" + Number(inspection.end_line) + "; " +
                 std::string(inspection.structure);
        if (inspection.pinned) lines += "; searched revision";
      }
      lines += "\n";
    }
    for (const Item& item : items_) {
      if (!item.inspection.retry.empty()) lines += RetryLine(item);
    }
    auto asked = static_cast<int64_t>(items_.size());
    std::string text = "Inspected " + Number(returned) + " of " + Number(asked) + " targets (" +
                       (returned == asked ? "complete" : "PARTIAL") + "); " + std::to_string(Limit()) +
                       "-byte limit\n" + lines;
    RetainedMatches shown;
    for (size_t i = 0; i < blocks.size(); ++i) {
      text += "\n[block " + std::to_string(i + 1) + "] " + blocks[i].file->path->text + "\n";
      shown.files.push_back({blocks[i].file->path->text, {}});
      for (const auto& [number, row] : blocks[i].rows) {
        text += FormatSourceRow(row) + "\n";
        shown.files.back().lines.push_back({number, {row.text, {}}});
      }
    }
    text.pop_back();
    return Finish(std::move(text), std::move(shown));
  }

  ToolResponse Finish(std::string text, RetainedMatches shown) {
    SignalDetails details;
    details.mode = "inspect";
    for (Item& item : items_) {
      const Inspection& inspection = item.inspection;
      if (inspection.status != "returned") details.partial = true;
      if (inspection.status == "returned") ++details.returned_matches;
      if (details.next_request.empty()) details.next_request = inspection.retry;
      details.inspections.push_back(inspection);
    }
    details.total_matches = details.stored_matches = static_cast<int64_t>(items_.size());
    details.total_files = static_cast<int64_t>(shown.files.size());
    details.revision = context_.workspace->view().revision;
    if (snapshot_) {
      details.total_matches = snapshot_->total;
      details.stored_matches = snapshot_->retained_lines();
      details.total_files = static_cast<int64_t>(snapshot_->files.size());
      details.snapshot_complete = snapshot_->complete();
      details.revision = snapshot_->revision;
      details.scope = snapshot_->scope;
      details.cursor = request_.cursor;
    }
    ToolResponse response;
    response.text = std::move(text);
    response.details = details.ToJson();
    if (!context_.nested) {
      shown.outcome.total = details.total_matches;
      shown.outcome.kept = details.partial ? details.total_matches - 1 : details.total_matches;
      shown.outcome.scope = details.scope;
      shown.outcome.revision = details.revision;
      response.meta = SignalMeta(shown, response.details, static_cast<size_t>(context_.limits->search_meta_max_bytes));
    }
    return response;
  }

  const CallContext& context_;
  const SignalRequest& request_;
  SignalSnapshot* snapshot_;
  std::vector<Item> items_;
};

}  // namespace

ToolResponse Inspect(const CallContext& context, const SignalRequest& request, SignalSnapshot* snapshot) {
  return Inspector(context, request, snapshot).Run();
}

}  // namespace sonde
