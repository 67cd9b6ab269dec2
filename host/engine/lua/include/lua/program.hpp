// Program: the packs of a ruleset, compiled, run once and found right. It is immutable and shared; every Lua
// state that serves the ruleset is built from it, from our own bytecode.
//
// Loading is all or nothing: every problem of every plugin is named, and then there is no program.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "lua/pack.hpp"
#include "lua/registry.hpp"
#include "lua/vocabulary.hpp"

namespace gavel {

class Console;
class Probe;
class Sandbox;

class Program {
 public:
  // `packs` in load order; `library`: modules that every plugin may require ("text" for text.lua).
  // The vocabulary outlives the program, and so does the probe, if there is one.
  struct Loaded {
    std::shared_ptr<const Program> program;  // nullptr: see problems
    std::vector<Problem> problems;           // warnings may stand here beside a program
  };
  static Loaded load(std::vector<Pack> packs, std::vector<PackFile> library, const Vocabulary& vocabulary,
                     const Limits& limits, Probe* probe = nullptr);
  virtual ~Program() = default;

  virtual const Registry& registry() const = 0;
  virtual const std::vector<Pack>& packs() const = 0;
  // A state of its own, ready to be called. Price: see README.md.
  virtual Result<std::unique_ptr<Sandbox>> make() const = 0;
  // The same for lines that somebody types.
  virtual Result<std::unique_ptr<Console>> console() const = 0;
};

// What the compiler has against a Lua text; nothing: it compiles.
std::optional<Error> syntax_error(const std::string& file, std::string_view text,
                                  const Vocabulary& vocabulary, const Limits& limits);

// Every global name that plugins see, and the members of those that are tables ("string.rep"); sorted. For
// tests and manuals.
std::vector<std::string> visible_names(const Vocabulary& vocabulary);
// The functions of ctx that the sandbox itself has: get, has …
std::vector<std::string> reader_names();
// What to use instead of a name that standard Lua has and the sandbox has not; empty: nothing to say.
std::string_view instead_of(std::string_view name);

}  // namespace gavel
