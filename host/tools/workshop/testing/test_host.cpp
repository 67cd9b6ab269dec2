#include "test_host.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"
#include "state/suggest.hpp"
#include "state/yaml_tree.hpp"
#include "testing/scenario.hpp"
#include "turn/turn.hpp"

#include "test_state.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostLogs = 1000;
constexpr std::size_t kMostFailures = 5;

Error refused(std::string what, std::string hint = {}) {
  return {Code::kPluginError, std::move(what), std::move(hint)};
}

const Json& argument(std::span<const Json> args, std::size_t index) {
  static const Json kNone;
  return index < args.size() ? args[index] : kNone;
}

Result<void> check_options(const Json& options, std::string_view function,
                           std::span<const std::string_view> known) {
  if (options.is_null()) return {};
  if (!options.is_object())
    return refused("the last argument of t." + std::string(function) + " must be a table of options, not " +
                   described(options));
  for (const auto& [name, value] : object_of(options)) {
    if (name != "attempt" && name != "alone" && !value.is_string())
      return refused("`" + shortened(printable(name), 64) + "` of t." + std::string(function) +
                     " is a text, not " + described(value));
    if (std::find(known.begin(), known.end(), name) == known.end())
      return refused(
          "t." + std::string(function) + " has no option \"" + shortened(printable(name), 64) + "\"",
          nearest_hint(name, known));
  }
  return {};
}

// What the options of a turn say.
struct AskedTurn {
  std::string user;
  std::string dialect = "auto";
  std::string id;
  Actor actor = Actor::kModel;
  std::size_t attempt = 1;
};

Result<AskedTurn> asked_turn(const Json& options) {
  static constexpr std::array<std::string_view, 5> kOptions = {"user", "actor", "dialect", "id", "attempt"};
  TRY(check_options(options, "turn", kOptions));
  AskedTurn asked;
  asked.user = text_at(options, "user");
  asked.id = text_at(options, "id");
  if (std::string dialect = text_at(options, "dialect"); !dialect.empty()) asked.dialect = std::move(dialect);
  if (const std::string speaker = text_at(options, "actor"); !speaker.empty()) {
    const std::optional<Actor> actor = actor_of(speaker);
    if (!actor || *actor > Actor::kOperator)
      return refused("actor is \"model\", \"player\" or \"operator\", not \"" +
                     shortened(printable(speaker), 64) + "\"");
    asked.actor = *actor;
  }
  const Json* attempt = options.is_object() ? member(options, "attempt") : nullptr;
  if (attempt == nullptr) return asked;
  if (!attempt->is_number_integer() || wide(*attempt) < 1 || wide(*attempt) > 1000)
    return refused("attempt is a number from 1 to 1000, not " + described(*attempt));
  asked.attempt = static_cast<std::size_t>(wide(*attempt));
  return asked;
}

// Takes a member out of options.
Json taken(Json& options, std::string_view name) {
  const Json* found = options.is_object() ? member(options, name) : nullptr;
  if (found == nullptr) return {};
  Json value = *found;
  options.erase(std::string(name));
  return value;
}

void put_place(Json& command, const Json& place, const std::string& name) {
  command[(place.is_string() ? "raw_" : "") + name] = place;
}

const char* verb_of(TestAsk ask) {
  switch (ask) {
    case TestAsk::kMerge:
      return "merge";
    case TestAsk::kInsert:
      return "insert";
    case TestAsk::kPush:
      return "push";
    case TestAsk::kPull:
      return "pull";
    case TestAsk::kDelete:
      return "delete";
    case TestAsk::kMove:
      return "move";
    case TestAsk::kAdd:
      return "add";
    default:
      return "set";
  }
}

}  // namespace

TestHost::TestHost(const TestWorld& world, Sandbox& sandbox, Document document, Json settings)
    : world_(&world),
      sandbox_(&sandbox),
      document_(std::move(document)),
      context_(world.ruleset->context(kScenarioBegin)),
      settings_(std::move(settings)) {}

Result<TestHost> TestHost::make(const TestWorld& world, Sandbox& sandbox) {
  Document document = TRY(Document::load(world.state, Json(), world.ruleset->limits()));
  Json settings = TRY(world.ruleset->settings(Json()));
  return TestHost(world, sandbox, std::move(document), std::move(settings));
}

const Json* TestHost::read(const PathText& path) { return read(path.resolve(document_.data())); }

const Json* TestHost::read(PathView path) { return resolve(document_.data(), path, context_.described).node; }

Path TestHost::locate(const PathText& path) {
  return resolve(document_.data(), path.resolve(document_.data()), context_.described).shown;
}

const Json& TestHost::shown(PathView path, const Json& node) {
  return is_described(context_.described, path, node) ? array_of(node)[0] : node;
}

