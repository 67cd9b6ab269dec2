-- How many there are of a thing, wherever it is held.
local holders = require "holders"
local places = require "places"

local whole = { en = "a number of things is a whole number", zh = "物品数量为整数" }
local only_one = { en = "it is unique: there is one of it", zh = "唯一物品只有一份" }
local held_elsewhere = { en = "it is unique, and held elsewhere", zh = "唯一物品已由别处持有" }
local move_it = { en = "move it from there", zh = "从那里移动过来" }

-- The thing of which a member changed: what the wildcards of `pattern.*` met.
local function item_of(pattern, match) return places.fill(pattern .. ".*", match) end

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
    local other = places.below(place, name)
    if not same(other, path) and is_unique(ctx, other) then return true end
  end
  return false
end

local function judge_number(effect, ctx, path)
  local after = effect.after
  if after == nil then return allow() end
  local number = type(after) == "string" and tonumber(after) or after
  number = type(number) == "number" and math.tointeger(number) or nil
  if number == nil then return deny(whole, { en = "write a number such as 3", zh = "例如 3" }) end
  if number < 0 then
    local had = type(effect.before) == "number" and effect.before or 0
    return deny({ en = "there are only " .. had .. " of it", zh = "只有 " .. had .. " 份" }, { en = "take at most " .. had, zh = "至多取 " .. had .. " 份" })
  end
  if number > 1 and is_unique(ctx, path) then return deny(only_one) end
  if effect.before == nil and elsewhere(ctx, path) then return deny(held_elsewhere, move_it) end
  if number ~= after or math.type(after) ~= "integer" then return amend(number, whole) end
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
        return deny({ en = "what is unique stays so", zh = "唯一性不可取消" })
      end
      if type(item[params.count]) == "number" and item[params.count] > 1 then return deny(only_one) end
      if elsewhere(ctx, path) then return deny(held_elsewhere, move_it) end
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
