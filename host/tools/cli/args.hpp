// Reading the command line: CLI11, with the answers that people need when they slip.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace gavel {

inline constexpr int kExitJudged = 0;
inline constexpr int kExitUsage = 2;

// On standard error: what is no command, option or argument of `app`, with the nearest that is.
void say_unknown(const CLI::App& app, const std::string& word);

// Returns -1 to go on, or the code to exit with: help and version were shown, or the line is wrong and was
// answered.
int parse_args(CLI::App& app, int argc, char** argv);

}  // namespace gavel
