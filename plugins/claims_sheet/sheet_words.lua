-- Words of rising, falling and becoming.
local lexicon = require "lexicon"
local list, verbs = lexicon.list, lexicon.verbs

-- "has been made", "was appointed" …
local function named()
  local all = {}
  for _, be in ipairs({ "is", "was", "has been", "had been", "are", "were", "gets", "got" }) do
    for _, how in ipairs({ "promoted to", "appointed", "named", "made", "crowned", "knighted", "elected", "demoted to", "sworn in as", "declared", "ordained", "dubbed", "commissioned", "elevated to", "raised to", "anointed" }) do all[#all + 1] = be .. " " .. how end
  end
  return all
end

return lexicon.new {
  to = { list [[升到 升至 提升到 提升至 提高到 提高至 涨到 涨至 增加到 增至 达到了 达到 突破到 突破至 跃升到 跃升至 跨入 迈入 踏入 晋入 晋升到 晋升至 升为 升成 跌到 跌至 降到 降至 变成了 变成 变为 足有 高达 只有 仅有 仅为 为 是 到了 已是 已有 有 停在 停在了 定格在 定格在了 停留在 跳到 跳到了 回到 掉到]],
    "goes up to", "go up to", "went up to", "rises to", "rise to", "rose to", "reaches", "reached", "climbs to", "climbed to", "jumps to", "jumped to", "drops to", "dropped to", "falls to", "fell to", "increases to", "increased to", "is now", "stands at", "sits at", "is at", "is", "of", "sinks to", "plummets to", "grows to", "improves to", "hits", "becomes", "ticks up to", "ticks over to", "settles at", "shoots up to", "advances to", "risen to", "climbed to", "improved to", "fallen to", "dropped to", "gone up to", "gone down to", "grown to", "increased to", "decreased to", "sunk to", "jumped to", "slips to", "slipped to", "dips to", "ticks down to", "edges up to", "doubles to", "falls back to", "goes to", "up to", "down to" },
  rises = { list [[提升了 提高了 增加了 上升了 涨了 升了 增长了 提升 提高 增加 上升 上涨 暴涨 猛涨 大涨 飙升 精进 大增 暴增 增强 长了 多了 加了 突飞猛进 更上一层楼 大进 激增 攀升]], "increases by", "rises by", "has risen by", "has gone up by", "goes up by", "ticks up by", "jumps", "climbs", "swells by", "climbs by", "improves by", "gains", "increases", "rises", "improves", "goes up", "goes up a", "went up", "increased by", "rose by", "increased", "climbs", "jumps by", "grows by", "improved by", "has improved by", "went up by", "grew by", "climbed by", "jumped by", "swelled by", "raised by", "higher by" },
  falls = { list [[下降了 降低了 减少了 跌了 掉了 降了 下降 降低 减少 暴跌 骤降 倒退 损失了 少了]], "drops by", "falls by", "decreases by", "goes down by", "decreases", "loses", "dropped by", "fell by", "falls", "drops", "goes down" },
  -- The whole sheet goes up: no name of a value needed.
  levels = { list [[升级了 连升 升了一级 升了两级 升到了 晋级 进阶 升职 升了职 降职 降了职 被撤职 被撤了职 被革了职 被免职 被免了职 官升一级 官升三级 突破了 突破瓶颈 突破境界 破境 一举突破 境界突破 晋升一级 修为大进 修为突破 连破 冲破瓶颈 踏入了 迈入了 晋入]],
    "levels up", "leveled up", "levelled up", "gains a level", "gained a level", "goes up a level", "level up", "reaches level", "reached level", "is now level", "is now a level", "advances to level", "hits level", "a level higher", "gains two levels", "ranks up", "breaks through to" },
  learns = { list [[学会了 领悟了 领悟出 习得了 习得 掌握了 觉醒了 觉醒 参透了 悟出了 练成了 练成 修成了 解锁了 解锁 获得技能 获得了技能 获得称号 获得了称号 学得]], "learns the", "learned the", "masters the", "mastered the", "unlocks the", "unlocked the", "gains the skill", "gains the title", "gains the ability", "learns a new", "gains a new skill", "acquires the skill", "awakens the", "earns the title" },
  becomes = { list [[推选为 选为 评为 聘为 拜为 立为 委任为 指定为 推选成 任命 被任命为 任命为 被提拔为 提拔为 晋升为 升任 升为 被封为 封为 册封为 受封为 被推举为 推举为 转职为 转职成 转职成了 成为了 成为 成了 当上了 当上 接任 继任 就任 出任 擢升为 荣升 被选为 被授予 加冕为 贬为 被贬为 降为 被革职 被开除 被撤职 改行 入职 受任 被任为 担任 晋为 被晋为 晋封为 晋封 加封为 加封 升作了 升作 升成了 擢为 提为 降级为 贬作 废为 沦为 荣膺 受封]],
    named(), "is promoted to", "was promoted to", "is appointed", "is named", "is made", "is crowned", "is knighted", "is elected", "becomes", "became", "is demoted to", "is sworn in as", "takes office as", "is now the", "is now a", "is now an", "is declared", "is ordained", "is hired as", "is fired", "is dismissed as", "is stripped of", "has become", "is anointed", "earns the rank of", "is no longer a", "is no longer an", "is no longer the", "was no longer a", "was no longer the", "is the new", "was the new", "is now our", "rises a", "rises the", "rose a", "rose the", list "不再是 不再担任 卸任 辞去" },
  -- Somebody else is made it: "They made Ezra deputy."
  makes = { verbs "make, appoint, crown, elect, dub, promote, demote", "named", "names", "swear in", "sworn in", "swore in" },
  ends = { "no longer", "no more", "now" },
  lv = { list "等级", "level", "lv" },
  level = { list "级别 级 重 层 阶 段 境", "rank", "lvl" },
  skill = { list "技能 功法 剑法 刀法 枪法 拳法 身法 心法 法术 魔法 咒语 称号 招式 剑术 神通 秘术 绝学 武学 能力 医术 射术 箭术 骑术 天赋 异能 术", list "skill spell ability talent technique title perk feat" },
  about = { list "论起 若论 说到 要说 论" },
  _ = { list "有点 有些 有人 有没有 所有 没有 只有她 只有他 只有一 是否 还是 于是 可是 但是 只是 不是 就是 总是 或是 正是 要是 若是 这是 那是 像是 而是 便是 都是 也是 也有 认为 因为 以为 作为 成为过去 成为泡影 成为现实 成为焦点 成了习惯 成了一 成了笑 成了废 成了碎 成了空 成了灰 成了众 成了她唯一 级台阶 层楼 层层 台阶 楼层 等级森严 升了起来 是不是 技术 艺术 手术 学术 战术 突破重围 突破口 突破封锁 突破防线 突破包围 突破了重围 突破了防线 突破了封锁 踏入了丹 一重门 一层 一段 那段 这段 几段 一阶 阶段 手段 境况 境遇 环境 困境 处境 绝境 梦境 险境 幻境 重重 沉重 严重 重新 重要 提高了声音 提高声音 提高了嗓门 提高嗓门 提高警惕 提高了警惕 加了 减少伤亡 长了翅膀 长了记性 多了起来 掉了下", "level with", "level gaze", "level voice", "becomes clear", "becomes a blur", "becomes the", "becomes very", "becomes more", "becomes quiet", "rises and", "rises from", "rises to her feet", "rises to his feet", "rises to its feet", "rises to the", "falls to her knees", "falls to his knees", "falls to the", "falls silent", "falls into", "falls asleep", "drops to the", "drops to a", "drops to one", "drops to her", "drops to his", "hits the", "reaches for", "reaches the", "reaches out", "reaches into", "reaches up", "rises up", "is made of", "is named for", "is named after", "is fired from", "becomes of", "climbs the", "climbs to the", "jumps to her", "jumps to his", "level of the", "ground level", "eye level", "sea level", "water level", "loses the", "gains the door", "ability to" },
}
