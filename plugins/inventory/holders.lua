-- Who holds things, and where.
local places = require "places"

local holders = {}

-- All places where things are held, as patterns.
holders.all = { params.own }
for _, place in ipairs(params.others) do holders.all[#holders.all + 1] = place end

local function parent(path)
  local shorter = {}
  for at = 1, #path - 1 do shorter[at] = path[at] end
  return shorter
end

-- The place of somebody's things: of those called so, the first that stands; nil: there is nobody.
function holders.of(ctx, name)
  if name == params.own_name then return places.path(params.own) end
  for _, pattern in ipairs(params.others) do
    local path = places.fill(pattern, { name })
    if ctx.has(parent(path)) then return path end
  end
end

-- Everybody's places, as paths; those that exist.
function holders.everywhere(ctx)
  local paths = { places.path(params.own) }
  for _, pattern in ipairs(params.others) do
    local group = string.match(pattern, "^(.-)%.%*")
    for _, who in ipairs(group and ctx.keys(group) or {}) do paths[#paths + 1] = places.fill(pattern, { who }) end
  end
  return paths
end

return holders
