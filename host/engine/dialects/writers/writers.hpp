// The writers: each turns commands into one text of its dialect, in order. What a dialect cannot say is
// lowered to what it can, with a note, or refused by name; reading the text back gives the same commands.
//
// A writer must not know the document: a text path is handed on as it was written wherever the dialect takes
// one.
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

// One command after the other, and then what the writer made of them; the first that it cannot say is the
// end.
template <typename Writer>
Result<Written> write_each(Writer writer, std::span<const Command> commands) {
  for (const Command& command : commands) {
    if (Result<void> written = writer.write(command); !written) return std::move(written).error();
  }
  return writer.finish();
}

}  // namespace gavel
