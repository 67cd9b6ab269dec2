#include "lua/sandbox.hpp"

#include <algorithm>

#include "base/c_locale.hpp"

#include "bridge.hpp"
#include "context.hpp"
#include "instructions.hpp"
#include "line_call.hpp"
#include "program_states.hpp"
#include "report.hpp"
#include "state.hpp"
#include "values.hpp"
#include "view.hpp"

namespace gavel {
namespace {

constexpr std::size_t kGarbageBytes = 512U << 10U;              // that may pile up before it is collected
constexpr std::size_t kDeepestCall = Memory::kMostThreads - 1;  // handlers called from within handlers
constexpr std::size_t kHeldByOuter = 4;  // a call within two others may hold that part of max_lua_bytes

bool is_by_chance(Trip trip) {
  return trip == Trip::kDeadline || trip == Trip::kHeld || trip == Trip::kStopped;
}

// What the protected function of one call takes and gives.
struct HandlerCall {
  const Call& call;
  Returned returned;
};

void push_argument(lua_State* lua, const Argument& argument) {
  if (const auto* record = std::get_if<Record*>(&argument)) {
    if (*record != nullptr) {
      push_record(lua, **record);
    } else {
      lua_pushnil(lua);
    }
    return;
  }
  const Json* json = *std::get_if<const Json*>(&argument);
  if (json == nullptr) {
    lua_pushnil(lua);
  } else {
    push_copy(lua, *json);
  }
}

void take_word(lua_State* lua, const WordBox& word, Returned& out) {
  out.word = word.word;
  if (word.source != nullptr) {
    out.file = word.source[0] == '@' ? word.source + 1 : word.source;
    out.line = static_cast<std::size_t>(word.line);
  }
  out.value = Json::array();
  for (int i = 1; i <= word.count; ++i) {
    lua_getiuservalue(lua, -1, i);
    Json one;
    ToJson how;
    how.name =
        "argument " + std::to_string(i) + " of " + state_of(lua).build.vocabulary->words[word.word].name;
    if (auto problem = to_json(lua, -1, one, how)) {
      // Nothing of the plugin's runs any more: the place is where the word was said.
      const std::string place = out.line == 0 ? "" : out.file + ":" + std::to_string(out.line) + ": ";
      raise_text(lua, place + *problem, 0);
    }
    array_of(out.value).push_back(std::move(one));
    lua_pop(lua, 1);
  }
}

// The value on top of the stack.
void take_result(lua_State* lua, Returned& out) {
  if (lua_isnil(lua, -1)) return;
  out.nothing = false;
  const Box* box = box_at(lua, -1);
  if (box != nullptr && box->what == Boxed::kWord) {
    take_word(lua, *static_cast<const WordBox*>(box), out);
    return;
  }
  ToJson how;
  how.name = "the returned value";
  if (auto problem = to_json(lua, -1, out.value, how)) raise_text(lua, *problem, 0);
}

// Everything of a call that Lua may raise in.
int pass(lua_State* lua) {
  auto& data = *static_cast<HandlerCall*>(lua_touserdata(lua, 1));
  const Call& call = data.call;
  const State& state = state_of(lua);
  lua_settop(lua, 0);
  ensure_stack(lua, static_cast<int>(call.args.size() + call.more.size()) + 8, "too many arguments");
  lua_rawgeti(lua, LUA_REGISTRYINDEX, kRefFirstHandler + static_cast<lua_Integer>(call.handler));
  for (const Argument& argument : call.args) push_argument(lua, argument);
  state.push(kRefContext);
  for (const Argument& argument : call.more) push_argument(lua, argument);
  lua_call(lua, lua_gettop(lua) - 1, 1);
  take_result(lua, data.returned);
  return 0;
}

// A way into the state: a handler's call, or a line that somebody typed.
struct Entry {
  lua_CFunction function;  // takes `data`; everything that Lua may raise in
  void* data;
  std::size_t plugin = 0;
  HandlerId handler = 0;
  std::uint64_t functions = 0;
  Allowance allowance;
  const std::string* line = nullptr;  // of a line: its name
};

class LuaSandbox final : public Console {
 public:
  LuaSandbox(std::shared_ptr<const ProgramStates> program, std::unique_ptr<State> state)
      : program_(std::move(program)), state_(std::move(state)) {
    state_->fuel.stop = &stop_;
    settle();
  }

  Result<Returned> call(const Call& call, Host& host, Spent& spent) override;
  Result<Evaluated> evaluate(const ConsoleLine& line, Host& host, Spent& spent) override;
  std::vector<std::string> globals(std::size_t plugin) override;
  void stop() override { stop_.store(true, std::memory_order_relaxed); }

  void set_deadline(std::size_t milliseconds) override {
    state_->fuel.took.clear();
    state_->fuel.looked = std::chrono::steady_clock::now();
    state_->fuel.deadline = milliseconds == 0
                                ? std::chrono::steady_clock::time_point::max()
                                : std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  }

  bool is_late() const override { return std::chrono::steady_clock::now() >= state_->fuel.deadline; }

