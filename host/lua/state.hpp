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
  int calls_below = 0;      // functions on the stack when it began
  std::uint64_t epoch = 0;  // its number; what belongs to a call carries it
  std::uint64_t fuel = 0;   // used when it began, and what the outer call might use in all
  std::uint64_t outer_fuel = 0;
  std::uint64_t bytes = 0;
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

  void push(Ref ref) const { lua_rawgeti(lua, LUA_REGISTRYINDEX, ref); }
  // Takes the value on top.
  void keep(Ref ref) const { lua_rawseti(lua, LUA_REGISTRYINDEX, ref); }
  int calls_below() const { return frame != nullptr ? frame->calls_below : 0; }

  lua_State* lua = nullptr;
  const Build& build;
  Memory memory;
  Fuel fuel;
  Frame* frame = nullptr;
  Loading* loading = nullptr;  // while plugins load
  std::uint64_t epoch = 0;
  std::size_t loaded_longest = 0;  // the longest string that loading left
  Trace error_trace;               // of the error that ended the call
  Audit audit;
  std::vector<std::size_t> handler_plugins;  // by HandlerId
  std::unordered_map<std::string, PathText, TextHash, std::equal_to<>> paths;
  std::unordered_map<const char*, FileLines*>
      lines;  // by the source of the function that runs, as Lua holds it

 private:
  explicit State(const Build& build_in) : build(build_in) {}
};

}  // namespace gavel
