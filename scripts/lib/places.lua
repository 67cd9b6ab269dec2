-- Places: paths from what a ruleset says of its state's shape.
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

-- places.path("assets.map", "north", 0) is { "assets", "map", "north", 0 }: the segments of a text, then keys as they are.
function places.path(text, ...)
  local path = {}
  add(path, text)
  for _, key in ipairs({ ... }) do path[#path + 1] = key end
  return path
end

-- A path and keys below it.
function places.below(path, ...)
  local longer = {}
  for at, key in ipairs(path) do longer[at] = key end
  for _, key in ipairs({ ... }) do longer[#longer + 1] = key end
  return longer
end

-- places.fill("bag.*.items", { "left" }) is { "bag", "left", "items" }: what the wildcards of a pattern met.
function places.fill(pattern, match)
  local path, met = {}, 0
  for key in string.gmatch(pattern, "[^.]+") do
    if key == "*" then
      met = met + 1
      key = match[met]
    end
    path[#path + 1] = key
  end
  return path
end

return places
