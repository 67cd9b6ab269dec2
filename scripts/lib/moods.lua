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

local function cues_of(text, clause, inside)
  local cues = {}
  for _, hit in ipairs(lexicon.find(words, text, clause.b, clause.e)) do
    if inside(hit.b) then
      -- No.7 denies nothing.
    elseif hit.class == "past" then
      -- "Had Edith gone down …": it did not happen.
      local first = string.find(text, "^Had%s", hit.b)
      if is_pluperfect(text, hit) or first then cues[#cues + 1] = { b = hit.b, e = hit.e, class = "supposed", word = hit.word } end
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

-- 广播里说，… : what follows is somebody's word.
local kSays = { "说", "道", "称", "喊", "叫", "问", "答", "讲", "嚷", "念", "写", "想", "骂", "劝", "求" }
local kNotSaid = {}
for _, word in ipairs({ "没", "不", "未", "有", "知", "街", "通", "味", "轨", "河", "隧", "频", "小", "传", "听", "赛", "管", "别", "呼", "名" }) do kNotSaid[word] = true end

local function says(text, clause)
  for _, word in ipairs(kSays) do
    local start = clause.e - #word + 1
    local before = string.sub(text, start - 3, start - 1)
    local own = not kNotSaid[before]
    if start > clause.b and own and string.sub(text, start, clause.e) == word and clause.stop == "break" then return word end
  end
end

-- A plan goes on through the clauses behind it that have no subject of their own, unless one turns away from it.
function moods.carry(clauses, sentences)
  for _, sentence in ipairs(sentences) do
    local plan = nil
    for number = sentence.first, sentence.last do
      local clause = clauses[number]
      local turn = first_of(clause.cues, "turn")
      if clause.explicit or turn and turn.word ~= "and" and turn.word ~= "then" and turn.word ~= "又" then plan = nil end
      if plan and not clause.why then clause.why = plan end
      local cue = first_of(clause.cues, "planned")
      if cue then plan = cue.word end
    end
  end
end

-- Fills in clause.cues, clause.unreal (all of it) and clause.why.
-- inside(place): whether it lies in a name.
function moods.mark(text, clauses, sentences, inside)
  local elsewhere, paragraph = nil, nil
  for _, sentence in ipairs(sentences) do
    if sentence.paragraph ~= paragraph then elsewhere = nil end
    paragraph = sentence.paragraph
    local supposed, here, woke = nil, elsewhere, false
    for number = sentence.first, sentence.last do
      local clause = clauses[number]
      clause.cues = cues_of(text, clause, inside)
      if first_of(clause.cues, "awake") then here, elsewhere, woke = nil, nil, true end
      clause.why = sentence.ask and not clause.panel and "question" or supposed or here
      local dream = first_of(clause.cues, "elsewhere")
      if dream and not first_of(clause.cues, "awake") then
        here = dream.word
        clause.why = clause.why or dream.word
        if not woke and (number == sentence.first or dream.b - clause.b < 12) then elsewhere = dream.word end
      end
      local cue = first_of(clause.cues, "supposed")
      supposed = cue and cue.word or supposed or says(text, clause)
    end
  end
end

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
