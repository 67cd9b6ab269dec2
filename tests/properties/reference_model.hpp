#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "reference_tree.hpp"

namespace gavel::reference {

// A naive model of the command kernel, written from host/engine/command/README.md alone: whole copies of the
// state, no journal. A command works on a copy, which is kept only when it is applied.
struct Model {
  explicit Model(nlohmann::ordered_json data);

  // Sweeps what is due, then judges the IR commands of the array one after the other. Returns
  // {"commands":[{"status", "code"?, "result"?}, …], "culprit"?: index}.
  nlohmann::ordered_json apply(const nlohmann::ordered_json& commands, const std::string& actor,
                               std::int64_t now_ms);
  const nlohmann::ordered_json& data() const { return data_; }

 private:
  State state_;
  nlohmann::ordered_json data_;
};

}  // namespace gavel::reference
