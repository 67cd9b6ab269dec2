:en: -- Brings the state of a campaign from earlier versions of this plugin to the present one (`gavel campaign swap`), and back.
:en: -- Raise `version` in plugin.yaml whenever the state takes another form, and write here what that means.
:zh: -- 把战役的状态从本插件的旧版本升级到当前版本（`gavel campaign swap`），或退回。
:zh: -- 状态的形式变了，就提高 plugin.yaml 里的 `version`，并在这里写明如何转换。
migrate {
  from = "0.0.x",
  up = function(ctx)
    if ctx.exists("{{name}}.jam") then ctx.move("{{name}}.jam", "{{name}}.jars") end
  end,
  down = function(ctx)
    if ctx.exists("{{name}}.jars") then ctx.move("{{name}}.jars", "{{name}}.jam") end
  end,
}
