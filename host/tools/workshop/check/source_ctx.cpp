// What handlers ask of ctx, and of the effect or event that they are given.

#include <algorithm>
#include <bit>

#include "base/joined.hpp"
#include "base/utf8.hpp"

#include "source_check.hpp"

namespace gavel {
namespace {

std::string shown_member(std::string_view name) { return shortened(printable(name), 80); }

std::string count_text(std::size_t least, std::size_t most) {
  std::string text = std::to_string(least);
  if (most != least) text += " to " + std::to_string(most);
  return text + (text == "1" ? " value" : " values");
}

// "a.b[0]" as segments, as far as it is that plain; nothing: it has quotes or escapes.
std::optional<std::vector<std::optional<std::string>>> plain_path(std::string_view text) {
  if (text.empty() || text.find_first_of("[]\"\\/*") != std::string_view::npos) return std::nullopt;
  std::vector<std::optional<std::string>> path;
  while (true) {
    const std::size_t dot = text.find('.');
    path.emplace_back(std::string(text.substr(0, dot)));
    if (path.back()->empty()) return std::nullopt;
    if (dot == std::string_view::npos) return path;
    text.remove_prefix(dot + 1);
  }
}

}  // namespace

void SourceCheck::ctx() {
  for (const SourceUse& use : source_.uses) {
    if (is_ctx(use)) look_at_ctx(use);
    look_at_record(use);
  }
  for (const SourceCall& call : source_.calls)
    if (call.use != kNone && is_ctx(source_.uses[call.use])) look_at_ctx_call(call);
  for (std::size_t i = 0; i < source_.functions.size(); ++i)
    if (file_.handlers[i] != nullptr) look_at_parameters(i);
  look_at_helpers();
}

void SourceCheck::look_at_ctx(const SourceUse& use) {
  if (use.members.empty()) return;
  const std::size_t member = use.members[0];
  const std::string name = shown_member(text(member));
  if (use.colon && use.members.size() == 1) {
    tell(Lint::kColonCall, member - 1,
         "the functions of " + context() + " are called with a dot, not with a colon",
         "write " + context() + "." + name + "(…)");
    mend(member - 1, ":", ".");
  }
  const bool behind = text(member) == "remember";
  if (!is_in(reader_.ctx(), text(member)) && !behind) {
    const std::vector<std::string_view> known(reader_.ctx().begin(), reader_.ctx().end());
    return tell_unknown(Lint::kUnknownCtx, member, "there is no " + context() + "." + name, known,
                        context() + " has " + joined(reader_.ctx(), " "));
  }
  if (use.written && use.members.size() == 1)
    return tell(
        Lint::kForbiddenCall, member, context() + "." + name + " cannot be set",
        reader_.vocabulary().tables.empty()
            ? "take another name"
            : "what a plugin remembers is in ctx.memory; the state is written with ctx.set(path, value)");
  look_at_asked(use, member);
}

// Whether the handler may have it.
void SourceCheck::look_at_asked(const SourceUse& use, std::size_t member) {
  const std::size_t function = source_.variables[use.variable].function;
  const HandlerForm* handler = file_.handlers[function];
  if (handler == nullptr) return;
  const Vocabulary& words = reader_.vocabulary();
  const std::string_view name = text(member);
  const auto refuse = [&](const std::string& what, const std::string& why) {
    tell(Lint::kForbiddenCall, member,
         named(function) + " " + what + ", which is not allowed in " +
             (handler->kind == "automation" ? "an " : "a ") + handler->kind + "'s " + handler->which,
         why);
  };
  for (std::size_t i = 0; i < words.functions.size(); ++i)
    if (words.functions[i].name == name && (handler->functions >> i & 1U) == 0)
      return refuse("calls ctx." + std::string(name), words.functions[i].refusal);
  for (const HostTable& table : words.tables)
    if (table.name == name && use.written && (handler->functions >> table.writer & 1U) == 0)
      return refuse("writes ctx." + std::string(name), words.functions[table.writer].refusal);
  for (std::size_t i = 0; i < words.fields.size(); ++i)
    if (words.fields[i] == name && (handler->fields >> i & 1U) == 0)
      return refuse("asks for ctx." + std::string(name),
                    "it depends on the state, settings and params alone; read what it needs with ctx.get");
}

// effect.befor
void SourceCheck::look_at_record(const SourceUse& use) {
  if (use.variable == kNone || use.members.empty()) return;
  const SourceVariable& variable = source_.variables[use.variable];
  const HandlerForm* handler = file_.handlers[variable.function];
  // Who calls it ctx has been told already.
  if (handler == nullptr || handler->record.empty() || variable.writes > 0 || variable.name == "ctx") return;
  const std::vector<std::size_t>& given = source_.functions[variable.function].parameters;
  if (given.empty() || given[0] != use.variable) return;
  for (const RecordShape& shape : reader_.vocabulary().records) {
    if (shape.name != handler->record) continue;
    if (std::ranges::find(shape.members, text(use.members[0])) != shape.members.end()) return;
    const std::vector<std::string_view> known(shape.members.begin(), shape.members.end());
    std::string what = "an " + shape.name + " has no member '" + shown_member(text(use.members[0])) + "'";
    tell_unknown(Lint::kUnknownMember, use.members[0], std::move(what), known,
                 "it has " + joined(shape.members, " "));
  }
}

void SourceCheck::look_at_ctx_call(const SourceCall& call) {
  const SourceUse& use = source_.uses[call.use];
  if (use.members.size() != 1) return;
  const std::string_view name = text(use.members[0]);
  const std::size_t given = call.arguments.size();
  std::size_t least = 1;
  std::size_t most = static_cast<std::size_t>(-1);
  for (const HostFunction& function : reader_.vocabulary().functions)
    if (function.name == name) {
      least = function.least;
      most = function.most;
    }
  if (!is_in(reader_.ctx(), name) ||
      std::ranges::find(reader_.vocabulary().fields, name) != reader_.vocabulary().fields.end())
    return;
  if (use.colon) return;
  if (given > most || (call.counted && given < least))
    tell(Lint::kWrongCount, use.members[0],
         context() + "." + std::string(name) + " takes " +
             (most == static_cast<std::size_t>(-1) ? "a path" : count_text(least, most)) + ", got " +
             std::to_string(given),
         "gavel docs --for authors says what each function of ctx takes");
  if (name == "set" && given > 1 && call.arguments[1].end == call.arguments[1].begin + 1 &&
      token(call.arguments[1].begin).is("nil"))
    tell(Lint::kNilWritten, call.arguments[1].begin,
         context() + ".set(path, nil) writes nothing: nil is not a value that can be stored",
         "remove the place with " + context() + ".delete(path), or write JSON's null: " + context() +
             ".set(path, null)");
  note_write(call, name);
}

// The path that a call is given first; empty: it is not plainly written.
std::vector<std::optional<std::string>> SourceCheck::path_of(const SourceCall& call) const {
  std::vector<std::optional<std::string>> path;
  const LuaToken& first = token(call.arguments[0].begin);
  const bool alone = call.arguments[0].end == call.arguments[0].begin + 1;
  if (alone && first.kind == LuaToken::Kind::kString)
    return plain_path(plain_text(first)).value_or(std::move(path));
  if (!first.is("{")) return path;
  std::size_t depth = 0;
  for (std::size_t i = call.arguments[0].begin; i < call.arguments[0].end; ++i) {
    const LuaToken& at = token(i);
    if (depth == 1 && !at.is(",") && !at.is(";") &&
        (token(i - 1).is("{") || token(i - 1).is(",") || token(i - 1).is(";")) && !at.is("}")) {
      const bool plain = at.kind == LuaToken::Kind::kString && plain_text(at).data() != nullptr &&
                         (token(i + 1).is(",") || token(i + 1).is("}") || token(i + 1).is(";"));
      path.push_back(plain ? std::optional(std::string(plain_text(at))) : std::nullopt);
    }
    if (at.is("{") || at.is("(") || at.is("[")) ++depth;
    if (at.is("}") || at.is(")") || at.is("]")) --depth;
  }
  return path;
}

// For those who know who may write what, and which places there are.
void SourceCheck::note_write(const SourceCall& call, std::string_view name) {
  if (call.arguments.empty()) return;
  const LuaToken& first = token(call.arguments[0].begin);
  if (name == "emit") {
    const bool alone = call.arguments[0].end == call.arguments[0].begin + 1;
    if (alone && first.kind == LuaToken::Kind::kString && plain_text(first).data() != nullptr) {
      out_.emitted.push_back({std::string(plain_text(first)), where(call.arguments[0].begin)});
    } else {
      out_.emits_any = true;
    }
    return;
  }
  const bool writes = name == "set" || name == "add" || name == "merge" || name == "insert" ||
                      name == "push" || name == "pull" || name == "delete";
  const bool reads = name == "get" || name == "has" || name == "len" || name == "keys" || name == "exists";
  if (!writes && !reads) return;
  std::vector<std::optional<std::string>> path = path_of(call);
  if (path.empty()) return;
  const HandlerForm* handler = handler_around(call.function).first;
  out_.places.push_back({path, where(call.arguments[0].begin)});
  // One that may not write has been told so; who else may write the place is nothing to it.
  const std::vector<HostFunction>& functions = reader_.vocabulary().functions;
  const auto asked = static_cast<std::size_t>(
      std::ranges::find(functions, name, [](const HostFunction& one) { return one.name; }) -
      functions.begin());
  if (writes && handler != nullptr && asked < functions.size() && (handler->functions >> asked & 1U) != 0)
    out_.writes.push_back(
        {handler->kind, std::string(name), std::move(path), where(call.arguments[0].begin)});
}

// run = function(ctx) of a rule, which is given the effect first.
void SourceCheck::look_at_parameters(std::size_t function) {
  const HandlerForm& handler = *file_.handlers[function];
  const std::vector<std::size_t>& given = source_.functions[function].parameters;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const SourceVariable& variable = source_.variables[given[i]];
    const bool at_home = i < handler.parameters.size() && handler.parameters[i] == context();
    if (variable.name != context() || at_home) continue;
    tell(Lint::kWrongCount, variable.token,
         named(function) + ": " + context() + " is not parameter " + std::to_string(i + 1) + " of " +
             handler.which,
         "write " + signature_of(handler));
  }
}

