#include "command/audit.hpp"

#include <algorithm>

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

// What stood and stands at the record's own place, from the changes where they tell, else from the document.
void add_before_and_after(Json& record, const Document& document, Document::Savepoint from,
                          const Path& place) {
  bool present = false;
  Json before = before_at(document, from, place, present);
  if (present) record["before"] = std::move(before);
  if (const Json* after = document.find(place)) record["after"] = *after;
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

Result<void> write_place(Document& document, const Row& row, const Json* value) {
  const Tree tree = row.meta ? Tree::kMeta : Tree::kData;
  if (!row.path.empty() && document.find(row.path.parent(), tree) == nullptr) {
    return Error(Code::kPathUnknown,
                 "the record does not fit the document: nothing stands above " + to_dotted(row.path));
  }
  if (value == nullptr) {
    if (document.find(row.path, tree) != nullptr) document.erase(row.path, tree);
  } else if (row.meta) {
    document.put(row.path, *value, tree);
  } else {
    document.amend(row.path, *value);  // expiries have rows of their own
  }
  return {};
}

Result<void> write_expiry(Document& document, const std::string& pointer, std::optional<Time> time,
                          const Limits& limits) {
  Result<PathText> place = PathText::parse(pointer, limits);
  if (!place) return std::move(place).error();
  const Path path = place->resolve(document.data());
  if (document.find(path) != nullptr) document.set_expiry(path, time);
  return {};
}

// Brings a document from one side of a record to the other. Expiries belong to places: the old ones go while
// their places still stand, the new ones come when theirs do.
Result<void> apply_record(Document& document, const Json& record, bool forward, const Limits& limits) {
  Result<Rows> rows = read_rows(record, limits);
  if (!rows) return std::move(rows).error();
  if (!forward) std::reverse(rows->places.begin(), rows->places.end());
  for (const ExpiryRow& row : rows->expiries) {
    if ((forward ? row.before : row.after) == nullptr) continue;
    if (Result<void> written = write_expiry(document, row.pointer, std::nullopt, limits); !written)
      return written;
  }
  for (const Row& row : rows->places) {
    if (Result<void> written = write_place(document, row, forward ? row.after : row.before); !written)
      return written;
  }
  for (const ExpiryRow& row : rows->expiries) {
    const Json* time = forward ? row.after : row.before;
    if (time == nullptr) continue;
    if (Result<void> written = write_expiry(document, row.pointer, Time{time->get<std::int64_t>()}, limits);
        !written)
      return written;
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
