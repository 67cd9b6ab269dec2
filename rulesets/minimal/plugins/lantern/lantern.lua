tool "tend" {
  summary = { en = "Pour oil in, or burn it.", zh = "添油或燃油。" },
  guidance = { en = "Call it whenever oil is poured (positive) or burnt (negative). The lamp holds 10.", zh = "添油（正数）或燃油（负数）时必须调用。灯至多盛 10。" },
  args = { oil = int{ min = -100, max = 100 } },
  rejects = { dry = { en = "there is not so much oil", zh = "没有这么多油" } },
  settles = {},
  run = function(args, ctx)
    if ctx.get("lamp.oil") + args.oil < 0 then return reject("dry") end
    ctx.add("lamp.oil", args.oil)
    return { oil = ctx.get("lamp.oil") }
  end,
}
rule "brim" { path = "lamp.oil", mode = "amend", run = function(effect)
  if type(effect.after) == "number" and effect.after > 10 then return amend(10, "it holds 10") end
  return allow()
end }
derive "light" { path = "lamp.light", run = function(ctx) return ctx.get("lamp.oil") * 10 end }
