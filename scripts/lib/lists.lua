-- What lists and maps hold, and which texts can be ids.
local lists = {}

function lists.has(list, value)
  for _, one in ipairs(list or {}) do
    if one == value then return true end
  end
  return false
end

function lists.count(container)
  local count = 0
  for _ in pairs(container or {}) do count = count + 1 end
  return count
end

-- Ids stand in paths of the state and in the arguments of calls.
function lists.is_id(id) return id ~= "" and string.find(id, "[%s%c%.%[%]\"'\\/]") == nil end

return lists
