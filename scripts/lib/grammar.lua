-- Grammar: what the host is told of Chinese and English, so that it can read a narration (host/engine/rules/reading.hpp): words and
-- marks by what they do, none of them of any game.
local letters = require "letters"
local given_names = require "given_names"
local lexicon = require "lexicon"
local list = lexicon.list
local grammar = { words = {} }

-- Every character of a text on its own.
local function each(text)
  local all = {}
  for char in pairs(letters.set(text)) do all[#all + 1] = char end
  table.sort(all)
  return all
end

-- What cuts a text; a mark that opens a quotation stands under what closes it.
grammar.words.marks = lexicon.new {
  ["end"] = { "。", "！", "!", "…" }, ask = { "？", "?" }, dot = { "." }, comma = { "," }, colon = { ":", "：" }, paragraph = { "\n" },
  ["break"] = { "，", "；", "—", "–", "(", ")", "（", "）", ";", "--" }, opens = { "【", "[" }, closes = { "】", "]" },
  ["”"] = { "“" }, ["」"] = { "「" }, ["』"] = { "『" }, ["’"] = { "‘" }, ['"'] = { '"' }, ["》"] = { "《" }, ["»"] = { "«" }, ["〉"] = { "〈" }, ["'"] = { "'" },
}

-- Words before which an English clause may end though no mark stands there.
grammar.words.joins = lexicon.new { joins = list "but while whereas though although because until unless", ands = list "and as" }

grammar.words.pronouns = lexicon.new {
  he = { list "他 he him his himself" },
  she = { list "她 she her hers herself" },
  it = { list "它 it its itself" },
  you = { list "你 您 我 you your yours yourself i me my mine myself" },
  they = { "the two of them", "the pair", list "两个人 三个人 三人 两人 二人 俩人 他俩 她俩 双方 他们 她们 它们 咱们 我们 你们 they them their we us our" },
  _ = { list "有两人 另外两人 剩下两人 两人高 二人转 其他 其它 吉他 他人 他日 他乡 他处 它处 自我 你死我活 我行我素" },
}

-- What may stand between the start of a clause and its subject.
grammar.words.lead = lexicon.new {
  lead = { list [[却见 却 只见 但见 但 但是 可是 可 而 而且 并且 并 于是 然后 接着 随后 随即 这时 此时 此刻 忽然 突然 终于 最后 最终 结果 只是 不过 然而 就 便 也 连 又 再 还 当 待 等 与此同时
      如今 现在 终究 最后 原来 其实 幸好 好在 所幸 可惜 不料 谁知 没想到 只听 听见 看见 发现 看到 是 至于 若论 论起 说到 趁机 话音未落 一时间 一瞬间 片刻后 良久 半晌 一旁的 一边的 连同 就连 唯有 只有
      这位 那位 那个 这个 不远处 远处 身后 身旁 旁边 果然 依旧 仍然 反倒 反而 偏偏 似乎 到底 到头来 当场 今夜 今晚 今天 夜里 清晨 天亮 黄昏 午后 傍晚 次日 翌日 一夜 此后 从此 刹那间 顷刻间 转眼间 转眼 转瞬]] },
}

grammar.words.moods = require "mood_words"

grammar.sets = {
  abbreviations = list "mr mrs ms dr st no prof capt sgt lt col gen mt vs jr sr",
  clause_pronouns = list "he she it they you i we",
  participles = list "been died said gone taken fallen lost left given",
  participle_ends = { "ed", "en", "wn" },
  adverbs = list "already just never once not",
  prepositions = list [[in on at to of for by from behind beside with toward towards into onto against near over under past around about after
    before than like between among through upon across above below without opposite facing off]],
  articles = list "the old poor young",
  subject_before = list "and but then as when where later now ago today tonight again soon still already finally meanwhile afterwards afterward next once yet though so or if because while before after until that nor",
  subject_before_ends = { "ly" },
  openings = list "among amid amidst beneath between down up out once upon through throughout despite since until from off somewhere by at in on after before during within inside outside for with without under over behind beyond across near past an one two three another every that this",
  own_subjects = list "the a an his her its their something someone somebody nobody nothing everything everyone this that these those there no all both one two three it they we what who",
  owning = list "his its their your my our hers yours mine",
  objective = list "him them me us",
  -- "hands her a key" gives it to her, "her key" is hers.
  either = { "her" },
  after_objective = list [[and a an the some another every each this that these those one two three four five six seven eight nine ten
    eleven twelve twenty thirty forty fifty hundred half enough more]],
  we_forms = list "we 我们 咱们 咱",
  self_forms = list "himself herself",
  ands = { "和", "与", "跟", "同", "、", "及", "以及", "and" },
  -- Right before a name these make it an object.
  object_before = each "把被对向给朝往从由替为让叫将在比靠着了过住到中向用拉抱扶搂打杀刺砍砸咬踢推望看瞪盯问喊救护找见离随等骂劝谢爱恨逼围绕拍递送交还借按压抓掐勒绑背扛见",
  markers = each "把被对向给朝从",
  time_ends = { "时", "后", "前", "里", "中", "上", "下", "间", "外", "内", "边", "旁", "的", "之下", "处" },
  says = { "说", "道", "称", "喊", "叫", "问", "答", "讲", "嚷", "念", "写", "想", "骂", "劝", "求" },
  not_said = list "没 不 未 有 知 街 通 味 轨 河 隧 频 小 传 听 赛 管 别 呼 名",
  weak_turns = list "and then 又",
  -- 李四喜 is not 李四: a letter that ends given names makes the name another one, unless it begins a word.
  name_goes_on = each "娘喜之儿子山海峰明华芳玉珍强伟军平福贵财宝柱根生林龙虎凤梅兰菊花英雄杰豪",
  name_ends = { "喜滋", "喜欢", "喜出", "喜不", "喜道", "喜极", "喜怒", "喜形", "喜得", "之", "儿时", "明明", "明白", "明显", "明知", "平静", "平时", "平日", "平稳", "平生",
  "生怕", "生前", "生气", "生生", "生命", "生死", "生性", "生得", "生还", "生于", "根本", "海里", "强忍", "强撑", "强行", "强迫", "强打", "花了", "花费", "子弹", "子时", "山上", "山下", "山中", "玉佩", "宝刀", "宝剑", "龙行", "英勇",
  "林间", "林中", "龙骨", "凤眼", "雄赳", "梅花", "花容", "豪迈", "豪气", "儿子" },
  role_behind = { "们", "人类" },
  he = { ends = given_names.he_ends, holds = { "公子", "先生", "老爷", "师兄", "师弟", "少爷", "学长", "皇上", "太监", "公公", "道长", "胖子", "和尚", "方丈", "大叔", "小子", "老头" },
    begins = { "Mr ", "Mr. ", "Sir ", "Lord ", "Brother ", "Father ", "King ", "Uncle ", "Prince ", "Duke ", "Count ", "Baron ", "Don " }, words = given_names.he },
  she = { ends = given_names.she_ends, holds = { "姑", "夫人", "小姐", "公主", "女", "学姐", "妃", "娘娘", "师姐", "师妹", "仙子", "太后", "大妈", "阿姨", "奶奶" },
    begins = { "Mrs ", "Mrs. ", "Miss ", "Ms ", "Ms. ", "Lady ", "Sister ", "Mother ", "Queen ", "Aunt ", "Princess ", "Dame ", "Madame ", "Countess ", "Duchess ", "Baroness ", "Granny " }, words = given_names.she },
}

return grammar
