#include "sequence.hpp"

#include "borders.hpp"
#include "values.hpp"
#include "view.hpp"

namespace gavel {

Sequence::Sequence(lua_State* lua, int argument, bool writes)
    : lua_(lua), argument_(lua_absindex(lua, argument)) {
  switch (table_kind(lua, argument)) {
    case TableKind::kPlain:
      members_ = argument_;
      return;
    case TableKind::kFrozen:
      if (writes)
        bad_argument(lua, argument,
                     "the table was made while loading and is read-only; keep it in ctx.memory");
      push_members(lua, argument_);
      members_ = lua_gettop(lua);
      return;
    case TableKind::kClass:
      bad_argument(lua, argument, "the table has a metatable; library functions take plain tables");
    case TableKind::kNone:
      break;
  }
  if (shown_type(lua, argument) != "table") {
    bad_argument(lua, argument,
                 "table expected, got " +
                     (lua_isnone(lua, argument) ? "no value" : std::string(shown_type(lua, argument))));
  }
  if (writes) bad_argument(lua, argument, "values that ctx gives are read-only");
}

lua_Integer Sequence::length() const {
  if (members_ == 0) return box_length(lua_, argument_);
  if (members_ != argument_) return border_by_members(lua_, members_);
  return static_cast<lua_Integer>(lua_rawlen(lua_, members_));
}

void Sequence::push(lua_Integer index) const {
  if (members_ != 0) {
    lua_rawgeti(lua_, members_, index);
    return;
  }
  lua_pushinteger(lua_, index);
  push_member(lua_, argument_);
}

}  // namespace gavel
