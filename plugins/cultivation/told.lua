-- A breakthrough that is only told. Of whom: the one who climbs, by name or as "you"; what others reach is theirs.
local facts = require "facts"
local lexicon = require "lexicon"
local narration = require "narration"
local p = params

local names = {}
for _, realm in ipairs(p.realms) do names[#names + 1] = realm.name end

local words = lexicon.new {
  climbs = { lexicon.list "突破到 突破到了 突破至 突破至了 踏入 踏入了 迈入 迈入了 晋入 晋入了 晋升到 晋升至 晋升为 步入 步入了 成功突破 破入 破入了 达到了",
    "breaks through to", "broke through to", "advances to", "advanced to", "reaches", "reached" },
  realm = names,
}

-- Whether the sentence up to there is about the one who climbs.
local function is_own(before, name, others)
  for _, other in ipairs(others) do
    if other ~= name and string.find(before, other, 1, true) then return false end
  end
  return string.find(before, "你", 1, true) or string.find(before, "%f[%a][Yy]ou%f[%A]")
    or type(name) == "string" and name ~= "" and string.find(before, name, 1, true)
end

claim "realm" (narration.claim {
  shape = { characters = p.people, areas = p.people, actor = p.climber },
  words = { realm = words },
  cues = { { "realm.climbs", "realm.realm" } },
  summary = { en = "Realms that are told reached.", zh = "叙事中声称达到的境界。" },
  find = function(story, ctx)
    local text, out = story.text, facts.new()
    local name, others = ctx.get(p.climber), ctx.keys(p.people) or {}
    for clause, hits in story:each("realm", { climbs = true }) do
      local climbs = nil
      for _, hit in ipairs(hits) do
        if hit.class == "climbs" then climbs = hit end
        local near = climbs and hit.class == "realm" and hit.b - climbs.e <= 12
        local before = near and string.sub(text, story.sentences[clause.sentence].b, climbs.b - 1)
        if near and is_own(before, name, others) and not story:doubt(clause, climbs.b) then
          out:add({ kind = "realm", subject = name or "you", path = p.at .. "." .. p.name, equals = string.sub(text, hit.b, hit.e) }, climbs.b, hit.e)
        end
      end
    end
    return out.all
  end,
})
