// Stubs: `---@meta` files, by which lua-language-server knows every word that a plugin may write, with its
// type; and what luacheck has to know. Made of words_texts.hpp, of what a game's plugins registered, and of
// what the shared modules say of themselves; nothing of them ever runs.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "docs/words_texts.hpp"
#include "lua/pack.hpp"
#include "ruleset/ruleset.hpp"

namespace gavel {

// gavel.lua: kinds, ctx, answers, shapes; sandbox.lua: what of Lua's own library there is. `language` is that
// of the comments, "en" or "zh".
std::vector<PackFile> word_stubs(std::string_view language);
// game.lua: the parameters and settings of these rulesets' plugins, the arguments of their tools, and the
// places of their initial states.
PackFile game_stub(std::span<const std::shared_ptr<const Ruleset>> rulesets, std::string_view language);
// A shared module, by its file: its functions, with the comments above them.
PackFile module_stub(const PackFile& module);

// A stub of other words, in their order. A capital begins a class: "Test" is gavel.Test, "Test.get" its
// function or its field.
std::string stub_of(std::string_view name, std::span<const WordText> words, std::string_view language);
// The fewest and the most values that a function of this type takes; SIZE_MAX: any number. {0, 0}: it is
// none.
std::pair<std::size_t, std::size_t> parameters_of(std::string_view type);

// .luarc.json, and .luacheckrc: exactly the names that the sandbox has. `library` is where the stubs lie, as
// seen from the folder that the file is in; `tests` are the names that only test files have.
std::string language_server_config(std::string_view library);
std::string luacheck_config(std::string_view library, std::span<const std::string> tests);

}  // namespace gavel
