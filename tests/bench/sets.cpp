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

double find_all(World& world) {
  return world.ns_per_set(world.turns(), [&world](std::size_t turn) {
    for (std::size_t i = 0; i < kSetsPerTurn; ++i) keep(world.document.find(world.leaf(turn, i))->type());
  });
}

double put_all(World& world) {
  return world.ns_per_set(world.turns(), [&world](std::size_t turn) {
    put_turn(world, turn);
    world.document.forget();
  });
}

double set_all(World& world) {
  return world.ns_per_set(world.turns(), [&world](std::size_t turn) {
    for (std::size_t i = 0; i < kSetsPerTurn; ++i) {
      const Document::Savepoint from = world.document.savepoint();
      world.document.put(world.leaf(turn, i), world.next_value());
      keep(read_effects(world.document, from));
    }
    world.document.forget();
  });
}

double set_with_effects_once(World& world) {
  return world.ns_per_set(world.turns(), [&world](std::size_t turn) {
    const Document::Savepoint from = world.document.savepoint();
    put_turn(world, turn);
    keep(read_effects(world.document, from));
    world.document.forget();
  });
}

// The turn that was played last: its leaves are still at hand. `take_back(from)` is timed, the median counts.
template <typename TakeBack>
double take_back_last(World& world, TakeBack take_back) {
  std::vector<double> times;
  for (std::size_t turn = 0; turn < world.turns(); ++turn) {
    world.ready(turn);
    const Document::Savepoint from = world.document.savepoint();
    put_turn(world, turn);
    const Clock::time_point begin = Clock::now();
    take_back(from);
    times.push_back(ns_since(begin));
  }
  return median(std::move(times));
}

// All turns of the round, from the last to the first: most have long left the caches.
double undo_old(World& world) {
  std::vector<Document::Savepoint> savepoints;
  for (std::size_t turn = 0; turn < world.turns(); ++turn) {
    world.ready(turn);
    savepoints.push_back(world.document.savepoint());
    put_turn(world, turn);
  }
  std::vector<double> times;
  for (; !savepoints.empty(); savepoints.pop_back()) {
    const Clock::time_point begin = Clock::now();
    keep(world.document.undo(savepoints.back()));
    times.push_back(ns_since(begin));
  }
  return median(std::move(times));
}

}  // namespace

void measure_sets(World& world) {
  Document& document = world.document;
  const std::string_view shape = world.name();
  sample("find", shape, find_all(world));
  sample("put", shape, put_all(world));
  sample("set", shape, set_all(world));
  sample("set, effects once a turn", shape, set_with_effects_once(world));
  sample("undo last turn", shape,
         take_back_last(world, [&](Document::Savepoint from) { keep(document.undo(from)); }));
  sample("rollback last turn", shape,
         take_back_last(world, [&](Document::Savepoint from) { document.rollback(from); }));
  sample("undo old turn", shape, undo_old(world));
}

}  // namespace gavel::bench
