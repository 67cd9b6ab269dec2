-- Mentions: who and what the clauses speak of: names and aliases as the host found them, pronouns, and from
-- them the subject of each clause.
--
-- A mention is { b, e, id, kind, of (found.of), subject = true | nil, possessive = true | nil, pronoun = true | nil }.
local letters = require "letters"
local lexicon = require "lexicon"
local mentions = {}

local list = lexicon.list

local pronouns = lexicon.new {
  he = { list "他 he him his himself" },
  she = { list "她 she her hers herself" },
  it = { list "它 it its itself" },
  you = { list "你 您 我 you your yours yourself i me my mine myself" },
  they = { "the two of them", "the pair", list "两个人 三个人 三人 两人 二人 俩人 他俩 她俩 双方 他们 她们 它们 咱们 我们 你们 they them their we us our" },
  _ = { list "有两人 另外两人 剩下两人 两人高 二人转 其他 其它 吉他 他人 他日 他乡 他处 它处 自我 你死我活 我行我素" },
}

-- What may stand between the start of a clause and its subject.
local lead = lexicon.new {
  lead = { list [[却见 却 只见 但见 但 但是 可是 可 而 而且 并且 并 于是 然后 接着 随后 随即 这时 此时 此刻 忽然 突然 终于 最后 最终 结果 只是 不过 然而 就 便 也 连 又 再 还 当 待 等 与此同时
      如今 现在 终究 最后 原来 其实 幸好 好在 所幸 可惜 不料 谁知 没想到 只听 听见 看见 发现 看到 是 至于 若论 论起 说到 趁机 话音未落 一时间 一瞬间 片刻后 良久 半晌 一旁的 一边的 连同 就连 唯有 只有
      这位 那位 那个 这个 不远处 远处 身后 身旁 旁边 果然 依旧 仍然 反倒 反而 偏偏 似乎 到底 到头来 当场 今夜 今晚 今天 夜里 清晨 天亮 黄昏 午后 傍晚 次日 翌日 一夜 此后 从此 刹那间 顷刻间 转眼间 转眼 转瞬]] },
}

-- Right before a name these make it an object. The last of them counts.
local kObjectBefore = letters.set("把被对向给朝往从由替为让叫将在比靠着了过住到中向用拉抱扶搂打杀刺砍砸咬踢推望看瞪盯问喊救护找见离随等骂劝谢爱恨逼围绕拍递送交还借按压抓掐勒绑背扛见")
local kAnd = { ["和"] = true, ["与"] = true, ["跟"] = true, ["同"] = true, ["、"] = true, ["及"] = true }
local kPrepositions = {}
for _, word in ipairs(list [[in on at to of for by from behind beside with toward towards into onto against near over under past around about after
    before than like between among through upon across above below without opposite facing off]]) do kPrepositions[word] = true end

local function is_he(name)
  return string.find(name, "哥$") or string.find(name, "爷$") or string.find(name, "叔$") or string.find(name, "伯$") or string.find(name, "公子")
      or string.find(name, "先生") or string.find(name, "老爷") or string.find(name, "师兄") or string.find(name, "师弟") or string.find(name, "少爷")
      or string.find(name, "老板$") or string.find(name, "^Mr%.?%s") or string.find(name, "^Sir ") or string.find(name, "^Lord ")
      or string.find(name, "^Brother ") or string.find(name, "^Father ") or string.find(name, "^King ") or string.find(name, "^Uncle ") or string.find(name, "^Prince ")
end

local function is_she(name)
  return string.find(name, "姐$") or string.find(name, "妹$") or string.find(name, "娘$") or string.find(name, "婆$") or string.find(name, "姑")
      or string.find(name, "嫂$") or string.find(name, "夫人") or string.find(name, "小姐") or string.find(name, "公主") or string.find(name, "女") or string.find(name, "姨$")
      or string.find(name, "^Mrs%.?%s") or string.find(name, "^Miss ") or string.find(name, "^Ms%.?%s") or string.find(name, "^Lady ")
      or string.find(name, "^Sister ") or string.find(name, "^Mother ") or string.find(name, "^Queen ") or string.find(name, "^Aunt ") or string.find(name, "^Princess ")
end

-- "he", "she" or nil, from all names that somebody has.
function mentions.gender(names)
  for _, name in ipairs(names) do
    if is_she(name) then return "she" end
    if is_he(name) then return "he" end
  end
