-- Places: paths of what belongs to somebody, from what a ruleset says of its state's shape.
local places = {}

local function add(path, dotted)
  for key in string.gmatch(dotted, "[^.]+") do path[#path + 1] = key end
end

-- places.of("characters", "li_si", "hp.current") is { "characters", "li_si", "hp", "current" }; ids are taken as they are.
function places.of(root, id, rest)
  local path = {}
  add(path, root)
  path[#path + 1] = id
  if rest then add(path, rest) end
  return path
end

return places
