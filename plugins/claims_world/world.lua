-- Laws of the world that the narrator breaks or repeals. A law is told by its words: what speaks of the same things
-- and says the contrary, contradicts it.
local facts = require "facts"
local letters = require "letters"
local lexicon = require "lexicon"
local narration = require "narration"
local places = require "places"
local words = require "world_words"

local kCommon = {}
for _, word in ipairs(lexicon.list [[the a an of to in on at and or any all is are be can cannot no not must may will it its by for with from that this who what as never always only every
    there them they he she his her you your into until than then when where while before after]]) do kCommon[word] = true end
local kFunction = letters.set("的了在是不无可能任何人都之下必须须定到每从就也被会要得或与和及其有没只为以所而但对于一个这那此时间中里上前后则均皆许准禁止")

local function stem(word)
  word = string.lower(word)
  for _, ending in ipairs({ "ing", "ed", "es", "s" }) do
    if #word > #ending + 3 and string.sub(word, -#ending) == ending then
      word = string.sub(word, 1, -#ending - 1)
      break
    end
  end
  return string.match(word, "^(...+)e$") or word
end

-- What a text speaks of: pairs of neighbouring letters in Chinese, words in English.
local function topics(text, from, to)
  local set, count = {}, 0
  local place, previous = from, nil
  while place <= to do
    local byte = string.byte(text, place)
    if letters.is_word_byte(byte) then
      local word, behind = string.match(text, "^(%w+)()", place)
      local key = stem(word)
      if not kCommon[string.lower(word)] and #word > 2 and not set[key] then set[key], count = true, count + 1 end
      place, previous = behind, nil
    else
      local char, behind = letters.at(text, place)
      if letters.is_han(char) and not kFunction[char] then
        if previous then
          local key = previous .. char
          if not set[key] then set[key], count = true, count + 1 end
        end
        previous = char
      elseif not letters.is_han(char) or kFunction[char] then
        previous = nil
      end
      place = behind
    end
  end
  return set, count
end

local function shared(law, said)
  local count = 0
  for key in pairs(law) do
    if said[key] then count = count + 1 end
  end
  return count
end

local function classes(hits)
  local set = {}
  for _, hit in ipairs(hits) do
    if not set[hit.class] then set[hit.class] = hit end
  end
  return set
end

local kLawWords = { "规则", "法则", "律法", "禁制", "禁令", "戒律", "循环", "诅咒", "铁律", "定律", "the law", "the rule", "the curse", "the ban", "the old law", "the loop", "the laws" }

-- The clauses of a sentence that the narrator asserts, as one stretch.
local function asserted(story, sentence)
  local b, e = nil, nil
  for number = sentence.first, sentence.last do
    local clause = story.clauses[number]
    if not clause.why and not clause.panel then
      b = b or clause.b
      e = clause.e
    end
  end
  return b, e
end

-- Whether the sentence only tries, wishes, or says that it does not happen.
local function in_doubt(story, sentence, found, law)
  for number = sentence.first, sentence.last do
    local clause = story.clauses[number]
    -- Where the law's end is said, only what leads up to it counts.
    local ends = found.ends and found.ends.b >= clause.b and found.ends.e <= clause.e and found.ends
    local free = found.free or found.against
    free = free and free.b >= clause.b and free.e <= clause.e
    for _, cue in ipairs((found.ends and not ends or not found.ends and not free) and {} or clause.cues) do
      if ends and cue.b >= ends.b then break end
      if cue.word == "like" then goto continue end
      if law.without and (cue.word == "no" or cue.word == "without" or cue.word == "没有" or cue.word == "不") then goto continue end
      if (cue.class == "unreal" or cue.class == "planned" or cue.class == "supposed") and cue.word ~= "可以" and cue.word ~= "can" and cue.word ~= "会" and cue.word ~= "仿佛" and cue.word ~= "as though" and cue.word ~= "as if" and cue.word ~= "consider" and cue.word ~= "considers" then return true end
      if cue.class == "negation" and not found.ends and law.forbids and cue.word ~= "不再" then return true end
      ::continue::
    end
  end
  return false
end

-- What the clauses that speak of the law's things say: their words by class, and whether they deny.
local function said_of(law, story, sentence, text)
  local found, denied = {}, false
  for number = sentence.first, sentence.last do
    local clause = story.clauses[number]
    if not clause.why and not clause.panel and shared(law.topics, (topics(text, clause.b, clause.e))) > 0 then
      for class, hit in pairs(classes(story:words(clause, "world"))) do found[class] = found[class] or hit end
      for _, cue in ipairs(clause.cues) do denied = denied or cue.class == "negation" end
    end
  end
  return found, denied
end

-- "it did not burn him": a word of the law right behind a negation.
local function is_denied(law, story, sentence, text)
  for number = sentence.first, sentence.last do
    local clause = story.clauses[number]
    for _, cue in ipairs(clause.why and {} or clause.cues) do
      if cue.class == "negation" and shared(law.topics, (topics(text, cue.e + 1, math.min(clause.e, cue.e + 16)))) > 0 then return true end
    end
  end
  return false
end

local kEnds = { "不复存在", "失效", "废除", "打破", "改写", "broken", "no longer", "lifted" }

-- "The loop is no more": a law by its own name.
local function is_repealed(story, sentence, text, b, e, found, law)
  local said = string.lower(string.sub(text, b, e))
  local named, ends = false, false
  for _, word in ipairs(kLawWords) do named = named or string.find(said, word, 1, true) ~= nil end
  for _, word in ipairs(kEnds) do ends = ends or string.find(said, word, 1, true) ~= nil end
  return named and ends and found.ends ~= nil and not in_doubt(story, sentence, found, law)
end

local function judge(law, story, sentence, text)
  local b, e = asserted(story, sentence)
  if not b then return nil end
  local common = shared(law.topics, (topics(text, b, e)))
  local found = classes(story:words({ b = b, e = e }, "world"))
  local least = law.count <= 2 and 1 or 2
  if common < least then
    if is_repealed(story, sentence, text, b, e, found, law) then return b, e end
    return nil
  end
  if in_doubt(story, sentence, found, law) then return nil end
  if found.ends then return b, e end
  local here, denied = said_of(law, story, sentence, text)
  local positive = not here.forbids or law.without
  if law.forbids and positive and found.weak and common >= 2 and (law.count <= 3 or common * 5 >= law.count * 2) then return b, e end
  if law.forbids and positive and (found.free or found.against) then return b, e end
  if law.forbids and positive and not denied and common >= 3 and common * 5 >= law.count * 3 then return b, e end
  -- What must always happen does not, against all expectation.
  if law.demands and not law.forbids and denied and (here.against or common * 2 >= law.count and is_denied(law, story, sentence, text)) then return b, e end
  return nil
end

-- The laws of the state, each with what it speaks of.
local function laws_of(ctx)
  local laws, all = {}, ctx.get(params.rules)
  for name, law in pairs(type(all) == "table" and all or {}) do
    if type(law) == "string" then
      local set, count = topics(law, 1, #law)
      local found = classes(lexicon.find(ctx, law, "world"))
      laws[#laws + 1] = { path = places.of(params.rules, name), topics = set, count = count, forbids = found.forbids ~= nil, demands = found.demands ~= nil,
        without = string.find(string.lower(law), "without", 1, true) ~= nil or string.find(law, "没有", 1, true) ~= nil }
    end
  end
  return laws
end

-- The sentences that speak of what a law speaks of, by number.
local function touched(story, lower, law)
  local counts, found = {}, {}
  for key in pairs(law.topics) do
    local number, seen = 1, 0
    local b = string.find(lower, key, 1, true)
    while b do
      number = story.sentences:behind(b, number)
      if not number then break end
      if number ~= seen then counts[number] = (counts[number] or 0) + 1 end
      seen = number
      b = string.find(lower, key, story.sentences[number].e + 1, true)
    end
  end
  local least = law.count <= 2 and 1 or 2
  for number, count in pairs(counts) do
    if count >= least then found[number] = true end
  end
  return found
end

-- The sentences that speak of laws as such.
local function named(story, lower)
  local found = {}
  for _, word in ipairs(kLawWords) do
    local b = string.find(lower, word, 1, true)
    while b do
      local number = story.sentences:behind(b, 1)
      if number then found[number] = true end
      b = string.find(lower, word, b + #word, true)
    end
  end
  return found
end

local kCommonList = array {}
for word in pairs(kCommon) do kCommonList[#kCommonList + 1] = word end
table.sort(kCommonList)
-- What the laws are made of.
local kTexts = { path = params.rules .. ".*", itself = true, pieces = true, parts = kCommonList }

claim "rules" (narration.claim {
  summary = { en = "Laws of the world that are told broken.", zh = "叙事中被打破或改写的世界规则。" },
  shape = params,
  words = { world = words, laws = lexicon.new { law = kLawWords } },
  cues = { { kTexts }, { "laws.law", "world.ends" } },
  find = function(story, ctx)
    local laws, out, text = laws_of(ctx), facts.new(), story.text
    if #laws == 0 then return {} end
    local lower = string.lower(text)
    local spoken = named(story, lower)
    for _, law in ipairs(laws) do
      local where = touched(story, lower, law)
      for number in pairs(spoken) do where[number] = true end
      local numbers = {}
      for number in pairs(where) do numbers[#numbers + 1] = number end
      table.sort(numbers)
      for _, number in ipairs(numbers) do
        local sentence = story.sentences[number]
        local b, e = nil, nil
        if not sentence.ask then b, e = judge(law, story, sentence, text) end
        if b then out:add({ kind = "world_rule", subject = "world", path = law.path, changed = true }, b, e) end
      end
    end
    return out.all
  end,
})
