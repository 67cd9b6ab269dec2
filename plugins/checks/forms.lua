-- What a model writes down for the next turn: which check, how hard, and what an enemy is about to do.
local words = require "words"

local function names(ctx, root) return table.concat(words.names(ctx, root), " ") end

rule "check" {
  summary = { en = "A check is an attribute and a skill that the sheet has, in this order.", zh = "检定属性须为角色卡上已有的属性与技能，依次书写。" },
  path = params.check,
  mode = "amend",
  run = function(effect, ctx)
    local after = effect.after
    if after == nil or after == null or after == "" then return allow() end
    if type(after) ~= "string" then return deny("a check is named by a text", "write attribute;skill") end
    local parts = words.split(words.narrow(after))
    if #parts > 2 then return deny("a check has one attribute and one skill", "write attribute;skill") end
    if not words.find(ctx, params.attributes, parts[1]) then
      return deny("\"" .. parts[1] .. "\" is no attribute of the sheet", "the attributes are " .. names(ctx, params.attributes))
    end
    if parts[2] and not words.find(ctx, params.skills, parts[2]) then
      return deny("\"" .. parts[2] .. "\" is no skill of the sheet", "the skills are " .. names(ctx, params.skills))
    end
    local form = table.concat(parts, ";")
    if form ~= after then return amend(form, "written as attribute;skill") end
    return allow()
  end,
}

rule "enemy" {
  summary = { en = "An enemy's attack is names with numbers of dice.", zh = "敌方攻击骰池由名称与骰数组成。" },
  path = params.enemy,
  mode = "amend",
  run = function(effect)
    local after = effect.after
    if after == nil or after == null or after == "" then return allow() end
    local pool = type(after) == "string" and words.pool(words.narrow(after))
    if not pool then return deny("an enemy's attack is names with numbers of dice", "write for example 力量:2;白刃:2") end
    if pool.dice > params.max_pool then
      return deny("an enemy has " .. pool.dice .. " dice; there are at most " .. params.max_pool)
    end
    if pool.form ~= after then return amend(pool.form, "written as name:dice;name:dice") end
    return allow()
  end,
}

rule "difficulty" {
  summary = { en = "No check is harder than the level of the world allows.", zh = "检定难度不超过世界层级的上限。" },
  path = params.difficulty,
  mode = "amend",
  run = function(effect, ctx)
    local after = effect.after
    if after == nil or after == null then return allow() end
    local number = type(after) == "string" and tonumber(after) or after
    if type(number) ~= "number" or math.tointeger(number) == nil then
      return deny("a difficulty is a whole number", "write a number such as 5")
    end
    local level = words.level(ctx)
    if number > level.max then return amend(level.max, "a world of the level " .. level.name .. " has difficulties up to " .. level.max) end
    if number < 0 then return amend(0, "the least difficulty is 0") end
    if number ~= after then return amend(math.tointeger(number), "a difficulty is a number") end
    return allow()
  end,
}

rule "level" {
  summary = { en = "The level of a world is one of those there are.", zh = "世界层级只能取已定义的值。" },
  path = params.level,
  run = function(effect)
    local all = {}
    for at, level in ipairs(params.levels) do
      if level.name == effect.after then return allow() end
      all[at] = level.name
    end
    if effect.after == nil or effect.after == null or effect.after == "" then return allow() end
    return deny("there is no such level", "the levels are " .. table.concat(all, " "))
  end,
}

automation "ease" {
  summary = { en = "In a world of a lower level the check at hand becomes easier.", zh = "世界层级降低时，当前难度随之下调。" },
  on = "changed(" .. params.level .. ")",
  run = function(_, ctx)
    local difficulty, most = ctx.get(params.difficulty), words.level(ctx).max
    if type(difficulty) == "number" and difficulty > most then ctx.set(params.difficulty, most) end
  end,
}
