// The test files of what `gavel check` looks at.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "lua/pack.hpp"
#include "testing/lua_test.hpp"

namespace gavel {

struct CheckedTests {
  std::vector<Problem> problems;
  std::set<std::string> files;  // that were read
};

// `packs`: the plugins that could be read. Of the tests of a plugin that is not among them only what the
// compiler says is told.
CheckedTests check_tests(const std::vector<LuaTestSource>& tests, const std::vector<Pack>& packs,
                         const Limits& limits);

}  // namespace gavel
