// Bytecode: what the sandbox wants to know about functions before they run, read from our own dump of them:
// which upvalues a function, or one that it creates, may assign to.
//
// It reads only what this very process dumped; nothing from outside is ever taken as bytecode.
#pragma once

#include <compare>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "lua_api.hpp"

namespace gavel {

// Where a function stands in the text. Several functions of one line are not told apart.
struct FunctionPlace {
  std::string file;
  int first_line = 0;
  int last_line = 0;
  auto operator<=>(const FunctionPlace&) const = default;
};

// The upvalues (from 1) that may be assigned to. A function that assigns to none is not in it.
using AssignMap = std::map<FunctionPlace, std::set<int>>;

// The bytes of the function on top of the stack, with line numbers and names: errors must show them.
std::string dump_of(lua_State* lua);

struct FileLines;

// Marks the lines of one dumped chunk on which code stands, and its functions. What every function ends with
// by itself is no code of its author's.
void find_lines(std::string_view dump, FileLines& out);

// Adds what the functions of one dumped chunk may assign; `longest`: the bytes of their longest string.
// false: the dump is not as this version writes it.
bool find_assigns(std::string_view dump, const std::string& file, AssignMap& out, std::size_t& longest);

}  // namespace gavel
