#include "command/audit.hpp"

#include <algorithm>
#include <map>

#include "state/effects.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

constexpr std::string_view kExpires = "expires";

void append_changes(Json& rows, const Document& document, Document::Savepoint from, Tree tree) {
  EffectOptions options;
  options.tree = tree;
  options.whole = true;
  visit_effects(document, from, options, [&](const Effect& effect) {
    Json row(Json::value_t::object);
    if (tree == Tree::kMeta) row["tree"] = "meta";
    row["path"] = path_to_json(effect.path);
    if (effect.before != nullptr) row["before"] = *effect.before;
    if (effect.after != nullptr) row["after"] = *effect.after;
    rows.push_back(std::move(row));
    return true;
  });
}

Json changes_since(const Document& document, Document::Savepoint from) {
  Json rows(Json::value_t::array);
  append_changes(rows, document, from, Tree::kData);
  append_changes(rows, document, from, Tree::kMeta);
  return rows;
}

// Whether a value weighs more than a record should carry twice. Looks at no more of it than that.
bool is_heavy(const Json& value) {
  constexpr std::size_t kMost = 4096;
  std::size_t weight = 0;
  std::vector<const Json*> todo{&value};
  while (!todo.empty() && weight <= kMost) {
    const Json* node = todo.back();
    todo.pop_back();
    weight +=
        8 + (node->is_string() ? string_of(*node).size() : 0) + 8 * (is_container(*node) ? node->size() : 0);
    if (weight > kMost) return true;
    if (node->is_array()) {
      for (const Json& child : array_of(*node)) todo.push_back(&child);
    } else if (node->is_object()) {
      for (const auto& [key, child] : object_of(*node)) todo.push_back(&child);
    }
  }
  return weight > kMost;
}

// What stood and stands at the record's own place. Where that is a heavy container, `changes` alone tells
// what became of it, and `omitted` says so: a record's size must not depend on the size of the document.
void add_before_and_after(Json& record, const Document& document, Document::Savepoint from,
                          const Path& place) {
  const Json* after = document.find(place);
  bool heavy = after != nullptr && is_heavy(*after);
  if (!heavy) {
    bool present = false;
    Json before = before_at(document, from, place, present);
    heavy = is_heavy(before);
    if (present && !heavy) record["before"] = std::move(before);
    if (after != nullptr) record["after"] = *after;
  }
  if (heavy) record["omitted"] = true;
}

void add_tail(Json& record, const Document& document, Document::Savepoint from, const AuditFrame& frame) {
  record["batch"] = static_cast<std::int64_t>(frame.batch);
  record["cause"] = frame.cause;
  if (!frame.turn.empty()) record["turn"] = frame.turn;
  record["changes"] = changes_since(document, from);
}

