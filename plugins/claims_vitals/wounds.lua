-- Wounds told without a number: flesh that opens, blood that flows, and wounds that close.
local places = require "places"
local wounds = {}

local function path_of(who, which) return places.of(params.characters, who, which) end

local function first(hits, class)
  for _, hit in ipairs(hits) do
    if hit.class == class then return hit end
  end
end

-- Words without which no wound is told.
local kTelling = { opens = true, hits = true, blood = true, bloodword = true, heals = true, mends = true }

-- Whose body part it is: named right before it, or the subject's where no one else could be meant.
local function owner_of(story, clause, part, verb)
  local owner, near = nil, nil
  for _, one in ipairs(clause.people) do
    if one.e < part.b and part.b - one.e <= 10 then near = one end
    if one.e < part.b and one.possessive then owner = one end
  end
  if near and (near.possessive or part.b - near.e <= 2) then return near.id end
  if owner and part.b - owner.e <= 24 then return owner.id end
  if string.find(string.sub(story.text, clause.b, part.b), "被") then return story:doer(clause, part.b) end
  for _, one in ipairs(clause.people) do
    if not one.subject and one.b > verb.b and one.b < part.b and one.id then return one.id end
  end
  if #clause.people == 0 and #clause.subjects == 1 then return clause.subjects[1] end
end

-- What cuts without drawing blood.
local kGentle = { "wind", "cold", "frost", "chill", "light", "sun", "smoke", "silence", "word", "grief", "fear", "guilt", "hunger", "memory", "rain", "voice", "strap", "gaze", "look", "laugh", "风", "寒意", "冷意", "月光", "目光", "阳光", "寒气", "视线", "话" }

-- What people open themselves.
local kOpened = {}
for word in string.gmatch("eye eyes mouth lip lips hand hands palm finger fingers arm arms", "%a+") do kOpened[word] = true end

-- What lies open was not opened now.
local kIsOpen = {}
for word in string.gmatch("lies lay is was are were stands stood hangs hung wide falls fell swings swung left lying standing half still", "%a+") do kIsOpen[word] = true end

-- Whether an English verb and a body part belong together: "bites Bram's hand", "her arm is cut".
local function belongs(story, clause, verb, part)
  if string.byte(verb.word) >= 0x80 then return math.abs(part.b - verb.e) < 60 end
  -- "The burn on her ribs" is a wound that is there already.
  local article = string.match(string.lower(string.sub(story.text, math.max(clause.b, verb.b - 8), verb.b - 1)), "(%a+)%s+$")
  if article == "the" or article == "a" or article == "an" or article == "this" or article == "that" or article == "old" then return false end
  if string.find(verb.word, "^open") and (kOpened[part.word] or kIsOpen[string.match(string.lower(string.sub(story.text, math.max(clause.b, verb.b - 10), verb.b - 1)), "(%a+)%s+$") or ""]) then return false end
  -- "lays his cheek open"; a thing may be laid on a knee.
  if string.find(verb.word, "^la[yi]") and not string.find(verb.word, "open") and not string.find(string.lower(string.sub(story.text, part.e + 1, part.e + 12)), "^%s+[ob][pa][er][ne]") then return false end
  if part.b > verb.e then
    local between = string.sub(story.text, verb.e + 1, part.b - 1)
    if part.b - verb.e > 34 or string.find(between, "^%s+at%s") then return false end
    for _, word in ipairs({ " from ", " inch", " past ", " near ", " the table", " the wall", " the door", " between ", " beside ", " behind " }) do
      if string.find(between, word, 1, true) then return false end
    end
    return true
  end
  local between = " " .. string.lower(string.sub(story.text, part.e + 1, verb.b - 1))
  return part.e < verb.b and verb.b - part.e < 20 and (string.find(between, " is ", 1, true) or string.find(between, " are ", 1, true) or string.find(between, " was ", 1, true) or string.find(between, " were ", 1, true)) ~= nil
end

local function is_gentle(story, clause, verb)
  local before = string.lower(string.sub(story.text, clause.b, verb.b - 1))
  for _, word in ipairs(kGentle) do
    if string.find(before, word, 1, true) and #clause.people == 0 or string.find(before, "^the " .. word) or string.find(before, "^" .. word) then return true end
  end
  return false
end

local function opened(story, clause, hits)
  for _, verb in ipairs(hits) do
    local whom = verb.class == "hits" and story:after(clause, verb.e)
    local where = whom and whom.id and whom.b - verb.e <= 2 and not whom.possessive and string.find(string.lower(string.sub(story.text, whom.e + 1, whom.e + 24)), "^ [a-z ]-[inacrosthug]+ the ")
    for _, part in ipairs(where and hits or {}) do
      if part.class == "part" and part.b > whom.e and part.b - whom.e <= 24 then return verb, part, whom.id end
    end
    if verb.class == "opens" then
      for _, part in ipairs(hits) do
        if part.class == "part" and belongs(story, clause, verb, part) and not is_gentle(story, clause, verb) then
          return verb, part, owner_of(story, clause, part, verb)
        end
      end
    end
  end
