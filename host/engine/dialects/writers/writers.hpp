// The writers: each turns commands into one text of its dialect, in order. What a dialect cannot express is
// lowered to what it can, with a note, or refused by name; reading the text back gives the same commands.
#pragma once

#include <span>

#include "dialects/dialect.hpp"

namespace gavel {

Result<Written> write_tavern(std::span<const Command> commands, const Mounts& mounts);
Result<Written> write_ops(std::span<const Command> commands, const Mounts& mounts);
Result<Written> write_mvu(std::span<const Command> commands, const Mounts& mounts);
Result<Written> write_patch(std::span<const Command> commands, const Mounts& mounts);
Result<Written> write_filament(std::span<const Command> commands, const Mounts& mounts);
Result<Written> write_memory(std::span<const Command> commands, const Mounts& mounts);
Result<Written> write_ir(std::span<const Command> commands, const Mounts& mounts);

}  // namespace gavel
