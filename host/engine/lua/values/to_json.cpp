#include <algorithm>
#include <cmath>

#include "base/utf8.hpp"

#include "borders.hpp"
#include "bridge.hpp"
#include "state.hpp"
#include "values.hpp"
#include "view.hpp"

namespace gavel {
namespace {

// The table whose members are being taken.
struct Open {
  Json* out = nullptr;
  const void* identity = nullptr;
  int table = 0;  // where its members stand on the stack
  bool array = false;
  std::size_t next = 0;           // the member to take next
  std::size_t count = 0;          // of an array
  std::vector<std::string> keys;  // of an object
};

class Taker {
 public:
  Taker(lua_State* lua, const ToJson& how) : lua_(lua), how_(how) {}

  std::optional<std::string> take(int index, Json& out) {
    const StackMark mark(lua_);
    index = lua_absindex(lua_, index);
    lua_checkstack(lua_, 16);
    Json result;
    bool good = value(index, result);
    while (good && !open_.empty()) {
      Open& top = open_.back();
      if (top.next == (top.array ? top.count : top.keys.size())) {
        // With the value itself, where it is another one's member: of however many, one is on the stack.
        const int before = open_.size() > 1 ? open_[open_.size() - 2].table : top.table - 1;
        lua_settop(lua_, before);
        open_.pop_back();
      } else {
        good = member(top);
      }
    }
    if (!good) return problem_;
    out = std::move(result);
    return std::nullopt;
  }

 private:
  bool member(Open& top) {
    const std::size_t at = top.next++;
    Json* place = nullptr;
    if (top.array) {
      lua_rawgeti(lua_, top.table, static_cast<lua_Integer>(at) + 1);
      place = &array_of(*top.out)[at];
    } else {
      push_text(lua_, top.keys[at]);
      lua_rawget(lua_, top.table);
      place = &object_of(*top.out)[top.keys[at]];
    }
    const int here = lua_gettop(lua_);
    const std::size_t depth = open_.size();
    const bool good = value(here, *place);
    if (good && open_.size() == depth) lua_settop(lua_, here - 1);
    return good;
  }

  bool value(int index, Json& out) {
    // What loading reads stays, and nothing but its fuel bounds it: a table named many times is as many
    // values.
    constexpr std::uint64_t kLoadSteps = 64;
    spend(lua_, state_of(lua_).loading != nullptr ? kLoadSteps : 1);
    switch (lua_type(lua_, index)) {
      case LUA_TNONE:
      case LUA_TNIL:
        out = nullptr;
        return true;
      case LUA_TBOOLEAN:
        out = lua_toboolean(lua_, index) != 0;
        return true;
      case LUA_TNUMBER:
        return number(index, out);
      case LUA_TSTRING:
        return text(index, out);
      case LUA_TTABLE:
        return table(index, out);
      case LUA_TUSERDATA:
        return boxed(index, out);
      default:
        return refuse("is a " + std::string(shown_type(lua_, index)) + ", which JSON has no word for");
    }
  }

  bool number(int index, Json& out) {
    if (lua_isinteger(lua_, index) != 0) {
      out = static_cast<std::int64_t>(lua_tointeger(lua_, index));
      return true;
    }
    const double number = lua_tonumber(lua_, index);
    if (!std::isfinite(number)) return refuse("is " + number_text(number) + ", which JSON has no word for");
    out = number;
    return true;
  }

  bool text(int index, Json& out) {
    const std::string_view text = text_at(lua_, index);
    charge_memory(lua_, text.size());
    // A document with a longer one could be written, and not be read again.
    if (text.size() > limits().max_string_bytes)
      return refuse("is a string of " + std::to_string(text.size()) + " bytes; at most " +
                    std::to_string(limits().max_string_bytes) + " (limits.max_string_bytes)");
    if (const std::size_t bad = find_invalid_utf8(text); bad != std::string_view::npos)
      return refuse("is not valid UTF-8: stray byte at position " + std::to_string(bad + 1));
    out = std::string(text);
    return true;
  }

  bool boxed(int index, Json& out) {
    const Box* box = box_at(lua_, index);
    if (box->what == Boxed::kNull) {
      out = nullptr;
      return true;
    }
    std::string why;
    const Json* seen = json_of_box(lua_, index, why);
    if (seen == nullptr) return refuse(why);
    charge_memory(lua_, weight_of(*seen));
    if (depth_of(*seen) + open_.size() > limits().max_depth) return refuse_depth();
    out = *seen;
    return true;
  }

