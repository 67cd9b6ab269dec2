---@meta given_names

---Given names that tell a he from a she: English ones as whole words, Chinese ones by their last letters. What a title or a word
---for kin says, stands in grammar.lua. A name that both bear stands in neither list: then a pronoun decides.
local M = {}

return M
