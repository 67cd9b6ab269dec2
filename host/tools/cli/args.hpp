// Reading the command line: CLI11, with the answers that people need when they slip.
#pragma once

#include <CLI/CLI.hpp>

namespace gavel {

inline constexpr int kExitJudged = 0;
inline constexpr int kExitUsage = 2;

// What an option's help shows behind its name, in place of what CLI11 makes of its type.
inline CLI::Option* named(CLI::Option* option, const char* shown) { return option->option_text(shown); }

// Returns -1 to go on, or the code to exit with: help and version were shown, or the line is wrong and was
// answered.
int parse_args(CLI::App& app, int argc, char** argv);

}  // namespace gavel