  bool table(int index, Json& out) {
    const void* identity = lua_topointer(lua_, index);
    for (const Open& open : open_)
      if (open.identity == identity) return refuse("contains itself");
    if (open_.size() >= limits().max_lua_depth) return refuse_depth();
    if (lua_checkstack(lua_, 16) == 0) return refuse("is nested too deeply");
    Open open;
    open.identity = identity;
    open.out = &out;
    push_members(lua_, index);
    open.table = lua_gettop(lua_);
    const bool marked = is_marked_array(lua_, open.table);
    if (!keys(open, marked)) return false;
    if (open.array) {
      out = Json::array();
      array_of(out).resize(open.count);
    } else {
      out = Json::object();
      object_of(out).reserve(open.keys.size());
    }
    open_.push_back(std::move(open));
    return true;
  }

  // Finds out whether it is an array or an object, and refuses what is neither. What it costs and what it
  // says do not depend on the order in which Lua gives the keys, which differs from process to process.
  bool keys(Open& open, bool marked) {
    lua_Integer largest = 0;
    std::optional<std::string> other;     // of several the first by its bytes
    std::vector<std::string_view> names;  // Lua's own bytes: they hold while their keys are in the table
    std::size_t members = 0;
    lua_pushnil(lua_);
    for (; lua_next(lua_, open.table) != 0; ++members) {
      spend(lua_, 1);
      const bool function = lua_type(lua_, -1) == LUA_TFUNCTION;
      lua_pop(lua_, 1);
      if (lua_type(lua_, -1) == LUA_TSTRING) {
        if (!skips(function)) names.push_back(text_at(lua_, -1));
      } else if (lua_isinteger(lua_, -1) != 0 && lua_tointeger(lua_, -1) >= 1) {
        ++open.count;
        largest = std::max(largest, lua_tointeger(lua_, -1));
      } else if (std::string shown = shown_key(); !other || shown < *other) {
        other = std::move(shown);
      }
    }
    spend_empty_places(lua_, open.table, members);
    if (!take_keys(names, open)) return false;
    if (other) return refuse("has the key " + *other + "; keys are strings, or the integers from 1 up");
    if (open.count > 0 && !open.keys.empty())
      return refuse("has the key " + quoted(open.keys.front()) + " beside the elements of an array");
    if (open.count > 0 && static_cast<lua_Integer>(open.count) != largest)
      return refuse("has holes: it has " + std::to_string(open.count) +
                    " elements, and the largest index is " + std::to_string(largest));
    if (marked && !open.keys.empty())
      return refuse("is an array and has the key " + quoted(open.keys.front()));
    open.array = open.count > 0 || marked;
    return true;
  }

  // Whether the key on top of the stack is left out.
  bool skips(bool function) const {
    return function && open_.empty() && how_.skip != nullptr && (*how_.skip)(text_at(lua_, -1));
  }

  bool take_keys(std::vector<std::string_view>& names, Open& open) {
    std::size_t longest = 0;
    for (const std::string_view name : names) longest = std::max(longest, name.size());
    if (longest > limits().max_key_bytes)
      return refuse("has a key of " + std::to_string(longest) + " bytes; at most " +
                    std::to_string(limits().max_key_bytes) + " (limits.max_key_bytes)");
    std::ranges::sort(names);
    open.keys.reserve(names.size());
    for (const std::string_view name : names) {
      charge_memory(lua_, name.size());
      if (find_invalid_utf8(name) != std::string_view::npos)
        return refuse("has a key that is not valid UTF-8");
      open.keys.emplace_back(name);
    }
    return true;
  }

  std::string shown_key() const {
    switch (lua_type(lua_, -1)) {
      case LUA_TNUMBER:
        return lua_isinteger(lua_, -1) != 0 ? std::to_string(lua_tointeger(lua_, -1))
                                            : number_text(lua_tonumber(lua_, -1));
      case LUA_TBOOLEAN:
        return lua_toboolean(lua_, -1) != 0 ? "true" : "false";
      default:
        return "of type " + std::string(shown_type(lua_, -1));
    }
  }

  static std::string quoted(const std::string& key) { return "\"" + printable(shortened(key, 80)) + "\""; }

  bool refuse_depth() {
    return refuse("is nested too deeply: at most " + std::to_string(limits().max_lua_depth) +
                  " tables inside one another (limits.max_lua_depth)");
  }

  bool refuse(const std::string& why) {
    std::string place = how_.name;
    for (const Open& open : open_) {
      const std::size_t at = open.next - 1;
      place +=
          open.array ? "[" + std::to_string(at + 1) + "]" : "." + printable(shortened(open.keys[at], 80));
    }
    if (place.size() > 400) place = shortened(place, 400);
    problem_ = place + " " + why;
    return false;
  }

  const Limits& limits() const { return state_of(lua_).build.limits; }

  lua_State* lua_;
  const ToJson& how_;
  std::vector<Open> open_;
  std::string problem_;
};

}  // namespace

std::optional<std::string> to_json(lua_State* lua, int index, Json& out, const ToJson& how) {
  return Taker(lua, how).take(index, out);
}

}  // namespace gavel
