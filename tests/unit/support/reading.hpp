// Reading texts in the tests of host/engine/dialects. Whatever a test asks, every reading is first held to
// the promises that hold of any reading, in every dialect that the text is read in.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/reader.hpp"
#include "guards/guards.hpp"

#include "judge.hpp"

namespace gavel::testing {

// A reading of a text, with what tests ask of it.
struct Read {
  std::string text;
  Reading reading;

  // "set, add, parse.truncated": the verb of each command, or the code of its error.
  std::string said() const;
  // The commands in the dialect `ir`, without their origin.
  Shown commands() const;
  // "'_.set(1)'": what stands at each proposal's span, apart by blanks and bars.
  std::string slices() const;
  // "reasoning, envelope mvu": the regions by kind, with the dialect of those that have one.
  std::string regions() const;
  // What stands in the regions of one kind.
  std::string stands(Region::Kind kind) const;
  // Of the text and of all proposals.
  std::vector<Warning> warnings() const;
  // How many of them have a code that starts so.
  std::size_t warned(std::string_view code) const;
  // The first of them, for people: code, message, and what stands at its span.
  std::string warning(std::string_view code) const;
  // The message and hint of a proposal's error.
  std::string error(std::size_t index = 0) const;
};

Read read(std::string_view text, const ReadOptions& options = {});
Read read_as(std::string_view dialect, std::string_view text);

// One turn without a ruleset.
struct Told {
  std::string said;  // "applied, rejected path.unknown"
  Shown commands;    // the verdict's lines
  Shown data;
  Shown warnings;
  std::string narration;

  std::size_t warned(std::string_view code) const;
};
Told tell(std::string_view state, std::string_view text, std::string_view dialect = "auto",
          const Guards& guards = {});

// A text, and what must become of it. Where `after` is not given, the data must be as they were.
struct Form {
  const char* title;
  const char* state;
  std::string text;
  const char* said;
  const char* after = nullptr;
};
// Each is judged with every dialect, and again with this one alone.
void check_forms(std::string_view dialect, std::initializer_list<Form> forms);
// With every dialect only: for texts of several.
void check_forms(std::initializer_list<Form> forms);

// Texts that hold no command at all, only narration: nothing read, nothing left out.
void check_narration(std::initializer_list<const char*> texts);

std::string repeated(std::string_view piece, std::size_t times);

}  // namespace gavel::testing