// A row of a record, read.
struct Row {
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

struct Rows {
  std::vector<Row> places;
  std::vector<ExpiryRow> expiries;
};

bool is_expiry_row(const Row& row) {
  return row.meta && !row.path.empty() && (*row.path.begin()).key == kExpires;
}

// The list of expiries comes with its first entry and goes with its last: then the row holds it whole.
void add_expiries(std::vector<ExpiryRow>& rows, const Row& row) {
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

Result<Rows> read_rows(const Json& record, const Limits& limits) {
  Rows rows;
  const Json* changes = member(record, "changes");
  if (changes == nullptr || !changes->is_array())
    return Error(Code::kParseMalformed, "the record has no `changes`");
  for (const Json& json : array_of(*changes)) {
    const Json* path_json = member(json, "path");
    Result<Path> path = path_from_json(path_json == nullptr ? Json() : *path_json, limits);
    if (!path) return std::move(path).error();
    Row row{member(json, "tree") != nullptr, std::move(*path), member(json, "before"), member(json, "after")};
    if (is_expiry_row(row)) {
      add_expiries(rows.expiries, row);
    } else {
      rows.places.push_back(std::move(row));
    }
  }
  return rows;
}

// Brings one place from one side of its row to the other. In an array, what has no other side comes in
// between its neighbours, or goes and lets them close up.
Result<void> write_place(Document& document, const Row& row, bool forward) {
  const Tree tree = row.meta ? Tree::kMeta : Tree::kData;
  const Json* from = forward ? row.before : row.after;
  const Json* to = forward ? row.after : row.before;
  const Json* parent = row.path.empty() ? nullptr : document.find(row.path.parent(), tree);
  if (!row.path.empty() && parent == nullptr) {
    return Error(Code::kPathUnknown,
                 "the record does not fit the document: nothing stands above " + to_dotted(row.path));
  }
  if (to == nullptr) {
    if (document.find(row.path, tree) != nullptr) document.erase(row.path, tree);
    return {};
  }
  if (from == nullptr && parent != nullptr && parent->is_array()) {
    const std::uint64_t index = row.path.back().index;
    if (index > parent->size()) {
      return Error(Code::kPathInvalid,
                   "the record does not fit the document: " + to_dotted(row.path) + " is beyond the end");
    }
    document.splice(row.path.parent(), index, 0, {*to}, tree);
    return {};
  }
  document.put(row.path, *to, tree);
  return {};
}

// Brings a document from one side of a record to the other. Expiries are told by rows of their own, so all of
// them are lifted off while the places change, and put back by those rows.
Result<void> apply_record(Document& document, const Json& record, bool forward, const Limits& limits) {
  Result<Rows> rows = read_rows(record, limits);
  if (!rows) return std::move(rows).error();
  if (!forward) std::reverse(rows->places.begin(), rows->places.end());
  std::map<std::string, Time> expiries;
  for (const auto& [path, time] : document.expiries().below(PathView())) {
    expiries.emplace(to_pointer(path), time);
    document.set_expiry(path, std::nullopt);
  }
  for (const Row& row : rows->places) {
    if (Result<void> written = write_place(document, row, forward); !written) return written;
  }
  for (const ExpiryRow& row : rows->expiries) {
    if ((forward ? row.before : row.after) != nullptr) expiries.erase(row.pointer);
  }
  for (const ExpiryRow& row : rows->expiries) {
    const Json* time = forward ? row.after : row.before;
    if (time != nullptr) expiries.insert_or_assign(row.pointer, Time{time->get<std::int64_t>()});
  }
  for (const auto& [pointer, time] : expiries) {
    Result<PathText> place = PathText::parse(pointer, limits);
    if (!place) return std::move(place).error();
    document.set_expiry(place->resolve(document.data()), time);
  }
  return {};
}

}  // namespace

Json audit_command(const Document& document, Document::Savepoint from, const Command& command,
                   const Outcome& outcome, const Context& context, const AuditFrame& frame) {
  Json record(Json::value_t::object);
  record["opId"] = frame.op_id;
  record["time"] = format_time(context.now);
  record["actor"] = std::string(actor_name(command.origin.actor));
  record["action"] = std::string(verb_name(command.verb));
  record["key"] = to_dotted(outcome.path);
  if (is_writing(command.verb)) {
    // A described place is recorded by its value.
    const Place place = resolve(document.data(), outcome.path, context.described);
    add_before_and_after(record, document, from, place.path);
  }
  if (command.options.given.is_object() && !command.options.given.empty())
    record["options"] = command.options.given;
  record["status"] = std::string(status_name(outcome.status));
  if (outcome.error) record["code"] = std::string(code_name(outcome.error->code));
  const std::string& reason =
      command.reason.empty() && command.options.reason ? *command.options.reason : command.reason;
  if (!reason.empty()) record["reason"] = reason;
  if (!command.options.tags.empty()) record["tags"] = command.options.tags;
  add_tail(record, document, from, frame);
  return record;
}

Json audit_expiry(const Document& document, Document::Savepoint from, const Expired& expired,
                  const Context& context, const AuditFrame& frame) {
  Json record(Json::value_t::object);
  record["opId"] = frame.op_id;
  record["time"] = format_time(context.now);
  record["actor"] = "host";
  record["action"] = "delete";
  record["key"] = to_dotted(expired.path);
  add_before_and_after(record, document, from, expired.path);
  record["status"] = expired.stayed ? "rejected" : "applied";
  if (expired.stayed) record["code"] = std::string(code_name(Code::kProtected));
  add_tail(record, document, from, frame);
  return record;
}

Result<void> undo_record(Document& document, const Json& record, const Limits& limits) {
  return apply_record(document, record, false, limits);
}

Result<void> redo_record(Document& document, const Json& record, const Limits& limits) {
  return apply_record(document, record, true, limits);
}

}  // namespace gavel
