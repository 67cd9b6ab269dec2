// Command: the one form of everything that a model, a player or a tool asks for. Every dialect reads into it,
// and its JSON form (the dialect `ir`) is read and written here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "base/span.hpp"
#include "command/options.hpp"
#include "command/verb.hpp"
#include "command/warning.hpp"
#include "state/json.hpp"
#include "state/path.hpp"

namespace gavel {

struct Origin {
  std::string dialect = "ir";
  std::optional<Span> span;
  Actor actor = Actor::kModel;
};

struct Command {
  Verb verb = Verb::kSet;
  // A place is named literally or by a text that only the document can resolve; never both.
  Path path;
  std::optional<std::string> raw_path;
  std::optional<Path> from;
  std::optional<std::string> raw_from;
  std::optional<Json> value;
  Options options;
  std::optional<Json> expect_old;
  std::string reason;
  Json metadata;
  std::string id;
  Origin origin;
  // Text paths of the places at or below which what it restores must land; empty: anywhere. The host's own,
  // no part of the JSON form.
  std::vector<std::string> within = {};

  // The command's own reason wins over the option.
  std::string why() const { return reason.empty() ? options.reason.value_or("") : reason; }
};

// Reads the JSON form. All problems of the command are named at once in the error's message. Of `origin`, the
// dialect in which the command was first written is taken over; who speaks and from where, the caller knows
// better.
Result<Command> read_command(const Json& json, const Limits& limits, std::vector<Warning>& warnings);

// The JSON form; reading it back gives the same command.
Json write_command(const Command& command);

}  // namespace gavel
