-- Places told to be destroyed, closed, or to have ways that they had not.
local facts = require "facts"
local lexicon = require "lexicon"
local narration = require "narration"
local places = require "places"
local words = require "map_words"

-- Words without which nothing is told of a place.
local kTelling = { ruins = true, ruins_it = true, closes = true, closes_it = true, reduces = true, opens = true, with_it = true, takes = true }

local function first(hits, class, from)
  for _, hit in ipairs(hits) do
    if hit.class == class and hit.b >= (from or 0) then return hit end
  end
end

local function is_open_end(text, place)
  local rest = string.sub(text, place.e + 1, place.e + 6)
  return not (string.find(rest, "^方向") or string.find(rest, "^附近") or string.find(rest, "^外") or string.find(rest, "^的方向") or string.find(rest, "^的尽头"))
end

-- What takes whole places.
local kForces = {}
for word in string.gmatch("ice sea fire flames flood tornado storm blast explosion water waters earth quake avalanche landslide river tide wave hurricane lava mud", "%a+") do kForces[word] = true end

local Map = {}
Map.__index = Map

function Map:add(place, b, e)
  local path = places.of(params.areas, place.id)
  if self.ctx.get(path) == nil then return end
  self.out:add({ kind = "map_change", subject = place.id, path = path, changed = true }, b, e)
end

-- A person who stands between the place and the word is whom it is said of: 张三从集市消失.
function Map:nobody_between(clause, b, e)
  for _, one in ipairs(clause.people) do
    if one.id and one.b > b and one.e < e then return false end
  end
  return true
end

local kFrom = { "从", "在", "向", "朝", "往", "到", "回", "离开", "进" }

