-- What follows from a sheet. Derived values are computed by the host whenever what they read has changed, and nobody
-- else writes them.
local formula = require "formula"
local places = require "places"

-- Where each name stands, below a sheet.
local keys_of = {}
for name, place in pairs(params.names) do keys_of[name] = places.path(place) end

-- The names that a formula uses.
local function names_in(postfix)
  local names = {}
  for _, one in ipairs(postfix) do
    if one.name then names[#names + 1] = one.name end
  end
  return names
end

-- nil: nothing of what is asked for is there; false: something is not a number.
local function read(ctx, sheet, names)
  local values, any = {}, #names == 0
  for _, name in ipairs(names) do
    local value = ctx.get(places.below(sheet, table.unpack(keys_of[name])))
    if value ~= nil and value ~= null then
      if type(value) ~= "number" then return false end
      any = true
    end
    values[name] = type(value) == "number" and value or 0
  end
  return any and values or nil
end

for _, one in ipairs(params.formulas) do
  local postfix = formula.read(one.is, params.names)
  local names = names_in(postfix)
  derive(one.id) {
    path = params.root .. "." .. one.at,
    run = function(ctx, ...)
      local values = read(ctx, places.fill(params.root, { ... }), names)
      if values == nil then return nil end
      local value = values and formula.value(postfix, function(name) return values[name] end)
      if not value then return abstain() end
      return value
    end,
  }
end

if params.beyond.at then
  local at = params.root .. "." .. params.beyond.at
  derive "beyond" {
    path = at,
    run = function(ctx, ...)
      local path = places.fill(at, { ... })
      path[#path] = params.beyond.from
      local value = ctx.get(path)
      if type(value) ~= "number" then return abstain() end
      return value <= params.beyond.above and 0 or value - params.beyond.above
    end,
  }
end
