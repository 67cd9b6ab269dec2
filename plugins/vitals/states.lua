-- Which of a plugin's lists a character's state is in.
local states = {}

function states.of(character) return character.status and character.status.alive_state end

function states.is(list, state)
  for _, one in ipairs(list or {}) do
    if one == state then return true end
  end
  return false
end

return states
