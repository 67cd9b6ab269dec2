-- Attributes, skills, levels, jobs and titles that are told to change, or told wrongly.
local facts = require "facts"
local letters = require "letters"
local narration = require "narration"
local numerals = require "numerals"
local places = require "places"
local words = require "sheet_words"

local function path_of(who, which) return places.of(params.characters, who, which) end

-- The names of attributes and skills in the text.
local kAttributes = { path = params.characters .. ".*." .. params.attributes .. ".*", keys = true }
local kSkills = { path = params.characters .. ".*." .. params.skills .. ".*", names = { params.skill_name } }

local Sheet = {}
Sheet.__index = Sheet

-- The place of a value of somebody: where it stands, or where it would.
function Sheet:place(who, value)
  if value.skill then
    return { path = path_of(who, params.skills), where = { [params.skill_name] = value.name }, field = params.skill_level }
  end
  local path = path_of(who, params.attributes)
  path[#path + 1] = value.name
  return { path = path }
end

function Sheet:say(who, place, b, e, how, what)
  if not who then return end
  local fact = { kind = "sheet_change", subject = who, path = place.path, where = place.where, field = place.field }
  fact[how] = what
  self.out:add(fact, b, e)
end

function Sheet:owner(clause, value)
  local near, possessive = nil, nil
  for _, one in ipairs(clause.people) do
    if one.id and one.e < value.b then
      near = one.id
      if one.possessive then possessive = one.id end
    end
  end
  if possessive or near then return possessive or near end
  local after = self.story:after(clause, value.e)
  if after and after.id and after.b - value.e < 12 and not clause.panel then return after.id end
  if #clause.subjects == 1 and not clause.panel then return clause.subjects[1] end
  -- "With an aim of fifteen, Ezra …"
  local definite = string.find(string.lower(string.sub(self.text, math.max(1, value.b - 5), value.b - 1)), "the%s$")
  local next_one = not clause.panel and not definite and #clause.people == 0 and self.story:next(clause)
  if next_one and next_one.explicit and #next_one.subjects == 1 then return next_one.subjects[1] end
  if not clause.panel then return not definite and #clause.people == 0 and #clause.subjects == 0 and self:holder(value) or nil end
  for number = clause.number - 1, 1, -1 do
    local before = self.story.clauses[number]
    if before.panel and #before.people > 0 and before.people[#before.people].id then return before.people[#before.people].id end
    if not before.panel then break end
  end
  return self.story.actor
end

-- Whose value it is where nobody is named: whose story it is, if there is such a value, else the only one who has it.
function Sheet:holder(value)
  local only, count = nil, 0
  for who in pairs(value.holders or {}) do only, count = who, count + 1 end
  if value.holders and value.holders[self.story.actor] then return self.story.actor end
  return count == 1 and only or nil
end

local function between(hits, b, e)
  local found = nil
  for _, hit in ipairs(hits) do
    if hit.b >= b and hit.e <= e then found = hit end
  end
  return found
end

-- Panels and the like: "好感度 45→50", "力量：19", "STR +2 (14)".
function Sheet:shown(clause, value)
  local text = self.text
  local at = value.e + 1
  for _, grade in ipairs({ "等级", "级别", "熟练度" }) do
    if string.sub(text, at, at + #grade - 1) == grade then at = at + #grade end
  end
  at = string.match(text, "^[%s:：=%*_|]*()", at)
  while string.find(text, "^：", at) or string.find(text, "^　", at) do at = string.match(text, "^%s*()", at + 3) end
  local sign = string.match(text, "^[+%-]", at)
  local number = numerals.at(text, sign and at + 1 or at)
  if not number or not string.find(text, "^[%d\xEF]", number.b) then return false end
  local who = self:owner(clause, value)
  if not who then return false end
  local arrow = string.match(text, "^%s*→%s*()%d", number.e + 1) or string.match(text, "^%s*%->%s*()%d", number.e + 1)
  local place = self:place(who, value)
  if arrow then
    local now = numerals.at(text, arrow)
    self:say(who, place, value.b, now.e, "equals", now.low)
  elseif sign then
    -- "+3 (48)" says what it came to, and that says it all.
    local total = string.match(text, "^%s*%(%s*()%d", number.e + 1) or string.match(text, "^%s*（%s*()%d", number.e + 1)
    total = total and numerals.at(text, total)
    if total then return self:say(who, place, value.b, total.e, "equals", total.low) or true end
    self:say(who, place, value.b, number.e, "delta", sign == "+" and number.low or -number.low)
  elseif clause.panel or at > value.e + 1 then
    self:say(who, place, value.b, number.e, "equals", number.low)
  else
    return false
  end
  return true
end

function Sheet:told(clause, value, hits)
  local text, story = self.text, self.story
  local who = self:owner(clause, value)
  if not who then return end
  local place = self:place(who, value)
  -- "gains 2 points of strength", 提升了三点力量
  for _, number in ipairs(self.story:numbers(clause.b, value.b - 1)) do
    local link = string.sub(text, number.e + 1, value.b - 1)
    local counts = string.find(link, "^%s*points? of%s+$") or link == "点" or link == " "
    local verb = between(hits, clause.b, number.b - 1)
    if counts and not number.share and verb and (verb.class == "rises" or verb.class == "falls") and number.b - verb.e <= 10 and not story:doubt(clause, verb.b) then
      local low, high = number.low, number.high
      return self:say(who, place, verb.b, value.e, "delta", verb.class == "rises" and { low, high } or { -high, -low })
    end
  end
  for _, number in ipairs(self.story:numbers(value.e + 1, clause.e)) do
    local hit = between(hits, value.e + 1, number.b - 1)
    local gap = hit and number.b - hit.e <= 10
    if hit and gap and not number.share and not story:doubt(clause, hit.b) then
      if hit.class == "to" and not (#hit.word < 4 and number.b - hit.e > 4) then
        return self:say(who, place, value.b, number.e, "equals", number.low)
      elseif hit.class == "rises" then
        return self:say(who, place, value.b, number.e, "delta", { number.low, number.high })
      elseif hit.class == "falls" then
        return self:say(who, place, value.b, number.e, "delta", { -number.high, -number.low })
      end
    end
  end
  -- 论起力量，大熊足有十九: the value is the topic, and the number follows.
  local after = story:next(clause)
  if after and between(hits, clause.b, value.b) and between(hits, clause.b, value.b).class == "about" then
    for _, hit in ipairs(story:words(after, "sheet")) do
      local number = hit.class == "to" and numerals.at(text, hit.e + 1)
      local whose = number and #after.subjects == 1 and after.subjects[1]
      if whose and not number.share and not story:doubt(after, hit.b) then
        return self:say(whose, self:place(whose, value), value.b, number.e, "equals", number.low)
      end
    end
  end
  for _, hit in ipairs(hits) do
    local near = hit.b > value.e and hit.b - value.e <= 30
    if near and (hit.class == "rises" or hit.class == "falls") and #hit.word >= 6 and not story:doubt(clause, hit.b) then
      return self:say(who, place, value.b, hit.e, "changed", hit.class == "rises" and "up" or "down")
    end
    if near and hit.class == "to" and #hit.word >= 6 and not story:doubt(clause, hit.b) then
      -- 修为突破到筑基初期: a value in words, right where the state says the same.
      local state = self.ctx.get(place.path)
      local rest = string.sub(text, hit.e + 1, clause.e)
      if type(state) == "string" and not string.find(rest, state, 1, true) and #rest > 3 then
        return self:say(who, place, value.b, clause.e, "changed", true)
      end
    end
  end
end

-- 同步率的数字缓慢爬升：…最终停在了八十一: what the sentence goes on to say of the value.
function Sheet:carried(clause, value, values_of)
  local who, after = self:owner(clause, value), clause
  for _ = 1, 3 do
    after = self.story:next(after)
    if not who or not after or values_of[after.number] or #after.people > 0 then return end
    for _, hit in ipairs(self.story:words(after, "sheet")) do
      local number = hit.class == "to" and #hit.word >= 6 and string.byte(hit.word) >= 0x80 and numerals.at(self.text, hit.e + 1)
      local rest = number and string.sub(self.text, number.e + 1, after.e)
      if number and not number.share and (rest == "" or rest == "点") and not self.story:doubt(after, hit.b) then
        return self:say(who, self:place(who, value), hit.b, number.e, "equals", number.low)
      end
    end
  end
end

local kPosts = letters.set("长师官士手者主王帅将员客徒卿侯爵领导家医探侠使尉督匠帝皇后妃臣相监护卫兵僧道巫祭帮众首令委伯公女圣魔")

-- A word for an office, a trade or a rank at the end of what somebody becomes.
local function is_post(text, from, to)
  local rest = string.sub(text, from, to)
  if letters.has_han(rest) then
    if string.find(rest, "的", 1, true) and #rest > 24 or #rest > 36 then return false end
    local last = letters.before(text, to + 1)
    return kPosts[last] == true and not string.find(rest, "^[^%w]*朋友") and not string.find(rest, "受害者") and not string.find(rest, "幸存者")
  end
  local word = string.match(string.lower(rest), "^%s+the%s+([%a%-]+)") or string.match(string.lower(rest), "^%s+an?%s+([%a%-]+)") or string.match(string.lower(rest), "^%s+([%a%-]+)")
  return word ~= nil and not string.find(word, "ing$")
end

local kTrades = {}
for word in string.gmatch([[captain knight lieutenant sergeant commander general priest cleric wizard mage sorcerer ranger warrior fighter paladin rogue thief bard druid monk king queen prince princess duke
    duchess baron baroness count countess lord lady mayor sheriff marshal doctor nurse professor teacher prefect president chairman director manager chief officer detective inspector agent soldier
    engineer pilot navigator admiral master apprentice guildmaster archmage bishop abbot abbess steward seneschal regent emperor empress chancellor judge lawyer warden guard blacksmith fixer netrunner hacker medic squire champion consul ambassador]], "%a+") do kTrades[word] = true end

function Sheet:becomes(clause, hit)
  local story, text = self.story, self.text
  local who, mention = story:doer(clause, hit.b)
  if not who or mention and mention.possessive or story:doubt(clause, hit.b) then return end
  local latin = string.byte(hit.word) < 0x80
  if latin then
    local strict = string.find(hit.word, "promoted") or string.find(hit.word, "appointed") or string.find(hit.word, "knighted") or string.find(hit.word, "crowned") or string.find(hit.word, "demoted") or string.find(hit.word, "sworn") or string.find(hit.word, "fired") or string.find(hit.word, "dismissed") or string.find(hit.word, "ordained") or string.find(hit.word, "elected") or string.find(hit.word, "rank")
    local trade = false
    for word in string.gmatch(string.lower(string.sub(text, hit.e + 1, math.min(clause.e, hit.e + 40))), "%a+") do trade = trade or kTrades[word] end
    if not strict and not trade then return end
  else
    local forced = string.find(hit.word, "晋") or string.find(hit.word, "任") or string.find(hit.word, "封") or string.find(hit.word, "升") or string.find(hit.word, "转职") or string.find(hit.word, "贬") or string.find(hit.word, "提拔") or string.find(hit.word, "革职") or string.find(hit.word, "当上") or string.find(hit.word, "撤职")
    forced = forced or string.find(hit.word, "为$") and not string.find(hit.word, "^成")
    if not forced and not is_post(text, hit.e + 1, clause.e) then return end
  end
  local ends = string.find(hit.word, "no longer", 1, true) or string.find(hit.word, "^不再") or string.find(hit.word, "^卸") or string.find(hit.word, "^辞")
  for _, which in ipairs({ params.job, params.title }) do
    local state = self.ctx.get(path_of(who, which))
    if type(state) == "string" and state ~= "" and string.find(string.lower(string.sub(text, hit.e + 1, clause.e)), string.lower(state), 1, true) then
      if ends then self:say(who, { path = path_of(who, which) }, hit.b, clause.e, "changed", true) end
      return
    end
  end
  if ends and not latin then return end
  self:say(who, { path = path_of(who, params.job) }, hit.b, clause.e, "changed", true)
end

-- "They made Ezra deputy.", "Dunn has sworn him in as deputy"
function Sheet:made(clause, hit)
  local one = self.story:after(clause, hit.e)
  if not one or not one.id or one.possessive or one.b - hit.e > 2 or one.kind ~= "who" or self.story:doubt(clause, hit.b) then return end
  local trade = false
  for word in string.gmatch(string.lower(string.sub(self.text, one.e + 1, math.min(clause.e, one.e + 30))), "%a+") do
    if word == "of" or word == "for" or word == "with" then break end
    trade = trade or kTrades[word]
  end
  if trade then self:say(one.id, { path = path_of(one.id, params.job) }, hit.b, clause.e, "changed", true) end
end

-- "Silas Crane is captain now"
function Sheet:is_now(clause)
  local trade = string.match(string.lower(self.story:sub(clause)), " is t?h?e? ?(%a+) now$")
  if not trade or not kTrades[trade] or clause.why then return end
  local who, mention = self.story:doer(clause, clause.e)
  if not who or not mention or mention.possessive or self.ctx.get(path_of(who, params.job)) == trade then return end
  self:say(who, { path = path_of(who, params.job) }, mention.b, clause.e, "changed", true)
end

-- "Tamsin is a ranger no longer": what somebody was by the state.
function Sheet:no_longer(clause)
  local piece = string.lower(self.story:sub(clause))
  local at = string.find(piece, " no longer$") or string.find(piece, " no more$")
  local who, mention = nil, nil
  if at then who, mention = self.story:doer(clause, clause.e) end
  if not who or not mention or mention.possessive or clause.why then return end
  for _, which in ipairs({ params.job, params.title }) do
    local state = self.ctx.get(path_of(who, which))
    if type(state) == "string" and state ~= "" and string.find(piece, string.lower(state), 1, true) then
      return self:say(who, { path = path_of(who, which) }, mention.b, clause.e, "changed", true)
    end
  end
end

-- "Lv.5 → Lv.6", 等级：6, "Aria — Level 5": a level in a panel, or in a line that says no more.
function Sheet:level(clause)
  local piece = string.lower(self.story:sub(clause))
  local short = #piece <= 30 or clause.panel
  if not short then return end
  local number = string.match(piece, "lv%.?%s*%d+%s*→%s*lv?%.?%s*(%d+)") or string.match(piece, "lv%.?%s*%d+%s*%->%s*lv?%.?%s*(%d+)") or string.match(piece, "level%s*%d+%s*→%s*(%d+)")
    or string.match(piece, "%f[%a]lv%.?%s*(%d+)") or string.match(piece, "%f[%a]level%s*:?%s*(%d+)%s*$") or string.match(piece, "^level%s*:?%s*(%d+)%f[^%w]") or string.match(piece, "等级%s*[:：]*%s*(%d+)")
  if not number then return end
  local alone = clause.panel or string.find(piece, "^%W*lv") or string.find(piece, "^%W*level%s*:?%s*%d+%W*$") or string.find(piece, "等级", 1, true)
  if not alone or not clause.panel and self.story:doubt(clause, clause.e) then return end
  local who = nil
  for back = clause.number, math.max(1, clause.number - 2), -1 do
    local before = self.story.clauses[back]
    if before.sentence ~= clause.sentence and not (before.panel and clause.panel) then break end
    for _, one in ipairs(before.people) do
      if one.id and one.kind == "who" then who = who or one.id end
    end
    if who then break end
  end
  who = who or #clause.subjects == 1 and not clause.panel and clause.subjects[1] or self.story.actor
  if who and type(self.ctx.get(path_of(who, "level"))) == "number" then self:say(who, { path = path_of(who, "level") }, clause.b, clause.e, "equals", tonumber(number)) end
end

-- Everything that a level, a skill or an office may be kept in.
function Sheet:all_of(who)
  local all = {}
  for _, which in ipairs({ params.attributes, params.skills, params.job, params.title, "level" }) do all[#all + 1] = path_of(who, which) end
  return all
end

-- Levels and skills that no value of the state is named for.
function Sheet:rises(clause, hits, values)
  local story, text = self.story, self.text
  for number, hit in ipairs(hits) do
    local who = nil
    if hit.class == "levels" then
      who = story:doer(clause, hit.b)
    elseif hit.class == "learns" then
      local skill = string.byte(hit.word) < 0x80
      for later = number + 1, #hits do skill = skill or hits[later].class == "skill" end
      skill = skill or string.find(string.sub(text, hit.e + 1, hit.e + 3), "[「『《“]") ~= nil or string.find(text, "^「", hit.e + 1) ~= nil or string.find(text, "^《", hit.e + 1) ~= nil or string.find(text, "^“", hit.e + 1) ~= nil
      who = skill and story:doer(clause, hit.b) or nil
    elseif (hit.class == "level" or hit.class == "lv" or hit.class == "skill") and #values == 0 then
      -- 机械技能升到三级, "her lockpicking skill rises to 3"
      for later = number + 1, #hits do
        local verb = hits[later]
        if (verb.class == "to" and #verb.word >= 6 or verb.class == "rises" and #verb.word >= 6) and verb.b - hit.e <= 24 and #self.story:numbers(verb.e + 1, clause.e) > 0 then
          for _, one in ipairs(clause.people) do
            if one.id and one.b < hit.b then who = one.id end
          end
          who = who or story:doer(clause, hit.b)
        end
      end
    end
    if who and not story:doubt(clause, hit.b) then
      self.out:add({ kind = "sheet_change", subject = who, paths = self:all_of(who), changed = true }, hit.b, clause.e)
      return
    end
  end
end

-- Words that tell of a change without the name of a value.
local kTelling = { levels = true, learns = true, becomes = true, level = true, skill = true, makes = true, ends = true, lv = true }

-- What is said in each clause that has a value's name or one of the words: by the clause's number.
local function by_number(story, ctx)
  local all, hits_of, values_of, number = {}, {}, {}, 1
  for clause, hits in story:each("sheet", kTelling) do hits_of[clause.number] = hits end
  for _, hit in ipairs(ctx.find_names(story.text, { kAttributes, kSkills })) do
    local here, b, e = story.clauses:behind(hit.b, number)
    if not here then break end
    number = here
    if hit.b >= b and hit.e <= e then
      values_of[here] = values_of[here] or {}
      local holders = {}
      for _, one in ipairs(hit.of) do holders[one.match[1]] = true end
      table.insert(values_of[here], { b = hit.b, e = hit.e, name = hit.name, skill = hit.of[1].from == 2, holders = holders })
      hits_of[here] = hits_of[here] or story:words(story.clauses[here], "sheet")
    end
  end
  for one in pairs(hits_of) do all[#all + 1] = one end
  table.sort(all)
  return all, hits_of, values_of
end

claim "sheet" (narration.claim {
  summary = { en = "Attributes, skills, levels and offices that are told.", zh = "叙事中的属性、技能、等级与职务。" },
  shape = params,
  words = { sheet = words },
  cues = { { kAttributes }, { kSkills }, "sheet.levels", "sheet.learns", "sheet.becomes", "sheet.ends", "sheet.lv", { "sheet.makes", { path = params.characters .. ".*", names = { "name", "aliases" }, parts = true } }, { "sheet.makes", "pronouns.he" }, { "sheet.makes", "pronouns.you" }, { "sheet.level", "sheet.to" }, { "sheet.skill", "sheet.to" }, { "sheet.skill", "sheet.rises" }, { "sheet.level", "sheet.rises" } },
  find = function(story, ctx)
    local self = setmetatable({ text = story.text, ctx = ctx, story = story, out = facts.new() }, Sheet)
    local numbers, hits_of, values_of = by_number(story, ctx)
    for _, number in ipairs(numbers) do
      local clause, hits, values = story.clauses[number], hits_of[number], values_of[number] or {}
      if not clause.why then
        for _, value in ipairs(values) do
          if not self:shown(clause, value) then
            local said = #self.out.all
            self:told(clause, value, hits)
            if #self.out.all == said and not clause.panel then self:carried(clause, value, values_of) end
          end
        end
        self:level(clause)
        if not clause.panel then
          self:no_longer(clause)
          self:is_now(clause)
          for _, hit in ipairs(hits) do
            if hit.class == "becomes" then self:becomes(clause, hit) end
            if hit.class == "makes" then self:made(clause, hit) end
          end
          if #hits > 0 then self:rises(clause, hits, values) end
        end
      end
    end
    return self.out.all
  end,
})
