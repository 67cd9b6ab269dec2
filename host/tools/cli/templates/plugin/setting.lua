:en: -- A setting is what players, a game or the host may choose. Handlers read it as ctx.settings["{{name}}.strict"]; the
:en: -- rule below is there to show what it does.
:zh: -- 设置由玩家、游戏或宿主选择。处理函数读作 ctx.settings["{{name}}.strict"]；下面的规则演示它的作用。
setting "{{name}}.strict" {
  type = "bool",
  default = false,
  scope = "campaign",
  ui_hint = { en = "Switch: what was promised cannot be taken back", zh = "开关：许下的承诺不能收回" },
  effect_tags = { "rules" },
}
rule "promised" {
  path = "{{name}}.promise",
  run = function(effect, ctx)
    if ctx.settings["{{name}}.strict"] and effect.before ~= nil then
      return deny({ en = "what was promised stays", zh = "承诺不能更改" })
    end
    return allow()
  end,
}
