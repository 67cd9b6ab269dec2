// gavel run: one handler on a state, alone; nothing is stored.
#pragma once

#include <string>
#include <vector>

#include "game_options.hpp"

namespace gavel {

class RunCommand {
 public:
  explicit RunCommand(CLI::App& app);
  int run();

 private:
  int list(const Standpoint& at) const;
  Result<Tried> ask(Standpoint& at);
  int print(const std::string& text) const;

  GameOptions game_;
  std::string handler_;
  TryWords words_;
  std::string narration_file_;
  bool trace_ = false;
};

}  // namespace gavel
