// Names that stand for nothing, and locals that nobody reads.

#include <algorithm>
#include <ranges>

#include "base/utf8.hpp"
#include "lua/program.hpp"

#include "source_check.hpp"

namespace gavel {
namespace {

// Names of one kind that are compared with an unknown one: a file may have a hundred thousand.
constexpr std::size_t kMostKnown = 1000;

std::string shown(std::string_view name) { return shortened(printable(name), 80); }

}  // namespace

void SourceCheck::names() {
  for (const SourceUse& use : source_.uses) {
    if (use.written && use.members.empty()) {
      look_at_write(use);
    } else if (use.variable == kNone) {
      look_at_global(use);
    }
    look_at_param(use);
  }
  for (const SourceVariable& variable : source_.variables) look_at_variable(variable);
}

void SourceCheck::look_at_global(const SourceUse& use) {
  const std::string_view name = source_.name_of(use);
  if (plugin_.globals.contains(name)) return;
  if (is_in(reader_.globals(), name)) return look_at_library(use);
  if (const std::string_view instead = instead_of(name); !instead.empty())
    return tell(Lint::kUnknownGlobal, use.token, "'" + shown(name) + "' is not available in plugins",
                std::string(instead));
  const auto [handler, function] = handler_around(use.function);
  if (handler != nullptr && std::ranges::find(handler->parameters, name) != handler->parameters.end())
    return tell(Lint::kUnknownGlobal, use.token, named(function) + " has no parameter '" + shown(name) + "'",
                "write " + signature_of(*handler));
  if (out_.problems.size() >= most_) return;  // what nobody is told needs no near name
  std::vector<std::string_view> known;
  for (const std::string_view global : plugin_.globals) {
    if (known.size() >= kMostKnown) break;
    known.push_back(global);
  }
  const std::size_t enough = known.size() + kMostKnown;
  for (std::size_t i = source_.variables.size(); i > 0 && known.size() < enough; --i) {  // the latest first
    const SourceVariable& variable = source_.variables[i - 1];
    if (variable.token <= use.token && source_.inside(use.function, variable.function))
      known.push_back(variable.name);
  }
  known.insert(known.end(), reader_.globals().begin(), reader_.globals().end());
  // `retrun deny(…)`: what stands so was to be a word of the language.
  if (use.token + 1 < source_.tokens.size() && token(use.token + 1).is_name() &&
      token(use.token + 1).line == token(use.token).line)
    known.insert(known.end(), lua_keywords().begin(), lua_keywords().end());
  std::ranges::sort(known);
  known.erase(std::unique(known.begin(), known.end()), known.end());
  tell_unknown(
      Lint::kUnknownGlobal, use.token, "there is no local and no global '" + shown(name) + "'", known,
      "declare it with `local`, or take it from a module: local " + shown(name) + " = require \"…\"");
}

// string.foo
void SourceCheck::look_at_library(const SourceUse& use) {
  const std::string library(source_.name_of(use));
  const auto first = std::ranges::lower_bound(reader_.members(), library + ".");
  if (use.members.empty() || first == reader_.members().end() || !first->starts_with(library + ".")) return;
  const std::string full = library + "." + std::string(text(use.members[0]));
  if (is_in(reader_.members(), full)) return;
  if (const std::string_view instead = instead_of(full); !instead.empty())
    return tell(Lint::kUnknownMember, use.members[0], shown(full) + " is not available in plugins",
                std::string(instead));
  std::vector<std::string_view> known;
  for (auto at = first; at != reader_.members().end() && at->starts_with(library + "."); ++at)
    known.push_back(std::string_view(*at).substr(library.size() + 1));
  tell_unknown(Lint::kUnknownMember, use.members[0], "there is no " + shown(full), known,
               "for the names that exist, run: gavel docs --for authors");
}

void SourceCheck::look_at_write(const SourceUse& use) {
  const std::string name = shown(source_.name_of(use));
  const auto [handler, function] = handler_around(use.function);
  const bool global = use.variable == kNone;
  if (!global) {
    const std::size_t home = source_.variables[use.variable].function;
    if (handler == nullptr || source_.inside(home, function)) return;
    return tell(Lint::kKeptBetweenCalls, use.token,
                named(function) + " changes '" + name +
                    "', which was set while loading: a handler keeps nothing from call to call",
                reader_.vocabulary().tables.empty()
                    ? "make it a local of the " + handler->kind
                    : "keep it in ctx.memory." + name + ", or make it a local of the handler");
  }
  if (is_in(reader_.globals(), source_.name_of(use)))
    return tell(Lint::kUnknownMember, use.token, "the global '" + name + "' is the sandbox's own",
                "write 'local " + name + "', or take another name");
  if (handler != nullptr)
    return tell(
        Lint::kKeptBetweenCalls, use.token,
        named(function) + " sets the global '" + name + "': a handler keeps nothing from call to call",
        "write `local " + name + "`" +
            (reader_.vocabulary().tables.empty() ? "" : "; what must be remembered belongs in ctx.memory"));
  tell(Lint::kGlobalWrite, use.token,
       "'" + name + "' becomes a global of the plugin, which all its files see",
       "write `local` in front of it, or return it from a module");
}

void SourceCheck::look_at_variable(const SourceVariable& variable) {
  if (variable.kind != SourceVariable::Kind::kParameter && variable.reads == 0 &&
      !variable.name.starts_with('_')) {
    const bool function = variable.kind == SourceVariable::Kind::kFunction;
    const std::string what = function ? "the local function '" : "the local '";
    const std::string verb = function              ? "' is never called"
                             : variable.writes > 0 ? "' is set, but never read"
                                                   : "' is never read";
    tell(Lint::kUnusedLocal, variable.token, what + shown(variable.name) + verb,
         variable.kind == SourceVariable::Kind::kLoop
             ? "call it _"
             : "take it out, or call it _ where its place must be filled");
    if (variable.kind == SourceVariable::Kind::kLoop) mend(variable.token, std::string(variable.name), "_");
  }
  if (variable.hides == kNone || variable.name.starts_with('_') || variable.name == "self") return;
  const SourceVariable& hidden = source_.variables[variable.hides];
  const bool parameter = hidden.kind == SourceVariable::Kind::kParameter;
  tell(Lint::kShadowedLocal, variable.token,
       "'" + shown(variable.name) + "' hides the " + (parameter ? "parameter" : "local") + " of line " +
           std::to_string(token(hidden.token).line),
       "give one of them another name, or assign without `local`");
}

// params.step, ctx.params.step
void SourceCheck::look_at_param(const SourceUse& use) {
  const bool own = use.variable == kNone && source_.name_of(use) == "params";
  const bool of_ctx = is_ctx(use) && !use.members.empty() && text(use.members[0]) == "params";
  if (!own && !of_ctx) return;
  const std::size_t at = own ? 0 : 1;
  if (use.members.size() <= at) {
    out_.asks_any_param = true;
    return;
  }
  const HandlerForm* handler = handler_around(use.function).first;
  if (plugin_.params == nullptr || (of_ctx && handler != nullptr && handler->kind == "milestone")) return;
  const std::string_view name = text(use.members[at]);
  if (plugin_.sorted_params.contains(name) || out_.problems.size() >= most_) return;
  const std::vector<std::string_view> known(plugin_.params->begin(), plugin_.params->end());
  tell_unknown(Lint::kUnknownParam, use.members[at],
               "plugin.yaml declares no parameter '" + shown(name) + "'", known,
               "declare it under params in plugin.yaml");
}

}  // namespace gavel
