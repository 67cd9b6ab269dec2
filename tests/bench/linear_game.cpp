#include "linear_game.hpp"

#include <algorithm>
#include <stdexcept>

#include "ruleset/ruleset.hpp"
#include "state/json_reader.hpp"
#include "turn/turn.hpp"

namespace gavel::bench {
namespace {

// What a handler asks of the game, and the marks around what is measured: ctx.has {"<"} and ctx.has {">"}.
class MarkedHost final : public Host {
 public:
  MarkedHost(Host& inner, const Sandbox& sandbox, Cost& cost)
      : inner_(inner), sandbox_(sandbox), cost_(cost) {}

  const Json* read(const PathText& path) override { return inner_.read(path); }
  const Json* read(PathView path) override {
    const std::string_view key = path.bytes().size() == kMarkBytes ? (*path.begin()).key : "";
    if (key == ">") {
      cost_.ns += spent_ms() * 1e6;
      cost_.units += static_cast<double>(sandbox_.standing().fuel);
    } else if (key == "<") {
      cost_.units -= static_cast<double>(sandbox_.standing().fuel);
      cost_.ns -= spent_ms() * 1e6;
    } else {
      return inner_.read(path);
    }
    return nullptr;
  }
  Path locate(const PathText& path) override { return inner_.locate(path); }
  const Json& shown(PathView path, const Json& node) override { return inner_.shown(path, node); }
  std::uint64_t generation() const override { return inner_.generation(); }
  const Json* field(std::size_t field) override { return inner_.field(field); }
  Result<Json> call(std::size_t function, std::span<const Json> args) override {
    return inner_.call(function, args);
  }
  std::uint64_t work() override { return inner_.work(); }

 private:
  static constexpr std::size_t kMarkBytes = 5;  // of the path of a mark
  Host& inner_;
  const Sandbox& sandbox_;
  Cost& cost_;
};

// Measures what handlers do between the marks, with whatever else that brings about.
class MeasuredSandbox final : public Sandbox {
 public:
  explicit MeasuredSandbox(std::unique_ptr<Sandbox> inner) : inner_(std::move(inner)) {}

  Result<Returned> call(const Call& call, Host& host, Spent& spent) override {
    MarkedHost marked(host, *inner_, cost);
    Result<Returned> returned = inner_->call(call, marked, spent);
    if (!returned) failure = returned.error().message;
    if (returned) last = returned->value;
    return returned;
  }
  void set_deadline(std::size_t /*milliseconds*/) override { inner_->set_deadline(0); }
  HandlerPlace standing() const override { return inner_->standing(); }
  std::optional<std::size_t> slowest() const override { return inner_->slowest(); }
  std::size_t held_bytes() const override { return inner_->held_bytes(); }

  Cost cost;
  std::string failure;
  Json last;

 private:
  std::unique_ptr<Sandbox> inner_;
};

// Instructions are counted a hundred at a time: a loop takes many hundreds of steps.
constexpr double kLoopSteps = 1500;
constexpr std::size_t kFewTimes = 32;

constexpr const char* kRuleset =
    "ruleset: bench\nversion: 1.0.0\nplugins: [p]\nretry: {on: []}\nlimits: {max_handler_fuel: "
    "1000000000000, "
    "max_turn_fuel: 1000000000000, max_turn_output_bytes: 1000000000, max_handler_bytes: 1000000000000, "
    "max_lua_bytes: 1000000000, max_host_calls: 1000000000, max_log_bytes: 1000000000, max_commands: "
    "1000000}\n";

[[noreturn]] void give_up(const std::string& name, const std::string& why) {
  throw std::runtime_error(name + " cannot run: " + why);
}

std::shared_ptr<const Ruleset> ruleset_of(const std::string& name, const std::string& lua) {
  std::vector<Problem> problems;
  RulesetSource source;
  source.file = read_ruleset_file(kRuleset, "ruleset.yaml", Limits(), problems);
  Pack pack;
  pack.manifest =
      read_manifest("plugin: p\nversion: 1.0.0\napi: 1\nsummary: {en: e, zh: z}\nfiles: [p.lua]\n",
                    "plugin.yaml", Limits(), problems);
  pack.as = "p";
  pack.params = Json(Json::value_t::object);
  pack.folder = "plugins/p";
  pack.files.push_back({"p.lua", lua});
  source.packs.push_back(std::move(pack));
  Ruleset::Built built = Ruleset::build(std::move(source));
  for (const Problem& problem : built.problems)
    if (built.ruleset == nullptr) give_up(name, problem.error.message + "\n" + problem.error.detail);
  return built.ruleset;
}

// A game at one size, with as many earlier turns.
struct Played {
  Played(const std::string& name_in, const Scene& scene, std::size_t size, std::size_t times)
      : name(name_in),
        text(scene.text),
        ruleset(ruleset_of(name_in, scene.lua)),
        sandbox(std::move(ruleset->pool().take()).value()),
        document(Document::load(
                     read_json("{\"n\":" + std::to_string(size) + ",\"times\":" + std::to_string(times) +
                                   (scene.state == nullptr ? "" : scene.state(size)) + "}",
                               Limits())
                         .value(),
                     Json(), ruleset->limits())
                     .value()),
        history(Json(Json::value_t::array)) {
    if (scene.lua.find("ctx.history") == std::string::npos) return;
    for (std::size_t i = 0; i < size; ++i)
      history.push_back(Json{{"turn_id", "t-" + std::to_string(i)}, {"user_input", "I look around."}});
  }