Result<Json> TestHost::call(std::size_t function, std::span<const Json> args) {
  const auto ask = static_cast<TestAsk>(function);
  if (ask >= TestAsk::kEqual) return expect(ask, args);
  ++generation_;
  switch (ask) {
    case TestAsk::kExists: {
      if (!args[0].is_string()) {
        const Result<Path> path = path_from_json(args[0], context_.limits);
        if (!path) return refused(path.error().message, path.error().hint);
        return Json(read(*path) != nullptr);
      }
      const Result<PathText> path = PathText::parse(string_of(args[0]), context_.limits);
      if (!path) return refused(path.error().message, path.error().hint);
      return Json(read(*path) != nullptr);
    }
    case TestAsk::kLog:
      return log(args);
    case TestAsk::kTurn:
      if (!args[0].is_string()) return refused("t.turn takes the model's text, got " + described(args[0]));
      return turn(string_of(args[0]), "", argument(args, 1));
    case TestAsk::kCall:
      return call_tool(args);
    case TestAsk::kCommand:
      if (!args[0].is_object())
        return refused("t.command takes a command: { verb = \"set\", path = \"a.b\", value = 1 }");
      return run_command(args[0], argument(args, 1));
    case TestAsk::kState:
    case TestAsk::kNow:
    case TestAsk::kSettings:
    case TestAsk::kSeed:
    case TestAsk::kCampaign:
      return fixture(ask, args);
    default:
      return write(ask, args);
  }
}

// ---- what a test begins with

Result<Json> TestHost::fixture(TestAsk ask, std::span<const Json> args) {
  if (ask == TestAsk::kState) return give_state(args);
  if (ask == TestAsk::kNow) return set_clock(args);
  if (ask == TestAsk::kSettings) return settle(args[0]);
  if (ask == TestAsk::kSeed) {
    if (!args[0].is_string()) return refused("t.seed takes a text");
    seed_ = string_of(args[0]);
    return Json();
  }
  if (!args[0].is_object()) return refused("t.campaign takes a table of the campaign's fields");
  for (const auto& [name, value] : object_of(args[0])) campaign_[name] = value;
  return Json();
}

Result<Json> TestHost::give_state(std::span<const Json> args) {
  static constexpr std::array<std::string_view, 1> kOptions = {"alone"};
  const Json& options = argument(args, 1);
  TRY(check_options(options, "state", kOptions));
  const Json* alone = options.is_object() ? member(options, "alone") : nullptr;
  const Json empty(Json::value_t::object);
  const bool on_nothing = alone != nullptr && *alone == true;
  Json state =
      TRY(test_state(args[0], on_nothing ? empty : document_.data(), world_->folder, context_.limits));
  document_ = TRY(Document::load(std::move(state), Json(), context_.limits));
  return Json();
}

Result<Json> TestHost::set_clock(std::span<const Json> args) {
  if (args.empty()) return Json(format_time(context_.now));
  if (args[0].is_number_integer() && wide(args[0]) >= 0 && wide(args[0]) <= 1'000'000'000'000) {
    context_.now.ms += static_cast<std::int64_t>(wide(args[0])) * 1000;
    return Json(format_time(context_.now));
  }
  if (!args[0].is_string())
    return refused("t.now takes a time, \"2025-09-20T08:00:00Z\", or seconds to go on by");
  const Result<Time> now = parse_time(string_of(args[0]));
  if (!now) return refused("t.now: " + now.error().message, now.error().hint);
  context_.now = *now;
  return Json(format_time(context_.now));
}

Result<Json> TestHost::settle(const Json& given) {
  if (!given.is_object()) return refused("t.settings takes a table: { [\"rules.hard\"] = true }");
  Json chosen = chosen_;
  for (const auto& [name, value] : object_of(given)) chosen[name] = value;
  Json settings = TRY(world_->ruleset->settings(chosen));
  chosen_ = std::move(chosen);
  settings_ = std::move(settings);
  return Json();
}

Result<Json> TestHost::log(std::span<const Json> args) {
  std::string text;
  for (const Json& value : args)
    text += (text.empty() ? "" : " ") + (value.is_string() ? string_of(value) : to_text(value));
  if (logs_.size() < kMostLogs) logs_.push_back(shortened(printable(text), context_.limits.max_log_bytes));
  return Json();
}

// ---- what a test does

Result<Json> TestHost::write(TestAsk ask, std::span<const Json> args) {
  Json command(Json::value_t::object);
  command["verb"] = verb_of(ask);
  const bool moves = ask == TestAsk::kMove;
  if (moves) put_place(command, args[0], "from");
  put_place(command, moves ? args[1] : args[0], "path");
  const bool valued = !moves && ask != TestAsk::kDelete;
  Json options = argument(args, ask == TestAsk::kDelete ? 1 : 2);
  if (valued && !(ask == TestAsk::kPull && options.is_object() && options.contains("where")))
    command["value"] = args[1];
  if (!options.is_null() && !options.is_object())
    return refused("options are a table, such as { actor = \"player\" }");
  Json speaking(Json::value_t::object);
  for (const char* name : {"actor", "id"})
    if (Json value = taken(options, name); !value.is_null()) speaking[name] = std::move(value);
  if (options.is_object() && !options.empty()) command["options"] = std::move(options);
  return run_command(std::move(command), speaking);
}

