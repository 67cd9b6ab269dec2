// Tools and callbacks: what a model may call by name. All of a call is kept, or nothing of it.

#include <algorithm>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"
#include "state/suggest.hpp"

#include "call_host.hpp"
#include "referee_state.hpp"
#include "shapes.hpp"
#include "transaction.hpp"

namespace gavel {
namespace {

Outcome rejected(Error error) {
  Outcome outcome;
  outcome.status = Status::kRejected;
  outcome.error = std::move(error);
  return outcome;
}

std::string name_of(const Command& command) {
  if (command.raw_path) return *command.raw_path;
  std::string name;
  for (const Segment segment : command.path) name += (name.empty() ? "" : ".") + key_of(segment);
  return name;
}

Error unknown(std::string_view name, const Kinds& kinds) {
  std::vector<std::string_view> names;
  for (const Tool& tool : kinds.tools) names.push_back(tool.source.name);
  for (const Callback& callback : kinds.callbacks) names.push_back(callback.source.name);
  const auto near = nearest(name, names);
  std::string list;
  for (const std::string& tool : kinds.allowed_tools) list += (list.empty() ? "" : ", ") + tool;
  std::string hint = list.empty() ? "this game has no tools" : "the tools are " + shortened(list, 400);
  if (near) hint = "did you mean \"" + std::string(*near) + "\"?";
  return {Code::kToolUnknown, "no tool \"" + shortened(printable(name), 64) + "\" is registered",
          std::move(hint)};
}

// A call that would be right, for the hint.
std::string example(const Tool& tool) {
  Json args(Json::value_t::object);
  const Json* shapes = member(tool.spec, "args");
  if (shapes != nullptr && shapes->is_object())
    for (const auto& [name, shape] : object_of(*shapes)) args[name] = example_of(shape);
  Json call(Json::value_t::object);
  call["tool"] = tool.source.name;
  call["args"] = std::move(args);
  return "for example " + to_text(call);
}

// The reason by its name, as the plugin declared it.
Error refused(const Tool& tool, const Returned& returned, std::string_view language) {
  const JsonArray& args = array_of(returned.value);
  constexpr std::size_t kMost = 1024;  // bytes of one text
  const std::string reason = shortened(args[0].is_string() ? string_of(args[0]) : to_text(args[0]), kMost);
  const Json* rejects = member(tool.spec, "rejects");
  const Json* text = rejects == nullptr ? nullptr : member(*rejects, reason);
  std::string message = reason;
  if (text != nullptr) message = reason + ": " + text_in(*text, language);
  if (args.size() > 1)
    message += " (" + shortened(args[1].is_string() ? string_of(args[1]) : to_text(args[1]), kMost) + ")";
  Error error(Code::kToolRejected, std::move(message));
  if (returned.line != 0) {
    error.where.file = returned.file;
    error.where.line = returned.line;
  }
  return named_after(std::move(error), tool.source);
}

// Whether the tool may be called as things stand.
std::optional<Error> not_now(RefereeState& state, const Tool& tool) {
  if (!tool.when) return std::nullopt;
  CallHost host(state, tool.source);
  Result<Returned> returned = state.run({tool.source, *tool.when, {}, {}, kReads}, host);
  if (!returned) return std::move(returned).error();
  const bool refused = returned->word && static_cast<Answer>(*returned->word) == Answer::kReject;
  if (refused) {
    Error error = gavel::refused(tool, *returned, state.ruleset.file().language);
    error.code = Code::kToolActorState;
    return error;
  }
  if (!returned->word && returned->value.is_boolean()) {
    if (returned->value.get<bool>()) return std::nullopt;
    return named_after(
        Error(Code::kToolActorState, tool.source.name + " is not allowed in this state, or for this actor"),
        tool.source);
  }
  return named_after(
      Error(Code::kPluginError, "when returned " + (returned->nothing ? "nothing" : to_text(returned->value)),
            "return true, false, or reject(\"why\")"),
      tool.source);
}

Error too_much_kept(const RefereeState& state) {
  return over_limit(Code::kPluginMemory, "the turn's plugins gave more than is kept of them",
                    state.context.limits.max_turn_output_bytes, "max_turn_output_bytes");
}

// A write that was refused: by whom it was, where that is known, and else where it was tried.
Error refused_write(Error error, const Result<Returned>& returned, const Registered& source) {
  if (error.where.file.empty() && !returned) {
    error.where.file = returned.error().where.file;
    error.where.line = returned.error().where.line;
    error.detail = returned.error().detail;
  }
  return named_after(std::move(error), source);
}

Outcome call_tool(RefereeState& state, const Tool& tool, const Command& command) {
  const auto& allowed = state.kinds.allowed_tools;
  if (std::find(allowed.begin(), allowed.end(), tool.source.name) == allowed.end())
    return rejected(
        named_after(Error(Code::kToolNotAllowed, "the tool " + tool.source.name + " is not allowed here",
                          "tools.allow in ruleset.yaml names those that are"),
                    tool.source));
  if (std::optional<Error> error = not_now(state, tool)) return rejected(std::move(*error));
  Result<Json> args = fit_arguments(tool.spec["args"], command.value.value_or(Json()));
  if (!args) {
    args.error().hint = example(tool);
    return rejected(named_after(std::move(args).error(), tool.source));
  }
  Transaction transaction(state);
  CallHost host(state, tool.source, Actor::kTool);
  const std::array<Argument, 1> given = {&*args};
  Result<Returned> returned = state.run({tool.source, tool.run, given, {}, kReads | kWrites}, host);
  if (host.denied()) return rejected(refused_write(*host.denied(), returned, tool.source));
  if (!returned) return rejected(std::move(returned).error());
  if (returned->word) {
    if (static_cast<Answer>(*returned->word) == Answer::kReject)
      return rejected(refused(tool, *returned, state.ruleset.file().language));
    return rejected(named_after(
        Error(Code::kPluginError, "a tool returned " + vocabulary().words[*returned->word].name + "()",
              "return the result, or reject(\"why\")"),
        tool.source));
  }
  if (!state.keep_bytes(weight_of(returned->value)))
    return rejected(named_after(too_much_kept(state), tool.source));
  transaction.keep();
  Outcome outcome;
  outcome.result = std::move(returned->value);
  return outcome;
}

Outcome call_back(RefereeState& state, const Callback& callback, const Command& command) {
  Result<Json> args = fit_positional(callback.args, command.value.value_or(Json(Json::value_t::array)));
  if (!args) return rejected(named_after(std::move(args).error(), callback.source));
  Transaction transaction(state);
  CallHost host(state, callback.source, Actor::kTool);
  const std::array<Argument, 1> given = {&*args};
  Result<Returned> returned = state.run({callback.source, callback.run, given, {}, kReads | kWrites}, host);
  if (host.denied()) return rejected(refused_write(*host.denied(), returned, callback.source));
  if (!returned) return rejected(std::move(returned).error());
  if (returned->word)
    return rejected(named_after(Error(Code::kToolRejected, to_text(returned->value)), callback.source));
  if (!state.keep_bytes(weight_of(returned->value)))
    return rejected(named_after(too_much_kept(state), callback.source));
  transaction.keep();
  Outcome outcome;
  outcome.result = std::move(returned->value);
  return outcome;
}

}  // namespace

Outcome RefereeState::write(const Command& command) {
  std::vector<Amendment> amendments;
  Outcome outcome = execute(document, command, context,
                            [&](const Proposed& proposed) { return judge(proposed, amendments); });
  if (outcome.status == Status::kApplied && !amendments.empty()) outcome.status = Status::kAmended;
  return outcome;
}

Outcome RefereeState::call(const Command& command) {
  const std::string name = name_of(command);
  const bool in_order = command.value && command.value->is_array();
  const Tool* tool = kinds.tool(name);
  const Callback* callback = kinds.callback(name);
  Outcome outcome;
  if (callback != nullptr && (in_order || tool == nullptr)) {
    outcome = call_back(*this, *callback, command);
  } else if (tool != nullptr) {
    outcome = call_tool(*this, *tool, command);
  } else {
    outcome = rejected(unknown(name, kinds));
  }
  outcome.path.push_key(name);
  outcome.resolved = true;
  return outcome;
}

}  // namespace gavel
