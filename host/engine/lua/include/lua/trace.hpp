// Trace: what happened while a turn was judged or a handler was tried, event by event: who was asked, in what
// order, what each answered and what that cost. `explain`, `run --trace` and the prompt of `repl` show it.
//
// INVARIANT: nothing of a turn depends on it. Without one a turn costs nothing more; with one it comes to the
// same bytes.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lua/registry.hpp"
#include "lua/sandbox.hpp"
#include "lua/vocabulary.hpp"
#include "state/json.hpp"
#include "state/path.hpp"

namespace gavel {

// One that was asked, or one thing that was done. `depth` tells what belongs to what: what follows with a
// greater depth happened inside it.
struct TraceEvent {
  enum class What { kStep, kHandler, kAsk };  // kAsk: what a handler asked of ctx
  What what = What::kStep;
  // What there is: "command", "write" (by a handler), "follow" (a round of it), a guard of the host
  // ("fields", "protection", "derived"), a "budget", a "fact" of a claim, "ctx", or the kind of a handler
  // that ran ("rule", "tool", "derive", "automation", "claim", "milestone", "callback", and a budget's own
  // functions).
  std::string who;
  std::string which;       // of a handler: "run", "when", "find" …; of ctx "get", "set", "now", "view"
  std::string id;          // "love/step"; of a row of the fields table, its pattern
  std::string at;          // "plugins/love/step.lua:9", "ruleset.yaml:12"; empty: the host itself
  std::size_t number = 0;  // of a command, its index; of a round of following, which one
  std::size_t depth = 0;
  std::size_t handlers = 0;  // that are under way around it
  // What it was asked about: the effect on one place, or the place that it computes or writes.
  std::optional<Path> path;
  std::optional<Json> before;
  std::optional<Json> after;
  Json args = Json(Json::value_t::array);  // of a handler and of ctx, in few words
  // What it answered: "allow", "amend", "deny", "abstain", "reject", "value", "nothing", "error", a status of
  // a command, "holds" or "conflict" of a fact. `said` holds the words' arguments, or the value.
  std::string answer;
  std::optional<Json> said;
  std::string said_at;  // the line that said so
  std::string code;
  std::string message;
  Json more;               // null, or what is known beside: a budget's window, most, left and takes; an event
  std::uint64_t fuel = 0;  // of ctx: what the handler that asks has spent so far
  std::uint64_t bytes = 0;
  std::size_t asks = 0;  // of a handler: how often it asked ctx

  // Whether a handler answered by a word such as deny().
  bool is_word() const { return answer != "value" && answer != "nothing" && answer != "error"; }
};

class Trace {
 public:
  static constexpr std::size_t kMost = 20'000;  // events; what comes behind them is only counted

  // What handlers ask of ctx is written down, too.
  bool with_asks = false;

  // What follows belongs to it until it is closed. The number is for `at` and `close`.
  std::size_t open(TraceEvent event);
  void close(std::size_t number) { depth_ = all_[number].depth; }
  // One that nothing belongs to.
  void say(TraceEvent event) { close(open(std::move(event))); }
  TraceEvent& at(std::size_t number) { return all_[number]; }

  // What the next handler is asked about.
  void about(PathView path, const Json* before, const Json* after);
  void about(std::string_view event, Json data);
  // A handler is about to run, and has run.
  std::size_t begin(const Registry& registry, HandlerId handler, Json args);
  void end(std::size_t number, const Result<Returned>& returned, const Spent& spent,
           const Vocabulary& vocabulary);
  // The handler that ran last. REQUIRES: there is one.
  TraceEvent& ended() { return all_[ended_]; }
  // A handler asks ctx; nothing belongs to that.
  std::size_t ask(std::optional<std::size_t> handler, TraceEvent event);

  const std::vector<TraceEvent>& all() const { return all_; }
  std::size_t unlisted() const { return unlisted_; }

  // Of all that happened, whether it is listed or not: how often each handler ran, how often ctx was asked,
  // and what the handlers spent that were not called by others.
  std::size_t runs(HandlerId handler) const { return runs_.contains(handler) ? runs_.at(handler) : 0; }
  std::size_t asks() const { return asks_; }
  const Spent& spent() const { return spent_; }
  // By the machine's clock, so of no other use than to be shown.
  std::chrono::nanoseconds took() const { return took_; }

 private:
  std::vector<TraceEvent> all_;
  TraceEvent next_;
  std::vector<std::chrono::steady_clock::time_point> running_;  // since when each handler is under way
  std::size_t depth_ = 0;
  std::size_t ended_ = 0;
  std::size_t unlisted_ = 0;
  std::map<HandlerId, std::size_t> runs_;
  std::size_t asks_ = 0;
  Spent spent_;
  std::chrono::nanoseconds took_{0};
};

// A value for an event: itself where it is small, else a few words.
Json digest(const Json& json);

}  // namespace gavel
