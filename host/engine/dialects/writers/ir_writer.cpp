// A JSON array of commands in their own form: everything can be said, and nothing is lowered.
#include "quoting.hpp"
#include "writers.hpp"

namespace gavel {

Result<Written> write_ir(std::span<const Command> commands, const Mounts& /*mounts*/) {
  std::vector<std::string> items;
  for (const Command& command : commands) {
    Json json = write_command(command);
    // Where it was and who spoke is for the next reader to say; the dialect decides what an old value
    // means.
    json.erase("origin");
    if (command.origin.dialect != "ir") json["origin"]["dialect"] = command.origin.dialect;
    items.push_back(quoted_json(json));
  }
  return Written{list_of(items), {}};
}

}  // namespace gavel
