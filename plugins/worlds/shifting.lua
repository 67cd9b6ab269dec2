-- What happens to the contents of a world that is left, and of one that is entered.
local places = require "places"

local shifting = {}

-- Whether a value is protected or holds something that is.
local function holds_protected(value)
  local todo = { value }
  while #todo > 0 do
    local one = table.remove(todo)
    if type(one) == "table" then
      if one._is_protected == true then return true end
      for _, member in pairs(one) do
        if type(member) == "table" then todo[#todo + 1] = member end
      end
    end
  end
  return false
end

local function make_room(ctx, world, group)
  for _, path in ipairs({ places.path(params.backup), places.path(params.backup, world), places.path(params.backup, world, group) }) do
    if not ctx.has(path) then ctx.set(path, {}) end
  end
end

local function names_of(ctx, path)
  local value = ctx.get(path)
  return type(value) == "table" and #value == 0 and ctx.keys(path) or {}
end

local function leave(ctx, world)
  local kept = 0
  for _, group in ipairs(params.groups) do
    for _, name in ipairs(names_of(ctx, places.path(group.at))) do
      local place = places.path(group.at, name)
      if not holds_protected(ctx.get(place)) then
        make_room(ctx, world, group.id)
        ctx.move(place, places.path(params.backup, world, group.id, name))
        kept = kept + 1
      end
    end
  end
  return kept
end

local function enter(ctx, world)
  local back = 0
  for _, group in ipairs(params.groups) do
    for _, name in ipairs(names_of(ctx, places.path(params.backup, world, group.id))) do
      if not ctx.has(places.path(group.at)) then ctx.set(places.path(group.at), {}) end
      if not ctx.has(places.path(group.at, name)) then
        ctx.move(places.path(params.backup, world, group.id, name), places.path(group.at, name))
        back = back + 1
      end
    end
  end
  if ctx.has(places.path(params.backup, world)) then ctx.delete(places.path(params.backup, world)) end
  return back
end

function shifting.is_name(value) return type(value) == "string" and value ~= "" end

-- Single values are kept as they were when the turn began: a model may describe the new world before it
-- names it.
local function keep_values(ctx, world)
  for place, value in pairs(ctx.memory.values or {}) do
    make_room(ctx, world, "values")
    ctx.set(places.path(params.backup, world, "values", place), value)
  end
end

local function restore_values(ctx, world)
  local last = ctx.memory.values or {}
  for place, value in pairs(ctx.get(places.path(params.backup, world, "values")) or {}) do
    if ctx.has(place) and ctx.get(place) == last[place] then ctx.set(place, value) end
  end
end

-- From the world that is remembered to the one that is named now.
function shifting.change(ctx, from, to)
  local kept = shifting.is_name(from) and leave(ctx, from) or 0
  if shifting.is_name(from) then keep_values(ctx, from) end
  restore_values(ctx, to)
  local restored = enter(ctx, to)
  ctx.memory.present, ctx.memory.arrived = to, ctx.turn
  ctx.emit("world_entered", { from = from, to = to, kept = kept, restored = restored })
  return restored
end

-- Whether a command's path is a group, or above it.
function shifting.is_about(path, group)
  return path == "" or path == group.at or string.sub(group.at, 1, #path + 1) == path .. "."
end

-- What one command took out of a group, into the backup.
function shifting.keep_emptied(ctx, world)
  local kept = 0
  for _, group in ipairs(params.groups) do
    local gone = ctx.before(group.at)
    for name, value in pairs(type(gone) == "table" and gone or {}) do
      if not ctx.has(places.path(group.at, name)) then
        make_room(ctx, world, group.id)
        ctx.set(places.path(params.backup, world, group.id, name), value)
        kept = kept + 1
      end
    end
    if not ctx.has(group.at) then ctx.set(places.path(group.at), {}) end
  end
  if kept > 0 then ctx.emit("world_left", { world = world, kept = kept }) end
end

return shifting
