// Sequence: the elements 1..n of a table as library functions read and write them, without metamethods: of a
// plain table, of one that is read-only since loading, or of a view. Tables with a plugin's metatable are
// refused, for
// `#` and `[]` may mean anything there.
#pragma once

#include "lua_api.hpp"

namespace gavel {

class Sequence {
 public:
  // Raises for anything but a table; `writes`: and for one that is read-only.
  Sequence(lua_State* lua, int argument, bool writes = false);

  lua_Integer length() const;
  void push(lua_Integer index) const;
  // Takes the value on top. REQUIRES: writes.
  void set(lua_Integer index) const { lua_rawseti(lua_, members_, index); }
  // The table behind it, on the stack; 0: a view.
  int members() const { return members_; }

 private:
  lua_State* lua_;
  int argument_;
  int members_ = 0;
};

}  // namespace gavel
