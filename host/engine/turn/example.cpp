#include "example.hpp"

#include <algorithm>

#include "dialects/dialect.hpp"
#include "state/json_writer.hpp"

#include "mounts.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostBytes = 600;  // of one example

// 001's own form, which no writer has.
std::string tool_call(const Command& command) {
  Json call(Json::value_t::object);
  if (!command.id.empty()) call["id"] = command.id;
  call["tool"] = key_of(command.path.back());
  call["args"] = *command.value;
  Json json(Json::value_t::object);
  json["tool_calls"] = Json(JsonArray{std::move(call)});
  return to_text(json);
}

bool reads_tools(const RulesetFile& file) {
  return file.dialects.empty() || std::ranges::find(file.dialects, "tools") != file.dialects.end();
}

// As keys of this dialect are written: behind the prefix that stands for the state.
bool unmount(Command& command, const Table& table) {
  const RulesetFile& file = table.ruleset.file();
  const Limits& limits = table.context.limits;
  Path path = command.path;
  if (command.raw_path) {
    const Result<PathText> text = PathText::parse(*command.raw_path, limits);
    if (!text) return false;
    path = text->resolve(table.data, table.sees());
  }
  command.raw_path = unmounted(path, file.tavern_mounts, limits);
  command.path = Path();
  return command.raw_path.has_value();
}

std::optional<std::string> written(Command command, std::string_view dialect, const Table& table) {
  const RulesetFile& file = table.ruleset.file();
  const bool calls = command.verb == Verb::kCall;
  if (dialect == "tavern" && !calls && !file.tavern_mounts.empty() && !unmount(command, table))
    return std::nullopt;
  const Result<const Dialect*> found = find_dialect(dialect);
  const bool writes = found && (*found)->write != nullptr;
  if (writes) {
    const Mounts mounts{file.memory_status, file.memory_attribute, file.memory_memory};
    Result<Written> text = (*found)->write(std::span(&command, 1), mounts);
    if (text) return std::move(text->text);
  }
  // Arguments by name can be said in one dialect only.
  const bool named = calls && command.value && command.value->is_object();
  if (named && reads_tools(file)) return tool_call(command);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> corrected(const Proposal& proposal, const Line& line, const Table& table,
                                     const Trial& passes) {
  for (const Command& command : mended_commands(proposal, line, table)) {
    std::optional<std::string> text = written(command, proposal.dialect, table);
    if (text && text->size() <= kMostBytes && passes(*text)) return text;
  }
  return std::nullopt;
}

}  // namespace gavel
