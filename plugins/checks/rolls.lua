-- Rolling what was named. A die that shows `success` or more is a success; the legendary part of an attribute counts
-- as successes without dice.
local words = require "words"

-- Each die is a roll of the host's own, so that the log shows all of them.
local function roll(ctx, count)
  local dice, successes, left = {}, 0, count
  while left > 0 and #dice < 2 * params.max_pool do
    local shown = ctx.roll(1, params.sides)
    dice[#dice + 1] = shown
    left = left - 1
    if shown >= params.success then successes = successes + 1 end
    if params.again > 0 and shown >= params.again then left = left + 1 end
  end
  return dice, successes
end

local function number_at(ctx, path, member)
  local value = ctx.get(path)
  if type(value) == "table" then value = value[member] end
  return type(value) == "number" and math.tointeger(math.floor(value)) or 0
end

local function named(ctx, args)
  local attribute, skill = args.attribute, args.skill
  if attribute == "" then
    local parts = words.split(tostring(ctx.get(params.check) or ""))
    attribute, skill = parts[1], skill ~= "" and skill or parts[2] or ""
  end
  return attribute, skill
end

tool "roll_check" {
  summary = { en = "Roll a check of an attribute and a skill.", zh = "掷一次属性与技能的检定。" },
  guidance = {
    en = "Call it for every action whose outcome is open, before you tell it. Leave out attribute and skill to roll the check that was named. The host rolls; never make up a result.",
    zh = "凡结果未定的行动，叙述之前先调用。省略属性与技能则掷出已写明的检定。由宿主掷骰，不得自行编造结果。",
  },
  args = {
    attribute = str{ max = 64, default = "" },
    skill = str{ max = 64, default = "" },
    difficulty = int{ min = 0, max = 100, optional = true },
    modifier = int{ min = -params.max_modifier, max = params.max_modifier, default = 0 },
  },
  rejects = {
    unnamed = { en = "no check is named", zh = "没有写明要掷的检定" },
    unknown_attribute = { en = "the sheet has no such attribute", zh = "角色卡上没有这项属性" },
    unknown_skill = { en = "the sheet has no such skill", zh = "角色卡上没有这项技能" },
    too_hard = { en = "harder than this world allows; its limit is", zh = "超出当前世界层级的难度上限，上限为" },
    too_many_dice = { en = "too many dice; the most is", zh = "骰数过多，上限为" },
  },
  settles = { "roll" },
  run = function(args, ctx)
    local attribute, skill = named(ctx, args)
    if attribute == "" then return reject("unnamed") end
    local at = words.find(ctx, params.attributes, attribute)
    if not at then return reject("unknown_attribute", attribute) end
    local skilled = skill ~= "" and words.find(ctx, params.skills, skill)
    if skill ~= "" and not skilled then return reject("unknown_skill", skill) end
    local difficulty, most = args.difficulty or ctx.get(params.difficulty), words.level(ctx).max
    if type(difficulty) ~= "number" then difficulty = 1 end
    if difficulty > most then return reject("too_hard", tostring(most)) end
    local pool = number_at(ctx, at, params.base) + (skilled and number_at(ctx, skilled, params.base) or 0) + args.modifier
    pool = math.max(1, pool)
    if pool > params.max_pool then return reject("too_many_dice", tostring(params.max_pool)) end
    local dice, successes = roll(ctx, pool)
    local legendary = number_at(ctx, at, params.legendary)
    local total = successes + legendary
    return { attribute = attribute, skill = skill, pool = pool, dice = dice, legendary = legendary, successes = total,
             difficulty = difficulty, passed = total >= math.max(1, difficulty), margin = total - difficulty }
  end,
}

tool "roll_enemy" {
  summary = { en = "Roll the enemy's attack that was written down.", zh = "掷出已写明的敌方攻击骰池。" },
  guidance = {
    en = "Call it in the turn after an enemy's attack was written down, before you tell what it does.",
    zh = "敌方攻击骰池写明之后的回合，叙述其结果之前先调用。",
  },
  args = {},
  rejects = { no_attack = { en = "no attack is written down", zh = "没有写明敌方攻击" } },
  settles = { "roll" },
  run = function(_, ctx)
    local pool = words.pool(tostring(ctx.get(params.enemy) or ""))
    if not pool or pool.dice == 0 then return reject("no_attack") end
    local dice, successes = roll(ctx, pool.dice)
    local defence = params.defence ~= "" and ctx.get(params.defence) or 0
    if type(defence) ~= "number" then defence = 0 end
    return { pool = pool.form, dice = dice, successes = successes, defence = defence, hits = successes > defence, margin = successes - defence }
  end,
}
