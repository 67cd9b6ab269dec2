// What a recorded campaign was beside its turns, in the words of scenarios: what was in force before each
// turn, and what it began with.
#pragma once

#include <string>

#include "turn/turn_input.hpp"

namespace gavel {

// Settings and the campaign's fields, as the records of turns have them.
class InForce {
 public:
  // `settings`: those of a game that chooses none.
  explicit InForce(Json settings);
  // What a turn's input has otherwise than what was in force before; from now on they are in force.
  struct Changed {
    Json settings = Json(Json::value_t::object);
    Json fields = Json(Json::value_t::object);
    bool hides_goal = false;  // there is one, and its text is not in the records
  };
  Changed take(const TurnInput& input);

 private:
  Json settings_;
  Json fields_;
};

// Whether two attempts' inputs have the same settings and fields.
bool same_in_force(const TurnInput& one, const TurnInput& other);

// `given.state` on one line: what makes `data` of `initial`, or all of `data`; empty: they are the same.
std::string given_state_line(const Json& data, const Json& initial);

}  // namespace gavel
