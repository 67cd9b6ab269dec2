// What a test file may write beyond what plugins may, for editors: with its types, made of one text for each
// word, like the stubs of docs/stubs.hpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lua/pack.hpp"

namespace gavel {

// testing.lua
PackFile test_stub(std::string_view language);
// The globals that only test files have, for luacheck.
std::vector<std::string> test_names();
// The words of tests that have no text or other parameters, and the texts whose word there is not.
std::vector<std::string> test_text_problems();

}  // namespace gavel
