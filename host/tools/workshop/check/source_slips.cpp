// Slips that are Lua and still cannot be meant: a rule that answers true, an argument that the tool does not
// have, a function of ctx that is indexed, an effect that is written to.

#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.hpp"

#include "source_check.hpp"

namespace gavel {
namespace {

std::string cut(std::string_view name) { return shortened(printable(name), 80); }

bool is_literal(const LuaToken& token) {
  return token.is("true") || token.is("false") || token.is("nil") || token.is("{") ||
         token.kind == LuaToken::Kind::kString || token.kind == LuaToken::Kind::kNumeral;
}

bool ends_answer(const LuaToken& token) {
  return token.is("end") || token.is("else") || token.is("elseif") || token.is("until") || token.is(";") ||
         token.is(",") || token.kind == LuaToken::Kind::kEnd;
}

}  // namespace

void SourceCheck::slips() {
  look_at_returns();
  note_args();
  for (const SourceUse& use : source_.uses) {
    look_at_args(use);
    if (is_ctx(use)) look_at_indexed(use);
  }
  for (const SourceCall& call : source_.calls)
    if (call.use != kNone && is_ctx(source_.uses[call.use])) look_at_wildcard(call);
}

// Whether a rule's `return` gives a literal: `open` are the functions around it.
bool SourceCheck::answers_with_literal(std::size_t number, const std::vector<std::size_t>& open) const {
  if (open.empty() || number == 0 || !token(number - 1).is("return") || !is_literal(token(number)))
    return false;
  const HandlerForm* handler = file_.handlers[open.back()];
  return handler != nullptr && handler->kind == "rule" && handler->which == "run";
}

void SourceCheck::tell_literal(std::size_t number, std::size_t function) {
  tell(Lint::kWrongAnswer, number,
       named(function) + " answers with `" + cut(text(number)) + "`, which is no answer",
       token(number).is("true") ? "write return allow()"
                                : "write return allow(), deny(\"why\"), amend(value, \"why\") or abstain()");
}

// `return true` in a rule. Every token is looked at once, with the functions and the braces around it.
void SourceCheck::look_at_returns() {
  std::vector<std::size_t> order;
  for (std::size_t i = 1; i < source_.functions.size(); ++i) order.push_back(i);
  std::ranges::sort(order, {}, [this](std::size_t i) { return source_.functions[i].token; });
  std::vector<std::size_t> open;
  std::vector<std::size_t> braces;  // that are an answer; kNone: another
  auto next = order.begin();
  for (std::size_t i = 0; i + 1 < source_.tokens.size(); ++i) {
    while (!open.empty() && source_.functions[open.back()].end <= i) open.pop_back();
    for (; next != order.end() && source_.functions[*next].token <= i; ++next) open.push_back(*next);
    std::size_t answer = answers_with_literal(i, open) ? i : kNone;
    if (token(i).is("{")) {
      braces.push_back(std::exchange(answer, kNone));
    } else if (token(i).is("}") && !braces.empty()) {
      answer = braces.back();
      braces.pop_back();
    }
    // `0 <= effect.after and allow()` only begins with one.
    if (answer != kNone && ends_answer(token(i + 1))) tell_literal(answer, open.back());
  }
}

// The handler that is given the use's variable first, if it is not set again; nullptr: none.
const HandlerForm* SourceCheck::given_first(const SourceUse& use) const {
  if (use.variable == kNone) return nullptr;
  const SourceVariable& variable = source_.variables[use.variable];
  if (file_.handlers[variable.function] == nullptr || variable.writes > 0) return nullptr;
  const std::vector<std::size_t>& given = source_.functions[variable.function].parameters;
  return given.empty() || given[0] != use.variable ? nullptr : file_.handlers[variable.function];
}

// What handlers put into what they are given: `args.text = trim(args.text)`, args[name] = 1, fill(args).
void SourceCheck::note_args() {
  for (const SourceUse& use : source_.uses) {
    if (given_first(use) == nullptr) continue;
    if (use.members.empty()) open_args_.insert(use.variable);
    if (use.written && use.members.size() == 1) put_.emplace(use.variable, text(use.members[0]));
  }
}

// args.nmae, of a tool whose arguments are written out.
void SourceCheck::look_at_args(const SourceUse& use) {
  const HandlerForm* handler = given_first(use);
  if (handler == nullptr || use.members.empty()) return;
  if (handler->record == "effect" && use.written && use.members.size() == 1)
    return tell(Lint::kForbiddenCall, use.members[0],
                "an effect is only read: nothing comes of writing to it",
                "say it with the answer: return amend(value, \"why\"), in a rule of mode = \"amend\"");
  if (handler->kind != "tool" || handler->which != "run" || use.written || use.colon) return;
  const std::size_t function = source_.variables[use.variable].function;
  if (source_.functions[function].shared) return;
  const SourceRegistration::Member* args = registration_of(function)->member("args");
  const std::string_view name = text(use.members[0]);
  if (args == nullptr || open_args_.contains(use.variable) || put_.contains({use.variable, name})) return;
  const WrittenKeys& keys = written_keys(args->begin);
  if (!keys.whole || keys.sorted.contains(name)) return;
  tell_unknown(Lint::kUnknownMember, use.members[0], named(function) + " has no argument '" + cut(name) + "'",
               keys.names, "declare it: args = { " + cut(name) + " = str{} }");
}

// ctx.len["clues"]
void SourceCheck::look_at_indexed(const SourceUse& use) {
  if (use.members.empty() || !token(use.members[0] + 1).is("[")) return;
  const std::string_view name = text(use.members[0]);
  const auto& fields = reader_.vocabulary().fields;
  if (!is_in(reader_.ctx(), name) || std::ranges::find(fields, name) != fields.end()) return;
  tell(Lint::kUnknownCtx, use.members[0], "ctx." + cut(name) + " is a function: it is called, not indexed",
       "write ctx." + cut(name) + "(…)");
}

// for key in ctx.keys("lamps"), ctx.get("suspects.*.name")
void SourceCheck::look_at_wildcard(const SourceCall& call) {
  constexpr std::array<std::string_view, 12> kOnePlace = {
      "get", "has", "len", "keys", "exists", "before", "set", "push", "pull", "delete", "add", "insert"};
  const SourceUse& use = source_.uses[call.use];
  if (use.members.size() == 1 && use.token > 0 && token(use.token - 1).is("in") &&
      is_in(reader_.ctx(), text(use.members[0])))
    return tell(
        Lint::kWrongAnswer, use.token,
        context() + "." + cut(text(use.members[0])) + " answers with a value, and `for … in` calls it",
        "go through a list with ipairs, through a table with pairs: for _, one in ipairs(" + context() + "." +
            cut(text(use.members[0])) + "(…) or {}) do … end");
  if (use.members.size() != 1 || call.arguments.empty() ||
      call.arguments[0].end != call.arguments[0].begin + 1 ||
      std::ranges::find(kOnePlace, text(use.members[0])) == kOnePlace.end())
    return;
  const std::string_view path = plain_text(token(call.arguments[0].begin));
  const std::size_t star = path.find(".*");
  if (path.data() == nullptr || star == std::string_view::npos || path.find('"') != std::string_view::npos)
    return;
  tell(Lint::kNoSuchPlace, call.arguments[0].begin,
       "ctx." + cut(text(use.members[0])) + " takes one place; `*` is a wildcard only in patterns",
       "go through the names: for _, name in ipairs(ctx.keys(\"" + cut(path.substr(0, star)) +
           "\") or {}) do … end");
}

}  // namespace gavel
