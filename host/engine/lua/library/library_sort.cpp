// table.sort: a stable merge sort, so that the result depends on nothing but the elements and the comparison.
// The table changes only when the order is found; a comparison that contradicts itself gives some order and
// no crash.
#include <string>
#include <vector>

#include "fuel.hpp"
#include "library.hpp"
#include "sequence.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {
namespace {

class Sorter {
 public:
  // The elements stand in the table at `elements` from 1 up, the comparison at 2 (or nothing).
  Sorter(lua_State* lua, int elements, lua_Integer count) : lua_(lua), elements_(elements) {
    order_.resize(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<std::uint32_t>(i + 1);
  }

  const std::vector<std::uint32_t>& sort() {
    std::vector<std::uint32_t> other(order_.size());
    for (std::size_t width = 1; width < order_.size(); width *= 2) {
      for (std::size_t begin = 0; begin < order_.size(); begin += 2 * width) merge(other, begin, width);
      order_.swap(other);
    }
    return order_;
  }

 private:
  void merge(std::vector<std::uint32_t>& out, std::size_t begin, std::size_t width) {
    const std::size_t middle = std::min(begin + width, order_.size());
    const std::size_t end = std::min(begin + 2 * width, order_.size());
    std::size_t left = begin;
    std::size_t right = middle;
    for (std::size_t at = begin; at < end; ++at) {
      const bool from_right = right < end && (left == middle || less(order_[right], order_[left]));
      out[at] = order_[from_right ? right++ : left++];
    }
  }

  bool less(std::uint32_t a, std::uint32_t b) {
    spend(lua_, 2);
    const bool own = !lua_isnil(lua_, 2);
    if (own) lua_pushvalue(lua_, 2);
    lua_rawgeti(lua_, elements_, a);
    lua_rawgeti(lua_, elements_, b);
    bool result = false;
    if (own) {
      lua_call(lua_, 2, 1);
      result = lua_toboolean(lua_, -1) != 0;
      lua_pop(lua_, 1);
    } else {
      if (lua_type(lua_, -1) == LUA_TSTRING) spend(lua_, lua_rawlen(lua_, -1) / 16);
      result = lua_compare(lua_, -2, -1, LUA_OPLT) != 0;
      lua_pop(lua_, 2);
    }
    return result;
  }

  lua_State* lua_;
  int elements_;
  std::vector<std::uint32_t> order_;
};

}  // namespace

int sort(lua_State* lua) {
  if (!lua_isnoneornil(lua, 2) && lua_type(lua, 2) != LUA_TFUNCTION)
    bad_argument(lua, 2, "function expected, got " + std::string(shown_type(lua, 2)));
  lua_settop(lua, 2);
  const Sequence list(lua, 1, true);
  const lua_Integer count = list.length();
  if (count < 2) return 0;
  if (count > static_cast<lua_Integer>(state_of(lua).build.limits.max_children))
    bad_argument(lua, 1, "array too big");
  spend(lua, 2 * static_cast<std::uint64_t>(count));
  charge_memory(lua, static_cast<std::size_t>(count) * 24);
  push_new_array(lua, count);
  const int elements = lua_gettop(lua);
  for (lua_Integer i = 1; i <= count; ++i) {
    list.push(i);
    lua_rawseti(lua, elements, i);
  }
  Sorter sorter(lua, elements, count);
  lua_Integer at = 0;
  for (const std::uint32_t from : sorter.sort()) {
    lua_rawgeti(lua, elements, from);
    list.set(++at);
  }
  return 0;
}

}  // namespace gavel
