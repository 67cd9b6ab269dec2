-- Lamps, each with its oil and its light.
tool "tend" {
  summary = { en = "Pour oil into a lamp, or burn it.", zh = "为一盏灯添油或燃油。" },
  guidance = {
    en = "Call it whenever oil is poured (positive) or burnt (negative), lamp its name under lamps: " .. params.first .. " where it is left out. A lamp holds " .. params.holds .. ".",
    zh = "添油（正数）或燃油（负数）时必须调用；lamp 写 lamps 之下的名称，省略则为 " .. params.first .. "。一盏灯至多盛 " .. params.holds .. "。",
  },
  args = { lamp = str{ min = 1, max = 64, default = params.first, id_of = "lamps" }, oil = int{ min = -100, max = 100 } },
  rejects = {
    unknown_lamp = { en = "there is no such lamp", zh = "没有这盏灯" },
    dry = { en = "there is not so much oil", zh = "没有这么多油" },
  },
  settles = {},
  run = function(args, ctx)
    local oil = ctx.get({ "lamps", args.lamp, "oil" })
    if oil == nil then return reject("unknown_lamp", args.lamp) end
    if oil + args.oil < 0 then return reject("dry") end
    ctx.add({ "lamps", args.lamp, "oil" }, args.oil)
    return { oil = ctx.get({ "lamps", args.lamp, "oil" }) }
  end,
}

rule "brim" {
  path = "lamps.*.oil",
  guidance = { en = "a lamp holds at most " .. params.holds, zh = "一盏灯最多盛 " .. params.holds },
  mode = "amend",
  run = function(effect)
    if type(effect.after) == "number" and effect.after > params.holds then return amend(params.holds, "it holds " .. params.holds) end
    return allow()
  end,
}

derive "light" {
  path = "lamps.*.light",
  run = function(ctx, lamp) return (ctx.get({ "lamps", lamp, "oil" }) or 0) * 100 // params.holds end,
}
