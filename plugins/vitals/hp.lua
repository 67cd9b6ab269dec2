-- What hurts and what heals, and who falls and rises by it.
local states = require "states"
local root = params.root

local unknown = { en = "there is no such character", zh = "没有这个角色" }
local already_dead = { en = "the dead are not hurt or healed", zh = "死者无法受伤或被治疗" }

local function turn_to(ctx, who, state, event, cause)
  ctx.set({ root, who, "status", "alive_state" }, state)
  ctx.emit(event, { character = who, state = state, cause = cause })
end

local function state_of(ctx, who) return ctx.get({ root, who, "status", "alive_state" }) end

-- The hit points of whom it reaches, or why it reaches nobody.
local function reach(ctx, who)
  local hp = ctx.get({ root, who, "hp", "current" })
  if type(hp) ~= "number" then return nil, reject("unknown_character", who) end
  if states.is(params.dead, state_of(ctx, who)) then return nil, reject("already_dead", who) end
  return hp
end

-- The hit points afterwards, as the game's rules left them.
local function change(ctx, who, before, delta, cause)
  local state, most = state_of(ctx, who), ctx.get({ root, who, "hp", "max" })
  local wanted = math.max(0, before + delta)
  if type(most) == "number" then wanted = math.min(most, wanted) end
  ctx.set({ root, who, "hp", "current" }, wanted)
  local hp = ctx.get({ root, who, "hp", "current" })
  if hp == 0 and delta < 0 then
    local fallen = state == params.at_zero and params.hit_when_down or params.at_zero
    if fallen ~= state then turn_to(ctx, who, fallen, "fell", cause) end
  elseif hp > 0 and delta > 0 and state == params.at_zero and params.rises then
    turn_to(ctx, who, params.states[1], "rose", cause)
  end
  return hp
end

-- What the game allows in one turn, for who calls; empty: anything.
local function at_most(text) return params.damage_per_turn > 0 and string.format(text, params.damage_per_turn) or "" end

tool "hp_delta" {
  summary = { en = "Deal damage or heal.", zh = "造成伤害或治疗。" },
  guidance = {
    en = "Call it whenever hit points change, delta negative for damage; never change them in prose alone."
      .. at_most(" Nobody loses more than %d in a turn."),
    zh = "生命值变化时必须调用，delta 为负表示伤害；不得只在叙事中改变生命值。" .. at_most("一名角色一回合至多失去 %d。"),
  },
  args = {
    target_character_id = str{ min = 1, max = 64, id_of = root },
    delta = int{ min = -999, max = 999 },
    cause = str{ max = 200, default = "" },
  },
  rejects = { unknown_character = unknown, already_dead = already_dead },
  settles = { "hp_change", "hp_value", "death", "revival" },
  run = function(args, ctx)
    local who = args.target_character_id
    local before, refusal = reach(ctx, who)
    if not before then return refusal end
    local hp = change(ctx, who, before, args.delta, args.cause)
    return { hp = hp, delta = hp - before, alive_state = state_of(ctx, who) }
  end,
  back = function(args, ctx)
    local hp = ctx.get({ root, args.target_character_id, "hp" })
    ctx.set({ root, args.target_character_id, "hp", "current" }, math.max(0, math.min(hp.max, hp.current - args.delta)))
  end,
}

-- "2d6+1": as many dice as a hand holds, with as many sides as dice have.
local function is_dice(text)
  local count, sides = string.match(text, "^(%d?%d?)d(%d%d?%d?)[+-]?%d?%d?$")
  return count ~= nil and count ~= "0" and tonumber(sides) > 0
end

tool "strike" {
  summary = { en = "Roll dice for damage and deal it.", zh = "掷骰决定伤害并结算。" },
  guidance = {
    en = "Call it for an attack that hits; the host rolls the damage, 1d6 where dice is left out, and takes it: no hp_delta for the same hit.",
    zh = "攻击命中时调用；由宿主掷出伤害（省略 dice 则为 1d6）并扣除，同一击不再调用 hp_delta。",
  },
  args = {
    target_character_id = str{ min = 1, max = 64, id_of = root },
    attacker_id = str{ max = 64, default = "", id_of = root },
    dice = str{ default = "1d6", max = 16 },
  },
  rejects = {
    unknown_character = unknown,
    already_dead = already_dead,
    cannot_act = { en = "the attacker is in no state to attack", zh = "攻击者的状态使其无法攻击" },
    bad_dice = { en = "that is no dice; write for example 2d6+1", zh = "不是骰子写法；例如 2d6+1" },
  },
  settles = { "hp_change", "hp_value", "death", "roll" },
  run = function(args, ctx)
    if not is_dice(args.dice) then return reject("bad_dice", args.dice) end
    if args.attacker_id ~= "" then
      if not ctx.has({ root, args.attacker_id }) then return reject("unknown_character", args.attacker_id) end
      local state = state_of(ctx, args.attacker_id)
      if states.is(params.helpless, state) then return reject("cannot_act", state) end
    end
    local who = args.target_character_id
    local before, refusal = reach(ctx, who)
    if not before then return refusal end
    local damage = ctx.roll(args.dice)
    return { damage = damage, hp = change(ctx, who, before, -damage, args.attacker_id) }
  end,
}
