// What `gavel test` is to run: the scenarios and the Lua tests that lie in the folders it is given.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "testing/lua_test.hpp"

namespace gavel {

// A ruleset or a lone plugin, and what lies in it. Files are in the order of their names.
struct TestTarget {
  std::string folder;
  bool is_ruleset = false;
  std::vector<std::string> scenarios;
  std::vector<LuaTestSource> tests;  // their places are not filled in
};

// By folder. A file stands for itself; a folder of rulesets or plugins for those of them that have any.
Result<std::vector<TestTarget>> find_tests(const std::vector<std::string>& named);

}  // namespace gavel
