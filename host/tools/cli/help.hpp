// What the program says about its own commands: their help, and completions for shells. Both come from the
// options that the commands have declared and from texts/help.yaml.
#pragma once

#include <string>
#include <vector>

#include "args.hpp"

namespace gavel {

// Writes the texts into every command and option, and lets help wrap at the terminal's width. Done only when
// somebody asks: a command that runs needs no texts.
void describe(CLI::App& app);

// gavel help [COMMAND …]
class HelpCommand {
 public:
  explicit HelpCommand(CLI::App& app);
  int run();

 private:
  CLI::App& app_;
  std::vector<std::string> words_;
};

// gavel completions SHELL
class CompletionsCommand {
 public:
  explicit CompletionsCommand(CLI::App& app);
  int run();

 private:
  CLI::App& app_;
  std::string shell_;
};

}  // namespace gavel
