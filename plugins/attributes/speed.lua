local root = params.root

derive "speed" {
  path = root .. ".*.derived.speed",
  run = function(ctx, who)
    local of = ctx.get({ root, who, "attributes" })
    if of == nil then return nil end
    return ((of.strength or 0) + (of.dexterity or 0)) / 3
  end,
}