  std::optional<std::size_t> slowest() const override {
    const auto& took = state_->fuel.took;
    const auto most = std::ranges::max_element(took);
    if (most == took.end()) return std::nullopt;
    return static_cast<std::size_t>(most - took.begin());
  }

  std::size_t held_bytes() const override { return state_->memory.held; }

  HandlerPlace standing() const override {
    HandlerPlace now;
    if (state_->frame == nullptr) return now;
    now.fuel = state_->fuel.used - state_->frame->fuel - state_->frame->inner_fuel;
    now.reader = reader_that_runs(state_->lua);
    StackTrace trace = take_trace(state_->lua, 0);
    if (trace.levels.empty()) return now;
    now.file = std::move(trace.levels.front().file);
    now.line = static_cast<std::size_t>(trace.levels.front().line);
    return now;
  }

 private:
  // Garbage is collected here, when a call has ended, and nowhere else.
  void settle() {
    // Lua halves its table of strings once in a collection.
    for (std::size_t before = SIZE_MAX; state_->memory.held < before - before / 4;) {
      before = state_->memory.held;
      lua_gc(state_->lua, LUA_GCCOLLECT);
    }
    collect_above_ = state_->memory.held + std::max(kGarbageBytes, state_->memory.held / 2);
  }

  Culprit culprit_of(const Entry& entry) const {
    if (entry.line != nullptr) return {"the line", "", *entry.line, 0};
    const Registry& registry = program_->registry();
    const HandlerInfo& info = registry.handlers[entry.handler];
    const Registration& registration = registry.all[info.registration];
    return {.name = registration.id + " (" + info.which + ")",
            .rule = registration.id,
            .file = info.file,
            .line = info.line};
  }

  Result<void> enter(const Entry& entry, Host& host, Spent& spent);
  void begin(const Entry& entry, lua_State* thread, Frame& frame, Host& host);
  void end(const Frame& frame, std::size_t depth);
  void tell(Probe& probe, HandlerId handler, const Returned& returned, const Spent& spent,
            const Error* error) const;
  Result<void> renew();

