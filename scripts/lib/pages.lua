-- Pages: what the host read of a narration (host/engine/rules/reading.cpp writes it), flat lists of numbers, and the clauses out of
-- them, each opened when it is asked for.
local pages = {}

local kClause, kSentence, kMention, kCue = 11, 6, 5, 3  -- numbers of each

local Clauses, Sentences = {}, {}

local function ids_of(page, number)
  local ids = {}
  for at, id in ipairs(page.lists[number] or ids) do ids[at] = page.names[id] end
  return ids
end

local function mentions(page, from, to)
  local all, m = {}, page.m
  for at = from, to - 1, kMention do
    local flags, code = m[at + 4], m[at + 5]
    local one = { b = m[at + 1], e = m[at + 2], id = page.names[m[at + 3]], kind = flags & 8 ~= 0 and "where" or flags & 16 ~= 0 and "role" or "who",
      subject = flags & 1 ~= 0 or nil, possessive = flags & 2 ~= 0 or nil, joined = flags & 4 ~= 0 or nil }
    if code > 0 then one.pronoun = page.names[code] end
    if code < 0 then one.ids, one.pronoun = ids_of(page, -code), "they" end
    all[#all + 1] = one
  end
  return all
end

local function cues(page, text, from, to)
  local all, q = {}, page.q
  for at = from, to - 1, kCue do
    all[#all + 1] = { b = q[at + 1], e = q[at + 2], class = page.names[q[at + 3]], word = string.lower(string.sub(text, q[at + 1], q[at + 2])) }
  end
  return all
end

function Clauses.__index(self, number)
  local page = self.page
  local c, n = page.c, (number - 1) * kClause
  if number < 1 or number > self.count then return nil end
  local flags = c[n + 4]
  local one = { number = number, b = c[n + 1], e = c[n + 2], sentence = c[n + 3], panel = flags & 1 ~= 0 or nil, explicit = flags & 2 ~= 0, first = flags & 4 ~= 0,
    part = flags & 8 ~= 0 or nil, han = flags & 16 ~= 0, people = mentions(page, c[n + 5], c[n + 6]), places = mentions(page, c[n + 6], c[n + 7]),
    cues = cues(page, self.text, c[n + 8], c[n + 9]), subjects = ids_of(page, c[n + 10]), why = page.names[c[n + 11]] }
  self[number] = one
  return one
end

-- The number of the clause, from one on, that ends behind a place, and where it starts; nil: none does.
function Clauses.behind(self, place, number)
  local c = self.page.c
  while number <= self.count do
    local n = (number - 1) * kClause
    if c[n + 2] >= place then return number, c[n + 1], c[n + 2] end
    number = number + 1
  end
end

-- Whether a clause may be passed over: it is not asserted, or a panel.
function Clauses.is_told(self, number)
  local n = (number - 1) * kClause
  return self.page.c[n + 11] == 0 and self.page.c[n + 4] & 1 == 0
end

function Clauses.bounds(self, number)
  local n = (number - 1) * kClause
  return self.page.c[n + 1], self.page.c[n + 2]
end

-- Whether a clause names one of some people, { id = true }.
function Clauses.names(self, number, ids)
  local page, n = self.page, (number - 1) * kClause
  for at = page.c[n + 5], page.c[n + 6] - 1, kMention do
    if ids[page.names[page.m[at + 3]]] then return true end
  end
  return false
end

function Clauses.has_places(self, number)
  local n = (number - 1) * kClause
  return self.page.c[n + 7] > self.page.c[n + 6]
end

-- The lists of subjects in which one of some people stands, { id = true }, by number.
function Clauses.lists_of(self, ids)
  local lists, page = {}, self.page
  for number, list in ipairs(page.lists) do
    for _, id in ipairs(list) do lists[number] = lists[number] or ids[page.names[id]] end
  end
  return lists
end

function Clauses.is_of(self, number, lists) return lists[self.page.c[(number - 1) * kClause + 10]] == true end

function Sentences.__index(self, number)
  local s, n = self.page.s, (number - 1) * kSentence
  if number < 1 or number > self.count then return nil end
  local one = { b = s[n + 1], e = s[n + 2], ask = s[n + 3] == 1, first = s[n + 4], last = s[n + 5], paragraph = s[n + 6] }
  self[number] = one
  return one
end

-- The number of the sentence, from one on, in or before which a place lies; nil: none.
function Sentences.behind(self, place, number)
  local s = self.page.s
  while number <= self.count do
    if s[(number - 1) * kSentence + 2] >= place then return number end
    number = number + 1
  end
end

-- The clauses and sentences, by number, with `count`; who "you" is; and whom the text names.
function pages.open(page, text)
  -- The functions stand in the tables themselves: __index is for clauses that are not open yet.
  local clauses = setmetatable({ page = page, text = text, count = #page.c // kClause, behind = Clauses.behind, is_told = Clauses.is_told, bounds = Clauses.bounds,
    names = Clauses.names, has_places = Clauses.has_places, lists_of = Clauses.lists_of, is_of = Clauses.is_of }, Clauses)
  return clauses, setmetatable({ page = page, count = #page.s // kSentence, behind = Sentences.behind }, Sentences), page.actor, page.people
end

return pages
