// FuzzCase: a short game, as data that can be made smaller part by part, and its texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command/verb.hpp"
#include "ruleset/ruleset.hpp"
#include "state/json.hpp"

namespace gavel {

// A part of a text: commands in one envelope, or words around them.
struct FuzzPiece {
  std::string dialect;         // empty: words
  std::vector<Json> commands;  // in the IR's form
  std::string words;
};

struct FuzzTurn {
  bool by_operator = false;  // who wrote `model`
  std::int64_t after_s = 60;
  Json settings;  // changed before the turn, by key; null: none
  std::vector<FuzzPiece> user, model;
};

struct FuzzCase {
  std::uint64_t number = 0;
  std::vector<FuzzTurn> turns;

  std::size_t commands() const;
};

// One envelope in its dialect. Nothing: the dialect cannot express one of the commands.
std::optional<std::string> envelope_of(const FuzzPiece& piece, const Ruleset& ruleset);

// What the player or the model says in a turn.
std::string text_of(const std::vector<FuzzPiece>& pieces, const Ruleset& ruleset);

// "t-1", "t-2", as scenarios number their turns.
std::string turn_id(std::size_t index);

}  // namespace gavel
