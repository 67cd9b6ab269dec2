// What a call calls: the name of a tool or callback, as it was written.
#pragma once

#include <string>

#include "command/command.hpp"

namespace gavel {

// REQUIRES: a call.
inline std::string call_name(const Command& command) {
  if (command.raw_path) return *command.raw_path;
  std::string name;
  for (const Segment segment : command.path) name += (name.empty() ? "" : ".") + key_of(segment);
  return name;
}

}  // namespace gavel
