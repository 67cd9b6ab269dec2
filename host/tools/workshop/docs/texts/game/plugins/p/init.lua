rule "calm" { path = "hero.mood", run = function(effect)
  if effect.after == "angry" then return deny("nobody gets angry here", "let the hero stay calm") end
  return allow()
end }

budget "daily" { path = "hero.coins", max = 10, counts = "increase", over = "deny" }

rule "brittle" { path = "hero.bag", on_failure = "allow", run = function(effect)
  return allow(effect.after.weight.of.it)
end }

derive "double" { path = "hero.double", run = function(ctx) return ctx.get("hero.health") * 2 end }
derive "ratio" { path = "hero.ratio", run = function(ctx) return 20 // ctx.get("hero.health") end }
derive "listed" { path = "hero.level", run = function(ctx) if ctx.get("hero.coins") == 6 then return 2 end return abstain() end }

automation "echo" { on = "ping", run = function(event, ctx) ctx.emit("ping") end }
automation "trip" { on = "changed(friends.ann.trust)", run = function(event, ctx) error("tripped") end }

local function texts(en, zh) return { en = en, zh = zh } end
local function plain(name, args, run, more)
  local spec = more or {}
  spec.summary, spec.guidance = texts(name, name), texts("Call " .. name .. ".", name)
  spec.args, spec.rejects, spec.settles, spec.run = args, spec.rejects or {}, spec.settles or {}, run
  tool(name)(spec)
end

plain("rest", { hours = int{ min = 1, max = 8 } }, function(args, ctx)
  if args.hours == 8 then return reject("awake") end
  return { slept = args.hours }
end, { rejects = { awake = texts("the hero is wide awake", "毫无睡意") } })
plain("climb", {}, function() return {} end, { when = function(ctx) return ctx.get("hero.health") > 15 end })
plain("crash", {}, function() error("the rope broke") end)
plain("spin", {}, function() while true do end end)
plain("hoard", {}, function() local s = "x" while true do s = s .. s end end)
plain("ring", {}, function(args, ctx) ctx.emit("ping") return {} end)
plain("swim", {}, function() return {} end)
plain("hurt", { by = int{ min = 1, max = 9 } }, function(args, ctx)
  ctx.add("hero.health", -args.by)
  return {}
end, { settles = { "wound" } })

claim "wound" { find = function(narration)
  local b, e = narration:find("a wound that nobody sees", 1, true)
  return b and { { kind = "wound", span = { b, e } } } or {}
end }
