#include "registration.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "state/suggest.hpp"

#include "bridge.hpp"
#include "fuel.hpp"
#include "loader.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {
namespace {

struct Place {
  std::string file;
  std::size_t line = 0;
};

Place calling_place(lua_State* lua) {
  Place place;
  lua_Debug info;
  if (lua_getstack(lua, 1, &info) != 0 && lua_getinfo(lua, "Sl", &info) != 0 && info.currentline > 0) {
    place.file = info.source[0] == '@' ? info.source + 1 : info.source;
    place.line = static_cast<std::size_t>(info.currentline);
  }
  return place;
}

constexpr std::size_t kMostName = 64;
constexpr std::size_t kMostSentence = 200;

std::size_t most_name(const Kind& kind) { return kind.sentence ? kMostSentence : kMostName; }

// What is wrong with a name, or nothing.
std::string bad_name(std::string_view name, const Kind& kind) {
  if (name.empty()) return "is empty";
  if (name.size() > most_name(kind))
    return "has " + std::to_string(name.size()) + " bytes; at most " + std::to_string(most_name(kind));
  for (const char c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return "holds a control character";
  if (!is_valid_utf8(name)) return "is no valid UTF-8";
  if (kind.sentence) return {};
  if (name.find("..") != std::string_view::npos || name.find('/') != std::string_view::npos ||
      name.find('\\') != std::string_view::npos)
    return "holds '/', '\\' or '..'";
  return {};
}

std::string usage_of_sentence(const Kind& kind) { return kind.name + "(\"name\", function (…) … end)"; }

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

// One registration, from the spec table at index 1.
class Registering {
 public:
  Registering(lua_State* lua, std::size_t kind, std::string name, Place place)
      : lua_(lua),
        state_(state_of(lua)),
        loading_(*state_.loading),
        kind_(state_.build.vocabulary->kinds[kind]),
        pack_(state_.build.packs[loading_.plugin]),
        place_(std::move(place)) {
    out_.kind = kind_.name;
    out_.name = std::move(name);
    out_.plugin = pack_.as;
    out_.pack = loading_.plugin;
    out_.id = pack_.as + "/" + out_.name;
    out_.file = place_.file;
    out_.line = place_.line;
  }

  void run() {
    spend(lua_, 20);
    if (table_kind(lua_, 1) != TableKind::kPlain)
      raise_text(lua_, title() + " needs a plain table: " + usage());
    if (!loading_.first()) {
      repeat();
      return;
    }
    good_ = true;
    check_count();
    check_name();
    check_duplicate();
    take_handlers();
    take_spec();
    check_members();
    if (!good_) return;
    if (const auto& check = state_.build.vocabulary->check) {
      for (Error& error : check(out_, state_.build.limits)) complain(std::move(error));
    }
    if (!good_) return;
    accept();
  }

 private:
  std::string title() const {
    return kind_.named ? kind_.name + " \"" + printable(shortened(out_.name, 80)) + "\"" : kind_.name;
  }
  std::string usage() const {
    if (kind_.sentence) return usage_of_sentence(kind_);
    return kind_.named ? kind_.name + " \"name\" { … }" : kind_.name + " { … }";
  }

  void complain(Error error) {
    good_ = false;
    if (error.where.rule.empty()) error.where.rule = out_.id;
    loading_.complain(place_.file, place_.line, std::move(error));
  }
  void complain(std::string message, std::string hint = {}) {
    complain(Error(Code::kPluginInvalid, std::move(message), std::move(hint)));
  }

  void check_count() {
    const std::size_t most = state_.build.limits.max_registrations;
    if (++loading_.registered_here <= most) return;
    raise_text(lua_, over_limit(Code::kLimitCount, "plugin " + pack_.as + " registers too much", most,
                                "limits.max_registrations")
                         .message);
  }

  void check_name() {
    if (const std::string bad = bad_name(out_.name, kind_); !bad.empty())
      complain("the name of " + title() + " " + bad, kind_.sentence ? "" : "names are like 'step_limit'");
  }

  void check_duplicate() {
    const auto [found, fresh] =
        loading_.taken.emplace(kind_.name + " " + out_.id, loading_.build().registry.all.size());
    if (fresh) return;
    std::string other = "here";
    if (found->second < loading_.build().registry.all.size()) {
      const Registration& first = loading_.build().registry.all[found->second];
      other = "at " + first.file + ":" + std::to_string(first.line);
    }
    complain(title() + " is registered twice: first " + other, "give one of them another name");
  }

  void take_handlers() {
    for (const std::string& which : kind_.handlers) {
      push_text(lua_, which);
      const int type = lua_rawget(lua_, 1);
      if (type == LUA_TFUNCTION) {
        out_.handlers.emplace_back(which, 0);
      } else if (type != LUA_TNIL && std::ranges::find(kind_.members, which) == kind_.members.end()) {
        complain("'" + which + "' of " + title() + " must be a function, got " +
                 std::string(shown_type(lua_, -1)));
      }
      lua_pop(lua_, 1);
    }
  }

  void take_spec() {
    const std::function<bool(std::string_view)> is_handler = [this](std::string_view key) {
      return std::ranges::any_of(out_.handlers, [key](const auto& one) { return one.first == key; }) ||
             (std::ranges::find(kind_.handlers, key) != kind_.handlers.end() &&
              std::ranges::find(kind_.members, key) == kind_.members.end());
    };
    ToJson how;
    how.skip = &is_handler;
    how.name = title();
    if (auto problem = to_json(lua_, 1, out_.spec, how)) {
      complain(std::move(*problem),
               kind_.handlers.empty() ? "" : "functions are allowed only in: " + joined(kind_.handlers));
    } else if (!out_.spec.is_object()) {
      complain(title() + " needs a table with names: " + usage());
    }
  }

  void check_members() {
    if (kind_.members.empty() || !out_.spec.is_object()) return;
    std::vector<std::string_view> known(kind_.members.begin(), kind_.members.end());
    known.insert(known.end(), kind_.handlers.begin(), kind_.handlers.end());
    for (const auto& [key, value] : object_of(out_.spec)) {
      if (std::ranges::find(known, key) != known.end()) continue;
      const auto near = nearest(key, known);
      complain(title() + " has no member '" + printable(shortened(key, 80)) + "'",
               near ? "did you mean '" + std::string(*near) + "'?"
                    : "its members: " + joined(kind_.members) +
                          (kind_.handlers.empty() ? "" : ", " + joined(kind_.handlers)));
    }
  }

  // Keeps the functions, and puts everything into the registry.
  void accept() {
    Registry& registry = loading_.build().registry;
    for (auto& [which, id] : out_.handlers) {
      id = static_cast<HandlerId>(registry.handlers.size());
      HandlerInfo info{
          .registration = registry.all.size(), .which = which, .file = place_.file, .line = place_.line};
      keep(which);
      registry.handlers.push_back(where_it_starts(std::move(info)));
    }
    registry.all.push_back(std::move(out_));
    ++loading_.registered;
  }

  // Pushes nothing; the function becomes a handler of the state.
  void keep(const std::string& which) {
    push_text(lua_, which);
    lua_rawget(lua_, 1);
    lua_pushvalue(lua_, -1);
    lua_rawseti(lua_, LUA_REGISTRYINDEX,
                kRefFirstHandler + static_cast<lua_Integer>(state_.handler_plugins.size()));
    state_.handler_plugins.push_back(loading_.plugin);
    function_ = lua_gettop(lua_);
  }

  HandlerInfo where_it_starts(HandlerInfo info) {
    lua_Debug debug;
    lua_pushvalue(lua_, function_);
    if (lua_getinfo(lua_, ">S", &debug) != 0 && debug.source[0] == '@' && debug.linedefined > 0) {
      info.file = debug.source + 1;
      info.line = static_cast<std::size_t>(debug.linedefined);
    }
    lua_settop(lua_, 1);
    return info;
  }

  // The same registration as the first time, in another state.
  void repeat() {
    const auto& all = state_.build.registry.all;
    if (loading_.registered >= all.size() || all[loading_.registered].id != out_.id ||
        all[loading_.registered].kind != out_.kind)
      raise_text(lua_, "loading came out otherwise than the first time");
    for (const auto& [which, id] : all[loading_.registered].handlers) {
      keep(which);
      lua_settop(lua_, 1);
    }
    ++loading_.registered;
  }

  lua_State* lua_;
  State& state_;
  Loading& loading_;
  const Kind& kind_;
  const Pack& pack_;
  Place place_;
  Registration out_;
  bool good_ = false;
  int function_ = 0;
};

Loading& loading_of(lua_State* lua, const Kind& kind) {
  State& state = state_of(lua);
  if (state.loading == nullptr)
    raise_text(lua, "'" + kind.name + "' registers while the plugin loads; a handler cannot call it");
  return *state.loading;
}

// The table behind `rule "step"`. Upvalues: kind, name, file, line.
int finish(lua_State* lua) {
  const auto kind = static_cast<std::size_t>(lua_tointeger(lua, lua_upvalueindex(1)));
  Loading& loading = loading_of(lua, state_of(lua).build.vocabulary->kinds[kind]);
  std::string name(text_at(lua, lua_upvalueindex(2)));
  Place place{std::string(text_at(lua, lua_upvalueindex(3))),
              static_cast<std::size_t>(lua_tointeger(lua, lua_upvalueindex(4)))};
  std::erase_if(loading.unfinished, [&](const Unfinished& one) {
    return one.file == place.file && one.line == place.line && one.name == name;
  });
  lua_settop(lua, 1);
  Registering(lua, kind, std::move(name), std::move(place)).run();
  return 0;
}

// A function in place of the table becomes the table with that function.
void stand_for_table(lua_State* lua, const Kind& kind) {
  if (lua_type(lua, 2) == LUA_TTABLE) return;
  if (lua_type(lua, 2) != LUA_TFUNCTION)
    raise_text(lua, kind.name + " needs a function: " + usage_of_sentence(kind));
  lua_settop(lua, 2);
  lua_createtable(lua, 0, 1);
  lua_insert(lua, 2);
  lua_setfield(lua, 2, kind.handlers.front().c_str());
}

// Upvalue: the kind.
int begin(lua_State* lua) {
  const auto index = static_cast<std::size_t>(lua_tointeger(lua, lua_upvalueindex(1)));
  const Kind& kind = state_of(lua).build.vocabulary->kinds[index];
  Loading& loading = loading_of(lua, kind);
  Place place = calling_place(lua);
  if (!kind.named) {
    lua_settop(lua, 1);
    const std::size_t number = ++loading.unnamed[index];
    Registering(lua, index, std::to_string(number), std::move(place)).run();
    return 0;
  }
  if (lua_type(lua, 1) != LUA_TSTRING)
    raise_text(lua, kind.name + " needs a name: " + kind.name + " \"name\" { … }");
  const std::string name(text_at(lua, 1));
  if (name.size() > 4096)
    raise_text(lua, "the name of a " + kind.name + " has " + std::to_string(name.size()) +
                        " bytes; at most " + std::to_string(most_name(kind)));
  spend(lua, 5);
  if (kind.sentence) stand_for_table(lua, kind);
  if (lua_type(lua, 2) == LUA_TTABLE) {
    lua_settop(lua, 2);
    lua_remove(lua, 1);
    Registering(lua, index, name, std::move(place)).run();
    return 0;
  }
  loading.unfinished.push_back({place.file, place.line, kind.name, name});
  lua_settop(lua, 0);
  lua_pushinteger(lua, static_cast<lua_Integer>(index));
  push_text(lua, name);
  push_text(lua, place.file);
  lua_pushinteger(lua, static_cast<lua_Integer>(place.line));
  lua_pushcclosure(lua, finish, 4);
  return 1;
}

}  // namespace

void add_kinds(lua_State* lua) {
  const Vocabulary& vocabulary = *state_of(lua).build.vocabulary;
  for (std::size_t i = 0; i < vocabulary.kinds.size(); ++i) {
    lua_pushinteger(lua, static_cast<lua_Integer>(i));
    lua_pushcclosure(lua, begin, 1);
    lua_setfield(lua, -2, vocabulary.kinds[i].name.c_str());
  }
}

}  // namespace gavel
