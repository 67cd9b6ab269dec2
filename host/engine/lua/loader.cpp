#include "loader.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/utf8.hpp"

#include "environment.hpp"
#include "for_operands.hpp"
#include "freeze.hpp"
#include "report.hpp"
#include "sol_api.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {
namespace {

// What all plugins may keep together, in the measure of what one call may hold.
constexpr std::size_t kLoadedStates = 4;

Culprit culprit_of(const Pack& pack, const Chunk& chunk) {
  return {.name = pack.as, .rule = pack.as, .file = chunk.file, .line = 0};
}

// A module's name: words of letters, digits, '_' and '-', with '/' between them.
bool good_name(std::string_view name) {
  if (name.empty() || name.size() > 200 || name.front() == '/' || name.back() == '/') return false;
  bool slash = false;
  for (const char c : name) {
    const bool letter = is_ascii_letter(c) || is_ascii_digit(c) || c == '_' || c == '-';
    if (!letter && (c != '/' || slash)) return false;
    slash = c == '/';
  }
  return true;
}

const std::size_t* find_module(const Build& build, std::size_t plugin, const std::string& name) {
  const ChunkIndex& own = build.pack_chunks[plugin];
  for (const std::string& file : {name + ".lua", "lib/" + name + ".lua"})
    if (const auto found = own.find(file); found != own.end()) return &found->second;
  const auto found = build.library_chunks.find(name);
  return found == build.library_chunks.end() ? nullptr : &found->second;
}

// A chunk is on the list while it runs, however that ends.
class Running {
 public:
  Running(Loading& loading, std::size_t chunk) : loading_(loading) { loading.requiring.push_back(chunk); }
  ~Running() { loading_.requiring.pop_back(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  Loading& loading_;
};

// (chunk)
int run_chunk(lua_State* lua) {
  Loading& loading = *state_of(lua).loading;
  const auto chunk = sol::stack::get<std::size_t>(lua, 1);
  loading.push_chunk(chunk);
  const Running running(loading, chunk);
  sol::stack_aligned_unsafe_function(lua, -1).call<void>();
  return 0;
}

int freeze_plugins(lua_State* lua) {
  state_of(lua).loading->freeze_all();
  return 0;
}

void refuse_cycle(lua_State* lua, const Loading& loading, const Build& build, std::size_t chunk) {
  const auto begin = std::ranges::find(loading.requiring, chunk);
  if (begin == loading.requiring.end()) return;
  std::string chain;
  for (auto at = begin; at != loading.requiring.end(); ++at) chain += build.chunks[*at].file + " -> ";
  raise_text(lua, "files require one another in a circle: " + chain + build.chunks[chunk].file);
}

}  // namespace

Loading::Loading(lua_State* lua, Build* build, std::vector<Problem>* problems)
    : shares_(kLoadedStates * state_of(lua).build.limits.max_lua_bytes, state_of(lua).build.packs.size()),
      lua_(lua),
      build_(build),
      problems_(problems) {
  state_of(lua).loading = this;
}

Loading::~Loading() { state_of(lua_).loading = nullptr; }

void Loading::complain(const std::string& file, std::size_t line, Error error) {
  if (problems_ == nullptr) {
    failure_ = error.message;
    return;
  }
  const State& state = state_of(lua_);
  const std::size_t most = state.build.limits.max_problems;
  if (++complaints_ > most + 1) return;
  if (complaints_ > most)
    error = Error(Code::kPluginInvalid, "too many problems; the rest are not shown",
                  "mend those above; at most " + std::to_string(most) + " are told (limits.max_problems)");
  if (error.where.file.empty()) error.where.file = file;
  if (error.where.line == 0) error.where.line = line;
  if (error.where.rule.empty()) error.where.rule = state.build.packs[plugin].as;
  if (const Chunk* chunk = state.build.chunk_of(error.where.file); chunk != nullptr && error.detail.empty())
    error.detail = source_around(chunk->text, error.where.line);
  problems_->push_back({std::move(error), {}, {}, false});
}

bool Loading::compile(std::size_t index) {
  Chunk& chunk = build_->chunks[index];
  const std::string name = "@" + chunk.file;
  if (load_source(lua_, chunk.text, name.c_str()) != LUA_OK) {
    const bool known = std::ranges::any_of(*problems_, [&](const Problem& problem) {
      return problem.error.where.file == chunk.file && problem.error.code == Code::kPluginInvalid;
    });
    if (!known) complain(chunk.file, 0, report_syntax(lua_, chunk.file, chunk.text));
    return false;
  }
  chunk.bytecode = dump_of(lua_);
  if (!find_assigns(chunk.bytecode, chunk.file, build_->assigns, chunk.longest_string)) {
    complain(chunk.file, 0,
             Error(Code::kPluginInvalid, "this build of Lua writes bytecode that the sandbox cannot read"));
    return false;
  }
  if (FileLines* lines = build_->probe == nullptr ? nullptr : build_->probe->lines_of(chunk.file))
    find_lines(chunk.bytecode, *lines);
  return true;
}

void Loading::push_chunk(std::size_t index) {
  const Chunk& chunk = state_of(lua_).build.chunks[index];
  if (chunk.bytecode.empty()) {
    if (!compile(index)) raise_text(lua_, chunk.file + " does not compile");
  } else if (const std::string name = "@" + chunk.file;
             load_chunk(lua_, chunk.bytecode, name.c_str(), "b") != LUA_OK) {
    lua_error(lua_);
  }
  State& state = state_of(lua_);
  state.loaded_longest[plugin] = std::max(state.loaded_longest[plugin], chunk.longest_string);
  push_environment(lua_, plugin);
  sol::set_environment(sol::stack_environment(lua_, -1), sol::stack_object(lua_, -2));
  lua_settop(lua_, -2);
}

void Loading::run_file(std::size_t index) {
  State& state = state_of(lua_);
  const std::size_t before = problems_ != nullptr ? problems_->size() : 0;
  {
    const sol::protected_function_result done = call_protected(lua_, kThroughSol<run_chunk>, index);
    note_status(lua_, static_cast<int>(done.status()));
    // A file that does not compile has said so already.
    const bool said =
        problems_ != nullptr && problems_->size() != before && state.build.chunks[index].bytecode.empty();
    if ((!done.valid() || state.fuel.trip != Trip::kNone) && !said) {
      Error error = report_failure(lua_, culprit_of(state.build.packs[plugin], state.build.chunks[index]));
      if (error.code == Code::kPluginError) error.code = Code::kPluginInvalid;
      complain(state.build.chunks[index].file, 0, std::move(error));
    }
  }
  lua_settop(lua_, 0);
}

// What a plugin may spend while it loads is its own: nothing of it depends on those before it.
void Loading::run_plugin() {
  State& state = state_of(lua_);
  const Pack& pack = state.build.packs[plugin];
  const Limits& limits = state.build.limits;
  const std::size_t held_before = state.memory.held;
  state.fuel.used = 0;
  state.fuel.most = limits.max_load_fuel;
  state.fuel.trip = Trip::kNone;
  state.fuel.collections = 0;
  state.fuel.deadline =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(limits.max_turn_milliseconds);
  state.memory.over_charged = false;
  state.memory.longest = 0;
  state.memory.most_held = held_before + limits.max_lua_bytes;
  unnamed.assign(state.build.vocabulary->kinds.size(), 0);
  registered_here = 0;
  push_new_environment(lua_, plugin);
  lua_settop(lua_, 0);
  for (const std::string& file : pack.manifest.files) {
    const ChunkIndex& chunks = state.build.pack_chunks[plugin];
    const auto found = chunks.find(file);
    if (found == chunks.end()) {
      complain(pack.folder + "/" + file, 0,
               Error(Code::kPluginInvalid, "plugin.yaml lists a file that does not exist: " + file));
      continue;
    }
    // Required before its turn: it has run.
    state.push(kRefModules, plugin + 1);
    const bool ran = sol::stack_table(lua_, -1).raw_get<sol::type>(found->second + 1) != sol::type::lua_nil;
    lua_settop(lua_, 0);
    if (ran) continue;
    Fuel::start(lua_);
    run_file(found->second);
    if (state.fuel.trip != Trip::kNone) break;
  }
  for (const Unfinished& one : unfinished) {
    // Its table may be what the file failed in.
    const auto failed_in = [&one](const Problem& problem) {
      return problem.error.where.file == one.file && problem.error.where.line >= one.line;
    };
    if (problems_ != nullptr && &one == &unfinished.back() && std::ranges::any_of(*problems_, failed_in))
      continue;
    const std::string title = one.kind + " \"" + printable(shortened(one.name, 80)) + "\"";
    complain(one.file, one.line,
             Error(Code::kPluginInvalid, title + " has no table", "write " + title + " { … }"));
  }
  unfinished.clear();
  if (state.fuel.trip == Trip::kNone) check_share(held_before);
}

// What loading leaves stays in every state: one plugin must not take the room of the others.
void Loading::check_share(std::size_t held_before) {
  const State& state = state_of(lua_);
  const auto left_behind = [&] { return state.memory.held - std::min(state.memory.held, held_before); };
  // Garbage is looked for only where it matters.
  if (left_behind() > shares_.own(plugin)) lua_gc(lua_, LUA_GCCOLLECT);
  if (shares_.take(plugin, left_behind())) return;
  const std::size_t most = state.build.limits.max_lua_bytes;
  complain(state.build.packs[plugin].folder + "/plugin.yaml", 0,
           Error(Code::kPluginMemory,
                 "keeps " + std::to_string(left_behind()) + " bytes after loading; " +
                     std::to_string(shares_.left(plugin)) + " are left to it of " +
                     std::to_string(kLoadedStates * most) + " (" + std::to_string(kLoadedStates) +
                     " times limits.max_lua_bytes)",
                 "make large tables and strings in the handler that uses them, or " +
                     raise_hint("max_lua_bytes")));
}

// Files that nothing has required must compile all the same.
void Loading::compile_rest() {
  for (std::size_t p = 0; p < build_->packs.size(); ++p) {
    plugin = p;
    for (const auto& [name, chunk] : build_->pack_chunks[p]) {
      if (build_->chunks[chunk].bytecode.empty()) compile(chunk);
      lua_settop(lua_, 0);
    }
  }
}

void Loading::freeze_all() {
  State& state = state_of(lua_);
  for (std::size_t p = 0; p < state.build.packs.size(); ++p) {
    sol::stack_table roots(lua_, sol::new_table(3, 0)), handlers(lua_, sol::new_table());
    for (std::size_t h = 0; h < state.handler_plugins.size(); ++h) {
      if (state.handler_plugins[h] != p) continue;
      state.push(static_cast<Ref>(kRefFirstHandler + h));
      handlers.raw_set(h + 1, sol::stack_object(lua_, -1));
      lua_settop(lua_, handlers.stack_index());
    }
    push_environment(lua_, p);
    state.push(kRefModules, p + 1);
    roots.raw_set(1, sol::stack_object(lua_, -2), 2, sol::stack_object(lua_, -1), 3, handlers);
    lua_settop(lua_, roots.stack_index());
    state.loaded_longest[p] = std::max(state.loaded_longest[p], freeze(lua_, p));
    push_environment(lua_, p);
    freeze_environment(lua_, -1);
    lua_settop(lua_, 0);
  }
}

bool Loading::run() {
  State& state = state_of(lua_);
  state.loaded_longest.assign(state.build.packs.size(), 0);
  for (plugin = 0; plugin < state.build.packs.size(); ++plugin) run_plugin();
  if (first()) compile_rest();
  plugin = 0;
  lua_sethook(lua_, nullptr, 0, 0);
  state.fuel.deadline = std::chrono::steady_clock::time_point::max();
  state.fuel.most = UINT64_MAX;
  state.memory.most_held = SIZE_MAX;  // every plugin's part is bounded by now
  if (first() ? any_error(*problems_) : !failure_.empty()) return false;
  if (!call_protected(lua_, kThroughSol<freeze_plugins>).valid()) {
    complain("", 0,
             Error(Code::kPluginMemory, "not enough memory for the plugins: at most " +
                                            std::to_string(state.build.limits.max_lua_bytes) +
                                            " bytes (limits.max_lua_bytes)"));
    return false;
  }
  lua_settop(lua_, 0);
  return true;
}

int require(lua_State* lua) {
  State& state = state_of(lua);
  if (state.loading == nullptr) raise_text(lua, "require works only while the plugin loads");
  Loading& loading = *state.loading;
  const std::string name(text_argument(lua, 1));
  const std::string shown = "'" + printable(shortened(name, 80)) + "'";
  if (!good_name(name)) {
    raise_text(lua, "require " + shown +
                        ": a module is named by letters, digits, '_', '-' and '/'; only the plugin's "
                        "own files and the shared modules can be required");
  }
  const std::size_t* chunk = find_module(state.build, loading.plugin, name);
  if (chunk == nullptr) {
    raise_text(lua, "require " + shown + ": the plugin has no " + name + ".lua and no lib/" + name +
                        ".lua, and there is no shared module of that name");
  }
  lua_settop(lua, 0);
  state.push(kRefModules, loading.plugin + 1);
  sol::stack_table modules(lua, 1);
  const std::size_t place = *chunk + 1;
  sol::stack::get_field<false, true>(lua, place, 1);
  if (sol::stack_object(lua, 2).valid()) return 1;
  lua_settop(lua, 1);
  refuse_cycle(lua, loading, state.build, *chunk);
  spend(lua, 10);
  loading.push_chunk(*chunk);
  const Running running(loading, *chunk);
  lua_call(lua, 0, 1);
  if (!sol::stack_object(lua, 2).valid()) {
    lua_settop(lua, 1);
    sol::stack::push(lua, true);
  }
  modules.raw_set(place, sol::stack_object(lua, 2));
  return 1;
}

}  // namespace gavel