-- 的/'s before the word: what follows belongs to the place, and counts where it is a part of the building.
function Map:is_said_of(clause, place, hit, hits)
  local text = self.text
  local before = string.sub(text, math.max(clause.b, place.b - 6), place.b - 1)
  -- 通往冷宫的小径被落石堵死了
  local way = hit.class == "closes" and (string.sub(before, -6) == "通往" or string.sub(before, -6) == "通向") and string.find(string.sub(text, place.e + 1, place.e + 3), "的", 1, true) and first(hits, "way", place.e)
  if way then return true end
  if hit.class ~= "opens" then
    for _, word in ipairs(kFrom) do
      if string.sub(before, -#word) == word then return false end
    end
  end
  local word_before = string.match(string.lower(string.sub(text, clause.b, place.b - 1)), "(%a+)%s+%a*%s*$")
  local latin = string.byte(hit.word) < 0x80
  local lead = string.lower(string.sub(text, clause.b, place.b - 1))
  if latin and not string.find(lead, "%f[%a]%a+ to the $") and string.find(lead, "%f[%a][fino][rnf]o?m? the $") and place.b - clause.b > 8 and word_before then return false end
  local between = string.sub(text, place.e + 1, hit.b - 1)
  if not latin and string.find(between, "^的") and not first(hits, "part", place.e) and hit.class ~= "opens" then return #between <= 4 end
  if latin and string.find(between, "^['’]") and not first(hits, "part", place.e) then return false end
  if latin and hit.class == "ruins" then
    local words_between = select(2, string.gsub(between, "%a+", ""))
    if words_between > 3 and not first(hits, "part", place.e) then return false end
  end
  return self:nobody_between(clause, place.e, hit.b)
end

-- "Where the Church had stood there was only a black square", 哪里还有什么凌霄殿: the place is told by what is there instead.
function Map:is_replaced(clause, place)
  local text = self.text
  local lead = string.lower(string.sub(text, clause.b, place.b - 1))
  local rest = string.lower(string.sub(text, place.e + 1, clause.e))
  local han = string.find(lead, "哪里还有", 1, true) or string.find(lead, "哪还有", 1, true) or string.find(lead, "再没有什么", 1, true)
  if han then return true end
  if not string.find(lead, "where t?h?e?%s*$") then return false end
  local stood = string.find(rest, "^ had stood") or string.find(rest, "^ once stood") or string.find(rest, "^ used to ") or string.find(rest, "^ stood ") or string.find(rest, "^ had been") or string.find(rest, "^ was there") or string.find(rest, "^ %a+ used to be") or string.find(rest, "^ %a+ had been")
  if not stood then return false end
  local onward = self.story:next(clause)
  local said = rest .. " " .. (onward and string.lower(self.story:sub(onward)) or "")
  return string.find(said, "there is", 1, true) ~= nil or string.find(said, "there was", 1, true) ~= nil or string.find(said, " only ", 1, true) ~= nil or string.find(said, "nothing", 1, true) ~= nil or string.find(said, "gapes", 1, true) ~= nil or string.find(said, "smoke", 1, true) ~= nil or string.find(said, "crater", 1, true) ~= nil
end

function Map:clause(clause, hits)
  local story, text = self.story, self.text
  for _, hit in ipairs(hits) do
    local class = hit.class
    local opens = class == "opens" and (string.byte(hit.word) < 0x80 or first(hits, "way", hit.b))
    if (class == "ruins" or class == "closes" or opens) and not story:unreal(clause, hit.b) and not (class ~= "closes" and story:negation(clause, hit.b)) then
      local place = nil
      for _, one in ipairs(clause.places) do
        if one.b < hit.b and is_open_end(text, one) then place = one end
      end
      if place and self:is_said_of(clause, place, hit, hits) then
        self:add(place, place.b, hit.e)
      elseif not place and self:nobody_between(clause, 0, clause.e + 1) then
        -- "…: the whole deck drops into the canal and is gone", 后墙上却多出一道铁门: of the place just named.
        local before = story:previous(clause)
        local that = before and before.places[#before.places]
        local part = first(hits, "part")
        if that and is_open_end(text, that) and (opens or part) and not story:doubt(before, that.b) and not before.why then self:add(that, hit.b, hit.e) end
        if opens and string.byte(hit.word) < 0x80 and clause.places[1] and clause.places[1].b > hit.b and not story:doubt(clause, hit.b) then
          self:add(clause.places[1], hit.b, clause.places[1].e)
        end
      end
    elseif (class == "ruins_it" or class == "closes_it") and not story:doubt(clause, hit.b) then
      for _, one in ipairs(clause.places) do
        if one.b > hit.e and one.b - hit.e < 16 and is_open_end(text, one) and not string.find(string.sub(text, hit.e, one.b), "%f[%a][ito][nom] ") then self:add(one, hit.b, one.e) break end
      end
    elseif class == "reduces" and not story:doubt(clause, hit.b) then
      -- "reduces the Atrium to rubble"
      local place = clause.places[1]
      local rest = place and place.b > hit.e and place.b - hit.e < 16 and string.lower(string.sub(text, place.e + 1, place.e + 24)) or ""
      for _, end_of in ipairs({ "rubble", "ruin", "ash", "dust", "splinters", "cinders", "wreckage", "a crater", "slag", "nothing" }) do
        if string.find(rest, "^ i?n?to " .. end_of) or string.find(rest, "^ into " .. end_of) then self:add(place, hit.b, place.e) break end
      end
    elseif class == "takes" and not story:doubt(clause, hit.b) then
      -- "The ice opened and took the Ship"
      local force = string.match(string.lower(string.sub(text, clause.b, hit.b - 1)), "^the%s+(%a+)")
      for _, one in ipairs(force and kForces[force] and clause.places or {}) do
        if one.b > hit.e and one.b - hit.e <= 6 and is_open_end(text, one) then self:add(one, hit.b, one.e) end
      end
    elseif class == "with_it" and not story:doubt(clause, hit.b) then
      for _, one in ipairs(clause.places) do
        if one.b < hit.b and string.find(string.lower(string.sub(text, clause.b, one.b)), "%f[%a]t[ao][ko][ek]s? the ") then self:add(one, one.b, hit.e) end
      end
    end
  end
end

local kAreas = { path = params.areas .. ".*", names = { "name", "aliases" } }

claim "map" (narration.claim {
  summary = { en = "Places told to be destroyed, closed or extended.", zh = "叙事中被毁、被封或新增通路的地点。" },
  shape = params,
  words = { map = words, instead = lexicon.new { instead = { "where", "哪里还有", "哪还有", "再没有什么" } } },
  cues = { { "instead.instead", kAreas }, { "map.ruins", kAreas }, { "map.ruins_it", kAreas }, { "map.closes", kAreas }, { "map.closes_it", kAreas }, { "map.opens", kAreas }, { "map.with_it", kAreas }, { "map.takes", kAreas }, { "map.reduces", kAreas } },
  find = function(story, ctx)
    local self = setmetatable({ text = story.text, ctx = ctx, story = story, out = facts.new() }, Map)
    for clause, hits in story:each("map", kTelling) do
      if not clause.why and not clause.panel then self:clause(clause, hits) end
    end
    for clause in story:each("instead") do
      for _, place in ipairs(clause.why and {} or clause.places) do
        if self:is_replaced(clause, place) then self:add(place, place.b, place.e) end
      end
    end
    return self.out.all
  end,
})
