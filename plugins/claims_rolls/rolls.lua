-- Numbers that dice are told to show. The dice are the host's: what no roll of this turn came to is made up.
local facts = require "facts"
local lexicon = require "lexicon"
local narration = require "narration"
local list = lexicon.list

local words = lexicon.new {
  rolls = { list "掷出 投出 掷出了 投出了 掷骰结果 骰出 骰出了 摇出 检定结果", lexicon.verbs "roll", "the roll is", "dice come up", "die comes up", "dice show", "the result is" },
  check = { list "检定 判定 豁免 d check checks", "saving throw", "saving throws", "d20" },
  _ = { "rolls her eyes", "rolls his eyes", "rolls their eyes", "rolled her eyes", "rolled his eyes", "rolls over", "rolls out", "rolls up", "rolls down", "rolls off", "rolls her shoulders", "rolls his shoulders" },
}

-- Only where a check is spoken of: dice that people in the story play with are theirs.
local kChecks = { "检定", "判定", "豁免", "d20", "D20", "d100", "D100", "d6", "D6", "1d", "2d", "3d", "saving throw", "ability check", " check" }

claim "rolls" (narration.claim {
  shape = params,
  words = { rolls = words },
  cues = { { "rolls.rolls", "rolls.check" } },
  summary = { en = "Results of dice that are told.", zh = "叙事中的掷骰结果。" },
  find = function(story)
    local text, out = story.text, facts.new()
    for clause, hits in story:each("rolls") do
      local sentence = string.sub(text, story.sentences[clause.sentence].b, story.sentences[clause.sentence].e)
      local here = false
      for _, word in ipairs(kChecks) do here = here or string.find(sentence, word, 1, true) ~= nil end
      for _, hit in ipairs(here and hits or {}) do
        for _, number in ipairs(hit.class == "rolls" and story:numbers(hit.e + 1, math.min(clause.e, hit.e + 24)) or {}) do
          local dice = string.find(text, "^[dD]%d", number.e + 1)
          if not dice and not number.share and not string.find(string.sub(text, hit.e + 1, number.b - 1), "[dD]$") and not story:doubt(clause, hit.b) then
            out:add({ kind = "roll", subject = story:doer(clause, hit.b) or "dice", rolled = number.low }, hit.b, number.e)
            break
          end
        end
      end
    end
    return out.all
  end,
})
