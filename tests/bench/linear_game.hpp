// Handlers under measurement: a game of one plugin, the fuel that its handlers spend in a turn, and the time
// that they take. What the turn does beside them does not count.
#pragma once

#include <memory>
#include <string>

#include "linear.hpp"

namespace gavel::bench {

struct Scene {
  std::string lua;   // of the only plugin
  std::string text;  // that is judged
  // Members of the state beside "n", each behind a comma; nullptr: there are none.
  std::string (*state)(std::size_t size) = nullptr;
  std::size_t times = 256;  // at most, that its loop runs: as often as it takes to spend enough
};

// The unit is a step of fuel. Whatever fails ends the program.
Row game_row(std::string name, Scene scene, std::size_t size);

// A loop of `once` behind `prepare`; the loop alone is measured. In both, `n` is the size, `s` a text of n
// bytes, items(n) and members(n) tables; more helps in kHelpers.
std::string measured_loop(const std::string& prepare, const std::string& once);

// The same in a tool.
Scene tool_scene(const std::string& prepare, const std::string& once, std::size_t times);

// Lua's functions items, members and the like, and `t`, the texts that registrations need.
extern const char* const kHelpers;

// Of those names, what is not a number and no text in a handler.
std::vector<std::string> no_scalars(const std::vector<std::string>& names);

}  // namespace gavel::bench
