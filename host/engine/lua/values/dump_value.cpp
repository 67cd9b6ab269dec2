#include "dump_value.hpp"

#include <algorithm>
#include <string>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "state/json_writer.hpp"

#include "stack_trace.hpp"
#include "state.hpp"
#include "values.hpp"
#include "view.hpp"

namespace gavel {
namespace {

using RowKind = ValueRow::Kind;

constexpr std::size_t kMostRows = 400;          // of one value
constexpr std::size_t kMostShownMembers = 100;  // of one container
constexpr std::size_t kMostKeys = 10'000;       // that are put in order
constexpr std::size_t kMostDepth = 12;
constexpr std::size_t kMostShownText = 400;  // bytes of one string

struct MemberKey {
  bool integer = false;
  lua_Integer number = 0;
  std::string text;  // of a string
  std::string shown;
  bool operator<(const MemberKey& other) const {
    if (integer != other.integer) return integer;
    return integer ? number < other.number : text < other.text;
  }
};

bool is_name(std::string_view text) {
  if (text.empty() || is_ascii_digit(text.front())) return false;
  return std::ranges::all_of(text,
                             [](char c) { return is_ascii_letter(c) || is_ascii_digit(c) || c == '_'; });
}

std::string quoted_text(std::string_view text) {
  std::string out;
  append_quoted(out, shortened(as_utf8(text.substr(0, kMostShownText + 4)), kMostShownText));
  return out;
}

std::string key_text(std::string_view key) {
  return is_name(key) ? std::string(key) : "[" + quoted_text(key) + "]";
}

// A container whose members are being added: of Lua, on the stack, or of the host's.
struct OpenBox {
  std::size_t row = 0;
  const Json* json = nullptr;
  const void* identity = nullptr;
  int table = 0;
  std::vector<MemberKey> keys;  // of a table
  std::size_t next = 0;
};

class ValueDump {
 public:
  ValueDump(lua_State* lua, std::vector<ValueRow>& rows) : lua_(lua), rows_(rows), first_(rows.size()) {}

  void run(int index) {
    const StackMark mark(lua_);
    add(lua_absindex(lua_, index), "");
    go_on();
  }

  void run(const Json& json) {
    add_json(json, "");
    go_on();
  }

 private:
  void go_on() {
    while (!open_.empty()) {
      OpenBox& top = open_.back();
      const std::size_t count = top.json != nullptr ? top.json->size() : top.keys.size();
      if (top.next >= count || top.next >= kMostShownMembers || rows_.size() - first_ >= kMostRows) {
        close();
      } else if (top.json != nullptr) {
        json_member(top.next++);
      } else {
        table_member(top.next++);
      }
    }
  }

  ValueRow& push_row(RowKind kind, std::string key) {
    ValueRow& added = rows_.emplace_back();
    added.kind = kind;
    added.depth = open_.size();
    added.key = std::move(key);
    return added;
  }

  void close() {
    const OpenBox& top = open_.back();
    ValueRow& row = rows_[top.row];
    row.left_out = row.members - std::min(row.members, top.next);
    if (top.table != 0) lua_settop(lua_, top.table - 1);
    open_.pop_back();
  }

  void add_json(const Json& json, std::string key) {
    switch (json.type()) {
      case Json::value_t::null:
        push_row(RowKind::kIsNull, std::move(key)).text = "null";
        return;
      case Json::value_t::boolean:
        push_row(RowKind::kIsBoolean, std::move(key)).text = json.get<bool>() ? "true" : "false";
        return;
      case Json::value_t::string:
        push_row(RowKind::kIsString, std::move(key)).text = quoted_text(string_of(json));
        return;
      case Json::value_t::object:
      case Json::value_t::array:
        break;
      default:
        push_row(RowKind::kIsNumber, std::move(key)).text = to_text(json);
        return;
    }
    ValueRow& added = push_row(json.is_array() ? RowKind::kIsArray : RowKind::kIsObject, std::move(key));
    added.members = json.size();
    OpenBox open;
    open.row = rows_.size() - 1;
    open.json = &json;
    if (open_.size() >= kMostDepth) {
      added.left_out = added.members;
    } else {
      open_.push_back(std::move(open));
    }
  }

  void json_member(std::size_t at) {
    const Json& json = *open_.back().json;
    if (json.is_array()) return add_json(array_of(json)[at], "");
    const auto& [key, child] = *std::next(object_of(json).begin(), static_cast<std::ptrdiff_t>(at));
    add_json(child, key_text(key));
  }

  void table_member(std::size_t at) {
    const MemberKey key = open_.back().keys[at];
    const int table = open_.back().table;
    if (key.integer) {
      lua_rawgeti(lua_, table, key.number);
    } else {
      push_text(lua_, key.text);
      lua_rawget(lua_, table);
    }
    const std::size_t depth = open_.size();
    add(lua_gettop(lua_), key.shown);
    if (open_.size() == depth) lua_settop(lua_, -2);
  }

