#include "commands.hpp"

#include <cstdlib>
#include <string>

#include "rules/batch.hpp"
#include "state/json_writer.hpp"
#include "turn/turn.hpp"

#include "samples.hpp"

namespace gavel::bench {
namespace {

constexpr std::size_t kTurns = 1000;  // per round; a command costs microseconds, so that these are enough

std::size_t turns_of(const World& world) { return std::min(kTurns, world.turns()); }

// Runs every set through `run(command)`: one command, filled in anew, so that only the document is cold.
template <typename Run>
double each_command(World& world, Run run) {
  Command command;
  return world.ns_per_set(turns_of(world), [&](std::size_t turn) {
    for (std::size_t i = 0; i < kSetsPerTurn; ++i) {
      command.path = world.leaf(turn, i);
      command.value = world.next_value();
      run(command);
    }
    world.document.forget();
  });
}

double batches(World& world, const Context& context, const Guards& guards) {
  std::vector<Proposal> proposals(kSetsPerTurn);
  for (Proposal& proposal : proposals) {
    proposal.command.emplace();
    proposal.verb = "set";
  }
  IdSource ids("t/");
  return world.ns_per_set(turns_of(world), [&](std::size_t turn) {
    for (std::size_t i = 0; i < kSetsPerTurn; ++i) {
      proposals[i].command->path = world.leaf(turn, i);
      proposals[i].command->value = world.next_value();
    }
    std::size_t room = context.limits.max_listed_effects;
    const BatchInput input{.proposals = proposals, .context = context, .guards = guards, .turn = "t"};
    keep(judge_batch(world.document, input, ids, room));
    world.document.forget();
  });
}

std::string turn_text(World& world, std::size_t turn) {
  Json commands(Json::value_t::array);
  for (std::size_t i = 0; i < kSetsPerTurn; ++i) {
    Json command(Json::value_t::object);
    command["verb"] = "set";
    command["path"] = path_to_json(world.leaf(turn, i));
    command["value"] = world.next_value();
    commands.push_back(std::move(command));
  }
  return to_text(commands);
}

double texts(World& world, const Context& context, const Guards& guards) {
  std::vector<std::string> texts(turns_of(world));
  TurnInput input;
  TurnRules rules;
  input.parts.back().dialect = "ir";
  rules.context = context;
  input.now = rules.context.now;
  rules.guards = guards;
  const auto run = [&](std::size_t turn) {
    input.parts.back().text = texts[turn];
    const Result<Verdict> verdict = run_turn(world.document, input, rules);
    if (!verdict || verdict->lines.back().outcome.status != Status::kApplied) std::abort();
    world.document.forget();
  };
  return world.ns_per_set(turns_of(world), run, [&](std::size_t from, std::size_t to) {
    for (std::size_t turn = from; turn < to; ++turn) texts[turn] = turn_text(world, turn);
  });
}

}  // namespace

Guards example_guards() {
  constexpr std::string_view kRows = R"([
    {"path": "world.**", "write": ["tool", "operator"]},
    {"path": "area_0.person_0.secret", "write": ["operator"]},
    {"path": "*.*.*.field_1", "type": "integer", "min": 0, "max": 1000000000000},
    {"path": "*.*.*.*", "type": ["integer", "number", "string"]}])";
  Result<Json> rows = read_json(kRows, Limits());
  Result<FieldTable> table = FieldTable::from_json(*rows, Limits());
  return Guards(std::move(table).value());
}

void measure_commands(World& world, const Guards& guards) {
  const Context context;
  const std::string_view shape = world.name();
  const Judge judge = [&guards](const Proposed& proposed) { return guards.judge(proposed); };
  const auto expect_applied = [](const Outcome& outcome) {
    if (outcome.status != Status::kApplied) std::abort();
  };
  sample("execute", shape, each_command(world, [&](const Command& command) {
           expect_applied(execute(world.document, command, context, {}));
         }));
  sample("execute, guards", shape, each_command(world, [&](const Command& command) {
           expect_applied(execute(world.document, command, context, judge));
         }));
  sample("execute, guards, effect rows", shape, each_command(world, [&](const Command& command) {
           const Document::Savepoint from = world.document.savepoint();
           expect_applied(execute(world.document, command, context, judge));
           std::size_t room = context.limits.max_listed_effects;
           bool cut = false;
           keep(effect_rows(world.document, from, {}, room, cut));
         }));
  sample("judge_batch of 10", shape, batches(world, context, guards));
  sample("run_turn of 10 from text", shape, texts(world, context, guards));
}

}  // namespace gavel::bench