// The functions of the vocabulary that a use of ctx asks for, as bits.
std::uint64_t SourceCheck::asked_for(const SourceUse& use) const {
  if (use.members.empty()) return 0;
  const Vocabulary& words = reader_.vocabulary();
  for (std::size_t i = 0; i < words.functions.size() && i < 64; ++i)
    if (words.functions[i].name == text(use.members[0])) return std::uint64_t{1} << i;
  for (const HostTable& table : words.tables)
    if (table.name == text(use.members[0]) && use.written) return std::uint64_t{1} << table.writer;
  return 0;
}

// Calls that give the caller's ctx to a function of the file.
std::vector<SourceCheck::Step> SourceCheck::steps_of_ctx() const {
  std::map<std::size_t, std::size_t> given;  // functions by the tokens of their ctx
  for (const SourceUse& use : source_.uses)
    if (is_ctx(use) && use.members.empty())
      given.emplace(use.token, source_.variables[use.variable].function);
  std::vector<Step> steps;
  for (const SourceCall& call : source_.calls) {
    if (call.use == kNone) continue;
    const SourceUse& use = source_.uses[call.use];
    if (source_.is_global(use) || !use.members.empty()) continue;
    const SourceVariable& callee = source_.variables[use.variable];
    if (callee.body == kNone || callee.writes > 0) continue;
    for (const SourceCall::Argument& argument : call.arguments) {
      const auto ctx = given.find(argument.begin);
      if (argument.end == argument.begin + 1 && ctx != given.end())
        steps.push_back({ctx->second, callee.body, call.use});
    }
  }
  return steps;
}

