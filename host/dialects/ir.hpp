// The dialect `ir`: a JSON array of commands in their own form, or one such command.
#pragma once

#include "dialects/dialect.hpp"

namespace gavel {

Result<Reading> read_ir(std::string_view text, Actor actor, const Limits& limits);

}  // namespace gavel
