// Audit: the upvalues that outlive a call and that some function may assign to. After every call of a plugin
// that has any, each must be what it was. Most plugins have none and pay nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "lua_api.hpp"

namespace gavel {

class Audit {
 public:
  // The function on top of the stack belongs to `plugin` and was reached by loading it.
  void watch(lua_State* lua, std::size_t plugin);
  // Puts back what has changed. The name of an upvalue that had, or nothing: the first by its bytes, for the
  // order in which they are watched depends on hashes.
  std::optional<std::string> restore(lua_State* lua, std::size_t plugin);
  // What that takes, in steps of fuel. The few upvalues that usual plugins have are free.
  std::uint64_t work(std::size_t plugin) const;

 private:
  struct Watched {
    const void* cell;  // the variable itself, which functions may share
    int function;      // places in the table kRefAudited
    int value;
    int upvalue;
    std::string name;
  };
  struct OfPlugin {
    std::vector<Watched> all;
    std::unordered_set<const void*> cells;
  };
  std::vector<OfPlugin> by_plugin_;
  int kept_ = 0;
};

}  // namespace gavel
