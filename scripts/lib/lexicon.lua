-- Lexicon: finding the words of many lists in one pass over a text. Chinese words are found where they stand,
-- English ones as whole words, in any case; of several that start at one place the longest counts, and what it
-- covers is not looked at again. A list named `_` holds words that mean nothing but keep shorter ones in
-- them from being found (死心 is no death, "dead end" neither).
--
--   local words = lexicon.new { death = { "断了气", verb "die" }, _ = { "dead end" } }
--   for _, hit in ipairs(lexicon.find(words, text)) do … hit.b, hit.e, hit.class, hit.word … end
local letters = require "letters"
local lexicon = {}

local kIrregular = {
  be = "am is are was were been being", have = "has had having", go = "goes went gone going", ["do"] = "does did done doing",
  die = "dies died dying", lie = "lies lay lain lying", fall = "falls fell fallen falling", take = "takes took taken taking",
  give = "gives gave given giving", lose = "loses lost losing", win = "wins won winning", get = "gets got gotten getting",
  come = "comes came coming", run = "runs ran running", sit = "sits sat sitting", stand = "stands stood standing",
  rise = "rises rose risen rising", arise = "arises arose arisen arising", wake = "wakes woke woken waking",
  speak = "speaks spoke spoken speaking", say = "says said saying", tell = "tells told telling",
  ["break"] = "breaks broke broken breaking", bleed = "bleeds bled bleeding", cut = "cuts cutting", hit = "hits hitting",
  hurt = "hurts hurting", strike = "strikes struck striking", slay = "slays slew slain slaying", shoot = "shoots shot shooting",
  stab = "stabs stabbed stabbing", rip = "rips ripped ripping", tear = "tears tore torn tearing", bite = "bites bit bitten biting",
  drop = "drops dropped dropping", slip = "slips slipped slipping", step = "steps stepped stepping", grab = "grabs grabbed grabbing",
  buy = "buys bought buying", sell = "sells sold selling", pay = "pays paid paying", spend = "spends spent spending",
  steal = "steals stole stolen stealing", throw = "throws threw thrown throwing", keep = "keeps kept keeping",
  find = "finds found finding", leave = "leaves left leaving", enter = "enters entered entering", creep = "creeps crept creeping",
  flee = "flees fled fleeing", ride = "rides rode ridden riding", drive = "drives drove driven driving",
  sink = "sinks sank sunk sinking", burn = "burns burned burnt burning", blow = "blows blew blown blowing",
  grow = "grows grew grown growing", become = "becomes became becoming", begin = "begins began begun beginning",
  swim = "swims swam swum swimming", swing = "swings swung swinging", shrink = "shrinks shrank shrunk shrinking",
  make = "makes made making", put = "puts putting", set = "sets setting", let = "lets letting", see = "sees saw seen seeing",
  hear = "hears heard hearing", feel = "feels felt feeling", think = "thinks thought thinking", know = "knows knew known knowing",
  draw = "draws drew drawn drawing", eat = "eats ate eaten eating", drink = "drinks drank drunk drinking",
  hand = "hands handed handing", hold = "holds held holding", send = "sends sent sending", bring = "brings brought bringing",
  slit = "slits slitting", split = "splits splitting", shed = "sheds shedding", regain = "regains regained regaining",
  knit = "knits knitted knitting", heal = "heals healed healing", climb = "climbs climbed climbing", shut = "shuts shutting",
  open = "opens opened opening", write = "writes wrote written writing", laugh = "laughs laughed laughing",
  forge = "forges forged forging", freeze = "freezes froze frozen freezing", light = "lights lit lighted lighting",
  nod = "nods nodded nodding", spit = "spits spat spitting", grin = "grins grinned grinning", shrug = "shrugs shrugged shrugging",
  stir = "stirs stirred stirring", slam = "slams slammed slamming", snap = "snaps snapped snapping", tip = "tips tipped tipping",
  jab = "jabs jabbed jabbing", chop = "chops chopped chopping", trap = "traps trapped trapping", gut = "guts gutted gutting",
  swap = "swaps swapped swapping", tap = "taps tapped tapping", pat = "pats patted patting", sag = "sags sagged sagging",
  wear = "wears wore worn wearing", slide = "slides slid sliding", sweep = "sweeps swept sweeping",
  stride = "strides strode stridden striding", crawl = "crawls crawled crawling", jog = "jogs jogged jogging",
  dig = "digs dug digging", swear = "swears swore sworn swearing", hide = "hides hid hidden hiding",
  shake = "shakes shook shaken shaking", stick = "sticks stuck sticking", plan = "plans planned planning",
  clap = "claps clapped clapping", hum = "hums hummed humming", hang = "hangs hung hanged hanging", stop = "stops stopped stopping",
  trade = "trades traded trading", barter = "barters bartered bartering", pocket = "pockets pocketed pocketing",
  travel = "travels travelled traveled travelling traveling", wed = "weds wedded wedding", skid = "skids skidded skidding",
  lend = "lends lent lending", teach = "teaches taught teaching", rot = "rots rotted rotting", fell = "fells felled felling",
}

