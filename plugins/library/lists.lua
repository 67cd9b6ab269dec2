---@meta lists

---What lists and maps hold, and which texts can be ids.
local M = {}

function M.has(list, value) end

function M.count(container) end

---Ids stand in paths of the state and in the arguments of calls.
function M.is_id(id) end

return M
