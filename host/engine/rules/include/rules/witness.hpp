// Witness: writes down who was asked while a turn was judged, in what order, and what each answered. It is
// for whoever wants to understand a turn afterwards, and is given to a turn by TurnFacts::witness.
//
// INVARIANT: nothing of a turn depends on it. Without one a turn costs nothing more; with one it comes to the
// same bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.hpp"
#include "lua/registry.hpp"
#include "lua/sandbox.hpp"
#include "state/json.hpp"
#include "state/path.hpp"

namespace gavel {

// One that was asked, or one thing that was done. `depth` tells what belongs to what: what follows with a
// greater depth happened inside it.
struct Testimony {
  // What there is: "command", "write" (by a handler), "follow" (a round of it), a guard of the host
  // ("fields", "protection", "derived"), a "budget", a "fact" of a claim, or the kind of a handler that ran
  // ("rule", "tool", "derive", "automation", "claim", "milestone", "callback", and a budget's own functions).
  std::string who;
  std::string which;       // of a handler: "run", "when", "find" …
  std::string id;          // "love/step"; of a row of the fields table, its pattern
  std::string at;          // "plugins/love/step.lua:9", "ruleset.yaml:12"; empty: the host itself
  std::size_t number = 0;  // of a command, its index; of a round of following, which one
  std::size_t depth = 0;
  // What it was asked about: the effect on one place, or the place that it computes or writes.
  std::optional<Path> path;
  std::optional<Json> before;
  std::optional<Json> after;
  // What it answered: "allow", "amend", "deny", "abstain", "reject", "value", "nothing", "error", a status of
  // a command, "holds" or "conflict" of a fact. `said` holds the words' arguments, or the value.
  std::string answer;
  std::optional<Json> said;
  std::string said_at;  // the line that said so
  std::string code;
  std::string message;
  Json more;  // null, or what is known beside: a budget's window, most, left and takes; an event
  std::uint64_t fuel = 0;
  std::uint64_t bytes = 0;
};

class Witness {
 public:
  static constexpr std::size_t kMost = 20'000;  // testimonies; what comes behind them is only counted

  // What follows belongs to it until it is closed. The number is for `at` and `close`.
  std::size_t open(Testimony testimony);
  void close(std::size_t number) { depth_ = all_[number].depth; }
  // One that nothing belongs to.
  void say(Testimony testimony) { close(open(std::move(testimony))); }
  Testimony& at(std::size_t number) { return all_[number]; }

  // What the next handler is asked about.
  void about(PathView path, const Json* before, const Json* after);
  void about(std::string_view event, Json data);
  // A handler is about to run, and has run.
  std::size_t begin(const Registration& registration, const HandlerInfo& handler);
  void end(std::size_t number, const Result<Returned>& returned, const Spent& spent);
  // The handler that ran last. REQUIRES: there is one.
  Testimony& ended() { return all_[ended_]; }

  const std::vector<Testimony>& all() const { return all_; }
  std::size_t unlisted() const { return unlisted_; }

 private:
  std::vector<Testimony> all_;
  Testimony next_;
  std::size_t depth_ = 0;
  std::size_t ended_ = 0;
  std::size_t unlisted_ = 0;
};

}  // namespace gavel
