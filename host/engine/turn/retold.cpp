#include "turn/retold.hpp"

#include <algorithm>
#include <vector>

#include "dialects/dialect.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"
#include "state/subtree.hpp"

#include "mounts.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostBytes = 600;

struct Group {
  std::string dialect;
  std::vector<Command> commands;
};

std::string tool_calls(const std::vector<Command>& commands) {
  Json calls(Json::value_t::array);
  for (const Command& command : commands) {
    Json call(Json::value_t::object);
    if (!command.id.empty()) call["id"] = command.id;
    call["tool"] = key_of(command.path.back());
    call["args"] = *command.value;
    array_of(calls).push_back(std::move(call));
  }
  Json json(Json::value_t::object);
  json["tool_calls"] = std::move(calls);
  return to_text(json);
}

// Nothing: the dialect has no words for it.
std::optional<std::string> written(Group group, const RulesetFile& file, const Limits& limits) {
  if (group.dialect == "tools") return tool_calls(group.commands);
  if (group.dialect == "tavern" && !file.tavern_mounts.empty()) {
    for (Command& command : group.commands) {
      command.raw_path = unmounted(command.path, file.tavern_mounts, limits);
      command.path = Path();
      if (!command.raw_path) return std::nullopt;
    }
  }
  const Result<const Dialect*> found = find_dialect(group.dialect);
  if (!found || (*found)->write == nullptr) return std::nullopt;
  const Mounts mounts{file.memory_status, file.memory_attribute, file.memory_memory};
  Result<Written> text = (*found)->write(group.commands, mounts);
  if (!text) return std::nullopt;
  return std::move(text->text);
}

bool is_folded(const PromptFold& fold, const Json& node) {
  const Json* marker = member(node, fold.marker);
  if (marker == nullptr) return false;
  return std::ranges::any_of(fold.values, [marker](const Json& value) { return equal(value, *marker); });
}

// Whether the request shows a fold in place of what stands at, above or below the place.
bool is_folded_away(const Ruleset& ruleset, const Json& data, PathView path) {
  const RulesetFile& file = ruleset.file();
  if (!file.prompt.fold) return false;
  Path above;
  for (const Segment segment : path) {
    above.push(segment);
    const Place place = resolve(data, above, file.described_pairs);
    if (place.node == nullptr) return false;
    if (is_folded(*file.prompt.fold, *place.node)) return true;
  }
  constexpr std::size_t kMostNodes = 1000;
  const Place place = resolve(data, above, file.described_pairs);
  std::size_t looked = 0;
  for (Subtree nodes(*place.node, above, file.described_pairs); nodes.next();)
    if (++looked > kMostNodes || is_folded(*file.prompt.fold, nodes.json())) return true;
  return false;
}

// Whether the request keeps the place back.
bool is_kept_back(const Ruleset& ruleset, const Json& data, PathView path) {
  const PromptSection& prompt = ruleset.file().prompt;
  if (std::ranges::any_of(prompt.leave_out, [path](const Pattern& one) { return one.covers(path); }))
    return true;
  for (const PromptSummary& summary : prompt.summaries) {
    if (summary.hide_latest == 0 && summary.hide_latest_at.empty()) continue;
    const Result<PathText> text = PathText::parse(summary.path, ruleset.limits());
    const Path place = text ? text->resolve(data) : Path();
    if (path.starts_with(place) || place.view().starts_with(path)) return true;
  }
  return is_folded_away(ruleset, data, path);
}

// The command of an applied action and its line; nothing: it is not the model's, or cannot be told.
std::optional<Command> command_of(const Ruleset& ruleset, const Json& data, const Json& action,
                                  const Json& line) {
  const std::optional<Verb> verb = verb_of(text_at(action, "verb"));
  const Json* where = member(action, "path");
  const Json* value = member(action, "value");
  if (!verb || where == nullptr || !where->is_array() || !text_at(line, "actor").empty()) return std::nullopt;
  if (!is_writing(*verb) && *verb != Verb::kCall) return std::nullopt;
  if (value == nullptr && *verb != Verb::kDelete) return std::nullopt;
  Result<Path> path = path_from_json(*where, ruleset.limits());
  if (!path || path->empty()) return std::nullopt;
  Command command;
  command.verb = *verb;
  command.path = std::move(*path);
  if (value != nullptr) command.value = *value;
  if (*verb == Verb::kCall) {
    if (!command.value->is_object()) return std::nullopt;
    command.id = text_at(line, "id");
    return command;
  }
  const FieldTable& fields = ruleset.file().fields;
  if (fields.hides(command.path, Actor::kModel) || fields.hides_below(command.path, Actor::kModel) ||
      is_kept_back(ruleset, data, command.path))
    return std::nullopt;
  if (const Json* effective = member(line, "effective")) command.value = *effective;
  return command;
}

}  // namespace

std::string retold_commands(const Ruleset& ruleset, const Json& data, const Json& record,
                            const Json& verdict) {
  const Json* actions = member(record, "applied_actions");
  const Json* lines = member(verdict, "commands");
  if (actions == nullptr || !actions->is_array() || lines == nullptr || !lines->is_array()) return {};
  std::vector<Group> groups;
  for (const Json& action : array_of(*actions)) {
    const Json* index = member(action, "index");
    if (index == nullptr || !index->is_number_integer()) continue;
    const WideInteger number = wide(*index);
    if (number < 0 || number >= static_cast<WideInteger>(lines->size())) continue;
    const Json& line = array_of(*lines)[static_cast<std::size_t>(number)];
    std::optional<Command> command = command_of(ruleset, data, action, line);
    if (!command) continue;
    const std::string dialect = text_at(line, "dialect");
    if (groups.empty() || groups.back().dialect != dialect) groups.push_back({dialect, {}});
    groups.back().commands.push_back(std::move(*command));
  }
  std::string text;
  for (Group& group : groups) {
    const std::optional<std::string> one = written(std::move(group), ruleset.file(), ruleset.limits());
    if (!one || text.size() + one->size() > kMostBytes) continue;
    text += (text.empty() ? "" : "\n") + *one;
  }
  return text;
}

}  // namespace gavel
