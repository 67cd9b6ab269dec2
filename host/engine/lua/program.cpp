#include "lua/program.hpp"

#include <algorithm>
#include <mutex>
#include <set>

#include "base/c_locale.hpp"
#include "base/utf8.hpp"

#include "environment.hpp"
#include "loader.hpp"
#include "program_states.hpp"
#include "report.hpp"
#include "sol_api.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {
namespace {

int fill_state(lua_State* lua) {
  make_globals(lua);
  return 0;
}

class LoadedProgram final : public ProgramStates, public std::enable_shared_from_this<LoadedProgram> {
 public:
  const Registry& registry() const override { return build.registry; }
  const std::vector<Pack>& packs() const override { return build.packs; }

  Result<std::unique_ptr<State>> make_state() const override {
    const CLocale plain;
    {
      const std::scoped_lock lock(mutex);
      if (first != nullptr) return std::move(first);
    }
    std::unique_ptr<State> state = TRY(new_state(build));
    Loading loading(state->lua, nullptr, nullptr);
    if (!loading.run() || loading.registered != build.registry.all.size()) {
      return Error(Code::kPluginError, "the plugins did not load again as they did the first time" +
                                           (loading.failure().empty() ? "" : ": " + loading.failure()));
    }
    return state;
  }

  Result<std::unique_ptr<Sandbox>> make() const override {
    return std::unique_ptr<Sandbox>(TRY(make_console(shared_from_this())));
  }

  Result<std::unique_ptr<Console>> console() const override { return make_console(shared_from_this()); }

  static Result<std::unique_ptr<State>> new_state(const Build& of) {
    std::unique_ptr<State> state = State::create(of);
    if (state != nullptr && call_protected(state->lua, kThroughSol<fill_state>).valid()) {
      lua_settop(state->lua, 0);
      return state;
    }
    return Error(Code::kPluginMemory, "not enough memory for a Lua state: at most " +
                                          std::to_string(of.limits.max_lua_bytes) +
                                          " bytes (limits.max_lua_bytes)");
  }

  Build build;
  mutable std::mutex mutex;
  mutable std::unique_ptr<State> first;  // the state that loading made: the first to be asked for
};

std::string shown_file(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

void index_packs(Build& build, std::vector<Problem>& problems) {
  std::set<std::string, std::less<>> names;
  for (const Pack& pack : build.packs) {
    ChunkIndex& index = build.pack_chunks.emplace_back();
    for (const PackFile& file : pack.files) {
      index.emplace(file.name, build.chunks.size());
      build.chunks.push_back({shown_file(pack.folder, file.name), file.text, {}});
    }
    if (names.insert(pack.as).second) continue;
    Error error(Code::kPluginInvalid, "two plugins are called '" + pack.as + "'",
                "give one of them a name of its own with 'as'");
    error.where.file = shown_file(pack.folder, "plugin.yaml");
    error.where.rule = pack.as;
    problems.push_back({std::move(error), {}, {}, false});
  }
}

// The string keys of the table on top, which is taken.
void take_names(lua_State* lua, const std::string& prefix, std::vector<std::string>& out) {
  push_members(lua, -1);
  const int members = lua_gettop(lua);
  for (lua_pushnil(lua); lua_next(lua, members) != 0; lua_pop(lua, 1)) {
    out.push_back(prefix + std::string(text_at(lua, -2)));
    if (prefix.empty() && lua_type(lua, -1) == LUA_TTABLE) {
      lua_pushvalue(lua, -1);
      take_names(lua, out.back() + ".", out);
    }
  }
  lua_settop(lua, members - 2);
}

}  // namespace

std::vector<std::string> visible_names(const Vocabulary& vocabulary) {
  Build build;
  build.vocabulary = &vocabulary;
  std::vector<std::string> out;
  const Result<std::unique_ptr<State>> state = LoadedProgram::new_state(build);
  if (!state.ok()) return out;
  (*state)->push(kRefGlobals);
  take_names((*state)->lua, "", out);
  std::ranges::sort(out);
  return out;
}

std::optional<Error> syntax_error(const std::string& file, std::string_view text,
                                  const Vocabulary& vocabulary, const Limits& limits) {
  const CLocale plain;
  Build build;
  build.vocabulary = &vocabulary;
  build.limits = limits;
  const std::unique_ptr<State> state = TRY(LoadedProgram::new_state(build));
  lua_State* lua = state->lua;
  const std::string name = "@" + file;
  if (load_chunk(lua, text, name.c_str(), "t") == LUA_OK) return std::nullopt;
  return report_syntax(lua, file, text);
}

Program::Loaded Program::load(std::vector<Pack> packs, std::vector<PackFile> library,
                              const Vocabulary& vocabulary, const Limits& limits, Probe* probe) {
  const CLocale plain;
  Loaded loaded;
  auto program = std::make_shared<LoadedProgram>();
  Build& build = program->build;
  build.packs = std::move(packs);
  build.vocabulary = &vocabulary;
  build.limits = limits;
  build.probe = probe;
  index_packs(build, loaded.problems);
  for (PackFile& file : library) {
    // Files are read by their names, modules required without the ending.
    const std::string name =
        file.name.ends_with(".lua") ? file.name.substr(0, file.name.size() - 4) : file.name;
    build.library_chunks.emplace(name, build.chunks.size());
    build.chunks.push_back({"lib/" + name + ".lua", std::move(file.text), {}});
  }
  Result<std::unique_ptr<State>> state = LoadedProgram::new_state(build);
  if (!state.ok()) {
    loaded.problems.push_back({std::move(state.error()), {}, {}, false});
    return loaded;
  }
  if (!Loading((*state)->lua, &build, &loaded.problems).run()) return loaded;
  program->first = std::move(*state);
  loaded.program = std::move(program);
  return loaded;
}

}  // namespace gavel
