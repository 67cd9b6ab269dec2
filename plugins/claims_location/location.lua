-- Who is told to enter, to be in or to leave one of the places that the state knows.
local facts = require "facts"
local narration = require "narration"
local places = require "places"
local words = require "location_words"

local function path_of(who) return places.of(params.characters, who, params.location) end

local function starts_with(text, place, list)
  for _, word in ipairs(list) do
    if string.sub(text, place, place + #word - 1) == word then return word end
  end
end

-- Whether the words behind a name make it something beside the place: 地下室门口, "Cellar door".
local function is_beside(text, place)
  -- 跨进城隍庙的门槛 is to enter it.
  if starts_with(text, place.e + 1, words.beside) and not starts_with(text, place.e + 1, { "的门槛", "门槛", "的大门，", "的大门。", "中" }) then return true end
  -- 翊坤宫的殿外
  if string.find(string.sub(text, place.e + 1, place.e + 15), "^的[^，。、]-外") or string.find(string.sub(text, place.e + 1, place.e + 15), "^的[^，。、]-门前") then return true end
  if string.find(text, "^['’]s", place.e + 1) or string.find(text, "^\xE2\x80\x99s", place.e + 1) then return true end
  local next_word = string.match(text, "^%s+(%a+)", place.e + 1)
  if not next_word then return false end
  return words.things[string.lower(next_word)] == true
end

-- The word that leads to a place, and the preposition between.
local function leading(hits, place)
  local verb, preposition = nil, nil
  for _, hit in ipairs(hits) do
    if hit.e < place.b then
      if hit.class == "inside" or hit.class == "toward" then
        preposition = hit
      elseif hit.class == "goes_in" and string.byte(hit.word) < 0x80 then
        -- "walks in" the garden is to walk, and "in".
        verb, preposition = { b = hit.b, e = hit.e - 3, word = hit.word, class = "moves" }, { b = hit.e - 1, e = hit.e, word = "in", class = "inside" }
      elseif hit.class ~= "there" and hit.class ~= "follows" and hit.class ~= "goes_in" then
        verb, preposition = hit, nil
      end
    end
  end
  return verb, preposition
end

-- 御花园的石径上: a part of the place, at the end of the clause.
local kSides = { "里", "中", "上", "内", "下", "间", "边", "旁", "前", "深处", "角落", "尽头" }
local function is_corner(text, clause, place)
  local rest = string.sub(text, place.e + 1, clause.e)
  if not string.find(rest, "^的") or #rest > 24 or #rest < 9 then return false end
  for _, side in ipairs(kSides) do
    if string.sub(rest, -#side) == side then return true end
  end
  return false
end

-- A sentence that begins with a place and tells how it is there: 天台咖啡厅的风很大, 太医院灯火通明.
local function is_scene(text, clause, place)
  local lead = string.sub(text, clause.b, place.b - 1)
  if not clause.first or #lead > 0 and not (#lead <= 30 and (string.find(lead, "的$") or string.find(lead, "，$"))) then return false end
  local rest = string.sub(text, place.e + 1, clause.e)
  for _, word in ipairs(words.settings) do
    local at = string.find(rest, word, 1, true)
    if at and at <= 24 then return true end
  end
  return false
end

-- "The Church was cool and dark.", "Inside the Church, a candle burned."
local function is_scene_in_letters(text, clause, place)
  if not clause.first then return false end
  local lead = string.lower(string.sub(text, clause.b, place.b - 1))
  if string.find(lead, "^inside%s+the%s+$") or string.find(lead, "^in%s+the%s+$") or string.find(lead, "^at%s+the%s+$") then return true end
  if not (lead == "" or lead == "the ") then return false end
  local verb, next_word = string.match(string.lower(string.sub(text, place.e + 1, clause.e)), "^%s+(%a+)%s*(%a*)")
  if not verb then return false end
  return words.smells[verb] == true or (verb == "is" or verb == "was" or verb == "feels" or verb == "felt" or verb == "lies" or verb == "lay") and words.airs[next_word] == true
end

-- "in the Church stood …"
local function is_inverted(text, clause, preposition, place)
  return preposition ~= nil and preposition.class == "inside" and preposition.b - clause.b <= 24 and place.b - preposition.e <= 6
end

-- Only eyes or thoughts go there.
local function looks_away(text, clause, one)
  local rest = string.lower(string.sub(text, one.e + 1, math.min(clause.e, one.e + 30)))
  for _, word in ipairs(words.looks) do
    if string.find(rest, word, 1, true) then return true end
  end
  return false
end

-- "walks in" and no more, or with whom or what.
local function ends_here(text, clause, hit)
  local rest = string.match(string.lower(string.sub(text, hit.e + 1, clause.e)), "^%s*(%a*)")
  return rest == "" or rest == "with" or rest == "without" or rest == "behind" or rest == "after" or rest == "to" or rest == "and" or rest == "alone" or rest == "from"
end

-- "through the doors of the Church", "through the Saloon doors"
local function through_door(text, clause, verb, place)
  local between = string.lower(string.sub(text, verb.e + 1, place.b - 1))
  if string.find(between, "through%s+t?h?e?%s*[%a%-]*%s*doo?r?s?w?a?y? of%s+t?h?e?%s*$") or string.find(between, "through%s+t?h?e?%s*[%a%-]*%s*g?a?t?e?s? of%s+t?h?e?%s*$") then return true end
  local behind = string.match(string.lower(string.sub(text, place.e + 1, place.e + 12)), "^%s+(%a+)")
  return (behind == "door" or behind == "doors" or behind == "doorway") and string.find(between, "^%s+i?n? ?through%s+the%s+$") ~= nil
end

local Locations = {}
Locations.__index = Locations

-- Whether a text names the place among other things: "7th carriage, dining car" is the dining car.
local function is_within(text, place) return type(text) == "string" and string.find(text, place.id, 1, true) ~= nil end

function Locations:add(who, place, way, b, e)
  local here = self.ctx.get(path_of(who))
  if here == nil then return end
  if params.contains and way == "equals" and is_within(here, place) then return end
  if params.contains and way == "differs" and is_within(here, place) then way, place = "differs", { id = here } end
  local fact = { kind = "location", subject = who, path = path_of(who) }
  -- Who leaves a place was there and is not any more: where the state has somebody elsewhere, something must have settled it.
  if way == "leaves" then fact.changed = true else fact[way] = place.id end
  self.out:add(fact, b, e)
end

-- People whom the subject takes along: 带着小满走进.
function Locations:company(clause, verb)
  local all = {}
  for _, one in ipairs(clause.people) do
    if not one.subject and one.id and one.e < verb.b then
      local before = string.sub(self.text, math.max(clause.b, one.b - 6), one.b - 1)
      if starts_with(before, 1, { "带着", "拉着", "领着", "拽着", "牵着", "扶着", "背着", "抱着", "跟着", "陪着", "搀着", "扛着", "挽着", "搂着", "拥着", "推着", "驮着", "架着", "押着" }) then all[#all + 1] = one.id end
    end
  end
  return all
end

function Locations:everyone(clause, verb, place, way)
  local story = self.story
  local ids, mention = story:doers(clause, verb.b)
  if mention and mention.possessive then return end
  if way == "equals" then self.last = { place = place, sentence = clause.sentence } end
  if #ids == 0 then return end
  for _, who in ipairs(ids) do self:add(who, place, way, verb.b, place.e) end
  for _, who in ipairs(self:company(clause, verb)) do self:add(who, place, way, verb.b, place.e) end
end

-- Whom somebody takes, drags or carries there: 把翠儿拖进, "dragged Ezra to"; of 被拖进 the subject.
function Locations:brought(clause, verb, place)
  local story, text = self.story, self.text
  if story:doubt(clause, verb.b) then return end
  local between = string.sub(text, clause.b, verb.b - 1)
  if string.byte(verb.word) >= 0x80 then
    if string.find(between, "被", 1, true) or string.find(verb.word, "在$") and not string.find(between, "把", 1, true) then return self:everyone(clause, verb, place, "equals") end
    local whom = nil
    for _, one in ipairs(clause.people) do
      local before = string.sub(text, math.max(clause.b, one.b - 3), one.b - 1)
      if one.id and one.e < verb.b and (before == "把" or before == "将") and not one.possessive then whom = one end
    end
    if whom then self:add(whom.id, place, "equals", whom.b, place.e) end
    return
  end
  local one = story:after(clause, verb.e)
  if one and one.id and not one.possessive and one.b - verb.e <= 2 and one.e < place.b then
    self:add(one.id, place, "equals", verb.b, place.e)
    if verb.class == "leads" then self:everyone(clause, verb, place, "equals") end
  elseif string.find(string.lower(between), "%f[%a][wi]a?s $") or string.find(string.lower(between), "%f[%a]been $") or string.find(string.lower(between), "%f[%a]g[eo]ts? $") then
    self:everyone(clause, verb, place, "equals")
  end
end

-- 不在长乐宫了, "is no longer in the Saloon".
function Locations:absent(clause, place, from)
  local lead = string.lower(string.sub(self.text, clause.b, place.b - 1))
  local gone = string.find(lead, "不在$") or string.find(lead, "不在了$") or string.find(lead, "no longer [ionat]+%s+t?h?e?%s*$") or string.find(lead, " not [ia][nt]%s+t?h?e?%s*$")
  if not gone or self.story:unreal(clause, place.b) or is_beside(self.text, place) then return false end
  local ids, mention = self.story:doers(clause, place.b)
  if not mention or mention.possessive or mention.kind ~= "who" then return true end
  for _, who in ipairs(ids) do self:add(who, place, "differs", mention.b, place.e) end
  return true
end

function Locations:han(clause, place, hits)
  local text = self.text
  local verb, preposition = leading(hits, place)
  if self:absent(clause, place) then return end
  if verb and verb.class == "brings" and place.b - verb.e <= 12 and not is_beside(text, place) then return self:brought(clause, verb, place) end
  if verb and not preposition and place.b - verb.e <= 16 and not string.find(string.sub(text, verb.e + 1, place.b - 1), "[的和与把]") then
    if self.story:doubt(clause, verb.b) then return end
    if verb.class == "leaves" then return self:everyone(clause, verb, place, "leaves") end
    if is_beside(text, place) then return end
    if verb.class == "arrives" then return self:everyone(clause, verb, place, "equals") end
    if verb.class == "stays" and (verb.word ~= "在" or starts_with(text, place.e + 1, words.within) or starts_with(text, place.e + 1, words.postures)) then return self:everyone(clause, verb, place, "equals") end
    return
  end
  -- 巡捕房里，哈里斯正…
  -- 御花园的凉亭里，萧贵妃…
  local within = starts_with(text, place.e + 1, words.within) or is_corner(text, clause, place)
  if within and place.b - clause.b <= 6 and not verb and not preposition then return self:scene(clause, place) end
  if not verb and not preposition and is_scene(text, clause, place) then self.setting = { place = place, sentence = clause.sentence, clause = clause.number } end
end

-- A clause that opens with where it is: of whom the next subject is named.
function Locations:scene(clause, place)
  local story = self.story
  if story:doubt(clause, place.b) or is_beside(self.text, place) then return end
  self.setting = { place = place, sentence = clause.sentence, clause = clause.number }
  local one, where = story:after(clause, place.e), clause
  if not one and clause.e - place.e < 14 then
    where = story:next(clause)
    one = where and where.people[1] or nil
  end
  if one and one.subject and not one.pronoun and not one.possessive and one.id and one.kind == "who" and not story:doubt(where, one.e + 1) then
    self:add(one.id, place, "equals", place.b, one.e)
  end
end

-- Where the scene was set, whoever is told to do something next is there: 冷宫里阴风阵阵。沈昭宁拢了拢斗篷.
function Locations:in_scene(clause)
  local set, story = self.setting, self.story
  if not set or clause.number <= set.clause then return end
  if clause.sentence - set.sentence > 3 or #clause.places > 0 then
    self.setting = nil
    return
  end
  local one = clause.people[1]
  if not one or not one.subject then return end
  -- The next one who acts, and you, where you do so soon behind.
  local you = one.pronoun == "you"
  if not you and (set.taken or clause.sentence - set.sentence > 1) then return end
  set.taken = true
  if you then self.setting = nil end
  if one.possessive or one.kind ~= "who" or not one.id or one.pronoun and not you or story:doubt(clause, one.e + 1) or looks_away(self.text, clause, one) then return end
  local ids = story:doers(clause, clause.e)
  for _, who in ipairs(ids) do self:add(who, set.place, "equals", one.b, one.e) end
  self.last = { place = set.place, sentence = clause.sentence }
end

local kParts = { doors = true, safety = true, shelter = true, shadow = true, shadows = true, bar = true, warmth = true, darkness = true, gloom = true, silence = true, quiet = true, top = true, middle = true, center = true, centre = true, heart = true, back = true, bottom = true, floor = true, corner = true, ["end"] = true, depths = true, front = true, rear = true, rail = true, edge = true, railing = true, balcony = true, steps = true, mouth = true, summit = true }

local function is_part(text, of)
  local word = string.match(string.lower(string.sub(text, math.max(1, of.b - 10), of.b - 1)), "(%a+)%s+$")
  return word ~= nil and kParts[word] == true
end

-- "They find Hob in the Forge": whom is found is there; who meets somebody is there, too.
function Locations:found(clause, verb, preposition, place)
  local one = self.story:after(clause, verb.e)
  local way = preposition and preposition.word
  if not one or not one.id or one.possessive or one.b - verb.e > 2 or not (way == "in" or way == "at" or way == "on" or way == "inside") or place.b - preposition.e > 16 then return end
  self:add(one.id, place, "equals", verb.b, place.e)
  if string.find(verb.word, "^m[e]+t") or string.find(verb.word, "^f[io]u?nd") then self:everyone(clause, verb, place, "equals") end
end

-- 踹开304号房的门，闯了进去
function Locations:goes_in(clause, hits)
  local before = self.story:previous(clause)
  for _, hit in ipairs(hits) do
    local enters = hit.class == "goes_in" and (string.byte(hit.word) >= 0x80 or ends_here(self.text, clause, hit))
    local place = enters and (clause.places[1] and clause.places[1].b < hit.b and clause.places[1] or before and before.places[#before.places])
    if enters and not place then self:comes_along(clause, hit) end
    if place and not self.story:doubt(clause, hit.b) and not (before and before.why) then
      for _, who in ipairs((self.story:doers(clause, hit.b))) do self:add(who, place, "equals", hit.b, hit.e) end
    end
  end
end

-- "Rusty whirs into the Cellar": whatever the verb, "into" says it, unless only eyes, words or things go there.
local kOnlyLooks = {}
for word in string.gmatch([[looks looked peers peered stares stared gazes gazed glances glanced squints squinted shouts shouted calls called fires fired shoots shot throws
    threw leads led opens opened leans leaned listens listened yells yelled whispers whispered points pointed disappears dissolves turns turned sends sent breaks]], "%a+") do kOnlyLooks[word] = true end

function Locations:comes(clause, place, preposition)
  local word = string.match(string.lower(string.sub(self.text, clause.b, preposition.b - 1)), "(%a+)%s+$")
  local one = clause.people[#clause.people]
  if not word or kOnlyLooks[word] or not (string.find(word, "s$") or string.find(word, "ed$")) then return end
  if not one or not one.subject or one.e > preposition.b or self.story:doubt(clause, preposition.b) then return end
  self:everyone(clause, { b = preposition.b - #word - 1, e = preposition.e, word = word }, place, "equals")
end

function Locations:latin(clause, place, hits)
  local text = self.text
  local verb, preposition = leading(hits, place)
  if self:absent(clause, place) then return end
  if verb and (verb.class == "brings" or verb.class == "leads") and preposition and preposition.class == "inside" and place.b - preposition.e <= 24 and place.b - verb.e < 50 and not is_beside(text, place) then return self:brought(clause, verb, place) end
  -- "flees Headquarters"
  if verb and verb.class == "moves" and not preposition and string.find(verb.word, "^fle[de]") and place.b - verb.e <= 6 and not is_beside(text, place) and not self.story:doubt(clause, verb.b) then return self:everyone(clause, verb, place, "leaves") end
  if verb and verb.class == "moves" and through_door(text, clause, verb, place) and not self.story:doubt(clause, verb.b) then return self:everyone(clause, verb, place, "equals") end
  local next_word = string.match(text, "^%s+(%a+)", place.e + 1)
  local beside = is_beside(text, place)
  if verb and place.b - verb.e < 60 then
    if self.story:doubt(clause, verb.b) then return end
    if verb.class == "leaves" and (not preposition or string.find(verb.word, " of$") or string.find(verb.word, "from$")) and place.b - verb.e <= 14 then
      return not beside and self:everyone(clause, verb, place, "leaves")
    end
    -- "at the top of the Tower" is in it, "the road to the Tower" is not.
    if not beside and (verb.class == "moves" or verb.class == "stays") and preposition and preposition.word == "of" and is_part(text, preposition) then return self:everyone(clause, verb, place, "equals") end
    if beside or preposition and preposition.class == "toward" then return end
    if verb.class == "finds" then return self:found(clause, verb, preposition, place) end
    if verb.class == "arrives" and (not preposition or preposition.word == "at" or preposition.word == "in" or preposition.word == "to" or preposition.word == "into") and place.b - verb.e <= 16 then return self:everyone(clause, verb, place, "equals") end
    if not preposition then return end
    local way = preposition.word
    local close = place.b - preposition.e <= 24
    local into = way == "into" or way == "onto" or way == "inside" or way == "to" or way == "through" or way == "across" or way == "in" or way == "at" or way == "on" or way == "around"
    if verb.class == "moves" and into and close and preposition.b - verb.e <= 34 then return self:everyone(clause, verb, place, "equals") end
    if verb.class == "stays" and (way == "in" or way == "at" or way == "inside" or way == "on" or way == "within" or way == "aboard" or way == "by" and next_word and words.furniture[string.lower(next_word)]) and close then
      return self:everyone(clause, verb, place, "equals")
    end
    return
  end
  if is_inverted(text, clause, preposition, place) and self:stood(clause, place) then return end
  if not verb and not beside and is_scene_in_letters(text, clause, place) then self.setting = { place = place, sentence = clause.sentence, clause = clause.number } end
  if preposition and preposition.word == "into" and not verb and not beside and place.b - preposition.e <= 12 then self:comes(clause, place, preposition) end
  if preposition and not verb and not beside and (preposition.word == "in" or preposition.word == "at" or preposition.word == "on" or preposition.word == "aboard" or preposition.word == "within" or preposition.word == "inside" or preposition.word == "across") and preposition.b - clause.b <= 12 then
    self:scene(clause, place)
  end
end

-- "There in the Church stood Marshal Dunn": whoever is named right behind the verb.
function Locations:stood(clause, place)
  local one = self.story:after(clause, place.e)
  local between = one and string.lower(string.sub(self.text, place.e + 1, one.b - 1))
  local verb = between and string.match(between, "^%s+(%a+)%s+$") or between and string.match(between, "^%s+(%a+)%s+the%s+$")
  if not verb or not words.stood[verb] or not one.id or one.pronoun or one.possessive or self.story:doubt(clause, one.b) then return false end
  self:add(one.id, place, "equals", place.b, one.e)
  return true
end

-- 胖子跟着挤了进来: to where the talk just was.
function Locations:comes_along(clause, hit)
  local last = self.last or self.setting
  local ids, mention = self.story:doers(clause, hit.b)
  if not last or clause.sentence - last.sentence > 2 or not mention or mention.pronoun or mention.possessive or mention.kind ~= "who" or self.story:doubt(clause, hit.b) then return end
  for _, who in ipairs(ids) do self:add(who, last.place, "equals", mention.b, hit.e) end
end

-- "already there", 跟在后头: the place is the one that somebody just came to.
function Locations:same_place(clause, hits)
  local story, last = self.story, self.last
  if not last or clause.sentence - last.sentence > 2 then return end
  for number, hit in ipairs(hits) do
    local ids, mention = story:doers(clause, hit.b)
    local there = hit.class == "there" and hits[number - 1] and hits[number - 1].class == "stays" or hit.class == "there" and string.byte(hit.word) >= 0x80
    if mention and not mention.pronoun and not mention.possessive and (hit.class == "follows" or there) and #clause.places == 0 and not story:doubt(clause, hit.b) then
      for _, who in ipairs(ids) do self:add(who, last.place, "equals", mention.b, hit.e) end
      return
    end
  end
end

-- "[Location: Jailhouse]", 【地点：冷宫】: of whom the panel is, else of whom the story is.
function Locations:labelled(clause)
  local place = clause.places[1]
  local lead = string.lower(string.sub(self.text, math.max(1, place.b - 40), place.b - 1))
  lead = string.gsub(string.gsub(lead, "：", ":"), "[%s%*_]", "")
  local labelled = false
  for _, label in ipairs(words.labels) do labelled = labelled or string.sub(lead, -#label - 1) == label .. ":" end
  if not labelled or clause.why then return end
  local who = self.story.actor
  for number = clause.number, math.max(1, clause.number - 8), -1 do
    local before = self.story.clauses[number]
    if not clause.panel or not before.panel then break end
    for _, one in ipairs(before.people) do
      if one.id and one.kind == "who" and not one.pronoun and (number < clause.number or one.b < place.b) then who = one.id end
    end
  end
  if who then self:add(who, place, "equals", place.b, place.e) end
end

-- The clauses that name a place, or say that somebody came along or went in.
local function numbers_of(story)
  local all, flat, number, told = {}, story:found("company"), 1, 0
  for one = 1, story.clauses.count do
    local b, e = story.clauses:bounds(one)
    while flat[number] and flat[number] < b do number = number + 3 end
    -- Behind a place, a few more: there the scene may be set.
    if story.clauses:has_places(one) then told = 6 end
    if told > 0 or flat[number] and flat[number] <= e then all[#all + 1] = one end
    told = told - 1
  end
  return all
end

local kAreas = { path = params.areas .. ".*", names = { "name", "aliases" }, keys = params.area_keys or nil }

claim "location" (narration.claim {
  summary = { en = "Who is told to be in, to enter or to leave a place.", zh = "叙事中谁身处、进入或离开某地。" },
  shape = params,
  words = { location = words.lexicon, company = words.company },
  cues = { { kAreas } },
  find = function(story, ctx)
    local self = setmetatable({ text = story.text, ctx = ctx, story = story, out = facts.new() }, Locations)
    for _, number in ipairs(numbers_of(story)) do
      local clause = story.clauses[number]
      if clause.places[1] then self:labelled(clause) end
      if story.clauses:is_told(number) then
        self:in_scene(clause)
        local hits = story:words(clause, "location")
        for _, place in ipairs(clause.places) do
          local han = clause.han
          local verb = leading(hits, place)
          if verb and string.byte(verb.word) < 0x80 then han = false end
          if han then self:han(clause, place, hits) else self:latin(clause, place, hits) end
        end
        self:goes_in(clause, hits)
        if #clause.places == 0 then self:same_place(clause, hits) end
      end
    end
    return self.out.all
  end,
})
