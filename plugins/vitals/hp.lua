local root = params.root

tool "hp_delta" {
  summary = { en = "Deal damage or heal.", zh = "造成伤害或治疗。" },
  guidance = {
    en = "Call it whenever hit points change; never change them in prose alone.",
    zh = "生命值变化时必须调用；不得只在叙事中改变生命值。",
  },
  args = {
    target_character_id = str{ min = 1, max = 64 },
    delta = int{ min = -999, max = 999 },
    cause = str{ max = 200, default = "" },
  },
  rejects = {
    unknown_character = { en = "there is no such character", zh = "没有这个角色" },
    already_dead = { en = "the dead are not hurt or healed", zh = "死者无法受伤或被治疗" },
  },
  settles = { "hp_change", "hp_value", "death" },
  run = function(args, ctx)
    local who = { root, args.target_character_id }
    local character = ctx.get(who)
    if character == nil or character.hp == nil then return reject("unknown_character", args.target_character_id) end
    if character.status and character.status.alive_state == "dead" then return reject("already_dead") end
    local hp = math.max(0, math.min(character.hp.max, character.hp.current + args.delta))
    ctx.set({ root, args.target_character_id, "hp", "current" }, hp)
    if hp == 0 then
      ctx.set({ root, args.target_character_id, "status", "alive_state" }, "downed")
      ctx.emit("downed", { character = args.target_character_id, cause = args.cause })
    end
    return { hp = hp }
  end,
  back = function(args, ctx)
    local hp = ctx.get({ root, args.target_character_id, "hp" })
    ctx.set({ root, args.target_character_id, "hp", "current" }, math.max(0, math.min(hp.max, hp.current - args.delta)))
  end,
}

tool "strike" {
  summary = { en = "Roll dice for damage and deal it.", zh = "掷骰决定伤害并结算。" },
  guidance = { en = "Call it for an attack that hits; the host rolls.", zh = "攻击命中时调用；由宿主掷骰。" },
  args = { target_character_id = str{ min = 1, max = 64 }, dice = str{ default = "1d6", max = 16 } },
  rejects = { unknown_character = { en = "there is no such character", zh = "没有这个角色" } },
  settles = { "hp_change", "roll" },
  run = function(args, ctx)
    local character = ctx.get({ root, args.target_character_id })
    if character == nil or character.hp == nil then return reject("unknown_character", args.target_character_id) end
    local damage = ctx.roll(args.dice)
    local hp = math.max(0, character.hp.current - damage)
    ctx.set({ root, args.target_character_id, "hp", "current" }, hp)
    return { damage = damage, hp = hp }
  end,
}
