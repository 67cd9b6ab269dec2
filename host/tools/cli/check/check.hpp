// gavel check: everything that is wrong with a ruleset or a plugin, at once.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "testing/lua_test.hpp"

#include "check_texts.hpp"
#include "options.hpp"

namespace gavel {

class Check {
 public:
  explicit Check(CLI::App& app);
  int run();

 private:
  // What one look found.
  struct Looked {
    std::vector<Problem> problems;
    std::string what;  // "bees: 1 plugin, "
  };

  int round();
  int tell(const std::string& text, const std::vector<Problem>& problems) const;
  CheckFormat format() const;
  Looked look() const;
  Looked look_at_rules() const;
  Looked look_at_test(const LuaTestSource& test) const;
  Looked look_at_lua(const std::vector<std::string>& files) const;

  std::string folder_ = ".";
  CliOptions options_;
  bool fix_ = false;
  bool codes_ = false;
};

}  // namespace gavel
