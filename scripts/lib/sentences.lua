-- Sentences: a narration cut into sentences and clauses, each with its bytes in the text. What is quoted is
-- left out: speech and citations are not the narrator's. Status panels (【…】, […]) are clauses of their own.
--
-- A clause is { b, e, sentence, panel, after_quote }; a sentence { b, e, ask, first, last, paragraph }, first
-- and last being places in the list of clauses. Punctuation belongs to neither.
local letters = require "letters"
local sentences = {}

local kClose = { ["“"] = "”", ["「"] = "」", ["『"] = "』", ["‘"] = "’", ['"'] = '"', ["《"] = "》", ["«"] = "»", ["〈"] = "〉" }
local kEnds = { ["。"] = "end", ["！"] = "end", ["!"] = "end", ["？"] = "ask", ["?"] = "ask", ["…"] = "end" }
local kBreaks = letters.set("，；：—–()（）;")
local kAbbreviation = { mr = true, mrs = true, ms = true, dr = true, st = true, no = true, prof = true, capt = true, sgt = true, lt = true, col = true, gen = true, mt = true, vs = true, jr = true, sr = true }

-- Where the quotation that opens at a place ends; nil: none opens there. A quotation ends with its paragraph.
local function quotation(text, place, char)
  local close = kClose[char]
  if char == "'" then
    local before = string.sub(text, place - 1, place - 1)
    if place > 1 and not string.find(before, "[%s(]") or not string.find(text, "^%u", place + 1) then return nil end
    local _, stop = string.find(text, "^[^\n]-[.,!?%-]'%f[^%w]", place + 1)
    return stop
  end
  if not close then return nil end
  local line = string.find(text, "\n", place, true) or #text + 1
  local from = place + #char
  while true do
    local at, stop = string.find(text, close, from, true)
    if not at or at > line then return char == '"' and nil or line - 1 end
    -- An apostrophe inside ‘…’ closes nothing.
    if char ~= "‘" or not (string.find(text, "^%a", stop + 1) and string.find(text, "^%a", at - 1)) then return stop end
    from = stop + 1
  end
end

local function ends_at_dot(text, place, inside)
  if inside(place) then return false end
  local next_char = string.sub(text, place + 1, place + 1)
  if next_char ~= "" and not string.find(next_char, "[%s\"'*)%]\xE2\xE3]") then return false end
  local word = string.match(string.sub(text, math.max(1, place - 12), place - 1), "(%a+)$")
  if not word then return true end
  return not (kAbbreviation[string.lower(word)] or (#word == 1 and word ~= "I"))
end

local function kind_of(text, place, char, inside)
  if kEnds[char] then return kEnds[char] end
  if char == "\n" then return "paragraph" end
  if char == "." then return ends_at_dot(text, place, inside) and "end" or nil end
  if char == "," then return not string.find(text, "^,%d%d%d", place) and "break" or nil end
  if char == ":" or char == "：" then
    return not string.find(text, "^%s*[%d+%-]", place + #char) and "break" or nil
  end
  if kBreaks[char] then return "break" end
  if char == "-" and string.find(text, "^%-%-", place) then return "break" end
end

-- Words before which an English clause ends though no mark stands there.
local kJoins = { but = true, ["while"] = true, whereas = true, though = true, although = true, because = true, ["until"] = true, unless = true }
local kPronouns = { he = true, she = true, it = true, they = true, you = true, i = true, we = true }

-- Cuts a clause without marks where a new subject comes: "… and she loses", "… but".
local function cut(text, clause, all, starts)
  local b = clause.b
  for at, word in string.gmatch(string.sub(text, clause.b, clause.e), "()(%a+)") do
    local place, lower = clause.b + at - 1, string.lower(word)
    local cuts = kJoins[lower]
    if lower == "and" or lower == "as" then
      local next_at, next_word, follows = string.match(text, "^%s+()(%a+)%s*(%a*)", place + #word)
      if next_word then
        cuts = kPronouns[string.lower(next_word)]
        local stop = starts(next_at)
        if not cuts and stop and select(2, string.gsub(string.sub(text, b, place - 1), "%a+", "")) >= 3 then
          follows = string.match(text, "^%s+(%a+)", stop + 1) or ""
          cuts = string.find(follows, "s$") ~= nil or string.find(follows, "ed$") ~= nil
        end
      end
    end
    if cuts and place - b > 3 then
      all[#all + 1] = { b = b, e = place - 1, sentence = clause.sentence, panel = clause.panel, after_quote = clause.after_quote }
      b = place
    end
  end
  all[#all + 1] = { b = b, e = clause.e, sentence = clause.sentence, panel = clause.panel, after_quote = b == clause.b and clause.after_quote, stop = clause.stop }
end

local Cutter = {}
Cutter.__index = Cutter

function Cutter:clause(behind, stop)
  local b, e = self.from, behind - 1
  if b then
    b = string.find(self.text, "[^%s]", b)
    while b and b <= e and string.find(self.text, "^　", b) do b = b + 3 end
    if b and b <= e then
      local one = { b = b, e = e, sentence = #self.sentences + 1, panel = self.panel, after_quote = self.after_quote, stop = stop }
      if letters.has_han(string.sub(self.text, b, e)) or self.panel then
        self.clauses[#self.clauses + 1] = one
      else
        cut(self.text, one, self.clauses, self.starts)
      end
    end
    if b and b <= e then self.after_quote = nil end
  end
  self.from = nil
end

function Cutter:sentence(behind, ask, paragraph)
  local first = self.first
  if #self.clauses >= first then
    self.sentences[#self.sentences + 1] = { b = self.clauses[first].b, e = behind - 1, ask = ask, first = first, last = #self.clauses, paragraph = self.paragraph }
    self.first = #self.clauses + 1
  end
  if paragraph then self.paragraph = self.paragraph + 1 end
end

function Cutter:mark(kind, place, behind)
  self:clause(place, kind)
  if kind == "end" or kind == "ask" then self:sentence(behind, kind == "ask") end
  if kind == "paragraph" then self:sentence(behind, false, true) end
end

-- inside(place): whether it lies in a name; starts(place): where the name that starts there ends, or nil.
function sentences.split(text, inside, starts)
  local cutter = setmetatable({ text = text, clauses = {}, sentences = {}, first = 1, paragraph = 1, starts = starts }, Cutter)
  local place = 1
  while place <= #text do
    local char, behind = letters.at(text, place)
    local quote = not inside(place) and quotation(text, place, char)
    if quote then
      cutter:clause(place, "quote")
      -- 「……」 that ends a sentence of its own ends the narrator's too.
      local last = letters.before(text, quote - (#(kClose[char] or "'")) + 1)
      if kEnds[last] or last == "." then cutter:sentence(quote + 1, false) end
      cutter.after_quote, place = string.sub(text, place, quote), quote + 1
    elseif char == "【" or char == "[" or char == "】" or char == "]" then
      cutter:clause(place, "panel")
      cutter:sentence(behind, false)
      cutter.panel, place = (char == "【" or char == "[") or nil, behind
    else
      local kind = kind_of(text, place, char, inside)
      if kind then
        cutter:mark(kind, place, behind)
        if kind == "paragraph" then cutter.panel = nil end
      elseif not cutter.from and not string.find(char, "%s") then
        cutter.from = place
      end
      place = behind
    end
  end
  cutter:clause(#text + 1, "end")
  cutter:sentence(#text + 1, false)
  return cutter.clauses, cutter.sentences
end

return sentences
