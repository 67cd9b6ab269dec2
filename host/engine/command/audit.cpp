#include "command/audit.hpp"

#include "base/utf8.hpp"
#include "state/effects.hpp"
#include "state/json_text.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

// The place of the element that is said to have gone.
Path place_behind(const Path& place, const MovedUp& behind) {
  return behind.equals == 0 ? place : place.parent().child(place.back().index + behind.equals);
}

void add_change(JsonText& record, const Effect& effect, Tree tree) {
  record.open_object();
  if (tree == Tree::kMeta) record.member("tree", "meta");
  record.member("path", effect.path);
  if (effect.before != nullptr) record.member("before", *effect.before);
  if (effect.after != nullptr) record.member("after", *effect.after);
  record.close_object();
}

// Whether a value weighs more than a record should carry twice. Looks at no more of it than that.
bool is_heavy(const Json& value) {
  constexpr std::size_t kMost = 4096;
  if (!is_container(value)) return value.is_string() && 8 + string_of(value).size() > kMost;
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
void add_before_and_after(JsonText& record, const Document& document, Document::Savepoint from,
                          const Path& place, const Json* next = nullptr) {
  const Json* after = document.find(place);
  if (after == nullptr) after = next;
  bool heavy = after != nullptr && is_heavy(*after);
  if (!heavy) {
    bool present = false;
    const Json before = before_at(document, from, place, present);
    heavy = is_heavy(before);
    if (present && !heavy) record.member("before", before);
    if (after != nullptr) record.member("after", *after);
  }
  if (heavy) record.member("omitted", true);
}

void add_frame(JsonText& record, const AuditFrame& frame) {
  record.member("batch", frame.batch);
  record.member("cause", frame.cause);
  if (!frame.turn.empty()) record.member("turn", frame.turn);
}

void add_tail(JsonText& record, const Document& document, Effects& effects, const AuditFrame& frame,
              const Path& place = Path(), const MovedUp& behind = {}) {
  add_frame(record, frame);
  record.key("changes").open_array();
  if (behind.equals == 0) {
    effects.visit_whole([&record](const Effect& effect) {
      add_change(record, effect, Tree::kData);
      return true;
    });
  } else {
    record.open_object();
    record.member("path", place_behind(place, behind).view());
    record.member("before", *behind.last);
    record.close_object();
  }
  EffectOptions meta;
  meta.tree = Tree::kMeta;
  meta.whole = true;
  visit_effects(document, effects.from(), meta, [&record](const Effect& effect) {
    add_change(record, effect, Tree::kMeta);
    return true;
  });
  record.close_array();
  record.close_object();
}

// The members that every record begins with.
void begin_record(JsonText& record, std::string_view actor, std::string_view action, const std::string& key,
                  const Context& context, const AuditFrame& frame) {
  record.open_object();
  record.member("opId", frame.op_id);
  record.member("time", format_time(context.now));
  record.member("actor", actor);
  record.member("action", action);
  record.member("key", key);
}

void add_outcome(JsonText& record, Status status, const std::optional<Error>& error) {
  record.member("status", status_name(status));
  if (error) record.member("code", code_name(error->code));
}

void add_options(JsonText& record, const Command& command) {
  if (command.options.given.is_object() && !command.options.given.empty())
    record.member("options", command.options.given);
}

void add_reason(JsonText& record, const Command& command) {
  const std::string why = command.why();
  if (!why.empty()) record.member("reason", why);
  if (!command.options.tags.empty()) record.member("tags", Json(command.options.tags));
}

// A path as it was written, in text form where that is possible.
std::string written(const Json& path) {
  if (path.is_string()) return string_of(path);
  Result<Path> literal = path_from_json(path, Limits());
  return literal ? to_dotted(*literal) : (path.is_null() ? "" : to_text(path));
}

}  // namespace

std::string audit_command(const Document& document, Effects& effects, const Command& command,
                          const Outcome& outcome, const Context& context, const AuditFrame& frame) {
  std::string text;
  text.reserve(512);
  JsonText record(text);
  const std::string key =
      outcome.resolved ? to_dotted(outcome.path) : command.raw_path.value_or(to_dotted(command.path));
  begin_record(record, actor_name(command.origin.actor), verb_name(command.verb), key, context, frame);
  if (is_writing(command.verb) && outcome.resolved) {
    // A described place is recorded by its value.
    const Place place = resolve(document.data(), outcome.path, context.described);
    add_before_and_after(record, document, effects.from(), place.path);
  }
  add_options(record, command);
  add_outcome(record, outcome.status, outcome.error);
  add_reason(record, command);
  add_tail(record, document, effects, frame);
  return text;
}

std::string audit_unrun(const Proposal& proposal, Actor actor, const Error& error, const Context& context,
                        const AuditFrame& frame, Status status) {
  std::string text;
  JsonText record(text);
  begin_record(record, actor_name(actor), proposal.shown_verb(), written(proposal.shown_path()), context,
               frame);
  if (proposal.command) add_options(record, *proposal.command);
  add_outcome(record, status, error);
  if (proposal.command) add_reason(record, *proposal.command);
  add_frame(record, frame);
  record.member("changes", Json(Json::value_t::array));
  record.close_object();
  return text;
}

std::string audit_expiry(const Document& document, Document::Savepoint from, const Expired& expired,
                         const Context& context, const AuditFrame& frame, const MovedUp& behind) {
  std::string text;
  JsonText record(text);
  begin_record(record, "host", "delete", to_dotted(expired.path), context, frame);
  add_before_and_after(record, document, from, expired.path, behind.next);
  record.member("status", expired.stays ? "rejected" : "applied");
  if (expired.stays) record.member("code", code_name(expired.stays->code));
  Effects effects(document, from, context.described, context.numbered);
  add_tail(record, document, effects, frame, expired.path, behind);
  return text;
}

std::string audit_expiries(const Document& document, Document::Savepoint from, const Path& array,
                           const Context& context, const AuditFrame& frame) {
  std::string text;
  JsonText record(text);
  begin_record(record, "host", "delete", to_dotted(array), context, frame);
  add_before_and_after(record, document, from, array);
  record.member("status", "applied");
  Effects effects(document, from, context.described, context.numbered);
  add_tail(record, document, effects, frame);
  return text;
}

std::string audit_text(const std::vector<std::string>& records) {
  std::size_t size = 2;
  for (const std::string& record : records) size += record.size() + 1;
  std::string text;
  text.reserve(size);
  text.push_back('[');
  for (const std::string& record : records) {
    if (text.size() > 1) text.push_back(',');
    text.append(record);
  }
  text.push_back(']');
  return text;
}

Json audit_json(const std::vector<std::string>& records) {
  Json all(Json::value_t::array);
  for (const std::string& record : records) {
    // Not read_json: what a dialect could not read stands in a record as it was written, NUL included.
    all.push_back(Json::parse(as_utf8(record), nullptr, false));
  }
  return all;
}

}  // namespace gavel