  Cost turn() {
    // A reading of the clock may fall out of a measurement; three in a row do not.
    for (int more = 2; more > 0; --more)
      if (const Cost cost = one_turn(); cost.ns > 0) return cost;
    const Cost cost = one_turn();
    if (cost.ns <= 0) give_up(name, "no handler ran from mark to mark");
    return cost;
  }

  Cost one_turn() {
    const Document::Savepoint begin = document.savepoint();
    TurnInput input;
    TurnRules rules;
    input.parts.back().text = text;
    input.now = Time{1'000};
    rules.ruleset = ruleset.get();
    rules.sandbox = &sandbox;
    rules.history = &history;
    input.settings = Json(Json::value_t::object);
    sandbox.cost = {0, 0};
    sandbox.failure.clear();
    const Result<Verdict> verdict = run_turn(document, input, rules);
    if (!verdict) give_up(name, verdict.error().message);
    if (!sandbox.failure.empty()) give_up(name, sandbox.failure);
    for (const Line& line : verdict->lines)
      if (line.outcome.error) give_up(name, line.outcome.error->message);
    document.rollback(begin);
    document.forget();
    return sandbox.cost;
  }

  std::string name, text;
  std::shared_ptr<const Ruleset> ruleset;
  MeasuredSandbox sandbox;
  Document document;
  Json history;
};

}  // namespace

const char* const kHelpers = R"lua(
local t = { en = "e", zh = "z" }
local function items(n) local all = {} for i = 1, n do all[i] = i end return all end
local function members(n) local all = {} for i = 1, n do all["k" .. i] = i end return all end
local function digits(n) return ("0"):rep(n - 1) .. "2" end
-- So many texts of n bytes that differ at their ends.
local function alike(count, n)
  local all, front = {}, ("k"):rep(n)
  for i = 1, count do all[i] = front .. (count - i + 1000) end
  return all
end
local function set_of(all) local set = {} for _, one in ipairs(all) do set[one] = true end return set end
local function nested(n) local all = {} for i = 2, n do all = { all } end return all end
local function fails(f, ...) if pcall(f, ...) then error("it does not fail") end end
)lua";

Row game_row(std::string name, Scene scene, std::size_t size) {
  Row row{name, {}, size};
  row.prepare = [name = std::move(name), scene = std::move(scene), size](std::size_t at) -> Run {
    const std::size_t few = std::min(kFewTimes, scene.times);
    const double once = Played(name, scene, size, few).turn().units / static_cast<double>(few);
    const auto times = static_cast<std::size_t>(kLoopSteps / std::max(once, 2.0));
    return [game = std::make_shared<Played>(
                name, scene, at, std::clamp<std::size_t>(times, 1, scene.times))] { return game->turn(); };
  };
  return row;
}

std::string measured_loop(const std::string& prepare, const std::string& once) {
  return "local n, times = ctx.get(\"n\"), ctx.get(\"times\")\nlocal s = (\"a\"):rep(n)\n" + prepare +
         "\nctx.has {\"<\"}\nfor i = 1, times do\n" + once + "\nend\nctx.has {\">\"}\n";
}

Scene tool_scene(const std::string& prepare, const std::string& once, std::size_t times) {
  return {kHelpers + ("tool \"t\" { summary = t, guidance = t, args = {}, rejects = {}, settles = {}, run = "
                      "function(args, ctx)\n" +
                      measured_loop(prepare, once) + "end }\n"),
          R"({"tool_calls":[{"tool":"t","args":{}}]})", nullptr, times};
}

std::vector<std::string> no_scalars(const std::vector<std::string>& names) {
  std::string body = "local types = {}\n";
  for (const std::string& name : names)
    body.append("types[\"").append(name).append("\"] = type(").append(name).append(")\n");
  Scene scene = tool_scene("", "", 1);
  scene.lua =
      "local t = { en = 'e', zh = 'z' }\ntool \"t\" { summary = t, guidance = t, args = {}, rejects = "
      "{}, settles = {}, run = function(args, ctx)\n" +
      body + "ctx.has {'<'} ctx.has {'>'} return types\nend }\n";
  Played game("names", scene, 1, 1);
  game.turn();
  std::vector<std::string> out;
  for (const std::string& name : names) {
    const Json* type = member(game.sandbox.last, name);
    if (type != nullptr && *type != "number" && *type != "string") out.push_back(name);
  }
  return out;
}

}  // namespace gavel::bench
