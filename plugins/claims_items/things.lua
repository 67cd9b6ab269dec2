-- Things: the noun that a verb of getting or losing is about: one that somebody in the state owns, or, for what is new,
-- a noun that is counted.
--
-- A thing is { b, e, name, owners = { id = true }, low, high, counted }; without a name it is none that the state knows.
local lexicon = require "lexicon"
local numerals = require "numerals"
local words = require "item_words"
local things = {}


-- "the bat", "her ring", 那封信, 手里的刀: whether a word that may be the end of a thing's name is used as one.
local function is_meant(text, hit)
  if string.byte(text, hit.b) < 0x80 then
    local word = string.match(string.lower(string.sub(text, math.max(1, hit.b - 12), hit.b - 1)), "([%a']+)[%s%-]+$")
    local next_word = string.match(text, "^[%s%-]+(%a+)", hit.e + 1)
    return word ~= nil and (words.definite[word] or numerals.at(word, 1) ~= nil or string.find(word, "'s$") ~= nil) and not (next_word and words.made_of[string.lower(next_word)]) and true or false
  end
  local letter = string.sub(text, hit.e + 1, hit.e + 3)
  if words.goes_on[letter] then return false end
  local before = string.sub(text, math.max(1, hit.b - 12), hit.b - 1)
  for _, lead in ipairs(words.leads) do
    if string.sub(before, -#lead) == lead then return true end
  end
  for _, counter in ipairs(words.counters) do
    if string.sub(before, -#counter) == counter then
      before = string.sub(before, 1, -#counter - 1)
      return string.find(before, "[那这]$") ~= nil or string.sub(before, -3) == "那" or string.sub(before, -3) == "这" or string.sub(before, -3) == "后"
    end
  end
  return false
end

-- By owner, the one thing of hers whose name ends so; of those whom the text speaks of.
local function owners_of_head(ctx, hit, spoken, where)
  local owners, name, count = {}, nil, {}
  for _, one in ipairs(hit.of) do
    local who, at = one.match[1], one.match[2]
    local item = spoken[who] and (ctx.get(where(who)) or {})[params.keyed and at or at + 1]
    if type(item) == "table" then
      owners[who], count[who] = params.keyed and at or item[params.item_name], (count[who] or 0) + 1
      if count[who] > 1 then owners[who] = nil end
    end
  end
  for _, one in pairs(owners) do
    if name and name ~= one then return {}, nil end
    name = one
  end
  return owners, name
end

-- All things of the state that the text names, in order; `spoken`: the people of whom it speaks, by id.
function things.known(text, ctx, sources, spoken, where)
  local all = {}
  for _, hit in ipairs(ctx.find_names(text, sources)) do
    local owners, name = {}, hit.name
    if hit.of[1].from == 1 then
      for _, one in ipairs(hit.of) do
        if one.from == 1 then owners[one.match[1]] = true end
      end
    elseif is_meant(text, hit) then
      owners, name = owners_of_head(ctx, hit, spoken, where)
    end
    if next(owners) ~= nil then all[#all + 1] = { b = hit.b, e = hit.e, name = name, owners = owners } end
  end
  return all
end

local function starts_with(text, place, list)
  for _, word in ipairs(list) do
    if string.sub(text, place, place + #word - 1) == word then return word end
  end
end

-- The number that counts a thing: right before it, a counter and a few words between.
local function counted(items, from, thing)
  local text = items.text
  local found = nil
  for _, number in ipairs(items.story:numbers(from, thing.b - 1)) do
    if not number.share and thing.b - number.e <= 24 then found = number end
  end
  if not found then return end
  local between = string.sub(text, found.e + 1, thing.b - 1)
  if string.find(between, "，", 1, true) then return end
  thing.low, thing.high, thing.counted = found.low, found.high, true
  -- "a", "one" of what is told by its kind alone says no more than that there was one.
end

local function copy(thing)
  local one = {}
  for key, value in pairs(thing) do one[key] = value end
  return one
end

-- What counts a thing, right at a place.
function things.counter_at(text, place) return starts_with(text, place, words.counters) end

-- A known thing with its number.
function things.counted(items, from, thing)
  local one = copy(thing)
  counted(items, from, one)
  return one
end

-- 一把能用的手弩: a number, a counter, and what stands up to the end of the clause.
local function new_han(items, from, to)
  local text = items.text
  for _, number in ipairs(items.story:numbers(from, to)) do
    local counter = (not number.share or number.low == 0.5) and starts_with(text, number.e + 1, words.counters)
    if counter then
      local b, e = number.e + 1 + #counter, to
      local noun = string.sub(text, b, e)
      local prefix = string.sub(text, math.max(1, number.b - 3), number.b - 1)
      if #noun >= 3 and not (counter == "个" and #noun < 6) and prefix ~= "第" then
        for _, trifle in ipairs(words.trifles) do
          local tail = string.sub(noun, -#trifle) == trifle
          local alone = noun == trifle or string.sub(noun, -#trifle - 3) == "的" .. trifle
          if tail and (#trifle > 3 or alone) or #noun > 45 then return nil end
        end
        local half = number.share or nil
        return { b = number.b, e = e, low = not half and number.low or nil, high = not half and number.high or nil, counted = true }
      end
    end
  end
end

-- Words that end a noun.
local kStops = {}
for _, word in ipairs(lexicon.list [[of from in into to on onto at with for and or off out under over around about by that which who whose like between through past across against
    behind beside before after while as but then so up down away back aside open shut closed apart together]]) do kStops[word] = true end
-- What stands behind a noun that is only moved: "swipes the warning aside".
local kMoved = { aside = true, open = true, shut = true, closed = true, away = true, apart = true, together = true }

-- "a brass key", "the smartgun", "three vials of acid" right behind a verb.
local function new_latin(text, from, to, own)
  local rest = string.sub(text, from, to)
  local at, article = string.match(rest, "^%s*()(%a+)%s+%a")
  if not article then return nil end
  local number = numerals.at(text, from + at - 1)
  local lower = string.lower(article)
  local definite = lower == "the" or lower == "his" or lower == "her" or lower == "their"
  -- "picks up his hat": it was his before.
  if own and (lower == "his" or lower == "her" or lower == "their") then return nil end
  if not (lower == "a" or lower == "an" or number or definite) then return nil end
  if number and number.share then return nil end
  local behind = number and number.low ~= 1 and number.e + 1 or from + at - 1 + #article
  local last, place = nil, behind
  for _ = 1, 5 do
    local word, stop = string.match(text, "^%s+([%a%-']+)()", place)
    if not word or stop - 1 > to then break end
    local small = string.lower(word)
    if kMoved[small] then return nil end
    if kStops[small] then break end
    if words.trifles_en[small] then return nil end
    last, place = word, stop
  end
  if not last then return nil end
  return { b = from + at - 1, e = place - 1, low = not definite and (number and number.low or 1) or nil, high = not definite and (number and number.high or 1) or nil, counted = not definite }
end

-- 把铁剑…, 将那把铁剑…: an object before its verb.
local function is_taken(text, clause, thing)
  local before = string.sub(text, math.max(clause.b, thing.b - 21), thing.b - 1)
  return string.find(before, "把", 1, true) ~= nil or string.find(before, "将", 1, true) ~= nil or string.find(before, "被", 1, true) ~= nil
end

-- Whether nothing comes behind a verb that could be its object.
local kEndings = { "了", "掉", "光", "完", "出去", "过来", "过去", "进去", "下来", "下去", "起来", "回去", "走", "进", "出", "尽", "干净", "一空", "殆尽", "个精光", "个干净", "精光" }
local function ends_with(text, clause, verb)
  local rest = string.sub(text, verb.e + 1, clause.e)
  while rest ~= "" do
    local ending = starts_with(rest, 1, kEndings)
    if not ending then return false end
    rest = string.sub(rest, #ending + 1)
  end
  return true
end

-- "it": the thing named last, here or in the clauses before, as many as `back` says.
function things.last_named(items, clause, place, back)
  local from, found = items.story.clauses[math.max(1, clause.number - (back or 1))].b, nil
  for _, thing in ipairs(items.known) do
    if thing.b >= from and thing.e < place then found = thing end
  end
  return found and copy(found)
end

local kFastens = { clip = true, stra = true, slin = true, slun = true, buck = true, thru = true, jams = true, jamm = true, hook = true }
-- "a cloak … she stows it in her pack": what was told of as new right before.
local function something_new(items, clause, verb)
  if not string.find(verb.word, "^stow") and not string.find(verb.word, "^tuck") and not string.find(verb.word, "^pocket") and not string.find(verb.word, "^take") and not kFastens[string.match(verb.word, "^(%a%a%a%a)") or ""] then return nil end
  for number = clause.number, math.max(1, clause.number - 3), -1 do
    local before = items.story.clauses[number]
    if number == clause.number then before = { b = clause.b, e = verb.b - 1 } end
    if string.find(string.lower(string.sub(items.text, before.b, before.e)), "%f[%a]an? %a") then return { b = verb.b, e = verb.e, counted = true, fresh = true } end
  end
end

local kNoThings = { "命", "背", "背影", "题", "责任", "权", "务", "希望", "秘密", "消息", "目光", "视线", "脸", "手", "头", "事", "话", "机会", "时间", "心", "自己", "路", "位", "球权", "一切", "空间", "难题", "功劳", "麻烦", "空气", "孩子", "后事", "身体", "笑容", "温柔", "人", "信任" }

-- A noun that may be a thing to own: 把雨伞塞给了…, not 把后背交给….
local function noun_of(text)
  if #text < 3 or #text > 30 then return false end
  for _, word in ipairs(kNoThings) do
    if string.sub(text, -#word) == word then return false end
  end
  return true
end

local kStores = { "塞进", "揣进", "收进", "装进", "放进", "收入", "别进", "塞入", "揣入", "藏进", "收好", "收起", "别在", "挂在", "插在", "背在", "系在", "戴在", "套在", "绑在", "藏在", "揣在", "贴身收", "收在" }

-- 捡起地上的卷轴，塞进怀里: what is put away was got, whatever it is called.
local function put_away(items, clause, verb)
  local after = items.story:next(clause)
  if not after or after.explicit then return nil end
  for _, word in ipairs(kStores) do
    if string.sub(items.text, after.b, after.b + #word - 1) == word then return { b = verb.b, e = clause.e, counted = true } end
  end
end

-- 供桌底下压着一只荷包，他抖了抖灰，收进袖中: something new that lay there; not what somebody took out before.
local function found_there(items, clause, verb)
  local rest = string.sub(items.text, verb.e + 1, clause.e)
  if not string.find(verb.word, "进$") and not string.find(verb.word, "入$") or #rest < 6 or #rest > 12 then return nil end
  local before, lies = items.story:previous(clause), nil
  for _ = 1, 2 do
    if not before then return nil end
    local piece = items.story:sub(before)
    for _, word in ipairs({ "掏", "摸出", "取", "抽", "拿", "拔", "脱", "解", "摘", "合上", "叠", "折" }) do
      if string.find(piece, word, 1, true) then return nil end
    end
    for _, word in ipairs({ "压着", "躺着", "放着", "搁着", "露出", "滚出", "掉出", "落着", "埋着", "藏着", "摆着", "有一" }) do
      lies = lies or string.find(piece, word, 1, true) ~= nil and new_han(items, before.b, before.e) or nil
    end
    if lies then return { b = verb.b, e = verb.e, counted = true, fresh = true } end
    before = items.story:previous(before)
  end
end

-- 把它凑到火苗上: the thing named last.
local function pronoun_in_han(items, clause, verb)
  local lead = string.sub(items.text, clause.b, verb.b - 1)
  if string.find(lead, "把它", 1, true) or string.find(lead, "将它", 1, true) or string.sub(items.text, verb.e + 1, verb.e + 3) == "它" then return things.last_named(items, clause, verb.b, 3) end
end

-- The thing that a verb is about: behind it, or before it with 把, or the one of the clause before.
function things.near(items, clause, verb)
  local text = items.text
  local behind, before = nil, nil
  for _, thing in ipairs(items.known) do
    if thing.b > verb.b and thing.e <= clause.e and not behind then behind = thing end
    if thing.e < verb.b and thing.b >= clause.b then before = thing end
  end
  local latin = string.byte(verb.word) < 0x80
  if before and not latin and verb.class ~= "gives" and not is_taken(text, clause, before) and not ends_with(text, clause, verb) then before = nil end
  if before and latin and verb.class ~= "gives" then before = nil end
  if latin and not behind then
    local word = string.match(string.lower(string.sub(text, verb.e + 1, verb.e + 6)), "^%s+(%a+)")
    if word == "it" or word == "them" then return things.last_named(items, clause, verb.b) or something_new(items, clause, verb) end
  end
  if behind and latin and behind.b - verb.e > 60 then behind = nil end
  local known = behind or before
  if known then
    local one = copy(known)
    counted(items, known == behind and verb.e + 1 or clause.b, one)
    return one
  end
  -- 你获得了【龙鳞】: what stands in the brackets behind.
  local panel = not latin and not known and verb.class == "gains" and verb.e == clause.e and items.story.clauses[clause.number + 1]
  if panel and panel.panel and panel.b - clause.e <= 5 and panel.e - panel.b < 30 and not words.no_thing(items.story:sub(panel)) then return { b = panel.b, e = panel.e, counted = true, fresh = true } end
  local han = clause.han
  local it = not latin and pronoun_in_han(items, clause, verb)
  if it then return it end
  if han and not latin then
    local ahead = string.sub(text, clause.b, verb.b - 1)
    local b = string.find(ahead, "把", 1, true) or string.find(ahead, "将", 1, true)
    b = b and clause.b + b - 1
    local handed = verb.class == "gives" and not string.find(verb.word, "来$") and new_han(items, clause.b, verb.b - 1)
    if handed then return handed end
    local given = b and verb.class == "gives" and string.find(verb.word, "给") and noun_of(string.sub(text, b + 3, verb.b - 1))
    if given then return { b = b + 3, e = verb.b - 1, counted = true } end
    local there = verb.class == "gains" and found_there(items, clause, verb)
    if there then return there end
    if verb.word == "抠出" then return put_away(items, clause, verb) end
    if string.find(verb.word, "[下]$") and (string.find(verb.word, "^拆") or string.find(verb.word, "^卸") or string.find(verb.word, "^剥") or string.find(verb.word, "^扯") or string.find(verb.word, "^揪")) then return put_away(items, clause, verb) end
    local taken = (verb.class == "gains" or verb.class == "gives") and (new_han(items, verb.e + 1, clause.e) or (b and b < verb.b and new_han(items, b + 3, verb.b - 1)))
    if taken then return taken end
    local kept = verb.class == "gains" and (string.find(verb.word, "^捡") or string.find(verb.word, "^拾") or string.find(verb.word, "走$") or string.find(verb.word, "^取") or string.find(verb.word, "^翻出") or string.find(verb.word, "^接过")) and put_away(items, clause, verb)
    if kept then return kept end
    -- 多了一把剑: the number is a part of the verb.
    if string.find(verb.word, "^多了") or verb.word == "换了一" or string.find(verb.word, "^多出") then return new_han(items, verb.e - 2, clause.e) end
  elseif latin and (verb.class == "gains" or verb.class == "gives") then
    local from = verb.e + 1
    local receiver = items.story:after(clause, verb.e)
    if verb.class == "gives" and receiver and receiver.b - verb.e <= 6 then from = receiver.e + 1 end
    return new_latin(text, from, clause.e, verb.class == "gains")
  end
  -- 苏棠还是收下了: what was just spoken of, and is another's.
  if not latin and verb.class == "gains" and (string.find(verb.word, "^收下") or string.find(verb.word, "^接")) and string.sub(text, verb.e + 1, clause.e) == "" then
    local last = things.last_named(items, clause, verb.b, 4)
    local who = last and #clause.subjects == 1 and clause.subjects[1]
    if who and not last.owners[who] then return last end
  end
  -- 拧紧保温杯，随手丢进了江里
  local thrown = not latin and verb.class == "loses" and (string.find(verb.word, "^丢") or string.find(verb.word, "^扔") or string.find(verb.word, "^抛") or string.find(verb.word, "^投"))
  local back = thrown and items.story:previous(clause)
  for _, thing in ipairs(back and items.known or {}) do
    if thing.b >= back.b and thing.e <= back.e then
      local one = copy(thing)
      counted(items, back.b, one)
      return one
    end
  end
  -- 把钱…: a noun for money, or nothing but the thing just spoken of.
  local previous = items.story:previous(clause)
  local onward = verb.class == "gives" and string.find(verb.word, "给") and items.story:after(clause, verb.e)
  if previous and (verb.class == "gains" and #verb.word >= 6 or onward and onward.e >= clause.e - 3) and not latin then
    for _, thing in ipairs(items.known) do
      if thing.b >= previous.b and thing.e <= previous.e then
        local one = copy(thing)
        counted(items, previous.b, one)
        return one
      end
    end
  end
  if verb.class == "gains" and string.find(string.sub(text, clause.b, verb.b), "把钱", 1, true) then return { b = clause.b, e = verb.e } end
end

-- The thing before a verb that says what became of it.
function things.before(items, clause, verb)
  local text, found = items.text, nil
  for _, thing in ipairs(items.known) do
    if thing.e < verb.b and thing.b >= clause.b then found = thing end
  end
  if found then
    local one = copy(found)
    counted(items, clause.b, one)
    local tail = string.lower(string.sub(text, found.e + 1, verb.b - 1))
    if #tail > 40 then return nil end
    return one
  end
  -- "Only then does anyone think of the torches: all three are gone": of the thing just spoken of.
  local before = items.story.clauses[clause.number - 1]
  local lead = string.lower(string.sub(text, clause.b, verb.b - 1))
  local it = string.find(lead, "^it%s*$") or string.find(lead, "^they%s*$") or string.find(lead, "^both%s*$") or lead == "" and string.find(verb.word, "^it's")
  if before and (before.sentence == clause.sentence or it) and verb.class == "gone" then
    local last = nil
    for _, thing in ipairs(items.known) do
      if thing.b >= before.b and thing.e <= before.e then last = thing end
    end
    if last then
      local one = copy(last)
      one.b, one.e = clause.b, verb.b - 1
      for _, number in ipairs(items.story:numbers(clause.b, verb.b - 1)) do
        if not number.share then one.low, one.high = number.low, number.high end
      end
      return one
    end
  end
  if verb.class == "comes" then
    if string.byte(verb.word) >= 0x80 then return new_han(items, clause.b, verb.b - 1) end
    local here = new_latin(text, clause.b, verb.b - 1)
    if here then return here end
    local previous = items.story:previous(clause)
    previous = previous and items.story:previous(previous) or previous
    local other = items.story:previous(clause)
    return (previous and new_latin(text, previous.b, previous.e)) or (other and new_latin(text, other.b, other.e)) or nil
  end
end

return things
