-- Who holds things, and where.
local holders = {}

-- All places where things are held, as patterns.
holders.all = { params.own }
for _, place in ipairs(params.others) do holders.all[#holders.all + 1] = place end

-- A pattern's segments, its wildcard filled.
function holders.path(pattern, who)
  local path = {}
  for segment in string.gmatch(pattern, "[^.]+") do path[#path + 1] = segment == "*" and who or segment end
  return path
end

function holders.below(path, ...)
  local longer = {}
  for at, segment in ipairs(path) do longer[at] = segment end
  for _, segment in ipairs({ ... }) do longer[#longer + 1] = segment end
  return longer
end

local function parent(path)
  local shorter = {}
  for at = 1, #path - 1 do shorter[at] = path[at] end
  return shorter
end

-- The place of somebody's things: of those called so, the first that stands; nil: there is nobody.
function holders.of(ctx, name)
  if name == params.own_name then return holders.path(params.own) end
  for _, pattern in ipairs(params.others) do
    local path = holders.path(pattern, name)
    if ctx.has(parent(path)) then return path end
  end
end

-- Everybody's places, as paths; those that exist.
function holders.everywhere(ctx)
  local paths = { holders.path(params.own) }
  for _, pattern in ipairs(params.others) do
    local group = string.match(pattern, "^(.-)%.%*")
    for _, who in ipairs(group and ctx.keys(group) or {}) do paths[#paths + 1] = holders.path(pattern, who) end
  end
  return paths
end

return holders
