// gavel check: everything that is wrong with a ruleset or a plugin, at once.
#pragma once

#include <string>
#include <vector>

#include "args.hpp"

namespace gavel {

class Check {
 public:
  explicit Check(CLI::App& app);
  int run();

 private:
  std::string folder_ = ".";
  std::vector<std::string> plugin_dirs_;
  std::string colour_ = "auto";
  bool json_ = false;
};

}  // namespace gavel
