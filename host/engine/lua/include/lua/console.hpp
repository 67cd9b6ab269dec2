// Console: a sandbox in which lines that somebody types run as if they stood in a handler of one plugin: with
// its names, its `ctx`, its limits. Beside what handlers may, a line may set globals, which the next line
// finds; no handler ever sees them. Lines are text, never bytecode, and nothing that a plugin could not do is
// possible in them: they register nothing, load nothing, and what plugins left stays read-only.
//
// One thread at a time, but for stop().
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lua/sandbox.hpp"

namespace gavel {

// A value, or a part of one, in the order in which it is written: containers before what they hold.
struct ValueRow {
  enum class Kind { kIsNil, kIsNull, kIsBoolean, kIsNumber, kIsString, kIsArray, kIsObject, kOther };
  Kind kind = Kind::kIsNil;
  std::size_t depth = 0;     // 0: a value of its own
  std::string key;           // its name in what holds it, as Lua writes it; empty: an element, or depth 0
  std::string text;          // of what is no container
  std::size_t members = 0;   // of a container, in all
  std::size_t left_out = 0;  // of them, that have no row
};

// The rows of a value of the host's.
std::vector<ValueRow> dump_json(const Json& json);

struct ConsoleLine {
  std::string_view text;
  std::string name;        // as messages show it: "line 3"
  std::size_t plugin = 0;  // whose names it sees: a place among the program's packs
  std::uint64_t functions = 0;
  Allowance allowance;
};

struct Evaluated {
  bool incomplete = false;     // the text may go on: nothing has run
  bool renewed = false;        // an earlier line outgrew the state, and the session's globals are gone
  std::vector<ValueRow> rows;  // of all values
  std::vector<std::optional<Json>> values;  // each as JSON, where JSON has words for it
};

class Console : public Sandbox {
 public:
  // The text is an expression, several with commas between them, or statements. Errors as of a handler.
  virtual Result<Evaluated> evaluate(const ConsoleLine& line, Host& host, Spent& spent) = 0;
  // Names that a line of that plugin may begin with, the session's own among them; sorted.
  virtual std::vector<std::string> globals(std::size_t plugin) = 0;
  // Ends the line or handler that is under way, with an error. Any thread; from a signal handler too.
  virtual void stop() = 0;
};

}  // namespace gavel
