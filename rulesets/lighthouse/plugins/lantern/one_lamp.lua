-- From the times of one lamp to those of many, and back.
migrate {
  from = "1.x",
  up = function(ctx)
    ctx.set({ "lamps", params.first, "oil" }, ctx.get("lamp.oil") or 0)
    ctx.delete("lamp")
  end,
  down = function(ctx)
    ctx.set({ "lamp", "oil" }, math.min(10, ctx.get({ "lamps", params.first, "oil" }) or 0))
    ctx.delete("lamps")
  end,
}
