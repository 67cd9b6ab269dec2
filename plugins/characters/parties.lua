-- A party holds characters that there are, each once; and it is the turn of one that there is.
local lists = require "lists"

local function is_character(ctx, who) return type(who) == "string" and ctx.has({ params.characters, who }) end

if params.party ~= "" then
  rule "party" {
    summary = { en = "A party is a list of characters that there are, each once.", zh = "队伍须为真实存在的角色的列表，且不得重复。" },
    path = params.party,
    run = function(_, ctx)
      local seen, party = {}, ctx.get(params.party)
      if party ~= nil and type(party) ~= "table" then return deny("a party is a list of characters") end
      for _, who in ipairs(party or {}) do
        if not is_character(ctx, who) then return deny("there is no character " .. tostring(who), "name them by their ids") end
        if lists.has(seen, who) then return deny(who .. " is in the party already") end
        seen[#seen + 1] = who
      end
      return allow()
    end,
  }
end

if params.active ~= "" then
  rule "active" {
    summary = { en = "It is the turn of a character that there is.", zh = "当前行动者须为真实存在的角色。" },
    path = params.active,
    run = function(effect, ctx)
      if effect.after == nil or is_character(ctx, effect.after) then return allow() end
      return deny("there is no character " .. tostring(effect.after), "name them by their ids")
    end,
  }
end