end

-- "Helix's blade finds the gap under Aria's arm and comes away red": who is named besides whose blade it is.
local function struck(story, clause)
  for number = clause.number, math.max(1, clause.number - 1), -1 do
    local before, found = story.clauses[number], nil
    for _, one in ipairs(before.people) do
      if one.id and not one.subject then found = one.id end
    end
    if found then return found end
  end
end

local function bled(story, clause, hits)
  local blood = first(hits, "blood")
  if blood and is_gentle(story, clause, blood) then return nil end
  if blood and (string.find(blood.word, " red$") or string.find(blood.word, " bloody$")) then return blood, struck(story, clause) end
  if blood then return blood, story:doer(clause, blood.b) or story:sufferer(clause, blood.b) end
  local drop, flow = first(hits, "bloodword"), first(hits, "flows")
  if not drop or not flow or math.abs(flow.b - drop.e) > 30 then return nil end
  local part = first(hits, "part")
  local before = story:previous(clause)
  if not part and before then
    -- 子弹擦过大腿，带起一蓬血花: whose blood it is, the clause before says.
    part = first(story:words(before, "wounds"), "part")
    if part then return drop, owner_of(story, before, part, drop) end
  end
  if not part then return nil end
  return drop, owner_of(story, clause, part, drop) or story:doer(clause, drop.b) or (#clause.subjects == 1 and clause.subjects[1] or nil)
end

-- "the wound in Hank's leg closes": the verb, where a wound stands before it.
local function closing(hits)
  local injury, mends = first(hits, "injury"), first(hits, "mends")
  return injury and mends and mends.b > injury.e and mends.b - injury.e < 48 and mends or nil
end

-- Whose wound it is that closes: of whom it is told in the clause, else who is meant anyway. In 格雷教授的手按在你肩上，…伤口愈合 that
-- is not whose hand it was, but on whom it lay.
local function healed(story, clause, heal)
  for _, one in ipairs(clause.people) do
    if one.id and one.possessive and one.b < heal.b then return one.id end
  end
  local who = story:doer(clause, heal.b)
  if who and clause.explicit then return who end
  for number = clause.number - 1, math.max(1, clause.number - 3), -1 do
    local before = story.clauses[number]
    if before.sentence ~= clause.sentence then break end
    if before.part and #before.people > 1 then
      local last = before.people[#before.people]
      if last.id and not last.subject then return last.id end
    end
    if before.explicit then break end
  end
  return who or (#clause.subjects == 1 and clause.subjects[1] or nil)
end

-- Who is said to die in the narration: the blow that kills is not told apart.
local kDeadly = { "neck", "throat", "heart", "windpipe", "skull", "喉", "颈", "心脏", "头颅", "首级" }
local function dying(story)
  local sentences = {}
  for clause, hits in story:each("death", { dies = true, kills = true, takes = true, stops = true }) do
    for _, hit in ipairs(hits) do
      local rest = string.lower(string.sub(story.text, hit.e + 1, math.min(clause.e, hit.e + 30)))
      local deadly = hit.class == "dies" or hit.class == "kills"
      for _, part in ipairs((hit.class == "takes" or hit.class == "stops") and kDeadly or {}) do deadly = deadly or string.find(rest, part, 1, true) ~= nil end
      if deadly then sentences[clause.sentence] = true end
    end
  end
  return sentences
end

function wounds.find(story, ctx, out, numbered)
  local deadly = dying(story)
  for clause, hits in story:each("wounds", kTelling) do
    local old = first(hits, "old") or first(hits, "shield")
    if #hits > 0 and not clause.why and not clause.panel and not deadly[clause.sentence] then
      local verb, part, who = opened(story, clause, hits)
      if not verb or not who then
        local blood, bleeding = bled(story, clause, hits)
        if blood and bleeding then verb, part, who = blood, blood, bleeding end
      end
      local change = "down"
      local heal = first(hits, "heals") or closing(hits)
      if heal and not first(hits, "opens") then
        verb, part, who, change = heal, heal, healed(story, clause, heal), "up"
        old = string.find(story:sub(clause), "伤", 1, true) == nil and string.byte(heal.word) >= 0x80
      end
      if verb and who and not old and not numbered[who] and ctx.get(path_of(who, params.hp)) ~= nil and not story:doubt(clause, verb.b)
          and not (ctx.get(path_of(who, params.alive)) == params.death) then
        out:add({ kind = "hp_change", subject = who, path = path_of(who, params.hp), changed = change }, math.min(verb.b, part.b), math.max(verb.e, part.e))
      end
    end
  end
end

return wounds
