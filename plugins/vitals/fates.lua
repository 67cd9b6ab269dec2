-- What being downed, dead or bound means, whichever tool or command comes: the rules here see every change.
local states = require "states"
local root = params.root

rule "state" {
  summary = { en = "A character's state is one of those there are.", zh = "角色的存活状态只能取已定义的值。" },
  path = root .. ".*.status.alive_state",
  run = function(effect)
    if effect.after == nil or states.is(params.states, effect.after) then return allow() end
    return deny("there is no such state", "the states are " .. table.concat(params.states, ", "))
  end,
}

rule "fixed" {
  summary = { en = "Some of a fallen character does not change.", zh = "倒下者的部分字段不可改变。" },
  path = root .. ".*.*",
  actors = { "model", "player", "tool", "automation" },
  run = function(effect, ctx)
    local who, field = effect.match[1], effect.match[2]
    local state = ctx.get({ root, who, "status", "alive_state" })
    if state == nil or not states.is(params.fixed[state], field) then return allow() end
    return deny(who .. " is " .. state .. ": " .. tostring(field) .. " does not change")
  end,
}

-- The tool's own name: "vitals/hp_delta" is hp_delta.
local function name_of(tool) return string.match(tool or "", "([^/]*)$") end

if params.actor ~= "" then
  rule "acts" {
    summary = { en = "Whose character has fallen does what that state allows.", zh = "角色倒下的玩家只能做该状态允许的事。" },
    path = "**",
    actors = { "player", "tool" },
    run = function(effect, ctx)
      if ctx.actor ~= "player" then return allow() end
      local who = ctx.get(params.actor)
      local state = who and ctx.get({ root, who, "status", "alive_state" })
      local allowed = state and params.acts[state]
      if allowed == nil or effect.actor == "tool" and states.is(allowed, name_of(effect.reason)) then return allow() end
      return deny(who .. " is " .. state .. " and cannot do that")
    end,
  }
end

if params.damage_per_turn > 0 then
  budget "damage_per_turn" {
    summary = { en = "Nobody loses more than so much in one turn.", zh = "一名角色一回合失去的生命值有上限。" },
    path = root .. ".*.hp.current",
    actors = { "model", "player", "tool", "automation" },
    guidance = { en = "falls by at most " .. params.damage_per_turn .. " a turn", zh = "一回合最多失去 " .. params.damage_per_turn },
    max = params.damage_per_turn,
    counts = "decrease",
    over = "clamp",
    window = function(ctx) return ctx.turn end,
  }
end
