#include "audit_replay.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "state/path_text.hpp"

namespace gavel::testing {
namespace {

constexpr std::string_view kExpires = "expires";

// A row of a record, read.
struct RecordRow {
  bool meta = false;
  Path path;
  const Json* before = nullptr;
  const Json* after = nullptr;
};

// One place's expiry, taken out of the rows of meta.expires.
struct ExpiryRow {
  std::string pointer;
  const Json* before = nullptr;
  const Json* after = nullptr;
};

struct RecordRows {
  std::vector<RecordRow> places;
  std::vector<ExpiryRow> expiries;
};

bool is_expiry_row(const RecordRow& row) {
  return row.meta && !row.path.empty() && (*row.path.begin()).key == kExpires;
}

// The list of expiries comes with its first entry and goes with its last: then the row holds it whole.
void add_expiries(std::vector<ExpiryRow>& rows, const RecordRow& row) {
  if (row.path.size() == 2) {
    rows.push_back({std::string(row.path.back().key), row.before, row.after});
    return;
  }
  for (const Json* side : {row.before, row.after}) {
    if (side == nullptr || !side->is_object()) continue;
    for (const auto& [pointer, time] : object_of(*side)) {
      rows.push_back({pointer, side == row.before ? &time : nullptr, side == row.after ? &time : nullptr});
    }
  }
}

Result<RecordRows> read_rows(const Json& record, const Limits& limits) {
  RecordRows rows;
  const Json* changes = member(record, "changes");
  if (changes == nullptr || !changes->is_array())
    return Error(Code::kParseMalformed, "the record has no `changes`");
  for (const Json& json : array_of(*changes)) {
    const Json* path_json = member(json, "path");
    Result<Path> path = path_from_json(path_json == nullptr ? Json() : *path_json, limits);
    if (!path) return std::move(path).error();
    RecordRow row{member(json, "tree") != nullptr, std::move(*path), member(json, "before"),
                  member(json, "after")};
    if (is_expiry_row(row)) {
      add_expiries(rows.expiries, row);
      for (const ExpiryRow& expiry : rows.expiries) {
        for (const Json* time : {expiry.before, expiry.after}) {
          if (time != nullptr && !read_expiry(*time))
            return Error(Code::kParseMalformed, "an expiry in the record is no time in ms");
        }
      }
    } else {
      rows.places.push_back(std::move(row));
    }
  }
  return rows;
}

Error does_not_fit(const std::string& why) {
  return {Code::kPathUnknown, "the record does not fit the document: " + why};
}

// Brings one place from one side of its row to the other. In an array, what has no other side comes in
// between its neighbours, or goes and lets them close up.
Result<void> write_place(Document& document, const RecordRow& row, bool forward) {
  const Tree tree = row.meta ? Tree::kMeta : Tree::kData;
  const Json* from = forward ? row.before : row.after;
  const Json* to = forward ? row.after : row.before;
  const std::string where = to_dotted(row.path);
  if (row.path.empty()) {
    if (to == nullptr || !to->is_object()) return does_not_fit("the root must be an object");
    document.put(row.path, *to, tree);
    return {};
  }
  const Json* parent = document.find(row.path.parent(), tree);
  const Segment last = row.path.back();
  const bool in_array = parent != nullptr && parent->is_array() && last.is_index;
  if (!in_array && (parent == nullptr || !parent->is_object() || last.is_index))
    return does_not_fit("there cannot be a value at " + where);
  const bool there = document.find(row.path, tree) != nullptr;
  if (to == nullptr) {
    if (!there) return does_not_fit("there is nothing at " + where);
    document.erase(row.path, tree);
  } else if (in_array && from == nullptr) {
    if (last.index > parent->size()) return does_not_fit(where + " is beyond the end");
    document.splice(row.path.parent(), last.index, 0, {*to}, tree);
  } else {
    if (in_array && !there) return does_not_fit("there is nothing at " + where);
    document.put(row.path, *to, tree);
  }
  return {};
}

// Brings a document from one side of a record to the other. Expiries are told by rows of their own, so all of
// them are lifted off while the places change, and put back by those rows.
Result<void> apply_rows(Document& document, RecordRows& rows, bool forward, const Limits& limits) {
  if (!forward) std::reverse(rows.places.begin(), rows.places.end());
  std::map<std::string, Expiry> expiries;
  for (const auto& [path, expiry] : document.expiries().below(PathView())) {
    expiries.emplace(to_pointer(path), expiry);
    document.set_expiry(path, std::nullopt);
  }
  for (const RecordRow& row : rows.places) {
    if (Result<void> written = write_place(document, row, forward); !written) return written;
  }
  for (const ExpiryRow& row : rows.expiries) {
    if ((forward ? row.before : row.after) != nullptr) expiries.erase(row.pointer);
  }
  for (const ExpiryRow& row : rows.expiries) {
    const Json* time = forward ? row.after : row.before;
    if (time != nullptr) expiries.insert_or_assign(row.pointer, *read_expiry(*time));
  }
  for (const auto& [pointer, expiry] : expiries) {
    Result<PathText> place = PathText::parse(pointer, limits);
    if (!place) return std::move(place).error();
    const Path path = place->resolve(document.data());
    if (path.empty() || document.find(path) == nullptr)
      return does_not_fit("there is nothing at " + pointer + " to expire");
    document.set_expiry(path, expiry);
  }
  return {};
}

Result<void> apply_record(Document& document, const Json& record, bool forward, const Limits& limits) {
  Limits own = limits;
  own.max_path_segments = own.max_depth + 1;  // a place may be as deep as the document
  Result<RecordRows> rows = read_rows(record, own);
  if (!rows) return std::move(rows).error();
  const Document::Savepoint from = document.savepoint();
  Result<void> applied = apply_rows(document, *rows, forward, own);
  if (!applied) document.rollback(from);
  return applied;
}

}  // namespace

Result<void> undo_record(Document& document, const Json& record, const Limits& limits) {
  return apply_record(document, record, false, limits);
}

Result<void> redo_record(Document& document, const Json& record, const Limits& limits) {
  return apply_record(document, record, true, limits);
}

}  // namespace gavel::testing
