// A document under measurement and the leaves that are written in it.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "state/document.hpp"
#include "state/json_reader.hpp"

#include "samples.hpp"
#include "shapes.hpp"

namespace gavel::bench {

constexpr std::size_t kSetsPerTurn = 10;

// Paths are made before the clock runs, a few turns ahead: near at hand, as they are when a text has just
// been read, so that only the document is far away.
class World {
 public:
  World(const Shape& shape, std::size_t turns) : shape_(shape), turns_(turns), random_(shape) {
    Result<Json> json = read_json(state_text(shape), Limits());
    document = Document::load(std::move(json).value(), Json(), Limits()).value();
  }

  std::string_view name() const { return shape_.name; }
  std::size_t turns() const { return turns_; }
  // REQUIRES: ready(turn) was called for this turn or one of the few before.
  const Path& leaf(std::size_t turn, std::size_t set) const {
    return leaves_[turn % kAhead * kSetsPerTurn + set];
  }
  Json next_value() { return Json(++value_); }  // never what stands there already

  // Makes the paths of this turn, unless they are there. REQUIRES: turns from 0 on, one by one.
  bool ready(std::size_t turn) {
    if (turn % kAhead != 0) return false;
    if (turn == 0) random_.restart();
    for (Path& leaf : leaves_) random_.next(leaf);
    return true;
  }

  // Nanoseconds of a set, where `step(turn)` runs a turn of them, in the median of the chunks of a few turns.
  // `before(turn)` runs before each chunk, off the clock.
  template <typename Step, typename Before>
  double ns_per_set(std::size_t turns, Step step, Before before) {
    std::vector<double> chunks;
    for (std::size_t from = 0; from < turns; from += kAhead) {
      ready(from);
      const std::size_t to = std::min(turns, from + kAhead);
      before(from, to);
      const Clock::time_point begin = Clock::now();
      for (std::size_t turn = from; turn < to; ++turn) step(turn);
      chunks.push_back(ns_since(begin) / static_cast<double>((to - from) * kSetsPerTurn));
    }
    return median(std::move(chunks));
  }
  template <typename Step>
  double ns_per_set(std::size_t turns, Step step) {
    return ns_per_set(turns, step, [](std::size_t, std::size_t) {});
  }

  Document document;

 private:
  static constexpr std::size_t kAhead = 5;

  const Shape& shape_;
  std::size_t turns_;
  RandomLeaves random_;
  std::array<Path, kAhead * kSetsPerTurn> leaves_;
  std::int64_t value_ = 1'000'000;
};

}  // namespace gavel::bench
