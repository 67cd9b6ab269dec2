// Vocabulary: the words that plugins write and the sandbox only passes on. host/rules fills it in and gives
// every word its meaning.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "lua/registry.hpp"
#include "state/json.hpp"

namespace gavel {

// A kind of registration, such as `rule "step" { path = …, run = function … end }`.
struct Kind {
  std::string name;
  bool named = true;                  // false: without an id (`migrate { … }`); ids are then "1", "2", …
  std::vector<std::string> handlers;  // members that are functions; no function may stand anywhere else
  std::vector<std::string> members;   // all others; empty: any
  // Its name is a sentence, and the function may stand for the table: `test("it stays shut", function …)`.
  bool sentence = false;
};

// A word that handlers return, such as `deny("too_far", "…")`.
struct Word {
  std::string name;
  std::size_t least = 0;
  std::size_t most = 0;
};

// A member of ctx that is a function beyond the readers, such as `ctx.set(path, value)`.
struct HostFunction {
  std::string name;
  std::size_t least = 0;
  std::size_t most = 0;
  std::string refusal;  // where a call does not allow it: "a rule only judges: tools and automations write"
  // Set: no member of ctx, but of a global table of that name, `expect.equal(…)`. There nil as an argument is
  // told from null: it arrives as JSON's discarded value.
  std::string module = {};
  // Its first argument is a function that runs first. What it raised stands in its place: a text, or null.
  bool runs = false;
};

// A member of ctx that reads and writes like a table: `ctx.memory.seen = 3` calls `writer` with ("seen", 3).
struct HostTable {
  std::string name;
  std::size_t field = 0;   // of Vocabulary::fields: an object, or nothing
  std::size_t writer = 0;  // of Vocabulary::functions
};

// An argument whose members are computed when a handler asks for them, such as an effect.
struct RecordShape {
  std::string name;
  std::vector<std::string> members;
};

struct Vocabulary {
  std::string context = "ctx";  // what messages call the table that handlers get
  std::vector<Kind> kinds;
  std::vector<Word> words;
  std::vector<std::string> shapes;  // `int{min = 1}` gives {kind = "int", min = 1}; while loading only
  std::vector<std::string> fields;
  std::vector<HostFunction> functions;
  std::vector<HostTable> tables;
  std::vector<RecordShape> records;
  // What is wrong with a registration, before it is taken; every problem is an error at its file and line.
  std::function<std::vector<Error>(const Registration&)> check;
};

}  // namespace gavel
