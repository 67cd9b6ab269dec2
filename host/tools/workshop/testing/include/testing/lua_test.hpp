// Tests that authors write in Lua, `*_test.lua`, run as plugins run: in the sandbox, under the ruleset's
// limits. What a test does to a game goes through the real turn, judged by the real ruleset in a sandbox of
// its own. Each test has a document of its own; nothing that one does can be seen by another. The form of a
// test file is written down in plugins/README.md.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "lua/registry.hpp"
#include "ruleset/ruleset.hpp"

namespace gavel {

class Usage;

// Where a test file lies, and what it is played by.
struct LuaTestSource {
  std::string file;      // "plugins/limits/limits_test.lua", as people named it
  std::string plugin;    // the folder of the plugin that it tests; empty: it lies in a ruleset's `tests`
  std::string ruleset;   // the folder of the ruleset; empty: the plugin is tested alone
  RulesetPlaces places;  // where plugins, schemas and modules are looked for; its folder is not looked at

  // The folder that it is read through, and its name there.
  std::string home() const;
  std::string name() const;
};

struct LuaTest {
  std::string name;
  std::string file;  // as people named it
  std::size_t line = 0;
  HandlerId handler = 0;
};

struct LuaTestResult {
  // No error: it passed; a warning tells what failed beside what it asked. `found` and `expected` are filled
  // in by `expect`.
  std::vector<Problem> problems;
  std::vector<std::string> logs;
  std::size_t expectations = 0;
};

class LuaTestFile {
 public:
  // nullptr: see `problems`. Warnings may stand there beside a file. `usage` may be nullptr; else it outlives
  // the file.
  static std::unique_ptr<LuaTestFile> load(const LuaTestSource& source, const Limits& limits, Usage* usage,
                                           std::vector<Problem>& problems);
  virtual ~LuaTestFile() = default;

  // In the order in which they stand in the file.
  virtual const std::vector<LuaTest>& tests() const = 0;
  virtual LuaTestResult run(const LuaTest& test) = 0;
};

// `count` items in an order that depends on the seed and the names alone: of two runs with one seed, what is
// in both comes in the same order.
std::vector<std::size_t> shuffled(const std::vector<std::string>& names, const std::string& seed);

}  // namespace gavel
