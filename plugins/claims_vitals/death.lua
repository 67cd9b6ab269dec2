-- Living characters told dead, and dead ones told alive.
local facts = require "facts"
local narration = require "narration"
local places = require "places"
local words = require "death_words"

local function path_of(who) return places.of(params.characters, who, params.alive) end

local function is_dead(ctx, who)
  local state = ctx.get(path_of(who))
  for _, dead in ipairs(params.dead) do
    if state == dead then return true end
  end
  return false
end

local function first(hits, class)
  for _, hit in ipairs(hits) do
    if hit.class == class then return hit end
  end
end

-- 陆明谦的呼吸…停了: a breath that stops in one of the clauses behind it.
local function breath_stops(story, clause, hits)
  for _, hit in ipairs(hits) do
    if hit.class == "stops" then
      local number = clause.number
      for back = number, math.max(1, number - 2), -1 do
        local other = story.clauses[back]
        if other.sentence ~= clause.sentence then break end
        for _, breath in ipairs(story:words(other, "death")) do
          local shakes = string.find(hit.word, "^摇") and not (string.find(story:sub(other), "探", 1, true) or string.find(story:sub(other), "摸", 1, true) or string.find(story:sub(other), "按", 1, true))
          if breath.class == "breath" and (other ~= clause or breath.b < hit.b) and not shakes then
            local who = nil
            for _, one in ipairs(other.people) do
              if one.id and one.b < breath.b and (not string.find(hit.word, "^摇") or not one.subject) then who = one.id end
            end
            return hit, who or (#other.subjects == 1 and other.subjects[1] or nil)
          end
        end
      end
    end
  end
end

-- English says whose light, body or breath it is behind the words: "the light leaves Vex's eyes".
local function who_dies(story, clause, hit)
  local ids, mention = story:doers(clause, hit.b)
  local after = story:after(clause, hit.e)
  if string.find(hit.word, "^light") or string.find(hit.word, "^life") or string.find(hit.word, "last breath leaves") or string.find(hit.word, "^横尸") then
    return after and after.id and { after.id } or ids
  end
  local before = nil
  for _, one in ipairs(clause.people) do
    if one.id and one.b < hit.b and (one.possessive or one.subject) then before = one end
  end
  if before and not mention then return { before.id } end
  if mention and not (mention.possessive and #ids == 1) then return ids end
  return ids
end

-- Something of a person that is not the person: 李四的剑断了气 is nobody's death, 李四的身子冷了 is.
local function other_thing(story, clause, hit)
  local first = nil
  for _, one in ipairs(clause.people) do
    if one.subject and one.b < hit.b then first = one end
  end
  if not first then return false end
  local between = string.sub(story.text, first.e + 1, hit.b - 1)
  -- What is in somebody's hand is no part of them.
  for _, held in ipairs({ "手中", "手里", "手上", "怀里", "怀中", "背上", "腰间" }) do
    if string.find(between, held .. "的", 1, true) then return true end
  end
  if not first.possessive then return false end
  for _, part in ipairs({ "身体", "身子", "呼吸", "心跳", "气息", "脉搏", "胸", "手", "眼", "头", "heart", "breath", "body", "eyes", "chest", "pulse", "head" }) do
    if string.find(between, part, 1, true) then return false end
  end
  return #string.match(between, "^%s*(.-)%s*$") > 6
end

-- A noun of its own before the word in a clause without people: "the fire is dead", 老树死了.
local function stranger(story, clause, hit)
  if clause.explicit then return false end
  local before = string.sub(story.text, clause.b, hit.b - 1)
  if string.byte(hit.word) < 0x80 then return string.find(before, "%a") ~= nil and #clause.people == 0 end
  if #before == 0 then return false end
  for _, start in ipairs({ "当场", "已经", "已", "终于", "就", "便", "再", "也", "最终", "立时", "登时", "顿时", "倒", "仰面", "一头", "就此", "彻底", "随即", "瞬间", "竟", "渐渐", "慢慢", "身子", "在", "于", "当即", "就这样", "就这么", "却", "立刻", "闭", "缓缓", "安静", "静静", "头一歪", "抽搐", "吐", "人已", "人早已", "人就", "人便", "人当场" }) do
    if string.sub(before, 1, #start) == start then return false end
  end
  return true
end

-- Whether a clause says that somebody is or becomes what stands at a place of it.
local function starts_as(piece, place)
  local before = string.sub(piece, math.max(1, place - 3), place - 1)
  return before == "是" or before == "成" or before == "为" or before == "作" or before == "剩" or before == "了"
end

local kVital = { "的一生", " skull", " brain", " lungs", "的头", "的首级", "的脑袋", "的喉咙", "的脖", "的性命", "的命", "的生命", "的心脏", "的咽喉", "的心口", " throat", " life", " heart", " neck", " head", " windpipe" }

local function takes_life(text, one)
  local rest = string.gsub(string.sub(text, one.e + 1, one.e + 24), "^\xE2\x80\x99s", "'s")
  rest = string.match(rest, "^'s(.*)") or rest
  for _, word in ipairs(kVital) do
    if string.sub(rest, 1, #word) == word then return true end
  end
  return false
end

-- "Hank's corpse", 李德全的尸体; "…, dead."; 翠儿没了; "Rosie felt for a pulse. Hank was gone.": where the dead are only named.
local kCorpse = { "^的尸[体身首]", "^['’]s corpse", "^['’]s dead body", "^['’]s lifeless", "^['’]s body lies", "^['’]s body lay", "^['’]s body was found", "^['’]s body is found", "^的尸体", "^的尸身", "^的尸首" }
local function felt_for_pulse(story, clause)
  for number = clause.number, math.max(1, clause.number - 5), -1 do
    local before = story.clauses[number]
    if clause.sentence - before.sentence > 2 then break end
    for _, one in ipairs(story:words(before, "death")) do
      if one.class == "breath" then return true end
    end
  end
  return false
end

local function lies_dead(story, ctx, clause, hits, out)
  local text = story.text
  local function say(who, b, e)
    if ctx.get(path_of(who)) ~= nil then out:add({ kind = "death", subject = who, path = path_of(who), equals = params.death }, b, e) end
  end
  for _, one in ipairs(clause.people) do
    local behind = one.id and not one.pronoun and string.gsub(string.sub(text, one.e + 1, one.e + 24), "^\xE2\x80\x99", "'") or ""
    for _, pattern in ipairs(kCorpse) do
      if string.find(behind, pattern) and not story:doubt(clause, one.b) then say(one.id, one.b, one.e) break end
    end
    if one.id and one.subject and not one.pronoun and one.kind == "who" and string.sub(text, one.e + 1, clause.e) == "没了" and not clause.why then say(one.id, one.b, clause.e) end
  end
  for _, hit in ipairs(hits) do
    if hit.class == "dead" and string.find(string.lower(story:sub(clause)), "^%a*%s*dead$") and #clause.subjects == 1 and clause.number > 1 and not clause.why and not story:negation(clause, hit.b) then
      say(clause.subjects[1], hit.b, hit.e)
    elseif hit.class == "left" and string.find(hit.word, "gone$") and not story:doubt(clause, hit.b) then
      local who, mention = story:doer(clause, hit.b)
      if who and mention and not mention.possessive and mention.kind == "who" and felt_for_pulse(story, clause) then say(who, mention.b, hit.e) end
    end
  end
end

local kReapers = { sea = true, fever = true, cold = true, river = true, plague = true, wound = true, poison = true, fire = true, flames = true, ice = true, current = true, disease = true, sickness = true, infection = true, winter = true, cancer = true, pox = true }

local function deaths(story, ctx, out)
  for clause, hits in story:each("death") do
    for _, hit in ipairs(hits) do
      local ids = {}
      local cold = (string.find(hit.word, "凉", 1, true) or string.find(hit.word, "冰", 1, true) or string.find(hit.word, "冷透", 1, true)) and not string.find(string.sub(story.text, clause.b, hit.b - 1), "身", 1, true) and not string.find(string.sub(story.text, clause.b, hit.b - 1), "人", 1, true)
      -- 牺牲 is to die where nothing is sacrificed.
      if cold or hit.word == "牺牲" and hit.e < clause.e then
        ids = {}
      elseif hit.class == "dies" and not story:doubt(clause, hit.b) and not stranger(story, clause, hit) and not other_thing(story, clause, hit) then
        ids = who_dies(story, clause, hit)
      elseif hit.class == "kills" and not story:doubt(clause, hit.b) then
        local passive = string.find(string.sub(story.text, clause.b, hit.b), "被") ~= nil
        local after = story:after(clause, hit.e)
        if passive then
          ids = story:doers(clause, hit.b)
        elseif after and after.id and not after.possessive and after.b - hit.e < 12 then
          ids = { after.id }
        end
      end
      for _, who in ipairs(ids) do
        if ctx.get(path_of(who)) ~= nil then
          out:add({ kind = "death", subject = who, path = path_of(who), equals = params.death }, hit.b, hit.e)
        end
      end
    end
    -- 斩下了铁无双的头颅, "slits Gus's throat"
    for _, hit in ipairs(hits) do
      local one = (hit.class == "takes" or hit.class == "stops") and story:after(clause, hit.e)
      if one and one.id and one.possessive and one.b - hit.e <= 5 and takes_life(story.text, one) and not story:doubt(clause, hit.b) and ctx.get(path_of(one.id)) ~= nil then
        out:add({ kind = "death", subject = one.id, path = path_of(one.id), equals = params.death }, hit.b, one.e)
      end
    end
    lies_dead(story, ctx, clause, hits, out)
    -- 已是一具冰冷的尸体
    local corpse = first(hits, "corpse") and string.find(story:sub(clause), "一具[^，]*尸")
    corpse = corpse and starts_as(story:sub(clause), corpse) and corpse
    if corpse and #clause.subjects == 1 and not story:doubt(clause, clause.b + corpse - 1) and ctx.get(path_of(clause.subjects[1])) ~= nil then
      out:add({ kind = "death", subject = clause.subjects[1], path = path_of(clause.subjects[1]), equals = params.death }, clause.b, clause.e)
    end
    -- "The sea took Jory": what takes lives.
    for _, hit in ipairs(hits) do
      local one = hit.class == "takes" and (hit.word == "took" or hit.word == "takes") and story:after(clause, hit.e)
      local force = one and one.id and not one.possessive and one.kind == "who" and one.b - hit.e <= 2 and string.match(string.lower(string.sub(story.text, clause.b, hit.b - 1)), "^the%s+(%a+)%s+$")
      if force and kReapers[force] and not story:doubt(clause, hit.b) and ctx.get(path_of(one.id)) ~= nil and not string.find(string.lower(string.sub(story.text, one.e + 1, one.e + 8)), "^%s+[tibo][onyuf]") then
        out:add({ kind = "death", subject = one.id, path = path_of(one.id), equals = params.death }, hit.b, one.e)
      end
    end
    -- "shoots Gus dead", "leaves him dead"
    for _, one in ipairs(first(hits, "dead") and clause.people or {}) do
      local stop = not one.subject and one.id and select(2, string.find(story.text, "^%s+dead%f[%A]", one.e + 1)) or nil
      if stop and stop <= clause.e and not story:doubt(clause, one.b) and ctx.get(path_of(one.id)) ~= nil then
        out:add({ kind = "death", subject = one.id, path = path_of(one.id), equals = params.death }, one.b, stop)
      end
    end
    local stop, who = breath_stops(story, clause, hits)
    if stop and who and not story:doubt(clause, stop.b) and ctx.get(path_of(who)) ~= nil then
      out:add({ kind = "death", subject = who, path = path_of(who), equals = params.death }, stop.b, stop.e)
    end
  end
end

local kBody = { "眼", "手", "胸", "唇", "嘴", "头", "指", "eyelid", "eye", "hand", "finger", "chest", "lip", "mouth", "head" }

local kNouns = {}
for word in string.gmatch("a an the each every his her its their my your our one other this that no any", "%a+") do kNouns[word] = true end

-- What the dead are said to do themselves.
local function acts(story, clause, hits, who, mention)
  for number, hit in ipairs(hits) do
    if hit.class == "acts" and (not mention or hit.b > mention.e) then
      local between = string.sub(story.text, mention and mention.e + 1 or clause.b, hit.b - 1)
      local corpse = hits[number - 1] and (hits[number - 1].class == "corpse" or hits[number - 1].class == "image")
      local body = not (mention and mention.possessive)
      for _, part in ipairs(kBody) do body = body or string.find(between, part, 1, true) ~= nil end
      if corpse or not body then return nil end
      -- "a bottle in each hand": a thing, no deed.
      local word = string.byte(hit.word) < 0x80 and string.match(string.lower(string.sub(story.text, math.max(clause.b, hit.b - 10), hit.b - 1)), "(%a+)%s+$")
      if word and kNouns[word] then goto continue end
      if string.byte(hit.word) < 0x80 and string.find(hit.word, "ing$") then
        local seen = string.lower(string.sub(story.text, clause.b, mention and mention.b or clause.b))
        local told = string.find(between, "%f[%a]is ") or string.find(between, "%f[%a]was ")
        for _, sight in ipairs({ "find", "found", "see", "saw", "there is", "there was", "it is", "it was", "notice" }) do told = told or string.find(seen, sight, 1, true) end
        if not told then return nil end
      end
      return hit
    end
    ::continue::
  end
end

-- 用沙哑的电子音说：…: who leads in what is said.
local function speaks(story, clause, mention)
  if string.sub(story.text, clause.e + 1, clause.e + 3) ~= "：" or mention and mention.possessive then return nil end
  local last = string.sub(story.text, clause.e - 2, clause.e)
  if last == "说" or last == "道" or last == "问" or last == "喊" or last == "叫" or last == "答" or last == "笑" or last == "叹" then return { b = clause.e - 2, e = clause.e, word = last, class = "acts" } end
end

-- Whether a picture is spoken of in the clause, or in the two sentences before it.
local kFlesh = { ["in the flesh"] = true, ["is alive"] = true, ["was alive"] = true }
local function is_depicted(story, clause, hit)
  if kFlesh[hit.word] then return false end
  local sentence = story.sentences[clause.sentence]
  for number = clause.number, 1, -1 do
    local before = story.clauses[number]
    if clause.sentence - before.sentence > 2 or story.sentences[before.sentence].paragraph ~= sentence.paragraph then break end
    for _, one in ipairs(story:words(before, "alive")) do
      if one.class == "image" then return true end
    end
  end
  return false
end

-- "there stood Teague", "says Pa Cole" behind what he said, 站在门外的竟是周太医.
local kStands = { stood = true, stands = true, sat = true, sits = true, came = true, comes = true, walked = true, walks = true, stepped = true, steps = true, leaned = true, leans = true, lounged = true, crouched = true }
local kSays = { says = true, said = true, asks = true, asked = true, answers = true, answered = true, replies = true, replied = true, mutters = true, muttered = true, whispers = true, whispered = true, growls = true, growled = true, calls = true, called = true, murmurs = true, murmured = true }
local function is_shown(before, lower, clause, one, text)
  local verb, rest = string.match(lower, "(%a+)%s+$"), nil
  if verb == "the" or verb == "old" then verb = string.match(lower, "(%a+)%s+%a+%s+$") end
  if verb and kStands[verb] then
    for _, other in ipairs(clause.people) do
      if other.b < one.b and other.subject then return false end
    end
    return true
  end
  rest = string.match(lower, "^%s*(%a+)%s+$")
  if rest and kSays[rest] then return true end
  if not (string.find(before, "竟是$") or string.find(before, "居然是$") or string.find(before, "赫然是$") or string.find(before, "分明是$")) then return false end
  for _, word in ipairs({ "站", "坐", "走", "面前", "眼前", "门外", "身后", "立", "现身", "来的" }) do
    if string.find(before, word, 1, true) then return true end
  end
  return false
end

local function presented(story, ctx, clause, dead, out)
  for _, one in ipairs(clause.people) do
    local before = string.sub(story.text, clause.b, one.b - 1)
    local lower = string.lower(before)
    local is = one.id and dead[one.id] and not one.possessive and (string.find(lower, "it%s+is%s+$") or string.find(before, "正是$") or is_shown(before, lower, clause, one, story.text))
    -- Who says something says it, whatever it is.
    local says = is and kSays[string.match(lower, "^%s*(%a+)%s+$") or ""]
    if is and not (says and clause.why or not says and story:doubt(clause, one.b)) then
      out:add({ kind = "revival", subject = one.id, path = path_of(one.id), differs = params.death }, one.b, one.e)
    end
  end
end

local function revivals(story, ctx, dead, out)
  local lists = story.clauses:lists_of(dead)
  for number = 1, story.clauses.count do
    local clause = story.clauses:is_told(number) and (story.clauses:is_of(number, lists) or story.clauses:names(number, dead)) and story.clauses[number]
    local hits = clause and story:words(clause, "alive") or {}
    for _, who in ipairs(clause and (#hits > 0 or speaks(story, clause)) and clause.subjects or {}) do
      if dead[who] then
        local mention = nil
        for _, one in ipairs(clause.people) do
          if one.subject and one.id == who and not mention then mention = one end
        end
        local hit = nil
        -- Without a name in the clause the talk must really be of the dead: the clause before had them do something.
        local before = story:previous(clause)
        local goes_on = before and before.explicit and not before.part and before.subjects[1] == who and not before.why and not clause.explicit
        if mention or story.risen == who or goes_on then hit = acts(story, clause, hits, who, mention) or speaks(story, clause, mention) end
        if hit and not story:doubt(clause, hit.b) and not is_depicted(story, clause, hit) then
          story.risen = who
          out:add({ kind = "revival", subject = who, path = path_of(who), differs = params.death }, hit.b, hit.e)
        end
      end
    end
    -- "It is Kade, in the flesh."
    if clause then presented(story, ctx, clause, dead, out) end
  end
end

-- The dead that the text names, { id = true }; nil: none.
local function named_dead(story, ctx)
  local dead = nil
  for _, id in ipairs(story.named) do
    if is_dead(ctx, id) then
      dead = dead or {}
      dead[id] = true
    end
  end
  return dead
end

claim "death" (narration.claim {
  shape = params,
  words = { death = words.lexicon, alive = words.alive },
  cues = { "death.dies", "death.kills", "death.takes", "death.corpse", "death.dead", "death.stops", "death.body", { "death.left", "death.breath" }, { "alive.acts", { path = params.characters .. ".*", names = { "name", "aliases" }, parts = true } } },
  summary = { en = "Who is told to die, and which dead are told to act.", zh = "叙事中谁死去，哪些死者又有了行动。" },
  find = function(story, ctx)
    local out = facts.new()
    deaths(story, ctx, out)
    local dead = named_dead(story, ctx)
    if dead then revivals(story, ctx, dead, out) end
    return out.all
  end,
})
