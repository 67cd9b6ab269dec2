---@meta grammar

---Grammar: what the host is told of Chinese and English, so that it can read a narration (host/engine/rules/reading.hpp): words and
---marks by what they do, none of them of any game.
local M = {}

return M
