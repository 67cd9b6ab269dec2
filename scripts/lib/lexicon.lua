-- Lexicon: the words that a claim listens for, in lists by class. The host finds those of all claims in one pass over a
-- text: Chinese words where they stand, English ones as whole words, in any case; of several of one lexicon that start
-- at one place the longest counts, and what it covers is not looked at again. A list named `_` holds words that mean
-- nothing but keep shorter ones in them from being found (死心 is no death, "dead end" neither).
--
--   claim "death" { words = { death = lexicon.new { dies = { "断了气", verb "die" }, _ = { "dead end" } } }, …
--   for _, hit in ipairs(lexicon.find(ctx, text, "death")) do … hit.b, hit.e, hit.class, hit.word … end
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
  deal = "deals dealt dealing", sting = "stings stung stinging", fling = "flings flung flinging", spin = "spins spun spinning", bind = "binds bound binding", grind = "grinds ground grinding",
  fight = "fights fought fighting", catch = "catches caught catching", bend = "bends bent bending", lead = "leads led leading", meet = "meets met meeting", feed = "feeds fed feeding", speed = "speeds sped speeding",
  sleep = "sleeps slept sleeping", weep = "weeps wept weeping", kneel = "kneels knelt kneeling", spill = "spills spilled spilt spilling", mean = "means meant meaning", leap = "leaps leapt leaped leaping",
  cling = "clings clung clinging", beat = "beats beaten beating", forget = "forgets forgot forgotten forgetting", fly = "flies flew flown flying", choose = "chooses chose chosen choosing", weave = "weaves wove woven weaving",
  tread = "treads trod trodden treading", wring = "wrings wrung wringing", sling = "slings slung slinging", slink = "slinks slunk slinking", spring = "springs sprang sprung springing", ring = "rings rang rung ringing",
  quit = "quits quitting", sweat = "sweats sweating", dream = "dreams dreamt dreamed dreaming", seek = "seeks sought seeking", withdraw = "withdraws withdrew withdrawn withdrawing", forfeit = "forfeits forfeited forfeiting",
  lend = "lends lent lending", teach = "teaches taught teaching", rot = "rots rotted rotting", fell = "fells felled felling",
}

local function regular(verb)
  local last, stem = string.sub(verb, -1), verb
  if last == "e" then return { verb, verb .. "s", verb .. "d", string.sub(verb, 1, -2) .. "ing" } end
  if last == "y" and string.find(verb, "[^aeiou]y$") then
    stem = string.sub(verb, 1, -2)
    return { verb, stem .. "ies", stem .. "ied", verb .. "ing" }
  end
  -- rob, robbed
  if string.find(verb, "^[^aeiou]*[aeiou][bdgklmnprtz]$") then return { verb, verb .. "s", verb .. last .. "ed", verb .. last .. "ing" } end
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

local function fill(into, words)
  if type(words) == "string" then
    into[#into + 1] = words
    return
  end
  for _, word in ipairs(words) do fill(into, word) end
end

-- Lists by class, as `words` of a claim are given. Words may be strings or lists of them.
function lexicon.new(classes)
  local all = {}
  for class, words in pairs(classes) do
    all[class] = array {}
    fill(all[class], words)
  end
  return all
end

-- The words of one of the claim's lists in a text, in order: { b, e, class, word }.
function lexicon.find(ctx, text, name)
  local flat, hits = ctx.find_words(text, name), {}
  for at = 1, #flat, 3 do hits[#hits + 1] = lexicon.hit(text, flat[at], flat[at + 1], flat[at + 2]) end
  return hits
end

function lexicon.hit(text, b, e, class)
  local word = string.lower(string.sub(text, b, e))
  if string.find(word, "\u{2019}", 1, true) then word = string.gsub(word, "\u{2019}", "'") end
  return { b = b, e = e, class = class, word = word }
end

return lexicon