  std::shared_ptr<const ProgramStates> program_;
  std::unique_ptr<State> state_;
  std::size_t collect_above_ = 0;
  std::uint64_t calls_ = 0;
  std::atomic<bool> stop_ = false;
  bool spoiled_ = false;  // a call outgrew the state: the next one gets a new one
};

// What a call may spend, and what was there before it. A call within another one has a thread and an
// allowance of its own, so that a handler gets the same whoever brought it about, and none pays for what
// another one does.
void LuaSandbox::begin(const Entry& entry, lua_State* thread, Frame& frame, Host& host) {
  State& state = *state_;
  if (state.frame != nullptr) end_watch(state.lua);
  frame.outer = state.frame;
  frame.host = &host;
  frame.functions = entry.functions;
  frame.handler = entry.handler;
  frame.plugin = entry.plugin;
  frame.epoch = ++calls_;
  Fuel& fuel = state.fuel;
  Memory& memory = state.memory;
  if (frame.outer == nullptr) {
    fuel.used = 0;
    fuel.collections = 0;
    memory.charged = 0;
  }
  const Limits& limits = state.build.limits;
  frame.outer_thread = state.lua;
  frame.outer_longest = memory.longest;
  frame.outer_held = memory.most_held;
  state.lua = thread;
  memory.longest = state.loaded_longest[entry.plugin];
  const bool deep = frame.outer != nullptr && frame.outer->outer != nullptr;
  frame.own_held = limits.max_lua_bytes / (deep ? kHeldByOuter : 1);
  memory.most_held = memory.held + frame.own_held;
  frame.outer_fuel = fuel.most;
  frame.outer_bytes = memory.most_charged;
  frame.fuel = fuel.used;
  frame.bytes = memory.charged;
  frame.own_fuel = entry.allowance.fuel != 0 ? entry.allowance.fuel : limits.max_handler_fuel;
  frame.own_bytes = entry.allowance.bytes != 0 ? entry.allowance.bytes : limits.max_handler_bytes;
  frame.outer_hidden = hidden_steps - fuel.hidden;
  fuel.most = frame.fuel + frame.own_fuel;
  memory.most_charged = frame.bytes + frame.own_bytes;
  state.error_trace.levels.clear();
  state.frame = &frame;
  state.epoch = frame.epoch;
  Fuel::start(state.lua);
}

void LuaSandbox::end(const Frame& frame, std::size_t depth) {
  State& state = *state_;
  Fuel& fuel = state.fuel;
  end_watch(state.lua);
  if (fuel.trip == Trip::kHeld) spoiled_ = true;
  if (fuel.trip == Trip::kStack) state.drop_threads(depth);
  if (frame.outer != nullptr) state.lua = frame.outer_thread;
  state.memory.longest = frame.outer_longest;
  state.memory.most_held = frame.outer_held;
  state.frame = frame.outer;
  state.epoch = frame.outer != nullptr ? frame.outer->epoch : 0;
  fuel.most = frame.outer_fuel;
  fuel.hidden = hidden_steps - frame.outer_hidden;
  state.memory.most_charged = frame.outer_bytes;
  if (frame.outer != nullptr) {
    const std::uint64_t used = fuel.used - frame.fuel;
    const std::uint64_t bytes = state.memory.charged - frame.bytes;
    frame.outer->inner_fuel += used;
    frame.outer->inner_bytes += bytes;
    fuel.most += used;
    state.memory.most_charged += bytes;
  }
  if (frame.outer == nullptr || !is_by_chance(fuel.trip)) {
    fuel.trip = Trip::kNone;
    fuel.trace = {};
  }
  state.memory.over_charged = false;
}

void LuaSandbox::tell(Probe& probe, HandlerId handler, const Returned& returned, const Spent& spent,
                      const Error* error) const {
  const Registry& registry = program_->registry();
  const HandlerInfo& info = registry.handlers[handler];
  std::string_view word;
  if (error == nullptr && returned.word) word = state_->build.vocabulary->words[*returned.word].name;
  probe.ended({registry.all[info.registration], info, spent, word, error});
}

Result<void> LuaSandbox::renew() {
  std::unique_ptr<State> fresh = TRY(program_->make_state());
  fresh->fuel.deadline = state_->fuel.deadline;
  fresh->fuel.took = std::move(state_->fuel.took);
  state_ = std::move(fresh);
  state_->fuel.stop = &stop_;
  spoiled_ = false;
  settle();
  return {};
}

Result<void> LuaSandbox::enter(const Entry& entry, Host& host, Spent& spent) {
  const CLocale plain;
  spent = {};
  if (spoiled_ && state_->frame == nullptr) TRY(renew());
  State& state = *state_;
  std::size_t depth = 0;
  for (const Frame* outer = state.frame; outer != nullptr; outer = outer->outer) ++depth;
  lua_State* lua = depth < kDeepestCall ? state.thread(depth) : nullptr;
  if (lua == nullptr) {
    return report_fault(state.build, culprit_of(entry),
                        "handlers call one another too deeply; at most " + std::to_string(kDeepestCall),
                        "let no handler ask for itself: compute in a function that both call");
  }
  const int top = lua_gettop(lua);
  Frame frame;
  begin(entry, lua, frame, host);
  state.fuel.used += state.audit.work(frame.plugin);
  state.push(kRefOnError);
  lua_pushcfunction(lua, entry.function);
  lua_pushlightuserdata(lua, entry.data);
  const int status = lua_pcall(lua, 1, 0, top + 1);
  note_status(lua, status);
  state.fuel.used += state.fuel.take_hidden();
  const std::optional<std::string> changed = state.audit.restore(lua, frame.plugin);

  Result<void> outcome;
  if (status != LUA_OK || state.fuel.trip != Trip::kNone) {
    outcome = report_failure(lua, culprit_of(entry));
  } else if (changed) {
    outcome = report_fault(state.build, culprit_of(entry), changed_upvalue_text(*changed));
  }
  const Trip trip = state.fuel.trip;
  spent = {.fuel = state.fuel.used - frame.fuel - frame.inner_fuel,
           .bytes = state.memory.charged - frame.bytes - frame.inner_bytes,
           .by_chance = is_by_chance(trip)};
  lua_settop(lua, top);
  end(frame, depth);
  if (state.memory.held > collect_above_) settle();
  return outcome;
}

Result<Returned> LuaSandbox::call(const Call& call, Host& host, Spent& spent) {
  HandlerCall data{call, {}};
  const Entry entry{pass,         &data,          state_->handler_plugins[call.handler],
                    call.handler, call.functions, call.allowance};
  Probe* probe = state_->build.probe;
  if (probe != nullptr) probe->begins();
  Result<void> entered = enter(entry, host, spent);
  if (probe != nullptr)
    tell(*probe, call.handler, data.returned, spent, entered.ok() ? nullptr : &entered.error());
  if (!entered.ok()) return std::move(entered).error();
  return std::move(data.returned);
}

Result<Evaluated> LuaSandbox::evaluate(const ConsoleLine& line, Host& host, Spent& spent) {
  stop_.store(false, std::memory_order_relaxed);
  const bool renews = spoiled_ && state_->frame == nullptr;
  LineCall data{line, {}, {}};
  const Entry entry{run_line, &data, line.plugin, 0, line.functions, line.allowance, &line.name};
  Result<void> entered = enter(entry, host, spent);
  data.evaluated.renewed = renews;
  if (data.syntax) return std::move(*data.syntax);
  if (!entered.ok()) return error_of_line(std::move(entered).error(), line);
  return std::move(data.evaluated);
}

std::vector<std::string> LuaSandbox::globals(std::size_t plugin) {
  return session_names(state_->lua, plugin);
}

}  // namespace

Result<std::unique_ptr<Console>> make_console(std::shared_ptr<const ProgramStates> program) {
  std::unique_ptr<State> state = TRY(program->make_state());
  return std::unique_ptr<Console>(new LuaSandbox(std::move(program), std::move(state)));
}

}  // namespace gavel