// What each function asks of its ctx, itself or through those that it gives it to.
std::vector<std::uint64_t> SourceCheck::asked_by_all(const std::vector<Step>& steps) const {
  std::vector<std::uint64_t> asked(source_.functions.size(), 0);
  for (const SourceUse& use : source_.uses) {
    if (!is_ctx(use)) continue;
    const std::size_t function = source_.variables[use.variable].function;
    if (file_.handlers[function] == nullptr) asked[function] |= asked_for(use);
  }
  // Each function's bits only grow, and whoever calls it hears of it when they do.
  std::map<std::size_t, std::vector<std::size_t>> callers;
  for (const Step& step : steps)
    if (file_.handlers[step.from] == nullptr) callers[step.to].push_back(step.from);
  std::vector<std::size_t> grown;
  for (std::size_t i = 0; i < asked.size(); ++i)
    if (asked[i] != 0) grown.push_back(i);
  while (!grown.empty()) {
    const std::size_t function = grown.back();
    grown.pop_back();
    for (const std::size_t caller : callers[function]) {
      if ((asked[function] & ~asked[caller]) == 0) continue;
      asked[caller] |= asked[function];
      grown.push_back(caller);
    }
  }
  return asked;
}

// A handler gives its ctx to a function of the file, which asks for what the handler may not have.
void SourceCheck::look_at_helpers() {
  const std::vector<Step> steps = steps_of_ctx();
  const std::vector<std::uint64_t> asked = asked_by_all(steps);
  for (const Step& step : steps) {
    const HandlerForm* handler = file_.handlers[step.from];
    if (handler == nullptr || (asked[step.to] & ~handler->functions) == 0) continue;
    const auto bit = static_cast<std::size_t>(std::countr_zero(asked[step.to] & ~handler->functions));
    const HostFunction& function = reader_.vocabulary().functions[bit];
    const SourceUse& callee = source_.uses[step.use];
    const std::size_t line = token(source_.functions[step.to].token).line;
    tell(Lint::kForbiddenCall, callee.token,
         named(step.from) + " gives its ctx to " + shown_member(source_.name_of(callee)) + " (line " +
             std::to_string(line) + "), which calls ctx." + function.name,
         function.refusal);
  }
}

}  // namespace gavel
