// The game that the simulator plays: rules so small that a turn costs little, and yet everything that a turn
// may leave behind: a number in the state, dice, a plugin's memory, idempotency keys, the milestone, the
// summary's version, calls that fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "campaign/campaigns.hpp"

namespace gavel::simulation {

// The ruleset's image.
const std::string& game_image();

constexpr int kOnce = 100;           // what a command with an idempotency key adds
constexpr int kHistory = 2;          // earlier turns that its rules may look at
constexpr std::size_t kRetries = 1;  // attempts that are asked to be written again

// What a turn wants.
struct Ask {
  int asked = 0;  // added to `n` by the player's text
  int added = 0;  // and by the model's
  int step = 0;  // by the tool: so many times the setting sim.factor; it rolls dice, remembers and looks back
  int once = 0;  // 1 to 3: adds kOnce, unless that idempotency key was used on the way here
  bool summary = false;  // brings a new summary
  bool refused = false;  // a call in it is refused: it must come to nothing
};

// A turn as a client sends it, and sends again until it is answered.
struct Request {
  std::size_t campaign = 0;
  Ask ask;
  TurnInput turn;
  std::string text;  // of the model: no two requests have the same
  bool answered = false;
  Decision decision = Decision::kAccepted;
  std::string verdict;
};

Request request_of(std::size_t campaign, const std::string& id, const Ask& ask, std::size_t serial);

// A change that is no turn.
struct Order {
  enum class Kind { kRollback, kUndo, kRestore, kBranch, kCheckpoint, kChange };
  Kind kind = Kind::kUndo;
  std::optional<std::string> turn;  // nothing: where the campaign stands
  std::string name;                 // of a branch, or a checkpoint's label
  std::optional<std::string> title;
  std::optional<int> factor;
  std::optional<int> every;
  std::optional<std::string> actor;
};

const char* kind_name(Order::Kind kind);
Json fields_of(const Order& order);

}  // namespace gavel::simulation
