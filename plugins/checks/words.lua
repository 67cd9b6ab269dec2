-- The forms in which checks are written, and the names on a sheet, where attributes and skills stand in groups.
local places = require "places"

local words = {}

local kWide = { ["；"] = ";", ["："] = ":", ["，"] = ";", [","] = ";", ["、"] = ";", ["　"] = "" }

-- As it should have been written: half-width signs and no blanks.
function words.narrow(text)
  for wide, narrow in pairs(kWide) do text = string.gsub(text, wide, narrow) end
  return (string.gsub(text, "%s+", ""))
end

function words.split(text)
  local parts = {}
  for part in string.gmatch(text, "[^;]+") do parts[#parts + 1] = part end
  if #parts == 0 then parts[1] = "" end
  return parts
end

-- {form, dice, parts = {{name, dice}}} of "name:2;name:2"; nil: it is none.
function words.pool(text)
  local pool, forms = { dice = 0, parts = {} }, {}
  for _, part in ipairs(words.split(text)) do
    local name, dice = string.match(part, "^([^:]+):(%d%d?%d?)$")
    if not name then return nil end
    pool.parts[#pool.parts + 1] = { name = name, dice = tonumber(dice) }
    pool.dice = pool.dice + tonumber(dice)
    forms[#forms + 1] = name .. ":" .. tonumber(dice)
  end
  pool.form = table.concat(forms, ";")
  return pool
end

-- Where a name stands below a place with groups; nil: nowhere.
function words.find(ctx, root, name)
  for _, group in ipairs(ctx.keys(root) or {}) do
    local path = places.path(root, group, name)
    if ctx.has(path) then return path end
  end
end

-- All names below a place with groups.
function words.names(ctx, root)
  local all = {}
  for _, group in ipairs(ctx.keys(root) or {}) do
    for _, name in ipairs(ctx.keys(places.path(root, group)) or {}) do all[#all + 1] = name end
  end
  return all
end

-- The level of the world: {name, max}.
function words.level(ctx)
  local name = ctx.get(params.level)
  for _, level in ipairs(params.levels) do
    if level.name == name then return level end
  end
  return params.levels[1]
end

return words
