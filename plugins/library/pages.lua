---@meta pages

---Pages: what the host read of a narration (host/engine/rules/reading.cpp writes it), flat lists of numbers, and the clauses out of
---them, each opened when it is asked for.
local M = {}

---The clauses and sentences, by number, with `count`; who "you" is; and whom the text names.
function M.open(page, text) end

return M
