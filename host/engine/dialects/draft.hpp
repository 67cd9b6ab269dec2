// Draft: a command while it is being read. All that is wrong with it is collected; nothing is said one at a
// time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command/proposal.hpp"

namespace gavel {

// Whether `options` ask for all or nothing: a wish that is not well formed is still a wish.
bool wishes_transaction(const Json& options);

// It is part of the reading from the start, so that nothing of it has to be moved there.
// REQUIRES: no other proposal is made before it is finished.
struct Draft {
  explicit Draft(Proposal& place) : proposal(place), command(place.command.emplace()) {}
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  void problem(std::string what, Code code = Code::kParseMalformed) {
    code_ = problems.empty() || code_ == code ? code : Code::kParseMalformed;
    problems.push_back(std::move(what));
  }
  void problem(const Error& error) {
    problem(error.message + (error.hint.empty() ? "" : "; " + error.hint), error.code);
    if (!error.limit.empty()) limit_ = error.limit;
  }
  void warn(std::string code, std::string message) {
    proposal.warnings.push_back({std::move(code), std::move(message), proposal.span});
  }

  // Sets a place by its text, which the host resolves.
  void place(std::string text) { command.raw_path = std::move(text); }
  void option(std::string_view name, Json value);

  // Makes the proposal what it is: the command, or one error that names every problem, with `example` as its
  // hint.
  void finish(Actor actor);

  Proposal& proposal;
  Command& command;
  Json options;  // what is to become command.options; null: none
  std::vector<std::string> problems;
  std::string example;

 private:
  Code code_ = Code::kParseMalformed;
  std::string limit_;  // see Error
};

}  // namespace gavel
