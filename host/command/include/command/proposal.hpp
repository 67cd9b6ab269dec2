// Proposal: a command as it was written, with its place in the text, whether or not it could be read.
#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
#include "command/command.hpp"

namespace gavel {

struct Proposal {
  std::optional<Command> command;  // exactly one of the two is there
  std::optional<Error> error;
  std::string dialect;
  Span span;
  std::string verb;          // as written; may be empty or no verb at all
  Json path;                 // as written: an array, a string, or null
  bool transaction = false;  // asks for all or nothing, even if it could not be read
  std::vector<Warning> warnings;
};

}  // namespace gavel
