:en: -- A derived value is computed from others and never written by anybody else. It depends on the state, the settings and
:en: -- the parameters alone; what it reads is traced, and it is computed again when that changes.
:zh: -- 派生值由其他值计算得出，别人不能写。它只取决于状态、设置与参数；它读取的内容会被跟踪，变动时自动重算。
derive "total" {
  path = "{{name}}.total",
  run = function(ctx)
    return (ctx.get("{{name}}.count") or 0) * (ctx.get("{{name}}.price") or 0)
  end,
}