end

-- What a clause holds before a mention, without the words that may lead in.
local function before_in_clause(text, clause, mention)
  local at = clause.b
  for _, hit in ipairs(lexicon.find(lead, text, clause.b, mention.b - 1)) do
    if hit.b > at then break end
    at = hit.e + 1
  end
  return string.match(string.sub(text, at, mention.b - 1), "^%s*(.-)%s*$")
end

local kTimeEnds = { "时", "后", "前", "里", "中", "上", "下", "间", "外", "内", "边", "旁", "的", "之下", "处" }

local function subject_in_han(text, clause, mention)
  local rest = before_in_clause(text, clause, mention)
  if rest == "" then return true end
  local last = letters.before(rest, #rest + 1)
  if kObjectBefore[last] then return false end
  for _, ending in ipairs(kTimeEnds) do
    if last == ending and not string.find(rest, "[把被对向给朝从]") then return true end
  end
  return false
end

local function subject_in_latin(text, clause, mention)
  local rest = before_in_clause(text, clause, mention)
  local before = string.match(string.lower(rest), "([%a']+)$")
  if not before then return true end
  if before == "the" or before == "old" or before == "poor" or before == "young" then
    before = string.match(string.lower(rest), "([%a']+)%s+%a+$")
    if not before then return true end
  end
  if kPrepositions[before] then return false end
  local count = select(2, string.gsub(rest, "%a+", ""))
  return count <= 1 or before == "and" or before == "but" or before == "then" or before == "as" or before == "when" or before == "where"
end

local function possessive_after(text, mention)
  local after = string.sub(text, mention.e + 1, mention.e + 4)
  return string.find(after, "^ ?的") ~= nil or string.find(after, "^'s") ~= nil or string.find(after, "^’s") ~= nil or string.find(after, "^' ") ~= nil
end

local kOwning = { his = true, her = true, its = true, their = true, your = true, my = true, our = true, hers = true, yours = true, mine = true }
-- "hands her a key" gives it to her, "her key" is hers.
local kAfterHer = {}
for _, word in ipairs(list [[and a an the some another every each this that these those one two three four five six seven eight nine ten
    eleven twelve twenty thirty forty fifty hundred half enough more]]) do kAfterHer[word] = true end
local kObjective = { him = true, them = true, me = true, us = true }

local function mark(text, clause, mention)
  local word = string.sub(text, mention.b, mention.e)
  local lower = string.lower(word)
  if mention.pronoun and string.byte(word) < 0x80 then
    local after = string.match(text, "^%s*(%a*)", mention.e + 1)
    if lower == "her" then mention.possessive = after ~= "" and not kPrepositions[after] and not kAfterHer[after] or nil end
    mention.possessive = mention.possessive or (kOwning[lower] and lower ~= "her") or nil
    if kObjective[lower] or lower == "her" and not mention.possessive then return end
  else
    mention.possessive = possessive_after(text, mention) or nil
  end
  local latin = string.byte(word) < 0x80 and not letters.has_han(string.sub(text, clause.b, clause.e))
  mention.subject = (latin and subject_in_latin or not latin and subject_in_han)(text, clause, mention) or nil
end

-- Whether two neighbouring mentions are one subject: 甲和乙, "Kim and Lee".
local function joined(text, one, other)
  local between = string.sub(text, one.e + 1, other.b - 1)
  local bare = string.match(between, "^%s*(.-)%s*$")
  return kAnd[bare] or bare == "and" or bare == "以及"
end

-- The pronouns of a clause as mentions without an id.
function mentions.pronouns(text, clause)
  local all = {}
  for _, hit in ipairs(lexicon.find(pronouns, text, clause.b, clause.e)) do
    all[#all + 1] = { b = hit.b, e = hit.e, pronoun = hit.class, kind = "who" }
  end
  return all
end

-- Marks what is subject and possessive among the people of a clause, in order.
function mentions.mark(text, clause, people)
  for number, mention in ipairs(people) do
    mark(text, clause, mention)
    local previous = people[number - 1]
    if previous and joined(text, previous, mention) then
      mention.subject, mention.joined = previous.subject, true
      previous.with = mention
    elseif previous and previous.subject and not previous.possessive then
      mention.subject = nil
    end
  end
end

return mentions
