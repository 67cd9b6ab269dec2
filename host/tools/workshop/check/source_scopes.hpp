// What the names in a Lua text stand for, read from its tokens: which local, parameter or global each name
// is, which functions there are, what is called, and what tables register.
//
// One pass with a stack of its own, whatever the text: of what is no Lua it says what it can, and the
// compiler says the rest.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "lua/source_tokens.hpp"

namespace gavel {

inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);

struct SourceVariable {
  enum class Kind : std::uint8_t { kLocal, kFunction, kParameter, kLoop };
  Kind kind = Kind::kLocal;
  std::string_view name;
  std::size_t token = 0;
  std::size_t function = 0;  // in which it is declared
  std::size_t reads = 0;
  std::size_t writes = 0;     // beside its first value
  std::size_t hides = kNone;  // a variable of the same function and name that is in scope
  std::size_t body = kNone;   // the function that it was declared with
};

// A name where it is used as a value, with the names behind its dots: `ctx.memory.x` is ctx, memory, x.
struct SourceUse {
  std::size_t token = 0;
  std::size_t variable = kNone;  // kNone: a global
  std::size_t function = 0;
  std::vector<std::size_t> members;  // their tokens, at most kMostMembers
  bool colon = false;                // the last member is behind a colon
  bool statement = false;            // it begins a statement
  bool written = false;              // it, or its last member, is assigned to
  std::size_t end = 0;               // the token behind all of it

  static constexpr std::size_t kMostMembers = 4;
};

// What stands between a call's brackets, or its one string or table.
struct SourceCall {
  std::size_t use = 0;  // what is called
  struct Argument {
    std::size_t begin = 0, end = 0;  // tokens
  };
  std::vector<Argument> arguments;
  bool counted = true;  // false: the last one may give any number of values
  std::size_t end = 0;  // the token behind it
  std::size_t function = 0;
};

// `tool "name" { … }`
struct SourceRegistration {
  std::string_view kind;
  std::string_view name;  // as far as it is plainly written
  std::size_t token = 0;
  struct Member {
    std::string_view name;
    std::size_t token = 0;
    std::size_t begin = 0, end = 0;  // tokens of its value
  };
  std::vector<Member> members;
  std::map<std::string_view, std::size_t> places;  // in members; of two of one name, the first

  const Member* member(std::string_view name) const;
};

struct SourceFunction {
  std::size_t token = 0;
  std::size_t parent = kNone;        // the function around it; the text itself is function 0
  std::size_t registration = kNone;  // whose member it is
  std::string_view member;           // "run"
  bool shared = false;               // others run or call it too, with what they give it
  std::vector<std::size_t> parameters;
  bool returns = false;  // some `return` with a value
  bool falls = true;     // its end can be reached
  std::size_t end = 0;   // its `end`
};

struct LuaSource {
  std::string_view text;
  std::vector<LuaToken> tokens;
  std::vector<SourceVariable> variables;
  std::vector<SourceUse> uses;
  std::vector<SourceCall> calls;
  std::vector<SourceRegistration> registrations;
  std::vector<SourceFunction> functions;
  bool whole = true;  // false: brackets and blocks do not close as they open

  std::string_view name_of(const SourceUse& use) const { return tokens[use.token].text; }
  bool is_global(const SourceUse& use) const { return use.variable == kNone; }
  // Whether `function` is `outer` or lies inside it.
  bool inside(std::size_t function, std::size_t outer) const;
};

// `kinds`: the names that register.
LuaSource read_source(std::string_view text, const std::vector<std::string_view>& kinds);

}  // namespace gavel
