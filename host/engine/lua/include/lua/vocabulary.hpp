// Vocabulary: the words that plugins write and the sandbox only passes on. host/engine/ruleset fills it in
// and gives every word its meaning.
#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/limits.hpp"
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
  std::string instead_of_nil = {};  // its second value is never nil: what to write instead
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

// What a handler is given and may do, for those who read plugins without running them.
struct HandlerForm {
  std::string kind;
  std::string which;
  std::vector<std::string> parameters;  // as they are called in manuals; one of them is ctx
  std::string record;                   // of Vocabulary::records: what the first of them is; or none
  std::uint64_t functions = 0;          // bit n: Vocabulary::functions[n] may be called
  std::uint64_t fields = ~std::uint64_t{0};
  std::vector<std::string> words;  // that it may return
  bool answers = false;            // one that returns nothing is wrong
  bool always = false;             // also where only some way through it does
};

struct Vocabulary {
  std::string context = "ctx";  // what messages call the table that handlers get
  std::vector<Kind> kinds;
  std::vector<HandlerForm> uses;
  std::vector<Word> words;
  std::vector<std::string> shapes;  // `int{min = 1}` gives {kind = "int", min = 1}; while loading only
  std::vector<std::string> fields;
  std::vector<HostFunction> functions;
  std::vector<HostTable> tables;
  std::vector<RecordShape> records;
  // Reads a registration before it is taken: Registration::typed, or every problem, each an error at its file
  // and line.
  std::function<std::any(const Registration&, const Limits&, std::vector<Error>&)> read;
};

}  // namespace gavel
