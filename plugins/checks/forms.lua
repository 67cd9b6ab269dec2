-- What a model writes down for the next turn: which check, how hard, and what an enemy is about to do.
local words = require "words"

local kLongest = 400  -- bytes of a form

local form_hint = { en = "write attribute;skill", zh = "写作 属性;技能" }

local function among(ctx, root)
  local names = table.concat(words.names(ctx, root), " ")
  return { en = "there are " .. names, zh = "只有 " .. names }
end

rule "check" {
  summary = { en = "A check is an attribute and a skill that the sheet has, in this order.", zh = "检定属性须为角色卡上已有的属性与技能，依次书写。" },
  path = params.check,
  mode = "amend",
  run = function(effect, ctx)
    local after = effect.after
    if after == nil or after == null or after == "" then return allow() end
    if type(after) ~= "string" or #after > kLongest then
      return deny({ en = "a check is named by a short text", zh = "检定属性是一段简短的文字" }, form_hint)
    end
    local parts = words.split(words.narrow(after))
    if #parts > 2 then return deny({ en = "a check has one attribute and one skill", zh = "一次检定只有一项属性与一项技能" }, form_hint) end
    if not words.find(ctx, params.attributes, parts[1]) then
      return deny({ en = "\"" .. parts[1] .. "\" is no attribute of the sheet", zh = "角色卡上没有属性“" .. parts[1] .. "”" },
        among(ctx, params.attributes))
    end
    if parts[2] and not words.find(ctx, params.skills, parts[2]) then
      return deny({ en = "\"" .. parts[2] .. "\" is no skill of the sheet", zh = "角色卡上没有技能“" .. parts[2] .. "”" },
        among(ctx, params.skills))
    end
    local form = table.concat(parts, ";")
    if form ~= after then return amend(form, { en = "written as attribute;skill", zh = "写作 属性;技能" }) end
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
    local pool = type(after) == "string" and #after <= kLongest and words.pool(words.narrow(after))
    if not pool then return deny({ en = "an enemy's attack is names with numbers of dice", zh = "敌方攻击骰池由名称与骰数组成" },
        { en = "write for example 力量:2;白刃:2", zh = "例如 力量:2;白刃:2" }) end
    if pool.dice > params.max_pool then
      return deny({ en = "that makes " .. pool.dice .. " dice; there are at most " .. params.max_pool, zh = "共 " .. pool.dice .. " 骰，上限为 " .. params.max_pool })
    end
    if pool.form ~= after then return amend(pool.form, { en = "written as name:dice;name:dice", zh = "写作 名称:骰数;名称:骰数" }) end
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
      return deny({ en = "a difficulty is a whole number", zh = "检定难度是整数" }, { en = "write a number such as 5", zh = "例如 5" })
    end
    local level = words.level(ctx)
    if number > level.max then
      return amend(level.max, { en = "a world of the level " .. level.name .. " has difficulties up to " .. level.max,
                                zh = "世界层级为“" .. level.name .. "”，检定难度上限为 " .. level.max })
    end
    if number < 0 then return amend(0, { en = "the least difficulty is 0", zh = "检定难度最低为 0" }) end
    if number ~= after then return amend(math.tointeger(number), { en = "a difficulty is a number", zh = "检定难度是数字" }) end
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
    return deny({ en = "there is no such level", zh = "没有这个世界层级" },
      { en = "the levels are " .. table.concat(all, " "), zh = "层级只有 " .. table.concat(all, " ") })
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
