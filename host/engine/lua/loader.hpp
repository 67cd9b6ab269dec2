// Loader: runs the files of every plugin in a new state, once to find out what they register and whether all
// is well, and again, from bytecode, for every further state. Both give the same handlers.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "base/fair_share.hpp"
#include "base/problem.hpp"

#include "build.hpp"
#include "lua_api.hpp"

namespace gavel {

// `rule "x"` whose table has not come yet.
struct Unfinished {
  std::string file;
  std::size_t line = 0;
  std::string kind;
  std::string name;
};

class Loading {
 public:
  // `build` and `problems`: filled in the first time; nullptr: what the build says is repeated.
  Loading(lua_State* lua, Build* build, std::vector<Problem>* problems);
  ~Loading();
  Loading(const Loading&) = delete;
  Loading& operator=(const Loading&) = delete;

  // Runs everything and freezes what it leaves. false: see problems, or a repetition that came out otherwise.
  bool run();
  // Makes what the plugins have left read-only. Raises.
  void freeze_all();

  bool first() const { return build_ != nullptr; }
  Build& build() { return *build_; }
  const std::string& failure() const { return failure_; }
  // Notes a problem at a place of the plugin that loads; beyond limits.max_problems only that there are more.
  void complain(const std::string& file, std::size_t line, Error error);

  // Pushes the compiled chunk with the plugin's environment. Raises.
  void push_chunk(std::size_t chunk);

  std::size_t plugin = 0;
  std::vector<std::size_t> requiring;  // chunks whose running is under way, outermost first
  std::size_t registered = 0;          // in all plugins
  std::size_t registered_here = 0;     // in this one
  std::vector<std::size_t> unnamed;    // by kind, in this one
  std::vector<Unfinished> unfinished;
  std::unordered_map<std::string, std::size_t> taken;  // kind and id -> place in Registry::all

 private:
  void run_plugin();
  // Complains of a plugin that has left more than its share of a state's memory.
  void check_share(std::size_t held_before);
  void run_file(std::size_t chunk);
  void compile_rest();
  bool compile(std::size_t chunk);

  std::size_t complaints_ = 0;

  FairShare shares_;  // of what plugins may keep, in bytes
  lua_State* lua_;
  Build* build_;
  std::vector<Problem>* problems_;
  std::string failure_;
};

// The `require` of plugins.
int require(lua_State* lua);

}  // namespace gavel
