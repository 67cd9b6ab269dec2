// Test files read without running them: whether they compile, and what their names stand for.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "check/source_reader.hpp"

namespace gavel {

// What is wrong with the test files of one plugin. `around`: the files that they may require, which share
// their globals and of which nothing is told. `params`: what the plugin declares; nothing: unknown.
std::vector<Problem> read_tests(std::span<const LuaText> tests, std::span<const LuaText> around,
                                const std::vector<std::string>* params, const Limits& limits);

}  // namespace gavel
