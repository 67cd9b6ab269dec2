// The way through the tree of turns: which turns lead to a place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/records.hpp"

namespace gavel {

// The turns of one branch from one version to another, both included.
struct Stretch {
  std::string branch;
  std::uint64_t first = 1;
  std::uint64_t last = 0;

  bool operator==(const Stretch&) const = default;
};

// The branch of that id, or nullptr. REQUIRES: branches in the order of Campaign::branches.
const Branch* find_branch(const std::vector<Branch>& branches, std::string_view id);

// The stretches that lead to a version on a branch's line, from the beginning on; none is empty.
std::vector<Stretch> line_to(const std::vector<Branch>& branches, std::string_view branch,
                             std::uint64_t version);

// Whether the turn that was committed on `branch` as `version` lies on the line.
bool on_line(const std::vector<Stretch>& line, std::string_view branch, std::uint64_t version);

// Where the turns that follow one directly stand: each a branch and the version after. A re-roll's siblings
// are the turns that follow the same one.
struct TurnPlace {
  std::string branch;
  std::uint64_t version = 0;

  bool operator==(const TurnPlace&) const = default;
};
std::vector<TurnPlace> following(const std::vector<Branch>& branches, std::string_view turn,
                                 std::string_view branch, std::uint64_t version);

}  // namespace gavel
