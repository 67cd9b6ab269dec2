---@meta facts

---Facts: what a claim plugin hands over, gathered so that the same thing said twice is one fact.
local M = {}

function M.new() end

return M
