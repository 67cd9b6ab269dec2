// Judging commands in process, as `gavel apply --dialect ir` does, with what tests want to see of it at hand.
//
// `judge` is one turn on a state of its own; a Table keeps one document over several turns and can undo the
// last. Comparisons go by gavel::equal, so key order never matters, and failures print canonical text.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "command/kernel.hpp"
#include "state/document.hpp"
#include "state/json.hpp"
#include "turn/turn.hpp"

namespace gavel::testing {

// JSON text into a Json. Throws where it is none: a test that says nonsense must not pass.
Json parsed(std::string_view text);

// A Json that can be compared with JSON text. "nothing" stands for what is not there at all.
struct Shown {
  Json json;
  bool there = true;

  const Shown operator[](std::string_view key) const;
  const Shown operator[](std::size_t index) const;
  std::size_t size() const { return json.size(); }
  std::string text() const;  // keeps key order, and tells 5 from 5.0
  bool operator==(const char* text) const;
  bool operator==(const Shown& other) const;
};
// NOLINTNEXTLINE(readability-identifier-naming): the name doctest looks for
doctest::String toString(const Shown& shown);

// Who asks, when, and under what.
struct Asking {
  Actor actor = Actor::kModel;
  std::string now = "2025-09-20T08:00:00Z";
  std::vector<std::string> described = {};  // patterns of described places
  Context context = {};                     // `now` and `described` of it are filled in
};
Asking by(Actor actor);
Asking at(std::string now);
Asking describing(std::string pattern);

// What became of a turn.
struct Judged {
  std::string said;  // "applied, rejected path.unknown": one status and code for each command
  std::vector<std::string> messages;  // each command's message and hint in one text
  Shown commands;                     // the verdict's lines
  Shown changes;
  Shown warnings;
  Shown audit;
  Shown data;
  Shown meta;

  const std::string& message(std::size_t index = 0) const { return messages.at(index); }
  Shown result(std::size_t index = 0) const { return commands[index]["result"]; }
};

class Table {
 public:
  explicit Table(std::string_view data, std::string_view meta = "{}");

  Judged turn(std::string_view commands, const Asking& asking = {});
  // Straight to the kernel, for what the dialect `ir` cannot say. No guards judge it.
  Outcome run(const Command& command, const Asking& asking = {});
  void undo();  // the last turn
  void redo();  // what was just undone

  Shown data() const { return {document_.data()}; }
  Shown meta() const { return {document_.meta()}; }
  Document& document() { return document_; }

 private:
  Document document_;
  Document::Undone undone_;
  int turns_ = 0;
};

Judged judge(std::string_view state, std::string_view commands, const Asking& asking = {});

// One command and what must become of it. Where `after` is not given, data and meta must be as they were.
struct Row {
  const char* title;
  const char* state;
  const char* command;
  const char* said;
  const char* after = nullptr;
  const char* result = nullptr;  // nullptr: not looked at
  const char* words = nullptr;   // must occur in the message or the hint
};

// Each row is a subcase by its title. Each is also undone, by the journal and from its audit record, and
// redone.
void check_rows(std::initializer_list<Row> rows, const Asking& asking = {});

bool contains(std::string_view text, std::string_view part);

}  // namespace gavel::testing
