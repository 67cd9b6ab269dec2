// `gavel check --fix`: the changes that mend problems for certain, made in the files.
#pragma once

#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"

namespace gavel {

struct FixedFiles {
  std::vector<std::string> made;  // "plugins/a/a.lua:3:7: ctx:get -> …", in order
  std::vector<Problem> not_made;  // files that were left as they are, and why
};

// Only files below `folder` are changed, each whole or not at all: one whose text is not what the problems
// were found in, or whose changes lie upon one another, stays as it is.
FixedFiles fix_files(const std::vector<Problem>& problems, const std::string& folder, const Limits& limits);

}  // namespace gavel
