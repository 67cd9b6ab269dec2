// A line that somebody types, run as a handler of one kind would run it: with that kind's `ctx`, writing as
// that kind writes, every write judged. What a line wrote stays only if it ends without an error and no write
// of it was refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lua/console.hpp"
#include "rules/referee.hpp"

namespace gavel {

struct TypedLine {
  std::string text;
  std::string name;              // as messages show it: "line 3"
  std::string plugin;            // the instance whose names it sees
  std::string_view as = "tool";  // one of typed_kinds()
};

// Runs a line that somebody typed, as a handler would run.
Result<Evaluated> run_line(Referee& referee, const TypedLine& line, Console& console, Spent& spent);

// What a line may be: "rule" and "derive" only read, "tool" and "automation" write.
std::vector<std::string_view> typed_kinds();

// The members of ctx that a line may call or read, sorted: "get", "set", "now".
std::vector<std::string> context_members(std::string_view as);

// The names that the sandbox gives every plugin: "string", "string.rep".
std::vector<std::string> library_names();

}  // namespace gavel
