#include "context.hpp"

#include <new>
#include <set>

#include "base/utf8.hpp"
#include "lua/program.hpp"
#include "state/suggest.hpp"

#include "bridge.hpp"
#include "fuel.hpp"
#include "library.hpp"
#include "paths.hpp"
#include "report.hpp"
#include "sol_api.hpp"
#include "state.hpp"
#include "view.hpp"

namespace gavel {
namespace {

constexpr std::uint64_t kHostCallSteps = 50;
constexpr std::string_view kReaders[] = {"get", "has", "len", "keys"};

// What stands at the path that is argument 1; `place` is its path, if `wants_place` and a container stands
// there.
struct Found {
  const Json* json = nullptr;
  Path place;
};

Found find(lua_State* lua, bool wants_place) {
  State& state = state_of(lua);
  if (state.frame == nullptr) raise_text(lua, "ctx was used after its call");
  Host& host = *state.frame->host;
  Found found;
  if (lua_type(lua, 1) == LUA_TSTRING) {
    const PathText& text = path_text_argument(lua, 1);
    found.json = host.read(text);
    spend(lua, host.work());
    if (wants_place && found.json != nullptr && is_container(*found.json)) {
      found.place = host.locate(text);
      spend(lua, host.work());
    }
    return found;
  }
  const Box* box = box_at(lua, 1);
  if (box != nullptr && box->what == Boxed::kContext)
    raise_text(lua, "the functions of ctx are called with a dot: ctx.get(path)");
  if (shown_type(lua, 1) != "table") {
    bad_argument(lua, 1,
                 "a path is expected, a string or an array of keys, got " +
                     (lua_isnone(lua, 1) ? "no value" : std::string(shown_type(lua, 1))));
  }
  found.place = path_table_argument(lua, 1);
  found.json = host.read(found.place);
  spend(lua, host.work());
  return found;
}

int get(lua_State* lua) {
  const Found found = find(lua, true);
  if (found.json == nullptr) {
    lua_pushnil(lua);
  } else {
    push_document(lua, *found.json, found.place);
  }
  return 1;
}

int has(lua_State* lua) {
  lua_pushboolean(lua, find(lua, false).json != nullptr ? 1 : 0);
  return 1;
}

int length(lua_State* lua) {
  const Found found = find(lua, false);
  if (found.json == nullptr) {
    lua_pushnil(lua);
  } else if (found.json->is_string()) {
    spend_bytes(lua, string_of(*found.json).size());
    lua_pushinteger(lua, static_cast<lua_Integer>(count_code_points(string_of(*found.json))));
  } else if (is_container(*found.json)) {
    lua_pushinteger(lua, static_cast<lua_Integer>(found.json->size()));
  } else {
    raise_text(lua, "ctx.len: the value is of type " + std::string(type_name(*found.json)) +
                        ", which has no length");
  }
  return 1;
}

int keys(lua_State* lua) {
  const Found found = find(lua, false);
  if (found.json == nullptr) {
    lua_pushnil(lua);
    return 1;
  }
  if (!found.json->is_object())
    raise_text(lua, "ctx.keys: of type " + std::string(type_name(*found.json)) + ", which has no keys");
  spend(lua, found.json->size());
  push_new_array(lua, found.json->size());
  mark_array(lua, -1);
  lua_Integer at = 0;
  for (const auto& [key, ignored] : object_of(*found.json)) {
    push_text(lua, key);
    lua_rawseti(lua, -2, ++at);
  }
  return 1;
}

// As plugins write it: "ctx.set", "expect.equal".
std::string written(const Vocabulary& vocabulary, const HostFunction& function) {
  return (function.module.empty() ? vocabulary.context : function.module) + "." + function.name;
}

// Runs the function at `index` and answers what it raised; null: nothing.
Json raised_by(lua_State* lua, int index) {
  if (lua_type(lua, index) != LUA_TFUNCTION)
    bad_argument(lua, index, "a function is expected, got " + std::string(shown_type(lua, index)));
  lua_pushvalue(lua, index);
  const int status = lua_pcall(lua, 0, 0, 0);
  after_catch(lua, status);
  if (status == LUA_OK) return {};
  Json text(shortened(error_text(lua, -1, state_of(lua).build.limits.max_error_bytes),
                      state_of(lua).build.limits.max_error_bytes));
  lua_pop(lua, 1);
  return text;
}

std::string counted(std::size_t least, std::size_t most) {
  if (least == most) return std::to_string(least) + (least == 1 ? " value" : " values");
  return std::to_string(least) + " to " + std::to_string(most) + " values";
}

// Calls the host with the arguments from `first` to the top, and pushes what it answers.
void call_host(lua_State* lua, std::size_t index, int first) {
  State& state = state_of(lua);
  Frame& frame = *state.frame;
  const Limits& limits = state.build.limits;
  const HostFunction& function = state.build.vocabulary->functions[index];
  const std::string name = written(*state.build.vocabulary, function);
  if (index >= 64 || (frame.functions >> index & 1U) == 0) {
    raise_text(lua,
               name + " is not allowed here" + (function.refusal.empty() ? "" : ": " + function.refusal));
  }
  if (++frame.host_calls > limits.max_host_calls) {
    raise_text(lua, over_limit(Code::kLimitCount, "the handler called ctx too often", limits.max_host_calls,
                               "limits.max_host_calls")
                        .message);
  }
  const auto given = static_cast<std::size_t>(lua_gettop(lua) - first) + 1;
  if (given < function.least || given > function.most) {
    raise_text(lua,
               name + " takes " + counted(function.least, function.most) + ", got " + std::to_string(given));
  }
  spend(lua, kHostCallSteps);
  std::vector<Json> args(given);
  if (function.runs) args[0] = raised_by(lua, first);
  for (std::size_t i = function.runs ? 1 : 0; i < given; ++i) {
    if (i == 1 && !function.instead_of_nil.empty() && lua_isnil(lua, first + 1))
      raise_text(lua, name + " got nil for its value; " + function.instead_of_nil);
    ToJson how;
    how.name = "argument " + std::to_string(i + 1) + " of " + name;
    if (!function.module.empty() && lua_isnil(lua, first + static_cast<int>(i))) {
      args[i] = Json(Json::value_t::discarded);
      continue;
    }
    if (auto problem = to_json(lua, first + static_cast<int>(i), args[i], how)) raise_text(lua, *problem);
    if (function.name == "log") frame.log_bytes += weight_of(args[i]);
  }
  if (frame.log_bytes > limits.max_log_bytes) {
    raise_text(lua, over_limit(Code::kLimitSize, "the handler logs too much", limits.max_log_bytes,
                               "limits.max_log_bytes")
                        .message);
  }
  // Rules may judge what is written before the call comes back; they must find everything as loading left it.
  if (const std::uint64_t work = state.audit.work(frame.plugin); work != 0) spend(lua, work);
  if (auto changed = state.audit.restore(lua, frame.plugin)) raise_changed_upvalue(lua, *changed);
  Result<Json> answer = frame.host->call(index, args);
  spend(lua, 1 + frame.host->work());
  if (!answer.ok()) {
    const Error& error = answer.error();
    raise_text(lua, error.hint.empty() ? error.message : error.message + " (" + error.hint + ")");
  }
  push_copy(lua, *answer);
  if (answer->is_null()) {
    lua_pop(lua, 1);
    lua_pushnil(lua);
  }
}

int call_function(lua_State* lua) {
  const auto index = static_cast<std::size_t>(lua_tointeger(lua, lua_upvalueindex(1)));
  const Box* box = box_at(lua, 1);
  if (box != nullptr && box->what == Boxed::kContext)
    raise_text(
        lua, "the functions of ctx are called with a dot: " +
                 written(*state_of(lua).build.vocabulary, state_of(lua).build.vocabulary->functions[index]) +
                 "(…)");
  if (state_of(lua).frame == nullptr) raise_text(lua, "expectations belong inside a test");
  call_host(lua, index, 1);
  return 1;
}

// The members of ctx that are values of the call. (members, key)
int field(lua_State* lua) {
  State& state = state_of(lua);
  const Vocabulary& vocabulary = *state.build.vocabulary;
  lua_settop(lua, 2);
  lua_pushvalue(lua, 2);
  if (lua_rawget(lua, lua_upvalueindex(1)) == LUA_TNUMBER) {
    spend(lua, 2);
    const auto index = static_cast<std::size_t>(lua_tointeger(lua, -1));
    const Json* json = state.frame->host->field(index);
    if (json == nullptr) {
      lua_pushnil(lua);
    } else {
      push_field(lua, *json, index, {});
    }
    return 1;
  }
  std::vector<std::string_view> names(std::begin(kReaders), std::end(kReaders));
  for (const std::string& name : vocabulary.fields) names.emplace_back(name);
  for (const HostFunction& function : vocabulary.functions)
    if (function.module.empty()) names.emplace_back(function.name);
  for (const HostTable& table : vocabulary.tables) names.emplace_back(table.name);
  const std::string word = lua_type(lua, 2) == LUA_TSTRING ? std::string(text_at(lua, 2)) : "";
  raise_unknown(lua, "there is no " + vocabulary.context + "." + printable(shortened(word, 80)), word, names);
}

// The functions of a module; of ctx: "".
void add_functions(sol::stack_table members, const Vocabulary& vocabulary, std::string_view module) {
  for (std::size_t i = 0; i < vocabulary.functions.size(); ++i)
    if (const HostFunction& function = vocabulary.functions[i]; function.module == module)
      members.raw_set(function.name, sol::make_closure(call_function, i));
}

void make_members(lua_State* lua) {
  State& state = state_of(lua);
  const Vocabulary& vocabulary = *state.build.vocabulary;
  sol::stack_table members(lua, sol::new_table());
  members.raw_set("get", &get, "has", &has, "len", &length, "keys", &keys);
  add_functions(members, vocabulary, "");
  for (std::size_t i = 0; i < vocabulary.tables.size(); ++i) {
    auto* box = new (lua_newuserdatauv(lua, sizeof(HostTableBox), 0)) HostTableBox;
    box->what = Boxed::kHostTable;
    box->table = static_cast<std::uint32_t>(i);
    state.push(kRefTableMeta);
    lua_setmetatable(lua, -2);
    members.raw_set(vocabulary.tables[i].name, sol::stack_object(lua, -1));
    lua_pop(lua, 1);
  }
  sol::stack_table meta(lua, sol::new_table(0, 1)), fields(lua, sol::new_table());
  for (std::size_t i = 0; i < vocabulary.fields.size(); ++i) fields.raw_set(vocabulary.fields[i], i);
  meta.raw_set("__index", sol::make_closure(field, fields));
  members.raw_set(sol::metatable_key, meta);
  registry_of(lua).raw_set(kRefMembers, members);
  lua_settop(lua, members.stack_index() - 1);
}

}  // namespace

std::vector<std::string> reader_names() { return {std::begin(kReaders), std::end(kReaders)}; }

std::string_view reader_that_runs(lua_State* lua) {
  lua_Debug info;
  if (lua_getstack(lua, 0, &info) == 0 || lua_getinfo(lua, "f", &info) == 0) return {};
  const lua_CFunction running = lua_tocfunction(lua, -1);
  lua_pop(lua, 1);
  if (running == get) return kReaders[0];
  if (running == has) return kReaders[1];
  if (running == length) return kReaders[2];
  return running == keys ? kReaders[3] : std::string_view();
}

std::string changed_upvalue_text(const std::string& name) {
  return "changed '" + name +
         "', which was set while loading: a handler keeps nothing from call to call; "
         "use ctx.memory, or a local of the handler";
}

void raise_changed_upvalue(lua_State* lua, const std::string& name) {
  raise_text(lua, changed_upvalue_text(name));
}

void raise_unknown(lua_State* lua, const std::string& what, std::string_view word,
                   const std::vector<std::string_view>& candidates, int level) {
  std::string message = what;
  if (const auto near = nearest(word, candidates)) message += "; did you mean '" + std::string(*near) + "'?";
  raise_text(lua, message, level);
}

const Json* host_table_json(lua_State* lua, const Box& box) {
  State& state = state_of(lua);
  if (state.frame == nullptr) raise_text(lua, "ctx was used after its call");
  const HostTable& table = state.build.vocabulary->tables[static_cast<const HostTableBox&>(box).table];
  return state.frame->host->field(table.field);
}

// Takes the key on top.
void push_host_table_member(lua_State* lua, const Box& box) {
  const Json* json = host_table_json(lua, box);
  const Json* found = nullptr;
  Path path;
  if (json != nullptr && lua_type(lua, -1) == LUA_TSTRING) {
    const std::string_view key = text_at(lua, -1);
    found = member_named(lua, *json, key);
    if (found != nullptr) path.push_key(key);
  }
  lua_pop(lua, 1);
  if (found == nullptr) {
    lua_pushnil(lua);
  } else {
    const HostTable& table =
        state_of(lua).build.vocabulary->tables[static_cast<const HostTableBox&>(box).table];
    push_field(lua, *found, table.field, path);
  }
}

// (table, key, value)
int write_host_table(lua_State* lua) {
  State& state = state_of(lua);
  const auto& box = *static_cast<const HostTableBox*>(box_at(lua, 1));
  const HostTable& table = state.build.vocabulary->tables[box.table];
  if (lua_type(lua, 2) != LUA_TSTRING)
    raise_text(lua, "the keys of ctx." + table.name + " are strings, got " + std::string(shown_type(lua, 2)));
  if (state.frame == nullptr) raise_text(lua, "ctx was used after its call");
  // nil removes: the writer gets the key alone, where it takes that.
  const bool removes = lua_isnil(lua, 3) && state.build.vocabulary->functions[table.writer].least < 2;
  lua_settop(lua, removes ? 2 : 3);
  ++state.frame->table_writes;
  call_host(lua, table.writer, 2);
  return 0;
}

void add_modules(lua_State* lua) {
  const Vocabulary& vocabulary = *state_of(lua).build.vocabulary;
  std::set<std::string_view> modules;
  for (const HostFunction& function : vocabulary.functions)
    if (!function.module.empty()) modules.insert(function.module);
  for (const std::string_view module : modules) {
    add_functions(sol::stack_table(lua, sol::new_table()), vocabulary, module);
    const std::string name(module);
    push_sealed(lua, name.c_str());
    lua_setfield(lua, -2, name.c_str());
  }
}

void make_context(lua_State* lua) {
  State& state = state_of(lua);
  make_members(lua);
  auto* box = new (lua_newuserdatauv(lua, sizeof(Box), 0)) Box;
  box->what = Boxed::kContext;
  state.push(kRefMembers);
  sol::stack_table meta(lua, sol::new_table(0, 4));
  meta.raw_set("__index", sol::stack_object(lua, -2));
  show_as_table(lua, refuse_write);
  lua_remove(lua, -2);
  lua_setmetatable(lua, -2);
  state.keep(kRefContext);
}

}  // namespace gavel
