// RFC 6902 operations, for the two dialects that carry them: `patch` in a tag of its own, `filament`
// in 3.0's.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

#include "command_writer.hpp"

namespace gavel {

// What one command becomes.
struct PatchOps {
  std::vector<std::string> ops;
  bool holds_test = false;  // whatever stands in one block with it is all or nothing
};

// REQUIRES: the option `transaction` was told before.
Result<PatchOps> patch_ops(Telling& telling);

}  // namespace gavel
