#include "call_refusals.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "rules/call_host.hpp"
#include "rules/call_signature.hpp"
#include "state/json_writer.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

constexpr std::size_t kListBytes = 400;  // of tools

// Whether the campaign has it among its tools.
bool is_chosen(const TurnFacts& facts, const std::string& tool) {
  return !facts.allowed_tools || std::ranges::find(*facts.allowed_tools, tool) != facts.allowed_tools->end();
}

// No longer than what is shown of it, however many there are.
std::string listed_tools(std::span<const std::string> tools, const TurnFacts& facts) {
  std::string list;
  for (const std::string& tool : tools) {
    if (list.size() > kListBytes) break;
    if (is_chosen(facts, tool)) list += (list.empty() ? "" : ", ") + tool;
  }
  return shortened(list, kListBytes);
}

// `disabled_until` of what a refusal says besides: reject("locked", { disabled_until = "dawn" }).
std::string take_until(Json& more, std::size_t most) {
  const Json* until = member(more, "disabled_until");
  if (until == nullptr) return {};
  std::string text = shortened(until->is_string() ? string_of(*until) : to_text(*until), most);
  object_of(more).erase("disabled_until");
  return text;
}

std::optional<Error> not_allowed(const RefereeState& state, const Tool& tool) {
  const std::string& name = tool.source.name;
  const auto& allowed = state.kinds.allowed_tools;
  if (std::ranges::find(allowed, name) == allowed.end())
    return named_after(Error(Code::kToolNotAllowed, "the tool " + name + " is not allowed here",
                             "add it to tools.allow in ruleset.yaml"),
                       tool.source);
  if (is_chosen(state.facts, name)) return std::nullopt;
  const std::string list = listed_tools(*state.facts.allowed_tools, state.facts);
  return named_after(Error(Code::kToolNotAllowed, "the tool " + name + " is not allowed in this campaign",
                           list.empty() ? "it allows none" : "it allows " + list),
                     tool.source);
}

// A call of the model's that failed in each of the last turns is not run again, until a turn went without it.
std::optional<Error> repeated(const RefereeState& state, const Tool& tool, const Command& command) {
  if (command.origin.actor != Actor::kModel) return std::nullopt;
  const Json* campaign = member(state.document.meta(), "campaign");
  const Json* failing = campaign == nullptr ? nullptr : member(*campaign, "failing");
  const Json* times = failing == nullptr ? nullptr : member(*failing, call_signature(command));
  if (times == nullptr || number_less(*times, Json(kRepeatsIllegal))) return std::nullopt;
  const bool zh = state.ruleset.file().language == "zh";
  const std::string turns = to_text(*times);
  Error error(Code::kToolRepeatIllegal,
              zh ? "对 " + tool.source.name + " 的这一调用已连续 " + turns + " 个回合失败，不再执行"
                 : "this call of " + tool.source.name + " has failed in " + turns +
                       " turns in a row, and is not run again",
              zh ? "换一种做法；某一回合没有这一调用之后，才会再次执行"
                 : "do something else; it is let through again after a turn without it");
  error.until = zh ? "某一回合没有这一调用之后" : "after a turn without this call";
  return named_after(std::move(error), tool.source);
}

// Whether the tool may be called as things stand.
std::optional<Error> not_now(RefereeState& state, const Tool& tool) {
  if (!tool.when) return std::nullopt;
  CallHost host(state, tool.source);
  Returned returned = TRY(state.run({tool.source, *tool.when, {}, {}, may("tool", "when")}, host));
  const bool said = returned.word && static_cast<Answer>(*returned.word) == Answer::kReject;
  if (said) {
    Error error = refused(tool, returned, state.ruleset.file().language);
    error.code = Code::kToolActorState;
    return error;
  }
  if (!returned.word && returned.value.is_boolean()) {
    if (returned.value.get<bool>()) return std::nullopt;
    return named_after(
        Error(Code::kToolActorState, tool.source.name + " is not allowed in this state, or for this actor"),
        tool.source);
  }
  return named_after(
      Error(Code::kPluginError, "when returned " + (returned.nothing ? "nothing" : to_text(returned.value)),
            "return true, false, or reject(\"why\")"),
      tool.source);
}

}  // namespace

Error unknown_call(std::string_view name, const Kinds& kinds, const TurnFacts& facts, HintBudget& hints) {
  std::vector<std::string_view> names;
  if (!hints.is_used_up()) {
    for (const Tool& tool : kinds.tools) names.push_back(tool.source.name);
    for (const Callback& callback : kinds.callbacks) names.push_back(callback.source.name);
  }
  const auto near = hints.nearest(name, names);
  const std::string list = near ? "" : listed_tools(kinds.allowed_tools, facts);
  std::string hint = list.empty() ? "this game has no tools" : "the tools are " + list;
  if (near) hint = "did you mean \"" + std::string(*near) + "\"?";
  return {Code::kToolUnknown, "no tool \"" + shortened(printable(name), 64) + "\" is registered",
          std::move(hint)};
}

// The reason by its name, as the plugin declared it.
Error refused(const Tool& tool, const Returned& returned, std::string_view language) {
  const JsonArray& args = array_of(returned.value);
  constexpr std::size_t kMost = 1024;  // bytes of one text
  const std::string reason = shortened(args[0].is_string() ? string_of(args[0]) : to_text(args[0]), kMost);
  const Json* text = member(tool.rejects, reason);
  std::string message = reason;
  if (text != nullptr) message = reason + ": " + text_in(*text, language);
  Json more = args.size() > 1 ? args[1] : Json();
  const std::string until = take_until(more, kMost);
  const bool said = !more.is_null() && !(is_container(more) && more.empty());
  if (said) message += " (" + shortened(more.is_string() ? string_of(more) : to_text(more), kMost) + ")";
  Error error(Code::kToolRejected, std::move(message));
  error.until = until;
  if (returned.line != 0) {
    error.where.file = returned.file;
    error.where.line = returned.line;
  }
  return named_after(std::move(error), tool.source);
}

std::optional<Error> not_callable(RefereeState& state, const Tool& tool, const Command& command) {
  if (std::optional<Error> error = not_allowed(state, tool)) return error;
  if (std::optional<Error> error = repeated(state, tool, command)) return error;
  return not_now(state, tool);
}

}  // namespace gavel
