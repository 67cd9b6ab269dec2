#include "lua/sandbox.hpp"

#include <algorithm>

#include "bridge.hpp"
#include "console.hpp"
#include "context.hpp"
#include "program_states.hpp"
#include "report.hpp"
#include "state.hpp"
#include "values.hpp"
#include "view.hpp"

namespace gavel {
namespace {

constexpr std::size_t kGarbageBytes = 512U << 10U;  // that may pile up before it is collected
constexpr int kDeepestCall = 16;                    // handlers called from within handlers

// What the protected function of one call takes and gives.
struct Passage {
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
  auto& passage = *static_cast<Passage*>(lua_touserdata(lua, 1));
  const Call& call = passage.call;
  const State& state = state_of(lua);
  lua_settop(lua, 0);
  ensure_stack(lua, static_cast<int>(call.args.size() + call.more.size()) + 8, "too many arguments");
  lua_rawgeti(lua, LUA_REGISTRYINDEX, kRefFirstHandler + static_cast<lua_Integer>(call.handler));
  for (const Argument& argument : call.args) push_argument(lua, argument);
  state.push(kRefContext);
  for (const Argument& argument : call.more) push_argument(lua, argument);
  lua_call(lua, lua_gettop(lua) - 1, 1);
  take_result(lua, passage.returned);
  return 0;
}

// A way into the state: a handler's call, or a line that somebody typed.
struct Entry {
  lua_CFunction function;  // takes `passage`; everything that Lua may raise in
  void* passage;
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
    state_->fuel.deadline = milliseconds == 0
                                ? std::chrono::steady_clock::time_point::max()
                                : std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  }

  std::size_t held_bytes() const override { return state_->memory.held; }

  HandlerPlace standing() const override {
    HandlerPlace now;
    if (state_->frame == nullptr) return now;
    now.fuel = state_->fuel.used - state_->frame->fuel;
    now.reader = reader_that_runs(state_->lua);
    Trace trace = take_trace(state_->lua, 0, state_->calls_below());
    if (trace.levels.empty()) return now;
    now.file = std::move(trace.levels.front().file);
    now.line = static_cast<std::size_t>(trace.levels.front().line);
    return now;
  }

