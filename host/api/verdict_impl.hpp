// What a public verdict holds: its bytes, and the same as a tree.
#pragma once

#include <string>

#include "gavel/verdict.hpp"

#include "impl.hpp"

namespace gavel::v1 {

struct Verdict::Impl {
  // REQUIRES: the tree says what the text says.
  static Result<Verdict> of(std::string text, core::Json tree);

  std::string text;
  Json json;
  std::string turn;
  std::string hash;
  Outcome outcome = Outcome::kAccepted;
};

}  // namespace gavel::v1
