---@meta mood_words

---Words that take a clause out of what the narrator asserts now: by what they do, see moods.lua.
local M = {}

return M
