// Loose writing: arguments and writes as a person types them in a shell, read into values. A value is JSON
// where it reads as JSON, else a text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "command/command.hpp"
#include "state/json.hpp"

namespace gavel {

Json loose_value(std::string_view text, const Limits& limits);

// `delta=-5 cause="a fall"`, or one JSON object. `shapes`: a tool's args, {name: {kind}}; what is a str there
// stays a text, also where it reads as a number. null: none are known.
Result<Json> loose_object(std::span<const std::string> words, const Json& shapes, const Limits& limits);

// `path=value`, `path value`, `verb path value`, or a command as JSON.
Result<Command> loose_write(std::span<const std::string> words, Actor actor, const Limits& limits);

}  // namespace gavel
