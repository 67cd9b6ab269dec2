// gavel check: everything that is wrong with a ruleset or a plugin, at once.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"

#include "args.hpp"

namespace gavel {

class Check {
 public:
  explicit Check(CLI::App& app);
  int run();

 private:
  int round();
  int tell(const std::vector<Problem>& problems, const std::string& what) const;

  std::string folder_ = ".";
  std::vector<std::string> plugin_dirs_;
  std::vector<std::string> schema_dirs_;
  std::string colour_ = "auto";
  bool json_ = false;
  bool watch_ = false;
};

}  // namespace gavel
