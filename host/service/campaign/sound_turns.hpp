// Which of the turns that were salvaged are sound, and how they hang together. The chain of hashes says both:
// a record that no hash vouches for is lost, whatever its row says; of a sound one, all else that its row
// holds can be made again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "store/records.hpp"

#include "identity.hpp"

namespace gavel {

struct SoundTurn {
  Turn turn;  // id, attempt, time and text_hash are what the record says
  bool whole = false;
  Json record;
  TurnInput inputs;
  bool swap = false;
  // The turn before, as an index; nothing: the beginning. Where that is lost (`adrift`), the last sound one
  // before it.
  std::optional<std::size_t> parent;
  bool adrift = false;
};

struct SoundTurns {
  std::vector<SoundTurn> turns;  // a parent before its children
  std::vector<Salvage::Row> lost;
  std::string first_branch;
};

SoundTurns sound_turns(const Salvage& salvage);

}  // namespace gavel
