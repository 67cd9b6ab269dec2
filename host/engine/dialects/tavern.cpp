// tavern: 000's commands.

#include <array>
#include <unordered_set>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"

#include "body.hpp"
#include "fields.hpp"
#include "names.hpp"
#include "readers.hpp"
#include "settle.hpp"

namespace gavel {
namespace {

constexpr std::array kActions = {
    VerbName{"set", Verb::kSet, true},      VerbName{"add", Verb::kAdd, true},
    VerbName{"update", Verb::kMerge, true}, VerbName{"patch", Verb::kMerge, true},
    VerbName{"push", Verb::kPush, true},    VerbName{"pull", Verb::kPull},
    VerbName{"delete", Verb::kDelete},      VerbName{"ensure", Verb::kEnsure, true},
    VerbName{"restore", Verb::kRestore},
};
constexpr std::array<std::string_view, 9> kTavernFields = {"action",  "key",    "path", "target",  "value",
                                                           "options", "reason", "id",   "metadata"};
enum TavernField { kAction, kKey, kPath, kTarget, kValue, kOptions, kReason, kId, kMetadata };

std::string tavern_example(const VerbName* action, const Command& command) {
  Json json(Json::value_t::object);
  const VerbName& shown = action == nullptr ? kActions[0] : *action;
  json["action"] = std::string(shown.name);
  json["key"] = command.raw_path.value_or("character.saveData.位置");
  if (shown.value) json["value"] = command.value.value_or(Json(1));
  return shortened(to_text(json), 300);
}

const VerbName* read_action(Draft& draft, const TokenList& tokens, std::size_t token,
                            std::string_view preset) {
  if (token == 0 && preset.empty()) {
    draft.problem("`action` is missing");
    return nullptr;
  }
  const std::string_view name = token == 0 ? preset : tokens.inside(tokens[token]);
  return known_verb(draft, kActions, name, name, "action");
}

// What an action with its value means in the one form.
void give_verb(Draft& draft, const VerbName& action, bool has_value) {
  Command& command = draft.command;
  command.verb = action.verb;
  if (action.value && !has_value)
    draft.problem("`value` is missing: " + std::string(action.name) + " needs one");
  if (action.verb == Verb::kAdd && command.value) {
    if (command.value->is_number()) {
      draft.proposal.settle = settle_sum;
    } else {
      command.verb = Verb::kInsert;
    }
  }
  if (action.verb == Verb::kDelete && command.value) {
    if (!command.value->is_null()) draft.warn("member.ignored", "`delete` takes no `value`; it was ignored");
    command.value.reset();
  }
  const bool where = member(draft.options, "where") != nullptr;
  if (action.verb == Verb::kPull && where && command.value && command.value->is_null()) command.value.reset();
  if (action.verb == Verb::kPull && (where ? command.value.has_value() : !has_value))
    draft.problem("`pull` needs a `value` or the option `where`, and not both");
}

// `key`, `path` and `target` mean the same: two of them leave open which place is meant.
void refuse_two_places(Draft& draft, const TokenList& tokens, std::size_t one, std::size_t other) {
  if (one == 0 || other == 0 || one == other) return;
  draft.problem("two places are named, " + shortened(printable(tokens.inside(tokens[one])), 100) + " and " +
                    shortened(printable(tokens.inside(tokens[other])), 100) + ": give one `key`",
                Code::kParseAmbiguous);
}

// `preset`: what an entry without an action of its own does; empty: it needs one.
void read_entry(Sink& sink, const TokenList& tokens, std::size_t object, std::string_view preset) {
  Draft draft(sink.next("tavern", sink.at(tokens[object])));
  const auto at = find_fields(draft, tokens, object, kTavernFields);
  FieldReader fields(sink, draft, tokens);
  const VerbName* action = read_action(draft, tokens, at[kAction], preset);
  if (at[kKey] == 0 && at[kPath] == 0 && at[kTarget] == 0) draft.problem("`key` is missing");
  refuse_two_places(draft, tokens, at[kKey] != 0 ? at[kKey] : at[kPath],
                    at[kTarget] != 0 ? at[kTarget] : at[kPath]);
  fields.place(at[kKey] != 0 ? at[kKey] : at[kPath] != 0 ? at[kPath] : at[kTarget], false);
  fields.value(at[kValue]);
  fields.options(at[kOptions]);
  fields.reason(at[kReason]);
  fields.id(at[kId]);
  fields.metadata(at[kMetadata]);
  if (action != nullptr) give_verb(draft, *action, at[kValue] != 0);
  if (!draft.problems.empty()) draft.example = tavern_example(action, draft.command);
  sink.take(draft);
}

// An entry that is only a key: of a delete, or of a partition that maps keys to values.
void take_pair(Sink& sink, const TokenList& tokens, const VerbName* action, std::string_view name,
               std::string key, std::size_t value, Span span) {
  Draft draft(sink.next("tavern", span));
  draft.proposal.verb = std::string(name);
  draft.place(std::move(key));
  FieldReader fields(sink, draft, tokens);
  if (value != 0) fields.value(value);
  if (action == nullptr) draft.problem("there is no action \"" + shortened(printable(name), 64) + "\"");
  if (action != nullptr) give_verb(draft, *action, value != 0);
  if (!draft.problems.empty()) draft.example = tavern_example(action, draft.command);
  sink.take(draft);
}

void take_string(Sink& sink, const TokenList& tokens, const VerbName* action, std::string_view name,
                 std::size_t token) {
  Result<std::string> key = text_of(tokens, tokens[token], sink.limits());
  if (!key) return sink.refuse("tavern", sink.at(tokens[token]), std::move(key).error());
  take_pair(sink, tokens, action, name, std::move(*key), 0, sink.at(tokens[token]));
}

// Whether a member is given twice: then it is unclear which of them counts.
bool names_one_twice(const TokenList& tokens, std::size_t object) {
  std::unordered_set<std::string> names;
  for (Members members(tokens, object); members.next();)
    if (!names.emplace(members.key()).second) return true;
  return false;
}

void refuse_twice(Sink& sink, const TokenList& tokens, std::size_t object) {
  sink.refuse("tavern", sink.at(tokens[object]),
              Error(Code::kParseAmbiguous, "one object has the same key twice", "use an array of entries"));
}

// One section of a partition: {"set": …}.
void read_section(Sink& sink, const TokenList& tokens, std::string_view name, std::size_t value) {
  const VerbName* action = find_row(kActions, name);
  const Token& token = tokens[value];
  if (token.is_string()) return take_string(sink, tokens, action, name, value);
  if (token.is_array()) {
    for (std::size_t i = value + 1; i < token.next; i = tokens[i].next) {
      if (tokens[i].is_object()) {
        read_entry(sink, tokens, i, name);
      } else if (tokens[i].is_string() && name == "delete") {
        take_string(sink, tokens, action, name, i);
      } else {
        sink.refuse_form("tavern", sink.at(tokens[i]), "an entry is an object, and this is none");
      }
    }
    return;
  }
  if (!token.is_object())
    return sink.refuse_form("tavern", sink.at(token),
                            "the section \"" + shortened(name, 64) + "\" holds no entries");
  if (names_one_twice(tokens, value)) return refuse_twice(sink, tokens, value);
  for (Members members(tokens, value); members.next();)
    take_pair(sink, tokens, action, name, std::string(members.key()), members.value(),
              sink.at(members.span()));
}

}  // namespace

void read_tavern_entry(Sink& sink, const TokenList& tokens, std::size_t object) {
  read_entry(sink, tokens, object, {});
}

void read_tavern_commands(Sink& sink, const TokenList& tokens, std::size_t value) {
  const Token& token = tokens[value];
  if (token.is_array()) {
    read_objects(sink, tokens, value, "tavern", read_tavern_entry);
  } else if (token.is_object()) {
    if (!is_tavern_partition(tokens, value) && token.next > value + 1)
      return read_tavern_entry(sink, tokens, value);
    if (names_one_twice(tokens, value)) return refuse_twice(sink, tokens, value);
    for (Members members(tokens, value); members.next();)
      read_section(sink, tokens, std::string(members.key()), members.value());
  } else if (tokens.inside(token) != "null") {
    sink.refuse_form("tavern", sink.at(token), "\"tavern_commands\" is neither an array nor an object",
                     "for example {\"tavern_commands\":[" + tavern_example(nullptr, {}) + "]}");
  }
}

void read_tavern_inspect(Sink& sink, const TokenList& tokens, std::size_t value) {
  if (!tokens[value].is_array())
    return sink.refuse_form("tavern", sink.at(tokens[value]), "\"tavern_inspect\" is not an array",
                            "for example [{\"key\":\"a.b\"}]");
  for (std::size_t i = value + 1; i < tokens[value].next; i = tokens[i].next) {
    Draft draft(sink.next("tavern", sink.at(tokens[i])));
    draft.proposal.verb = "inspect";
    draft.command.verb = Verb::kGet;
    draft.example = R"({"key":"character.saveData.位置"})";
    FieldReader fields(sink, draft, tokens);
    std::size_t key = i;
    if (tokens[i].is_object()) {
      const auto at = find_fields<3>(draft, tokens, i, {"key", "path", "target"});
      key = at[0] != 0 ? at[0] : at[1] != 0 ? at[1] : at[2];
    }
    if (key == 0) draft.problem("`key` is missing");
    fields.place(key, false);
    sink.take(draft);
  }
}

bool is_tavern_partition(const TokenList& tokens, std::size_t object) {
  bool any = false;
  for (Members members(tokens, object); members.next(); any = true) {
    const Token& value = tokens[members.value()];
    const bool holds =
        value.is_array() || value.is_object() || (value.is_string() && members.key() == "delete");
    if (find_row(kActions, members.key()) == nullptr || !holds) return false;
  }
  return any;
}

}  // namespace gavel
