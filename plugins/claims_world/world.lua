-- Laws of the world that the narrator breaks or repeals. A law is told by its words: what speaks of the same things
-- and says the contrary, contradicts it.
local facts = require "facts"
local letters = require "letters"
local lexicon = require "lexicon"
local narration = require "narration"
local words = require "world_words"

local kCommon = {}
for _, word in ipairs(lexicon.list [[the a an of to in on at and or any all is are be can cannot no not must may will it its by for with from that this who what as never always only every
    there them they he she his her you your into until than then when where while before after]]) do kCommon[word] = true end
local kFunction = letters.set("的了在是不无可能任何人都之下必须须定到每从就也被会要得或与和及其有没只为以所而但对于一个这那此时间中里上前后则均皆许准禁止")

local function stem(word)
  word = string.lower(word)
  for _, ending in ipairs({ "ing", "ed", "es", "s" }) do
    if #word > #ending + 3 and string.sub(word, -#ending) == ending then return string.sub(word, 1, -#ending - 1) end
  end
  return word
end

-- What a text speaks of: pairs of neighbouring letters in Chinese, words in English.
local function topics(text, from, to)
  local set, count = {}, 0
  local place, previous = from, nil
  while place <= to do
    local byte = string.byte(text, place)
    if letters.is_word_byte(byte) then
      local word, behind = string.match(text, "^([%w']+)()", place)
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

local function classes(text, from, to)
  local set = {}
  for _, hit in ipairs(lexicon.find(words, text, from, to)) do
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
local function in_doubt(story, sentence, found)
  for number = sentence.first, sentence.last do
    local clause = story.clauses[number]
    for _, cue in ipairs(clause.cues) do
      if (cue.class == "unreal" or cue.class == "supposed") and cue.word ~= "可以" and cue.word ~= "can" and cue.word ~= "会" and cue.word ~= "仿佛" and cue.word ~= "as though" and cue.word ~= "as if" and cue.word ~= "consider" and cue.word ~= "considers" then return true end
      if cue.class == "negation" and not found.ends and cue.word ~= "不再" then return true end
    end
  end
  return false
end

local function judge(law, story, sentence, text)
  local b, e = asserted(story, sentence)
  if not b then return nil end
  local said = topics(text, b, e)
  local common = shared(law.topics, said)
  local found = classes(text, b, e)
  local least = law.count <= 2 and 1 or 2
  if common < least then
    -- "The loop is no more": a law by its own name.
    local named = false
    for _, word in ipairs(kLawWords) do named = named or string.find(string.lower(string.sub(text, b, e)), word, 1, true) ~= nil end
    if not (named and found.ends) or law.only == false then return nil end
    if in_doubt(story, sentence, found) then return nil end
    if not string.find(string.sub(text, b, e), "不复存在") and not string.find(string.sub(text, b, e), "失效") and not string.find(string.sub(text, b, e), "废除") and not string.find(string.sub(text, b, e), "打破") and not string.find(string.sub(text, b, e), "改写") and not string.find(string.lower(string.sub(text, b, e)), "broken") and not string.find(string.lower(string.sub(text, b, e)), "no longer") and not string.find(string.lower(string.sub(text, b, e)), "lifted") then return nil end
    return b, e
  end
  if in_doubt(story, sentence, found) then return nil end
  local positive = not found.forbids or found.ends
  if found.ends then return b, e end
  if law.forbids and positive and found.free then return b, e end
  return nil
end

claim "rules" {
  summary = { en = "Laws of the world that are told broken.", zh = "叙事中被打破或改写的世界规则。" },
  find = function(text, ctx)
    local laws, all = {}, ctx.get(params.rules)
    if all == nil then return {} end
    for name, law in pairs(all) do
      if type(law) == "string" then
        local set, count = topics(law, 1, #law)
        local found = classes(law, 1, #law)
        local path = {}
        for key in string.gmatch(params.rules, "[^.]+") do path[#path + 1] = key end
        path[#path + 1] = name
        laws[#laws + 1] = { path = path, topics = set, count = count, forbids = found.forbids ~= nil }
      end
    end
    if #laws == 0 then return {} end
    local story = narration.read(text, ctx, params)
    local out = facts.new()
    for _, sentence in ipairs(story.sentences) do
      if not sentence.ask then
        for _, law in ipairs(laws) do
          local b, e = judge(law, story, sentence, text)
          if b then out:add({ kind = "world_rule", subject = "world", path = law.path, changed = true }, b, e) end
        end
      end
    end
    return out.all
  end,
}
