#include "sets.hpp"

#include "state/effects.hpp"

#include "samples.hpp"

namespace gavel::bench {
namespace {

void put_turn(World& world, std::size_t turn) {
  for (std::size_t i = 0; i < kSetsPerTurn; ++i) world.document.put(world.leaf(turn, i), world.next_value());
}

// The change record: before and after of every effect, read and used.
std::size_t read_effects(const Document& document, Document::Savepoint from) {
  std::size_t seen = 0;
  visit_effects(document, from, {}, [&seen](const Effect& effect) {
    seen += effect.path.bytes().size() + static_cast<std::size_t>(effect.before->type());
    seen += static_cast<std::size_t>(*effect.after->get_ptr<const std::int64_t*>());
    return true;
  });
  return seen;
}

double find_all(const World& world) {
  return ns_each(world.leaves.size(),
                 [&world](std::size_t i) { keep(world.document.find(world.leaves[i])->type()); });
}

// Runs `step(turn)` for all turns and drops the journal after each; nanoseconds of a set.
template <typename Step>
double set_in_turns(World& world, Step step) {
  return ns_each(world.turns(),
                 [&](std::size_t turn) {
                   step(turn);
                   world.document.forget();
                 }) /
         kSetsPerTurn;
}

double set_all(World& world) {
  return set_in_turns(world, [&world](std::size_t turn) {
    for (std::size_t i = 0; i < kSetsPerTurn; ++i) {
      const Document::Savepoint from = world.document.savepoint();
      world.document.put(world.leaf(turn, i), world.next_value());
      keep(read_effects(world.document, from));
    }
  });
}

double set_with_effects_once(World& world) {
  return set_in_turns(world, [&world](std::size_t turn) {
    const Document::Savepoint from = world.document.savepoint();
    put_turn(world, turn);
    keep(read_effects(world.document, from));
  });
}

// The turn that was played last: its leaves are still at hand. `take_back(from)` is timed, the median counts.
template <typename TakeBack>
double take_back_last(World& world, TakeBack take_back) {
  std::vector<double> times;
  times.reserve(world.turns());
  for (std::size_t turn = 0; turn < world.turns(); ++turn) {
    const Document::Savepoint from = world.document.savepoint();
    put_turn(world, turn);
    const Clock::time_point begin = Clock::now();
    take_back(from);
    times.push_back(ns_since(begin));
  }
  return median(times);
}

// All turns of the round, from the last to the first: most have long left the caches.
double undo_old(World& world) {
  std::vector<Document::Savepoint> savepoints;
  savepoints.reserve(world.turns());
  for (std::size_t turn = 0; turn < world.turns(); ++turn) {
    savepoints.push_back(world.document.savepoint());
    put_turn(world, turn);
  }
  return ns_each(world.turns(),
                 [&](std::size_t i) { keep(world.document.undo(savepoints[world.turns() - 1 - i])); });
}

}  // namespace

void measure_sets(World& world) {
  Document& document = world.document;
  const std::string_view shape = world.shape.name;
  sample("find", shape, find_all(world));
  sample("put", shape, set_in_turns(world, [&world](std::size_t turn) { put_turn(world, turn); }));
  sample("set", shape, set_all(world));
  sample("set, effects once a turn", shape, set_with_effects_once(world));
  sample("undo last turn", shape,
         take_back_last(world, [&](Document::Savepoint from) { keep(document.undo(from)); }));
  sample("rollback last turn", shape,
         take_back_last(world, [&](Document::Savepoint from) { document.rollback(from); }));
  sample("undo old turn", shape, undo_old(world));
}

}  // namespace gavel::bench