local function regular(verb)
  local last, stem = string.sub(verb, -1), verb
  if last == "e" then return { verb, verb .. "s", verb .. "d", string.sub(verb, 1, -2) .. "ing" } end
  if last == "y" and string.find(verb, "[^aeiou]y$") then
    stem = string.sub(verb, 1, -2)
    return { verb, stem .. "ies", stem .. "ied", verb .. "ing" }
  end
  local s = (string.find(verb, "[sxz]$") or string.find(verb, "[cs]h$")) and "es" or "s"
  return { verb, verb .. s, verb .. "ed", verb .. "ing" }
end

-- Every form of an English verb; of several words the first is the verb: verb "give up".
function lexicon.verb(phrase)
  local head, rest = string.match(phrase, "^(%S+)(.*)$")
  local forms = {}
  if kIrregular[head] then
    forms[1] = head .. rest
    for form in string.gmatch(kIrregular[head], "%S+") do forms[#forms + 1] = form .. rest end
  else
    for _, form in ipairs(regular(head)) do forms[#forms + 1] = form .. rest end
  end
  return forms
end

-- All forms of several verbs, written in one string with commas between.
function lexicon.verbs(list)
  local all = {}
  for phrase in string.gmatch(list, "[^,]+") do
    for _, form in ipairs(lexicon.verb(string.match(phrase, "^%s*(.-)%s*$"))) do all[#all + 1] = form end
  end
  return all
end

-- Words written in one string with blanks between.
function lexicon.list(text)
  local all = {}
  for word in string.gmatch(text, "%S+") do all[#all + 1] = word end
  return all
end

local function add(index, word, class)
  local first = letters.has_han(string.sub(word, 1, 3)) and string.sub(word, 1, 3) or string.match(string.lower(word), "^[%a']+")
  if not first then return end
  local at = index[first]
  if not at then
    at = {}
    index[first] = at
  end
  at[#at + 1] = { word = string.lower(word), class = class, latin = #first ~= 3 or not letters.has_han(first) }
end

local function fill(index, words, class)
  if type(words) == "string" then return add(index, words, class) end
  for _, word in ipairs(words) do fill(index, word, class) end
end

-- An index of lists by class. Words may be strings or lists of them.
function lexicon.new(classes)
  local index = {}
  for class, words in pairs(classes) do fill(index, words, class) end
  for _, at in pairs(index) do
    table.sort(at, function(a, b)
      if #a.word ~= #b.word then return #a.word > #b.word end
      return a.class < b.class
    end)
  end
  return index
end

-- The longest word of the index at a place, or nil.
local function longest(at, lower, place)
  for _, entry in ipairs(at) do
    local behind = place + #entry.word
    if string.sub(lower, place, behind - 1) == entry.word
        and not (entry.latin and letters.is_word_byte(string.byte(lower, behind))) then
      return entry, behind
    end
  end
end

-- The words in text[from, to], in order, none overlapping another.
function lexicon.find(index, text, from, to)
  -- Only the piece is looked at, so that many pieces of one text cost no more than the text.
  local base = (from or 1) - 1
  local hits, lower = {}, string.lower(string.sub(text, base + 1, to or #text))
  local place, last = 1, #lower
  while place <= last do
    local byte = string.byte(lower, place)
    local key, behind
    if byte >= 97 and byte <= 122 then
      local _, stop = string.find(lower, "^[%a']+", place)
      key, behind = string.sub(lower, place, stop), stop + 1
      if not index[key] and string.find(key, "'", 1, true) then key = string.match(key, "^%a+") end
    else
      key, behind = letters.at(lower, place)
    end
    local at = index[key]
    local entry, stop
    if at then entry, stop = longest(at, lower, place) end
    if entry and stop - 1 <= last then
      if entry.class ~= "_" then hits[#hits + 1] = { b = base + place, e = base + stop - 1, class = entry.class, word = entry.word } end
      behind = stop
    end
    place = behind
  end
  return hits
end

return lexicon
