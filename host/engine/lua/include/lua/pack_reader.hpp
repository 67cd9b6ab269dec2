// Reading a plugin's folder into a Pack, by its bytes and without running any of it.
//
// Links, special files, compiled Lua and bytes that are no UTF-8 are refused; tests (`*_test.lua`) and files
// that are no Lua are passed over. What is read, and in which order, depends on the folder's contents alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/folder.hpp"
#include "base/limits.hpp"
#include "base/problem.hpp"
#include "lua/pack.hpp"

namespace gavel {

// The plugin in a folder whose name is `name`, which must be the plugin's. Nothing: see `problems`.
std::optional<Pack> read_pack(const Folder& folder, const std::string& name, const Limits& limits,
                              std::vector<Problem>& problems);

// The modules that every plugin may require: "text.lua" for `require "text"`.
std::vector<PackFile> read_library(const Folder& folder, const Limits& limits,
                                   std::vector<Problem>& problems);

}  // namespace gavel
