// Report: turns what went wrong in Lua into an Error that an author can use: the sentence without Lua's
// prefix, file and line, the source around it, the way there, and for a limit its number and how to raise it.
#pragma once

#include <string>

#include "base/result.hpp"

#include "build.hpp"
#include "fuel.hpp"
#include "lua_api.hpp"
#include "stack_trace.hpp"

namespace gavel {

// Who failed: "love/step (run)".
struct Culprit {
  std::string name;
  std::string rule;  // Where::rule
  std::string file;  // used where Lua knows no place
  std::size_t line = 0;
};

// The message handler of every call from the host: notes where the error was raised.
int note_error(lua_State* lua);

// A sentence for the error value at `index`, of any type. Runs nothing of the plugin.
std::string error_text(lua_State* lua, int index, std::size_t most_bytes);

// The error value on top of the stack, or the trip. Pops nothing.
Error report_failure(lua_State* lua, const Culprit& culprit);

// A failure that the host found itself, at the culprit's own place or at the innermost level of `trace`.
Error report_fault(const Build& build, const Culprit& culprit, std::string_view message,
                   std::string hint = {});

// What is bad in a chunk that does not compile, from the message on top of the stack.
Error report_syntax(lua_State* lua, const std::string& file, std::string_view text);

// Three lines of the text around `line`, with a mark at it.
std::string source_around(std::string_view text, std::size_t line);

// How Lua writes a file's name in front of a message.
std::string prefix_name(const std::string& file);

// "at most N (limits.x)": where limits are raised.
std::string raise_hint(std::string_view limit);

}  // namespace gavel
