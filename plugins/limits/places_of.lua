-- What a limit's path stands for, once its wildcards have met something; and whether a limit says anything at all.
local places = {}

-- "背包.*.物品" and { "左", … } -> { "背包", "左", "物品" }
function places.at(path, match)
  local keys, met = {}, 0
  for key in string.gmatch(path, "[^.]+") do
    if key == "*" then
      met = met + 1
      key = match[met]
    end
    keys[#keys + 1] = key
  end
  return keys
end

local function plain(path) return not string.find(path, "[%[/\\]") and not string.find(path, "**", 1, true) end

-- Stops the loading where a limit cannot be meant.
function places.check(number, limit, taken)
  local name = "limit " .. number .. ", \"" .. limit.id .. "\""
  if not string.find(limit.id, "^[a-z0-9_]+$") then error(name .. ": an id has lowercase letters, digits and _", 0) end
  if taken[limit.id] then error(name .. " has the id of an earlier one", 0) end
  taken[limit.id] = true
  if limit.min ~= nil and limit.max ~= nil and limit.min > limit.max then error(name .. ": min is above max", 0) end
  local entries = limit.once or limit.grows or limit.size ~= nil or limit.key ~= nil
  local numbers = limit.min or limit.max or limit.max_beside or limit.step or limit.step_down or limit.rise or limit.fall
  if not entries and not numbers and limit.moves then
    error(name .. " limits nothing: give it min, max, max_beside, step, rise, fall, once, moves, size, grows or key", 0)
  end
  if (entries or limit.max_beside) and not plain(limit.path) then error(name .. ": once, size, grows, key and max_beside take plain names and *, such as bag.*.items", 0) end
  if numbers and (limit.grows or limit.size ~= nil or limit.key ~= nil) then error(name .. ": numbers and entries are limits of their own; make two of it", 0) end
end

return places
