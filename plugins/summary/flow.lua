-- From short memories to long ones. All of it happens once, at the end of a turn, in the order in which it is written
-- here: a flag that rises now is for the next turn.
--
-- Events: summary_due {count}, summary_cleaned {count}, summary_dropped {count}.
local places = require "places"

local kFlag = params.config .. ".flags.clean_small_flag"

local function number_of(ctx, name)
  local value = ctx.get(params.config .. "." .. name)
  value = type(value) == "string" and tonumber(value) or value
  return type(value) == "number" and value >= 1 and value or params[name]
end

local function names_of(ctx, place) return type(ctx.get(place)) == "table" and ctx.keys(place) or {} end

-- Whether a long memory came, or was written anew.
local function has_grown(ctx)
  for _, change in ipairs(ctx.changes(params.big .. ".**")) do
    if change.after ~= nil then return true end
  end
  return false
end

-- The short memories that were there when the turn began, and are in the long one now.
local function clean(ctx)
  local before = ctx.before(params.small)
  local count = 0
  for _, name in ipairs(names_of(ctx, params.small)) do
    if not params.keep_new or type(before) == "table" and before[name] ~= nil then
      ctx.delete(places.path(params.small, name))
      count = count + 1
    end
  end
  ctx.set(kFlag, false)
  ctx.emit("summary_cleaned", { count = count })
end

-- Of long memories the latest stay.
local function drop(ctx)
  local names = names_of(ctx, params.big)
  local beyond = #names - math.floor(number_of(ctx, "clean_big_count"))
  for at = 1, beyond do ctx.delete(places.path(params.big, names[at])) end
  if beyond > 0 then ctx.emit("summary_dropped", { count = beyond }) end
end

automation "flow" {
  summary = { en = "Raises and lowers the flag, and takes away what is told elsewhere.", zh = "升降清理旗帜，移除已被提炼的内容。" },
  on = "turn_end",
  run = function(_, ctx)
    if ctx.get(kFlag) == true and has_grown(ctx) then clean(ctx) end
    drop(ctx)
    local count = #names_of(ctx, params.small)
    if ctx.get(kFlag) ~= true and count >= number_of(ctx, "small_to_big_count") then
      ctx.set(kFlag, true)
      ctx.emit("summary_due", { count = count })
    end
  end,
}
