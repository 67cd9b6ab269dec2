-- The end of the game, and that nothing happens behind it. Operators may take it back.
setting "rules.hp_zero_ends_game" {
  type = "bool",
  default = true,
  scope = "campaign",
  validation = { en = "true or false", zh = "true 或 false" },
  ui_hint = { en = "Switch: the game ends when the party's hit points are gone", zh = "开关：队伍生命值归零时游戏结束" },
  effect_tags = { "rules" },
}

local function has_fallen(ctx, who)
  local hp = ctx.get({ params.root, who, "hp", "current" })
  return type(hp) == "number" and hp <= 0
end

local function is_over(ctx)
  local fallen, all = 0, ctx.get(params.party) or {}
  for _, who in ipairs(all) do
    if has_fallen(ctx, who) then fallen = fallen + 1 end
  end
  return fallen > 0 and (params.ends_when == "any" or fallen == #all)
end

automation "ends" {
  summary = { en = "Writes down that the game has ended.", zh = "记录游戏结束。" },
  on = "changed(" .. params.root .. ".*.hp.current)",
  run = function(_, ctx)
    if not ctx.settings["rules.hp_zero_ends_game"] or ctx.get(params.over) ~= nil or not is_over(ctx) then return end
    ctx.set(params.over, { turn = ctx.turn, reason = "hp_zero" })
    ctx.emit("game_over", { turn = ctx.turn })
  end,
}

-- What ends it in this turn is still told to its end.
rule "nothing_after" {
  summary = { en = "Behind the end of the game nothing changes.", zh = "游戏结束后不再有任何变化。" },
  path = "**",
  actors = { "model", "player", "tool", "automation" },
  run = function(_, ctx)
    if ctx.before(params.over) == nil then return allow() end
    return deny("the game has ended", "an operator may take it back")
  end,
}
