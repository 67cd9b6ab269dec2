-- Moods: whether the narrator asserts, here and now, what a clause says. Asked of a place, because a cue counts for
-- what comes behind it: "she has three torches if I remember" has them.
--
--   not asserted: questions, conditions, plans and wishes, attempts and near misses, hearsay, memories, dreams, plays
--   and recordings, comparisons, and what is negated.
local lexicon = require "lexicon"
local words = require "mood_words"
local moods = {}

local kNear = 30  -- bytes of Chinese in which a negation still holds
local kParticiple = { been = true, died = true, said = true, gone = true, taken = true, fallen = true, lost = true, left = true, given = true }

-- "had" is a memory before a participle, and a possession otherwise.
local function is_pluperfect(text, hit)
  local word = string.match(string.lower(string.sub(text, hit.e + 1, hit.e + 40)), "^%s+(%a+)")
  if word == "already" or word == "just" or word == "never" or word == "once" or word == "not" then
    word = string.match(string.lower(string.sub(text, hit.e + 1, hit.e + 60)), "^%s+%a+%s+(%a+)")
  end
  return word ~= nil and (kParticiple[word] or string.find(word, "ed$") ~= nil or string.find(word, "en$") ~= nil or string.find(word, "wn$") ~= nil)
end

local function cues_of(text, clause)
  local cues = {}
  for _, hit in ipairs(lexicon.find(words, text, clause.b, clause.e)) do
    if hit.class == "past" then
      if is_pluperfect(text, hit) then cues[#cues + 1] = { b = hit.b, e = hit.e, class = "supposed", word = hit.word } end
    else
      cues[#cues + 1] = hit
    end
  end
  return cues
end

local function first_of(cues, class)
  for _, cue in ipairs(cues) do
    if cue.class == class then return cue end
  end
end

-- Fills in clause.cues, clause.unreal (all of it) and clause.why.
function moods.mark(text, clauses, sentences)
  local elsewhere, paragraph = nil, nil
  for _, sentence in ipairs(sentences) do
    if sentence.paragraph ~= paragraph then elsewhere = nil end
    paragraph = sentence.paragraph
    local supposed, here = nil, elsewhere
    for number = sentence.first, sentence.last do
      local clause = clauses[number]
      clause.cues = cues_of(text, clause)
      if first_of(clause.cues, "awake") then here, elsewhere = nil, nil end
      clause.why = sentence.ask and not clause.panel and "question" or supposed or here
      local dream = first_of(clause.cues, "elsewhere")
      if dream and not first_of(clause.cues, "awake") then
        here = dream.word
        clause.why = clause.why or dream.word
        if number == sentence.first or dream.b - clause.b < 12 then elsewhere = dream.word end
      end
      local cue = first_of(clause.cues, "supposed")
      if cue then supposed = cue.word end
    end
  end
end

-- A cue before `place` in the clause that makes what follows unreal; nil: it is real.
local function unreal_before(text, clause, place)
  for _, cue in ipairs(clause.cues) do
    if cue.b >= place then break end
    if cue.class == "unreal" or cue.class == "supposed" then return cue.word end
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
