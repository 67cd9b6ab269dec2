// State: one Lua state of a program and all that the host keeps beside it. Everything else in this folder
// finds it through state_of(lua).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "lua/host.hpp"
#include "lua/sandbox.hpp"
#include "state/path_text.hpp"

#include "audit.hpp"
#include "build.hpp"
#include "fuel.hpp"
#include "lua_api.hpp"
#include "memory.hpp"

namespace gavel {

class Loading;

// Places in Lua's registry, which plugins cannot reach.
enum Ref : lua_Integer {
  kRefOnError = 3,      // the message handler
  kRefContext,          // ctx
  kRefMembers,          // its functions
  kRefNull,             // null
  kRefGlobals,          // the names that every plugin sees
  kRefEnvironmentMeta,  // looks there
  kRefStringTable,      // string's functions
  kRefArrayMeta,        // marks a table as an array, even an empty one
  kRefViewMeta,
  kRefRecordMeta,
  kRefTableMeta,
  kRefWordMeta,
  kRefNullMeta,
  kRefContextMeta,
  kRefMetatables,  // of plugins: theirs -> ours
  kRefWords,       // words without arguments, made once
  kRefEnvironments,
  kRefModules,  // by plugin: what require gave
  kRefSession,  // globals of lines that somebody typed; nil where nobody did
  kRefAudited,  // functions and values whose upvalues are watched
  kRefThreads,  // by how many calls are under way
  kRefFirstHandler = 32,
};

// A call of a handler that is under way.
struct Frame {
  Frame* outer = nullptr;
  Host* host = nullptr;
  std::uint64_t functions = 0;
  std::size_t host_calls = 0;
  std::size_t log_bytes = 0;
  std::uint64_t table_writes = 0;  // to ctx.memory and the like
  HandlerId handler = 0;
  std::size_t plugin = 0;
  std::uint64_t epoch = 0;  // its number; what belongs to a call carries it
  lua_State* outer_thread = nullptr;
  std::size_t outer_longest = 0;
  std::size_t outer_held = 0;
  std::size_t own_held = 0;        // bytes that it may hold at one time
  std::uint64_t fuel = 0;          // used when it began
  std::uint64_t own_fuel = 0;      // what it may use
  std::uint64_t inner_fuel = 0;    // used by the calls within it
  std::uint64_t outer_fuel = 0;    // what Fuel::most was
  std::uint64_t outer_hidden = 0;  // hidden steps of the outer call that are not charged yet
  std::uint64_t bytes = 0;         // the same for bytes
  std::uint64_t own_bytes = 0;
  std::uint64_t inner_bytes = 0;
  std::uint64_t outer_bytes = 0;
};

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return hash_key(text, hash_seed()); }
};

class State {
 public:
  // nullptr: not enough memory.
  static std::unique_ptr<State> create(const Build& build);
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // On the thread that runs.
  void push(Ref ref) const { lua_rawgeti(lua, LUA_REGISTRYINDEX, ref); }
  // What stands at `place` in the table that `ref` keeps.
  void push(Ref ref, std::size_t place) const {
    push(ref);
    lua_rawgeti(lua, -1, static_cast<lua_Integer>(place));
    lua_remove(lua, -2);
  }
  // Takes the value on top.
  void keep(Ref ref) const { lua_rawseti(lua, LUA_REGISTRYINDEX, ref); }

  // The thread for a call while `depth` others are under way: each has a stack of its own, so that a handler
  // finds the same room whoever brought it about. nullptr: not enough memory. REQUIRES: depth <
  // Memory::kMostThreads
  lua_State* thread(std::size_t depth);
  // A call has outgrown the stack of the thread at `depth`: the next call there gets another.
  void drop_threads(std::size_t depth);

  lua_State* lua = nullptr;  // the thread that runs
  const Build& build;
  Memory memory;
  Fuel fuel;
  Frame* frame = nullptr;
  Loading* loading = nullptr;  // while plugins load
  std::uint64_t epoch = 0;
  std::vector<std::size_t> loaded_longest;  // by plugin: the longest string that loading left it
  StackTrace error_trace;                   // of the error that ended the call
  Audit audit;
  std::vector<std::size_t> handler_plugins;  // by HandlerId
  std::unordered_map<std::string, PathText, TextHash, std::equal_to<>> paths;
  // By the source of the function that runs; its text, for Lua's own goes with the last function of a file.
  std::unordered_map<std::string, FileLines*, TextHash, std::equal_to<>> lines;

 private:
  explicit State(const Build& build_in) : build(build_in) {}

  lua_State* main_ = nullptr;  // runs nothing but the making of threads
  std::vector<lua_State*> threads_;
};

}  // namespace gavel
