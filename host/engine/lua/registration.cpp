#include "registration.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "state/suggest.hpp"

#include "bridge.hpp"
#include "fuel.hpp"
#include "loader.hpp"
#include "sol_api.hpp"
#include "stack_trace.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {
namespace {

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
  if (!is_valid_utf8(name)) return "is not valid UTF-8";
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
  Registering(lua_State* lua, std::size_t kind, std::string name, FilePlace place)
      : lua_(lua),
        table_(lua, 1),
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
    if (const auto& read = state_.build.vocabulary->read) {
      std::vector<Error> errors;
      out_.typed = read(out_, state_.build.limits, errors);
      for (Error& error : errors) complain(std::move(error));
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
    const std::size_t known = loading_.build().registry.handlers.size();
    for (const std::string& which : kind_.handlers) {
      const auto type = table_.raw_get<sol::type>(which);
      if (type == sol::type::function) {
        out_.handlers.emplace_back(which, static_cast<HandlerId>(known + out_.handlers.size()));
      } else if (type != sol::type::lua_nil &&
                 std::ranges::find(kind_.members, which) == kind_.members.end()) {
        push_member(which);
        complain("'" + which + "' of " + title() + " must be a function, got " +
                 std::string(shown_type(lua_, -1)));
        lua_pop(lua_, 1);
      }
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
    for (const auto& [which, id] : out_.handlers) {
      push_member(which);
      FilePlace starts = place_of_function(lua_, -1);
      if (starts.file.empty()) starts = place_;
      registry.handlers.push_back({registry.all.size(), which, std::move(starts.file), starts.line});
      keep_handler();
    }
    registry.all.push_back(std::move(out_));
    ++loading_.registered;
  }

  void push_member(const std::string& name) { sol::stack::get_field<false, true>(lua_, name, 1); }

  // Takes the function on top: it becomes a handler of the state.
  void keep_handler() {
    registry_of(lua_).raw_set(kRefFirstHandler + state_.handler_plugins.size(), sol::stack_object(lua_, -1));
    state_.handler_plugins.push_back(loading_.plugin);
    lua_pop(lua_, 1);
  }

  // The same registration as the first time, in another state.
  void repeat() {
    const auto& all = state_.build.registry.all;
    if (loading_.registered >= all.size() || all[loading_.registered].id != out_.id ||
        all[loading_.registered].kind != out_.kind)
      raise_text(lua_, "loading came out otherwise than the first time");
    for (const auto& [which, id] : all[loading_.registered].handlers) {
      push_member(which);
      keep_handler();
    }
    ++loading_.registered;
  }

  lua_State* lua_;
  sol::stack_table table_;  // as the plugin wrote it
  State& state_;
  Loading& loading_;
  const Kind& kind_;
  const Pack& pack_;
  FilePlace place_;
  Registration out_;
  bool good_ = false;
};

Loading& loading_of(lua_State* lua, const Kind& kind) {
  State& state = state_of(lua);
  if (state.loading == nullptr)
    raise_text(lua, "'" + kind.name + "' registers while the plugin loads; a handler cannot call it");
  return *state.loading;
}

// The table behind `rule "step"`. Upvalues: kind, name, file, line.
int finish(lua_State* lua) {
  const auto kind = sol::stack::get<std::size_t>(lua, sol::upvalue_index(1));
  Loading& loading = loading_of(lua, state_of(lua).build.vocabulary->kinds[kind]);
  auto name = sol::stack::get<std::string>(lua, sol::upvalue_index(2));
  FilePlace place{sol::stack::get<std::string>(lua, sol::upvalue_index(3)),
                  sol::stack::get<std::size_t>(lua, sol::upvalue_index(4))};
  std::erase_if(loading.unfinished, [&](const Unfinished& one) {
    return one.file == place.file && one.line == place.line && one.name == name;
  });
  lua_settop(lua, 1);
  Registering(lua, kind, std::move(name), std::move(place)).run();
  return 0;
}

// A function in place of the table becomes the table with that function.
void stand_for_table(lua_State* lua, const Kind& kind) {
  const sol::stack_object given(lua, 2);
  if (given.get_type() == sol::type::table) return;
  if (given.get_type() != sol::type::function)
    raise_text(lua, kind.name + " needs a function: " + usage_of_sentence(kind));
  lua_settop(lua, 2);
  sol::stack_table(lua, sol::new_table(0, 1)).raw_set(kind.handlers.front(), given);
  lua_replace(lua, 2);
}

// Upvalue: the kind.
int begin(lua_State* lua) {
  const auto index = sol::stack::get<std::size_t>(lua, sol::upvalue_index(1));
  const Kind& kind = state_of(lua).build.vocabulary->kinds[index];
  Loading& loading = loading_of(lua, kind);
  FilePlace place = place_of_level(lua, 1);
  if (!kind.named) {
    lua_settop(lua, 1);
    const std::size_t number = ++loading.unnamed[index];
    Registering(lua, index, std::to_string(number), std::move(place)).run();
    return 0;
  }
  if (sol::type_of(lua, 1) != sol::type::string)
    raise_text(lua, kind.name + " needs a name: " + kind.name + " \"name\" { … }");
  const auto name = sol::stack::get<std::string>(lua, 1);
  if (name.size() > 4096)
    raise_text(lua, "the name of a " + kind.name + " has " + std::to_string(name.size()) +
                        " bytes; at most " + std::to_string(most_name(kind)));
  spend(lua, 5);
  if (kind.sentence) stand_for_table(lua, kind);
  if (sol::type_of(lua, 2) == sol::type::table) {
    lua_settop(lua, 2);
    lua_remove(lua, 1);
    Registering(lua, index, name, std::move(place)).run();
    return 0;
  }
  loading.unfinished.push_back({place.file, place.line, kind.name, name});
  return sol::stack::push(lua, sol::make_closure(kThroughSol<finish>, index, name, place.file, place.line));
}

}  // namespace

void add_kinds(lua_State* lua) {
  sol::stack_table out(lua, -1);
  const std::vector<Kind>& kinds = state_of(lua).build.vocabulary->kinds;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    out.raw_set(kinds[i].name, sol::make_closure(kThroughSol<begin>, i));
}

}  // namespace gavel
