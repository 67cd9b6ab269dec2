-- Moods: whether the narrator asserts, here and now, what a clause says. Asked of a place, because a cue counts for
-- what comes behind it: "she has three torches if I remember" has them.
--
--   not asserted: questions, conditions, plans and wishes, attempts and near misses, hearsay, memories, dreams, plays
--   and recordings, comparisons, and what is negated.
local moods = {}

local kNear = 30  -- bytes of Chinese in which a negation still holds
-- A cue before `place` in the clause that makes what follows unreal; nil: it is real.
local function unreal_before(text, clause, place)
  for _, cue in ipairs(clause.cues) do
    if cue.b >= place then break end
    if cue.class == "unreal" or cue.class == "planned" or cue.class == "supposed" then return cue.word end
  end
  -- "to die", "to collapse": an infinitive right before the place.
  if string.find(string.lower(string.sub(text, math.max(clause.b, place - 3), place - 1)), "%f[%a]to $") then return "to" end
end

-- The negation that reaches `place`, or nil.
function moods.negation(text, clause, place)
  local found = nil
  for _, cue in ipairs(clause.cues) do
    if cue.b >= place then break end
    if cue.class == "negation" and cue.e < place then found = cue end
    if cue.class == "turn" and found and cue.b >= found.e then found = nil end
  end
  if not found then return nil end
  local latin = string.byte(found.word) < 0x80
  if not latin and place - found.e > kNear then return nil end
  return found.word
end

-- Why what stands at `place` is not asserted (a word of the text, or "question"); nil: it is.
function moods.doubt(text, clause, place)
  if clause.panel then return nil end
  return clause.why or unreal_before(text, clause, place) or moods.negation(text, clause, place)
end

-- As `doubt`, without negations: for what says "no more", "not breathing", "cannot be passed".
function moods.unreal(text, clause, place)
  if clause.panel then return nil end
  return clause.why or unreal_before(text, clause, place)
end

return moods
