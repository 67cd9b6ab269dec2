// :why at the prompt of `gavel repl`: what was refused by what was typed last, where, how to mend it, and
// what such a refusal means.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "explain/session.hpp"

namespace gavel {

// Something that did not come about.
struct Refusal {
  std::string what;  // "set flour"; empty: the line
  std::string code;  // empty: none has one, such as a handler that was not asked
  std::string message;
  std::string hint;
  std::string rule;
  std::string at;  // "plugins/mill/mill.lua:31"
};

Refusal refusal_of(const Error& error, std::string what = {});
// Of a handler or a write that was tried, and of a turn: what was refused, what contradicts the state, and
// what failed beside it. What was only taken back with the rest is left out where something else is to blame.
std::vector<Refusal> refusals_of(const Tried& tried);
std::vector<Refusal> refusals_of(const Verdict& verdict);
std::vector<Refusal> refusals_of(const Notes& notes);

// {refusals: [{what?, code?, message, hint?, rule?, at?}], codes: [as `gavel explain CODE --json`]}
Json why_json(const std::vector<Refusal>& refusals);

}  // namespace gavel
