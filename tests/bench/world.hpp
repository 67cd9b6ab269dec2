// A document under measurement and the leaves that are written in it.
#pragma once

#include <cstdlib>
#include <utility>
#include <vector>

#include "state/document.hpp"
#include "state/json_reader.hpp"

#include "shapes.hpp"

namespace gavel::bench {

constexpr std::size_t kSetsPerTurn = 10;

struct World {
  const Shape& shape;
  Document document;
  std::vector<Path> leaves;
  std::int64_t value = 1'000'000;  // of the next set: never what stands there already

  World(const Shape& shape_in, std::size_t sets) : shape(shape_in), leaves(random_leaves(shape_in, sets)) {
    Result<Json> json = read_json(state_text(shape), Limits());
    Result<Document> loaded = Document::load(std::move(json).value(), Json(), Limits());
    document = std::move(loaded).value();
  }

  std::size_t turns() const { return leaves.size() / kSetsPerTurn; }
  const Path& leaf(std::size_t turn, std::size_t set) const { return leaves[turn * kSetsPerTurn + set]; }
  Json next_value() { return Json(++value); }
};

}  // namespace gavel::bench
