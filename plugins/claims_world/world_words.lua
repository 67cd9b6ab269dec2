-- Words by which a law of the world ends, or is broken before our eyes.
local lexicon = require "lexicon"
local list = lexicon.list

return lexicon.new {
  -- From now on: whatever the law says, it says no more.
  ends = { list [[不再 不复存在 不复 失效 废除 作废 被打破 打破了 改写 篡改 推翻 取消 解除 消失 不存在 无需 不需要 不必 再也不用 再也不必 再也不会 从此以后 从今往后 从今以后 从此 从这一刻起 从这一夜起 从今天起 今后 变了 颠倒 失灵 再无 一笔勾销 被抹去 烟消云散 终结 终止 不起作用 不管用 形同虚设]],
    "no longer", "from now on", "from this day", "from this night", "from this moment", "from that day", "from that moment", "from tonight", "from today", "never again", "henceforth", "any more", "anymore", "without needing", "no need", "without any", "is broken", "is lifted", "is repealed", "has been struck", "is struck", "means nothing", "has no effect", "has no power", "stops working", "ceases to", "is undone", "rewrites itself", "is rewritten", "has changed", "loses its power", "lost its power", "ignores", "as though it were", "as if it were", "does nothing", "do nothing", "unharmed", "without consequence", "without effect", "free of", "despite" },
  -- It is done, freely.
  free = { list [[可以 皆可 均可 都可 都能 都可以 人人 随意 任意 随便 想放多少 便 畅通无阻 轻易 照样 毫发无损 毫无阻碍 仍能 竟能 居然能 竟然能 安然 自如 自由 大摇大摆 大模大样 凭空 两手空空 空手 徒手 稳稳]],
    "bare-handed", "empty-handed", "openly", "anyone can", "anybody can", "everyone can", "can now", "freely", "easily", "simply", "at will", "straight", "right through", "right across", "across", "through", "past", "over", "anyway", "effortlessly" },
  -- It may be no more than part of the telling: counts only where most of what the law speaks of is spoken of.
  weak = { list "能 就 了 便 直接 径直" },
  -- Against what one would expect.
  against = { list "却 竟然 居然 竟 依旧 依然 仍旧 仍然 照样 安然无恙", "yet", "still", "nonetheless", "nevertheless", "even so" },
  -- What such laws say.
  forbids = { list "无法 不可 不能 不得 禁止 严禁 不许 不准 勿 绝不 不会 没有人能 任何人都不 无人能 无法在", "no", "cannot", "can't", "never", "must not", "may not", "none", "nobody", "forbidden", "not", "nothing", "no one", "impossible", "won't", "not be" },
  demands = { list "必须 必定 必然 必 都要 只能 只有 需要 需 消耗 每逢 一定 总会 总是 都会", "must", "always", "only", "every", "requires", "require", "costs", "needs", "need", "breaks", "all", "each", "any", "will" },
  _ = { list "不再犹豫 不再说话 不再多言 不再迟疑 不再看 不再理 便宜 随便说 就此 就是 了解 为了 除了 能量 能力 只能", "no time", "over the", "through the night", "past the", "walks through the", "over to" },
}
