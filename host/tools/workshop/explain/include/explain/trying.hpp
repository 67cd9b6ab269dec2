// Trying one handler on a state: the question that a person's words come to, and everything that comes of
// asking it. Nothing is kept but in the document that was given, and that the journal can undo.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "explain/handler_question.hpp"
#include "explain/handlers.hpp"
#include "lua/trace.hpp"
#include "ruleset/ruleset.hpp"
#include "state/document.hpp"

namespace gavel {

// What a handler depends on beside the state and what it is asked.
struct TryFacts {
  std::string turn = "t-1";
  std::string seed = "0";
  Time now;
  Actor actor = Actor::kModel;  // who speaks; whose write it is
  Json settings = Json();       // the campaign's own, by key; null: none
  Json campaign = Json(Json::value_t::object);
  Json history = Json(Json::value_t::array);  // earlier turns: see TurnFacts
};

// A person's words for what a handler is asked.
struct TryWords {
  std::vector<std::string> args;  // as they stand behind the handler's name
  std::string write;              // "path=value"; empty: none
  std::string narration;          // of a claim; empty: the args are it
};

Result<HandlerQuestion> question_of(const Ruleset& ruleset, const Handler& handler, const TryWords& words,
                                    const TryFacts& facts);

struct Tried {
  Handler handler;
  HandlerReply reply;
  EffectRows kept;  // what changed of that which plugins and budgets remember, below `memory` and `budgets`
  Notes notes;
  Trace trace;
};

// An error: the settings do not fit. REQUIRES: the document's journal is empty.
Result<Tried> try_handler(const Ruleset& ruleset, Sandbox& sandbox, Document& document,
                          const Handler& handler, const HandlerQuestion& question, const TryFacts& facts);

// What changed below `memory` and `budgets` since the document's journal was dropped.
EffectRows remembered_since(const Document& document);

// Of a trace, what is shown of handlers that ran: the handlers, and, if wanted, what they asked of ctx.
bool is_ran(const TraceEvent& event, bool with_asks);
// "love/step (run)", "get".
std::string ran_name(const TraceEvent& event);
// {"deny": ["too far"]} for a word, else the value; nothing: none.
std::optional<Json> ran_answer(const TraceEvent& event);

// For programs. Of `trace`, all rows; else only the handlers that ran.
Json tried_json(const Tried& tried, bool trace);

}  // namespace gavel
