#include "fuzz_case.hpp"

#include "dialects/dialect.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

// Tool calls as models write them: arguments with names. No writer of a dialect has this form.
std::optional<std::string> tool_calls(const std::vector<Json>& commands) {
  Json calls(Json::value_t::array);
  for (const Json& command : commands) {
    const Json* verb = member(command, "verb");
    const Json* path = member(command, "path");
    if (verb == nullptr || *verb != "call" || path == nullptr || path->empty()) return std::nullopt;
    Json call(Json::value_t::object);
    call["id"] = "call_" + std::to_string(calls.size() + 1);
    call["tool"] = (*path)[0];
    const Json* args = member(command, "value");
    call["args"] = args == nullptr ? Json(Json::value_t::object) : *args;
    calls.push_back(std::move(call));
  }
  Json json(Json::value_t::object);
  json["tool_calls"] = std::move(calls);
  return to_text(json);
}

// A place as this ruleset's `tavern` names it: behind the prefix that stands for the state. Nothing: no
// prefix leads there.
std::optional<std::string> mounted(PathView path, const std::vector<Mount>& mounts) {
  const std::string place = to_dotted(path);
  for (const Mount& mount : mounts) {
    if (mount.from.empty()) return place;
    if (mount.to.empty()) return mount.from + (place.empty() || place.front() == '[' ? "" : ".") + place;
    if (place == mount.to) return mount.from;
    if (place.starts_with(mount.to + ".") || place.starts_with(mount.to + "["))
      return mount.from + place.substr(mount.to.size());
  }
  return std::nullopt;
}

bool mount_paths(Command& command, const std::vector<Mount>& mounts) {
  if (mounts.empty() || command.verb == Verb::kCall || command.raw_path) return true;
  command.raw_path = mounted(command.path, mounts);
  command.path = Path();
  return command.raw_path.has_value() && !command.from;
}

}  // namespace

std::size_t FuzzCase::commands() const {
  std::size_t count = 0;
  for (const FuzzTurn& turn : turns) {
    for (const FuzzPiece& piece : turn.user) count += piece.commands.size();
    for (const FuzzPiece& piece : turn.model) count += piece.commands.size();
  }
  return count;
}

std::optional<std::string> envelope_of(const FuzzPiece& piece, const Ruleset& ruleset) {
  if (piece.dialect.empty()) return piece.words;
  if (piece.dialect == "tools") return tool_calls(piece.commands);
  const Result<const Dialect*> dialect = find_dialect(piece.dialect);
  if (!dialect || (*dialect)->write == nullptr) return std::nullopt;
  std::vector<Command> commands;
  std::vector<Warning> warnings;
  for (const Json& json : piece.commands) {
    Result<Command> command = read_command(json, ruleset.limits(), warnings);
    if (!command) return std::nullopt;
    if (piece.dialect == "tavern" && !mount_paths(*command, ruleset.file().tavern_mounts))
      return std::nullopt;
    commands.push_back(std::move(*command));
  }
  const RulesetFile& file = ruleset.file();
  const Mounts mounts{file.memory_status, file.memory_attribute, file.memory_memory};
  Result<Written> written = (*dialect)->write(commands, mounts);
  if (!written) return std::nullopt;
  return std::move(written->text);
}

std::string text_of(const std::vector<FuzzPiece>& pieces, const Ruleset& ruleset) {
  std::string text;
  for (const FuzzPiece& piece : pieces) {
    const std::optional<std::string> part = envelope_of(piece, ruleset);
    if (!part) continue;
    if (!text.empty()) text += "\n";
    text += *part;
  }
  return text;
}

std::string turn_id(std::size_t index) { return "t-" + std::to_string(index + 1); }

}  // namespace gavel
