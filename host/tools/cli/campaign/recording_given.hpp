// What a recorded campaign was beside its turns, in the words of scenarios: what was in force before each
// turn, and what it began with.
#pragma once

#include <string>

#include "state/json.hpp"

namespace gavel {

// Settings and the campaign's fields, as the records of turns have them.
class InForce {
 public:
  // `settings`: those of a game that chooses none.
  explicit InForce(Json settings);
  // What `inputs`, a turn's, have otherwise than what was in force before; from now on they are in force.
  struct Changed {
    Json settings = Json(Json::value_t::object);
    Json fields = Json(Json::value_t::object);
    bool hides_goal = false;  // there is one, and its text is not in the records
  };
  Changed take(const Json& inputs);

 private:
  Json settings_;
  Json fields_;
};

// Whether two attempts' inputs have the same settings and fields.
bool same_in_force(const Json& one, const Json& other);

// `given.state` on one line: what makes `data` of `initial`, or all of `data`; empty: they are the same.
std::string given_state_line(const Json& data, const Json& initial);

}  // namespace gavel