 private:
  // Garbage is collected here and nowhere else.
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
  void begin(const Entry& entry, Frame& frame, Host& host);
  void end(const Frame& frame);
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

// What a call may spend, and what stood there before it.
void LuaSandbox::begin(const Entry& entry, Frame& frame, Host& host) {
  State& state = *state_;
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
    memory.charged = 0;
    memory.longest = state.loaded_longest;
  } else {
    frame.calls_below = depth_of_calls(state.lua);
    fuel.used += Fuel::kQuantum;  // the hook forgets what the outer call has begun
  }
  const Limits& limits = state.build.limits;
  frame.outer_fuel = fuel.most;
  frame.outer_bytes = memory.most_charged;
  frame.fuel = fuel.used;
  frame.bytes = memory.charged;
  const std::uint64_t own_fuel = entry.allowance.fuel != 0 ? entry.allowance.fuel : limits.max_handler_fuel;
  const std::uint64_t own_bytes =
      entry.allowance.bytes != 0 ? entry.allowance.bytes : limits.max_handler_bytes;
  fuel.most = frame.fuel + own_fuel;
  memory.most_charged = frame.bytes + own_bytes;
  if (frame.outer != nullptr) {
    fuel.most = std::min(fuel.most, frame.outer_fuel);
    memory.most_charged = std::min(memory.most_charged, frame.outer_bytes);
  }
  state.error_trace.levels.clear();
  state.frame = &frame;
  state.epoch = frame.epoch;
  Fuel::start(state.lua);
}

void LuaSandbox::end(const Frame& frame) {
  State& state = *state_;
  Fuel& fuel = state.fuel;
  if (fuel.trip == Trip::kHeld || fuel.trip == Trip::kStack) spoiled_ = true;
  state.frame = frame.outer;
  state.epoch = frame.outer != nullptr ? frame.outer->epoch : 0;
  fuel.most = frame.outer_fuel;
  state.memory.most_charged = frame.outer_bytes;
  // The budget was this call's; if it was the outer one's too, the outer call trips again at its next step.
  if (frame.outer == nullptr || fuel.trip == Trip::kFuel || fuel.trip == Trip::kBytes) {
    fuel.trip = Trip::kNone;
    fuel.trace = {};
  }
  state.memory.over_charged = false;
  if (frame.outer != nullptr && fuel.trip == Trip::kNone) Fuel::start(state.lua);
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
  Result<std::unique_ptr<State>> fresh = program_->make_state();
  if (!fresh.ok()) return fresh.error();
  (*fresh)->fuel.deadline = state_->fuel.deadline;
  state_ = std::move(*fresh);
  state_->fuel.stop = &stop_;
  spoiled_ = false;
  settle();
  return {};
}

Result<void> LuaSandbox::enter(const Entry& entry, Host& host, Spent& spent) {
  spent = {};
  if (spoiled_ && state_->frame == nullptr)
    if (Result<void> renewed = renew(); !renewed.ok()) return renewed.error();
  State& state = *state_;
  lua_State* lua = state.lua;
  int depth = 0;
  for (const Frame* outer = state.frame; outer != nullptr; outer = outer->outer) ++depth;
  if (depth >= kDeepestCall || lua_checkstack(lua, 8) == 0) {
    return report_fault(state.build, culprit_of(entry),
                        "handlers call one another too deeply; at most " + std::to_string(kDeepestCall),
                        "let no handler ask for itself: compute in a function that both call");
  }
  const int top = lua_gettop(lua);
  Frame frame;
  begin(entry, frame, host);
  state.push(kRefOnError);
  lua_pushcfunction(lua, entry.function);
  lua_pushlightuserdata(lua, entry.passage);
  const int status = lua_pcall(lua, 1, 0, top + 1);
  note_status(lua, status);
  const std::optional<std::string> changed = state.audit.restore(lua, frame.plugin);

  std::optional<Error> error;
  if (status != LUA_OK || state.fuel.trip != Trip::kNone) {
    error = report_failure(lua, culprit_of(entry));
  } else if (changed) {
    error = report_fault(state.build, culprit_of(entry), changed_upvalue_text(*changed));
  }
  const Trip trip = state.fuel.trip;
  spent = {.fuel = state.fuel.used - frame.fuel,
           .bytes = state.memory.charged - frame.bytes,
           .by_chance = trip == Trip::kDeadline || trip == Trip::kHeld || trip == Trip::kStopped};
  lua_settop(lua, top);
  end(frame);
  if (state.frame == nullptr && state.memory.held > collect_above_) settle();
  if (error) return std::move(*error);
  return {};
}

Result<Returned> LuaSandbox::call(const Call& call, Host& host, Spent& spent) {
  Passage passage{call, {}};
  const Entry entry{pass,         &passage,       state_->handler_plugins[call.handler],
                    call.handler, call.functions, call.allowance};
  Probe* probe = state_->build.probe;
  if (probe != nullptr) probe->begins();
  Result<void> entered = enter(entry, host, spent);
  if (probe != nullptr)
    tell(*probe, call.handler, passage.returned, spent, entered.ok() ? nullptr : &entered.error());
  if (!entered.ok()) return std::move(entered).error();
  return std::move(passage.returned);
}

Result<Evaluated> LuaSandbox::evaluate(const ConsoleLine& line, Host& host, Spent& spent) {
  stop_.store(false, std::memory_order_relaxed);
  const bool renews = spoiled_ && state_->frame == nullptr;
  LinePassage passage{line, {}, {}};
  const Entry entry{run_line, &passage, line.plugin, 0, line.functions, line.allowance, &line.name};
  Result<void> entered = enter(entry, host, spent);
  passage.evaluated.renewed = renews;
  if (passage.syntax) return std::move(*passage.syntax);
  if (!entered.ok()) return error_of_line(std::move(entered).error(), line);
  return std::move(passage.evaluated);
}

std::vector<std::string> LuaSandbox::globals(std::size_t plugin) {
  return session_names(state_->lua, plugin);
}

}  // namespace

Result<std::unique_ptr<Console>> make_console(std::shared_ptr<const ProgramStates> program) {
  Result<std::unique_ptr<State>> state = program->make_state();
  if (!state.ok()) return state.error();
  return std::unique_ptr<Console>(new LuaSandbox(std::move(program), std::move(*state)));
}

}  // namespace gavel
