// ProgramStates: what a sandbox asks of its program behind program.hpp.
#pragma once

#include <memory>

#include "lua/console.hpp"
#include "lua/program.hpp"
#include "lua/sandbox.hpp"

namespace gavel {

class State;

class ProgramStates : public Program {
 public:
  // A loaded state of its own.
  virtual Result<std::unique_ptr<State>> make_state() const = 0;
};

Result<std::unique_ptr<Console>> make_console(std::shared_ptr<const ProgramStates> program);

}  // namespace gavel