  void add(int index, std::string key) {
    switch (lua_type(lua_, index)) {
      case LUA_TNIL:
        push_row(RowKind::kIsNil, std::move(key)).text = "nil";
        return;
      case LUA_TBOOLEAN:
        push_row(RowKind::kIsBoolean, std::move(key)).text =
            lua_toboolean(lua_, index) != 0 ? "true" : "false";
        return;
      case LUA_TNUMBER:
        push_row(RowKind::kIsNumber, std::move(key)).text = lua_isinteger(lua_, index) != 0
                                                                ? std::to_string(lua_tointeger(lua_, index))
                                                                : number_text(lua_tonumber(lua_, index));
        return;
      case LUA_TSTRING:
        push_row(RowKind::kIsString, std::move(key)).text = quoted_text(text_at(lua_, index));
        return;
      case LUA_TTABLE:
        return add_table(index, std::move(key));
      case LUA_TUSERDATA:
        return add_boxed(index, std::move(key));
      default:
        push_row(RowKind::kOther, std::move(key)).text = function_text(index);
    }
  }

  std::string function_text(int index) {
    if (lua_type(lua_, index) != LUA_TFUNCTION) return std::string(shown_type(lua_, index));
    const FilePlace place = place_of_function(lua_, index);
    return place.file.empty() ? "function"
                              : "function (" + place.file + ":" + std::to_string(place.line) + ")";
  }

  void add_boxed(int index, std::string key) {
    const Box* box = box_at(lua_, index);
    if (box->what == Boxed::kNull) return add_json(Json(), std::move(key));
    if (box->what == Boxed::kWord) {
      const auto& word = *static_cast<const WordBox*>(box);
      std::string text = state_of(lua_).build.vocabulary->words[word.word].name + "(";
      for (int i = 1; i <= word.count; ++i) {
        lua_getiuservalue(lua_, index, i);
        const bool plain = lua_type(lua_, -1) == LUA_TSTRING;
        text +=
            (i == 1 ? "" : ", ") + (plain ? quoted_text(text_at(lua_, -1)) : short_text(lua_gettop(lua_)));
        lua_pop(lua_, 1);
      }
      push_row(RowKind::kOther, std::move(key)).text = text + ")";
      return;
    }
    if (is_past(lua_, *box)) {
      push_row(RowKind::kOther, std::move(key)).text = "a value of ctx from an earlier line; read it again";
      return;
    }
    std::string why;
    const bool data = box->what == Boxed::kView || box->what == Boxed::kHostTable;
    const Json* json = data ? json_of_box(lua_, index, why) : nullptr;
    if (json != nullptr) return add_json(*json, std::move(key));
    push_row(RowKind::kOther, std::move(key)).text = box->what == Boxed::kContext     ? "ctx"
                                                     : box->what == Boxed::kHostTable ? "{}"
                                                                                      : "a value of the host";
  }

  std::string short_text(int index) {
    switch (lua_type(lua_, index)) {
      case LUA_TBOOLEAN:
        return lua_toboolean(lua_, index) != 0 ? "true" : "false";
      case LUA_TNUMBER:
        return lua_isinteger(lua_, index) != 0 ? std::to_string(lua_tointeger(lua_, index))
                                               : number_text(lua_tonumber(lua_, index));
      case LUA_TTABLE:
        return "{…}";
      default:
        return std::string(shown_type(lua_, index));
    }
  }

  void add_table(int index, std::string key) {
    const void* identity = lua_topointer(lua_, index);
    for (const OpenBox& open : open_) {
      if (open.identity != identity) continue;
      push_row(RowKind::kOther, std::move(key)).text = "the table around it";
      return;
    }
    OpenBox open;
    open.row = rows_.size();
    open.identity = identity;
    ensure_stack(lua_, 8, "a deep table");
    push_members(lua_, index);
    open.table = lua_gettop(lua_);
    std::size_t others = 0;
    take_keys(open, others);
    const bool list =
        std::ranges::all_of(open.keys, &MemberKey::integer) &&
        (open.keys.empty() ? is_marked_array(lua_, open.table)
                           : open.keys.front().number == 1 &&
                                 open.keys.back().number == static_cast<lua_Integer>(open.keys.size()));
    ValueRow& added = push_row(list ? RowKind::kIsArray : RowKind::kIsObject, std::move(key));
    added.members = open.keys.size() + others;
    if (list)
      for (MemberKey& one : open.keys) one.shown.clear();
    if (open_.size() >= kMostDepth) {
      added.left_out = added.members;
      lua_settop(lua_, open.table - 1);
      return;
    }
    open_.push_back(std::move(open));
  }

  // Keys that are no integers and no strings are only counted.
  void take_keys(OpenBox& open, std::size_t& others) {
    for (lua_pushnil(lua_); lua_next(lua_, open.table) != 0; lua_pop(lua_, 1)) {
      const bool integer = lua_isinteger(lua_, -2) != 0;
      if (open.keys.size() >= kMostKeys || (!integer && lua_type(lua_, -2) != LUA_TSTRING)) {
        ++others;
        continue;
      }
      MemberKey& key = open.keys.emplace_back();
      key.integer = integer;
      if (integer) {
        key.number = lua_tointeger(lua_, -2);
        key.shown = "[" + std::to_string(key.number) + "]";
      } else {
        key.text = std::string(text_at(lua_, -2));
        key.shown = key_text(key.text);
      }
    }
    std::ranges::sort(open.keys, std::less<>());
  }

  lua_State* lua_;
  std::vector<ValueRow>& rows_;
  std::size_t first_;
  std::vector<OpenBox> open_;
};

}  // namespace

std::vector<ValueRow> dump_json(const Json& json) {
  std::vector<ValueRow> rows;
  ValueDump(nullptr, rows).run(json);
  return rows;
}

void add_dump(lua_State* lua, int index, std::vector<ValueRow>& rows) { ValueDump(lua, rows).run(index); }

}  // namespace gavel
