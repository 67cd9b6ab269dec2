// FuzzGenerator: the cases of one seed. A case is a pure function of what the ruleset names, the seed and the
// case's number.
#pragma once

#include "fuzz_case.hpp"
#include "fuzz_surroundings.hpp"
#include "fuzz_values.hpp"

namespace gavel {

class FuzzGenerator {
 public:
  // REQUIRES: `around` outlives it.
  FuzzGenerator(const FuzzSurroundings& around, std::uint64_t seed, std::uint64_t number)
      : around_(around), random_(seed, number), values_(around, random_), number_(number) {}

  // To be asked once.
  FuzzCase make();

 private:
  FuzzTurn turn(bool first);
  FuzzPiece piece();
  FuzzPiece words();
  Json settings();
  Json command();
  Json call(bool in_order);
  Json write(const Path& path);
  Json options(std::string_view verb);
  Path place();
  Path any_place();
  Path instance(const Path& pattern);
  std::string dialect(bool calls);

  const FuzzSurroundings& around_;
  Random random_;
  FuzzValues values_;
  std::uint64_t number_;
  Actor actor_ = Actor::kModel;  // who says what is being made
};

}  // namespace gavel
