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
void add_before_and_after(Json& record, const Document& document, Document::Savepoint from, const Path& place) {
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

Result<void> apply_row(Document& document, const Json& row, std::string_view side, const Limits& limits) {
  const Json* path_json = member(row, "path");
  Result<Path> path = path_from_json(path_json == nullptr ? Json() : *path_json, limits);
  if (!path) return std::move(path).error();
  const Json* value = member(row, side);
  const bool meta = member(row, "tree") != nullptr;
  const Tree tree = meta ? Tree::kMeta : Tree::kData;
  const Segment first = path->empty() ? Segment{} : *path->begin();
  if (meta && first.key == kExpires && path->size() == 2) {
    Result<PathText> place = PathText::parse(path->back().key, limits);
    if (!place) return std::move(place).error();
    const Path at = place->resolve(document.data());
    document.set_expiry(at, value == nullptr ? std::nullopt : std::optional(Time{value->get<std::int64_t>()}));
    return {};
  }
  if (document.find(path->parent(), tree) == nullptr) {
    return Error(Code::kPathUnknown, "the record does not fit the document: nothing stands above " + to_dotted(*path));
  }
  if (value == nullptr) {
    if (document.find(*path, tree) != nullptr) document.erase(*path, tree);
  } else if (tree == Tree::kData) {
    document.amend(*path, *value);
  } else {
    document.put(*path, *value, tree);
  }
  return {};
}

// Expiries of a whole `expires` object that came or went with its first entry are rows of their own here.
std::vector<Json> rows_of(const Json& record) {
  std::vector<Json> rows;
  const Json* changes = member(record, "changes");
  if (changes == nullptr || !changes->is_array()) return rows;
  for (const Json& row : array_of(*changes)) {
    const Json* path = member(row, "path");
    const bool whole = member(row, "tree") != nullptr && path != nullptr && path->is_array() && path->size() == 1 && array_of(*path)[0] == kExpires;
    if (!whole) {
      rows.push_back(row);
      continue;
    }
    for (const std::string_view side : {"before", "after"}) {
      const Json* entries = member(row, side);
      if (entries == nullptr || !entries->is_object()) continue;
      for (const auto& [pointer, time] : object_of(*entries)) {
        Json single(Json::value_t::object);
        single["tree"] = "meta";
        single["path"] = Json::array({std::string(kExpires), pointer});
        single[std::string(side)] = time;
        rows.push_back(std::move(single));
      }
    }
  }
  return rows;
}

bool is_meta(const Json& row) { return member(row, "tree") != nullptr; }

}  // namespace

Json audit_command(const Document& document, Document::Savepoint from, const Command& command, const Outcome& outcome,
                   const Context& context, const AuditFrame& frame) {
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
  if (command.options.given.is_object() && !command.options.given.empty()) record["options"] = command.options.given;
  record["status"] = std::string(status_name(outcome.status));
  if (outcome.error) record["code"] = std::string(code_name(outcome.error->code));
  const std::string& reason = command.reason.empty() && command.options.reason ? *command.options.reason : command.reason;
  if (!reason.empty()) record["reason"] = reason;
  if (!command.options.tags.empty()) record["tags"] = command.options.tags;
  add_tail(record, document, from, frame);
  return record;
}

Json audit_expiry(const Document& document, Document::Savepoint from, const Path& place, const Context& context, const AuditFrame& frame) {
  Json record(Json::value_t::object);
  record["opId"] = frame.op_id;
  record["time"] = format_time(context.now);
  record["actor"] = "host";
  record["action"] = "delete";
  record["key"] = to_dotted(place);
  add_before_and_after(record, document, from, place);
  record["status"] = "applied";
  add_tail(record, document, from, frame);
  return record;
}

Result<void> undo_record(Document& document, const Json& record, const Limits& limits) {
  std::vector<Json> rows = rows_of(record);
  std::reverse(rows.begin(), rows.end());
  // Expiries belong to places, so the places come first.
  std::stable_partition(rows.begin(), rows.end(), [](const Json& row) { return !is_meta(row); });
  for (const Json& row : rows) {
    if (Result<void> applied = apply_row(document, row, "before", limits); !applied) return applied;
  }
  return {};
}

Result<void> redo_record(Document& document, const Json& record, const Limits& limits) {
  for (const Json& row : rows_of(record)) {
    if (Result<void> applied = apply_row(document, row, "after", limits); !applied) return applied;
  }
  return {};
}

}  // namespace gavel
