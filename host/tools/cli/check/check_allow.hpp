// Findings that their author has allowed where they stand: `-- gavel: allow unused_local` in Lua, `# gavel:
// allow no_such_place` in YAML, on the line or the line above; several names with commas between them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"

namespace gavel {

class Allowed {
 public:
  // What the comments of a file allow. Names that are no findings are told in `problems`.
  void read(const std::string& file, std::string_view text, std::size_t most, std::vector<Problem>& problems);
  bool has(const std::string& file) const { return files_.contains(file); }
  bool allows(const Problem& problem) const;

 private:
  std::map<std::string, std::map<std::size_t, std::set<Lint>>> files_;  // by line
};

// Takes out what is allowed. `files` are read for unknown names even where nothing is found in them.
std::size_t leave_out_allowed(std::vector<Problem>& problems, const std::set<std::string>& files,
                              const Limits& limits);

}  // namespace gavel