Result<Json> TestHost::run_command(Json command, const Json& options) {
  for (const char* name : {"path", "from"}) {
    Json place = taken(command, name);
    if (!place.is_null()) put_place(command, place, name);
  }
  return one_line(to_text(Json(JsonArray{std::move(command)})), "ir", options);
}

Result<Json> TestHost::call_tool(std::span<const Json> args) {
  if (!args[0].is_string()) return refused("t.call takes a tool's name, got " + described(args[0]));
  // A misspelt name would be rejected, too, and pass where that is expected.
  std::vector<std::string_view> tools;
  for (const Registration& one : world_->ruleset->registry().all)
    if (one.kind == "tool") tools.push_back(one.name);
  const std::string& name = string_of(args[0]);
  if (std::ranges::find(tools, name) == tools.end()) {
    std::string near = hints_.nearest_hint(name, tools);
    if (near.empty()) near = "a call of what is no tool is made by a turn: t.turn(…)";
    return refused("no plugin registers the tool \"" + shortened(printable(name), 64) + "\"",
                   std::move(near));
  }
  const Json& given = argument(args, 1);
  if (!given.is_null() && !given.is_object())
    return refused("t.call takes the tool's arguments as a table: { whom = \"north\" }");
  Json call(Json::value_t::object);
  call["id"] = "call_001";
  call["tool"] = args[0];
  call["args"] = given.is_null() ? Json(Json::value_t::object) : given;
  Json calls(Json::value_t::object);
  calls["tool_calls"] = Json(JsonArray{std::move(call)});
  return one_line(to_text(calls), "tools", argument(args, 2));
}

// A turn of one command: its line, with what else the verdict says.
Result<Json> TestHost::one_line(std::string_view text, std::string_view dialect, const Json& options) {
  Json verdict = TRY(turn(text, dialect, options));
  const Json* rows = member(verdict, "commands");
  if (rows == nullptr || rows->empty()) {
    std::string why;
    if (const Json* warnings = member(verdict, "warnings"))
      for (const Json& warning : array_of(*warnings)) why += ": " + text_at(warning, "message");
    return refused("nothing was read as a command in " + shortened(std::string(text), 200) + why);
  }
  Json line = array_of(*rows).front();
  for (const char* name :
       {"outcome", "changes", "events", "rolls", "logs", "conflicts", "warnings", "tool_results", "feedback"})
    if (const Json* found = member(verdict, name); found != nullptr && !line.contains(name))
      line[name] = *found;
  return line;
}

Result<Json> TestHost::turn(std::string_view text, std::string_view dialect, const Json& options) {
  const AskedTurn asked = TRY(asked_turn(options));
  const std::string id = asked.id.empty() ? "t-" + std::to_string(turns_ + 1) : asked.id;
  TurnInput input;
  input.parts = parts_of(asked.user, std::string(text), asked.actor,
                         dialect.empty() ? asked.dialect : std::string(dialect));
  input.attempt = asked.attempt;
  input.turn = id;
  input.now = context_.now;
  input.seed = seed_;
  input.settings = settings_;
  input.campaign = campaign_;
  if (const auto& milestone = world_->ruleset->milestone()) {
    input.milestone_policy = milestone->policy;
    input.milestone_with = milestone->with;
  }
  TurnRules rules;
  rules.context = context_;
  rules.ruleset = world_->ruleset.get();
  rules.sandbox = sandbox_;
  rules.history = &history_;
  rules.keeps_progress = true;
  Verdict verdict = TRY(run_turn(document_, input, rules));
  ++turns_;
  document_.forget();
  if (verdict.decision == Decision::kAccepted) keep_history(id, asked.user, verdict.reading.narration);
  Json json = verdict_json(verdict);
  keep_failures(json);
  return json;
}

// Nothing else shows that an automation or a derived value does nothing.
void TestHost::keep_failures(const Json& verdict) {
  const Json* warnings = member(verdict, "warnings");
  if (warnings == nullptr) return;
  for (const Json& one : array_of(*warnings)) {
    const std::string code = text_at(one, "code");
    if (code != "automation.failed" && code != "derive.failed") continue;
    const std::string at = text_at(one, "at");
    std::string text = code + ": " + text_at(one, "message") + (at.empty() ? "" : " (" + at + ")");
    const bool known = std::ranges::find(failures_, text) != failures_.end();
    if (!known && failures_.size() < kMostFailures) failures_.push_back(std::move(text));
  }
}

void TestHost::keep_history(const std::string& id, const std::string& user, const std::string& narration) {
  Json entry(Json::value_t::object);
  entry["turn_id"] = id;
  entry["user_input"] = user;
  entry["assistant_output_text"] = narration;
  history_.push_back(std::move(entry));
  JsonArray& all = array_of(history_);
  if (all.size() > context_.limits.max_history_turns) all.erase(all.begin());
}

}  // namespace gavel
