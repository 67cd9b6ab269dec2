// Proposal: a command as it was written, with its place in the text, whether or not it could be read.
#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
#include "command/command.hpp"
#include "state/resolve.hpp"

namespace gavel {

// The last step of reading, which needs the document: a few forms of a few dialects mean one thing on an
// array and another on an object. Given the command as far as it was read and the place that its path means,
// the command that is meant.
using Settle = Result<Command> (*)(Command command, const Place& place);

struct Proposal {
  std::optional<Command> command;  // exactly one of the two is there
  std::optional<Error> error;
  Settle settle = nullptr;  // to be called before the command is executed
  std::string dialect;
  Span span;
  std::string verb;          // as written; may be empty or no verb at all
  Json path;                 // of what could not be read, as written: an array, a string, or null
  bool twin = false;         // of an envelope that repeats the one right before it: never judged
  bool transaction = false;  // asks for all or nothing of its envelope, even if it could not be read
  std::size_t part = 0;      // of the turn's parts: the one that `span` is of
  std::size_t envelope = 0;  // proposals of one envelope have one number, counted from 0 in text order
  std::vector<Warning> warnings;

  // The verb of the one form, or what was written for it.
  std::string shown_verb() const { return command ? std::string(verb_name(command->verb)) : verb; }
  // Whether it calls a tool, or was to.
  bool is_call() const { return dialect == "tools" || (command && command->verb == Verb::kCall); }
  // The reason that was given; empty: none, or it could not be read.
  std::string why() const { return command ? command->why() : std::string(); }
  // The path as it was written: an array, a string, or null.
  Json shown_path() const {
    if (!command) return path;
    return command->raw_path ? Json(*command->raw_path) : path_to_json(command->path);
  }
};

}  // namespace gavel
