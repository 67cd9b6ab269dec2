-- Whether a state is one of a list of them.
local states = {}

function states.is(list, state)
  for _, one in ipairs(list or {}) do
    if one == state then return true end
  end
  return false
end

return states
