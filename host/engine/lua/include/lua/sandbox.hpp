// Sandbox: one Lua state in which the handlers of one program run. What it promises of any plugin, however
// hostile (SECURITY.md says it for people, tests/sandbox shows it):
//
//   - a handler sees an exact list of names, its own plugin's functions, and what the Host gives it;
//   - a handler ends: by itself, by fuel, by memory or by the deadline, and nothing in it can catch that;
//   - a handler leaves nothing behind: tables and globals it had before are read-only to it, and a changed
//   upvalue is
//     an error and is put back. The next call finds what the first one found;
//   - the same call with the same Host gives the same result and spends the same fuel, in any process and
//     after any other calls.
//
// One thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "lua/host.hpp"
#include "lua/registry.hpp"

namespace gavel {

// What a call has spent, without the calls that ran within it. Fuel and bytes decide verdicts, so they are
// the same wherever the call runs.
struct Spent {
  std::uint64_t fuel = 0;   // instructions, and steps of work inside library functions
  std::uint64_t bytes = 0;  // allocated, whether or not collected since
  // The clock or the memory in use ended the call: another run might end otherwise, so nothing may be decided
  // by it.
  bool by_chance = false;
};

// What a call may spend, without the calls within it; 0: what Limits say.
struct Allowance {
  std::uint64_t fuel = 0;
  std::uint64_t bytes = 0;
};

// An argument computed on demand: Vocabulary::records[shape()] names its members.
class Record {
 public:
  virtual ~Record() = default;
  virtual std::size_t shape() const = 0;
  // nullptr: nil. The pointer holds until the call ends.
  virtual const Json* member(std::size_t index) = 0;
};

// nullptr Json: nil. A Json container becomes a table of the handler's own.
using Argument = std::variant<const Json*, Record*>;

struct Call {
  HandlerId handler = 0;
  std::span<const Argument> args;  // `ctx` follows behind them, then `more`
  std::span<const Argument> more;
  std::uint64_t functions = 0;  // bit n: Vocabulary::functions[n] may be called
  Allowance allowance;
};

struct Returned {
  std::optional<std::size_t> word;  // of Vocabulary::words: `value` is then the array of its arguments
  Json value;
  bool nothing = true;  // no value, or nil
  std::string file;     // where a word with arguments was said
  std::size_t line = 0;
};

// Where the handler that runs stands while its Host is asked something: for whoever watches it.
struct HandlerPlace {
  std::string_view reader;  // "get", "has", "len" or "keys"; empty: by none of these
  std::string file;         // the innermost line of Lua; empty: unknown
  std::size_t line = 0;
  std::uint64_t fuel = 0;  // that its call has spent so far
};

class Sandbox {
 public:
  virtual ~Sandbox() = default;
  // An error is kPluginError, kPluginFuel, kPluginMemory or kPluginDeadline; where.rule is the registration's
  // id, file and line are known where Lua knows them, and `detail` shows the source and the way there.
  // `spent` is filled in either way.
  virtual Result<Returned> call(const Call& call, Host& host, Spent& spent) = 0;
  // Calls from now on abort when this many milliseconds have passed (the end of a turn's patience); 0: never.
  virtual void set_deadline(std::size_t milliseconds) = 0;
  // Whether they have passed: for whoever works on because of what a call gave.
  virtual bool is_late() const { return false; }
  // Costs the call nothing that decides verdicts. REQUIRES: called by the Host of a call that is under way.
  virtual HandlerPlace standing() const = 0;
  // Which plugin took most time since the deadline was set, by its place in the load order; nothing: nobody
  // ran long enough for a look at the clock. Another run may say otherwise: for messages of what is given up.
  virtual std::optional<std::size_t> slowest() const = 0;
  // Bytes the state holds now.
  virtual std::size_t held_bytes() const = 0;
};

// Sandboxes of one program that are not in use. Any thread.
class SandboxPool {
 public:
  explicit SandboxPool(std::shared_ptr<const class Program> program, std::size_t most_idle = 8);
  ~SandboxPool();
  Result<std::unique_ptr<Sandbox>> take();
  void give_back(std::unique_ptr<Sandbox> sandbox);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gavel
