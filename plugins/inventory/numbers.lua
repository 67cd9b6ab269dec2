-- How many there are of a thing, wherever it is held.
local holders = require "holders"

-- The thing of which a member changed: what the wildcards of `pattern.*` met.
local function item_of(pattern, match)
  return holders.below(holders.path(pattern, match[1]), match[#match])
end

local function is_unique(ctx, path)
  local item = ctx.get(path)
  return type(item) == "table" and item[params.unique] == true
end

local function same(one, other)
  if #one ~= #other then return false end
  for at, segment in ipairs(one) do
    if segment ~= other[at] then return false end
  end
  return true
end

-- Whether a thing of this name is held as unique anywhere but here.
local function elsewhere(ctx, path)
  local name = path[#path]
  for _, place in ipairs(holders.everywhere(ctx)) do
    local other = holders.below(place, name)
    if not same(other, path) and is_unique(ctx, other) then return true end
  end
  return false
end

local function judge_number(effect, ctx, path)
  local after = effect.after
  if after == nil then return allow() end
  local number = type(after) == "string" and tonumber(after) or after
  number = type(number) == "number" and math.tointeger(number) or nil
  if number == nil then return deny("a number of things is a whole number", "write a number such as 3") end
  if number < 0 then
    local had = type(effect.before) == "number" and effect.before or 0
    return deny("there are only " .. had .. " of it", "take at most " .. had)
  end
  if number > 1 and is_unique(ctx, path) then return deny("it is unique: there is one of it") end
  if effect.before == nil and elsewhere(ctx, path) then return deny("it is unique, and held elsewhere", "move it from there") end
  if number ~= after or math.type(after) ~= "integer" then return amend(number, "a number of things is a whole number") end
  return allow()
end

for number, pattern in ipairs(holders.all) do
  rule("number_" .. number) {
    summary = { en = "A number of things is whole and not negative.", zh = "物品数量为非负整数。" },
    path = pattern .. ".*." .. params.count,
    mode = "amend",
    run = function(effect, ctx) return judge_number(effect, ctx, item_of(pattern, effect.match)) end,
  }

  rule("unique_" .. number) {
    summary = { en = "What is unique is held once, by one.", zh = "唯一物品只由一处持有一份。" },
    path = pattern .. ".*." .. params.unique,
    run = function(effect, ctx)
      local path = item_of(pattern, effect.match)
      local item = ctx.get(path)
      if effect.after ~= true then
        if effect.before ~= true or item == nil or effect.actor == "operator" then return allow() end
        return deny("what is unique stays so")
      end
      if type(item[params.count]) == "number" and item[params.count] > 1 then return deny("it is unique: there is one of it") end
      if elsewhere(ctx, path) then return deny("it is unique, and held elsewhere", "move it from there") end
      return allow()
    end,
  }

  automation("spent_" .. number) {
    summary = { en = "What is used up leaves.", zh = "数量归零的物品自动移除。" },
    on = "changed(" .. pattern .. ".*." .. params.count .. ")",
    run = function(event, ctx)
      if event.after ~= 0 then return end
      local path = item_of(pattern, event.match)
      local item = ctx.get(path)
      if type(item) ~= "table" or item[params.count] ~= 0 or item._is_protected == true then return end
      ctx.delete(path)
      ctx.emit("item_spent", { item = path[#path] })
    end,
  }
end
