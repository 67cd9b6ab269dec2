-- Words that take a clause out of what the narrator asserts now: by what they do, see moods.lua.
local lexicon = require "lexicon"
local list, verbs = lexicon.list, lexicon.verbs

return lexicon.new {
  -- The clause up to its next turn (便 就 却 …) does not happen.
  negation = {
    list [[没有 没 未曾 未能 未 并未 并没有 并非 并不 毫无 毫不 不曾 从不 从未 从来没 绝不 绝非 不会 不能 无法 不可能 不是 休想 不 无 免于 别 莫要
      躲过 避开 避过 躲开 闪过 闪开 挡住 挡下 化解 幸免 逃过 免遭 不再 谈不上 算不上 未必]],
    list [[not never nobody none neither nor cannot without hardly scarcely unable unhurt unharmed unscathed]],
    "no", "nothing", "no one", "don't", "doesn't", "didn't", "isn't", "aren't", "wasn't", "weren't", "won't", "can't", "couldn't", "wouldn't",
    "hasn't", "haven't", "hadn't", "shouldn't", "instead of", "rather than", "far from",
    verbs "fail, refuse, avoid, decline, dodge, evade, deny, resist, prevent, spare, parry, block", "away before",
  },
  -- What comes after it in the clause is only tried, meant, near, possible, asked or told.
  unreal = {
    list [[即将 就要 快要 正要 刚要 试图 尝试 试着 巴不得 宁可 宁愿 免得 以免 省得 生怕 唯恐 险些 差点 差一点 几乎 差些 眼看 就差 只差 足以 足够 够 可能 也许 或许 大概 恐怕 能否 能不能 是否 想必 向来 一向 素来 总是 总爱 老是 常常 时常 经常 往往 通常 偶尔 看样子 看来 似乎 好像
      仿佛 宛如 宛若 犹如 如同 恍如 恍若 好似 形同 像 似的 必死 等着 等待 盼着 假装 佯装 装作 装死 扮作 冒充 作势 欲 请求 渴望 向往 指着 望向 望着 指向 朝着 通往 通向 前往 赶往 直奔]],
    list [[almost nearly narrowly maybe perhaps possibly probably supposedly allegedly
      usually normally generally typically often sometimes occasionally always as-if like pretending ready unwilling eager]],
    "as if", "as though", "supposed to", "on the verge", "close to", "within an inch", "as good as", "looks like", "feels like", "seems to", "appears to", "so as to", "in order to", "on the way to",
    verbs [[try, attempt, prepare, mean to, seek, pretend, feign, seem,
      struggle to, consider, refuse to, dare, warn, tempt]],
  },
  -- As `unreal`, and on through clauses that have no subject of their own.
  planned = {
    list [[想把 想将 想去 想再 想让 只想 正想 本想 原想 很想 好想 将要 想要 打算 准备 计划 决定 决心 企图 妄图 意图 想着 会 要求 命令 吩咐 劝 邀请 让他 要他 叫他 威胁 警告
      扬言 发誓 答应 承诺 约定 建议 提议 申请 可以 能够 应该 应当 终将 必将 将会 恨不得 为了 以便 梦想]],
    list [[would could might may should shall must will can ought]],
    "i'll", "she'll", "he'll", "you'll", "they'll", "it'll", "we'll", "he'd", "she'd", "they'd", "you'd", "going to", "about to",
    verbs [[plan, intend, want, hope, wish, promise, swear to, offer, ask, order, beg, decide, dream of, demand, vow, contemplate, urge, threaten]],
  },
  -- As `unreal`, and for the rest of the sentence.
  supposed = {
    list [[每日 每天 每晚 每夜 每年 每月 每次 每回 每逢 每当 每到 每周 平日 平素 素日 隔三差五 三天两头 有一次 有一回 有一年
      遗像里 遗像中 遗像上 画像里 画像中 画像上 相框里 相框中 镜中 镜子里 镜里 铜镜里 铜镜中 屏幕中 只需 只消 只要再 但凡 如果 若是 要是 假如 假使 假若 倘若 倘使 万一 一旦 除非 哪怕 即便 即使 就算 纵使 要么 否则 不然 要不然 与其 假设 比如 譬如 除了等
      想象 幻想 以为 误以为 觉得 心想 认为 相信 怀疑 猜 害怕 担心 希望 盼望 但愿 设想 脑海 脑中 琢磨 盘算 掂量 思忖 预感 仿佛看见 恍惚 暗想 暗忖 幻听
      据说 听说 传闻 传说 传言 谣传 相传 据传 有人说 人们说 人人都说 都说 都在传 号称 谣言 风传 盛传 消息说 消息称 报道 报上 报纸 声称 宣称 自称 谎称 谎报
      讲起 讲到 说起 说到 提起 提到 念道 唱道 唱到 讲述 念叨 写着 写道 写的是 刻着 印着 记载 记着 预言 卦象 占卜 诅咒 谶语 诗云 歌里 诗里 信上 信里 信中
      曾 曾经 当年 那年 从前 以前 昔日 往日 去年 前年 早年 年前 昨天 昨日 昨夜 昨晚 上次 那次 那时 当时 当初 旧事 往事 回忆 记得 想起 忆起 记忆 小时候 儿时 生前 前世 上辈子
      上一世 上一轮 上一局 上回 很久以前 天前 个月前 日前 世纪前 照片 相片 史书 史载 日记 档案 有朝一日 总有一天 将来 日后 来世 下辈子 明天 明日 改日 明年 数到
      告诉 问 追问 回答 质问 传话 告知 宣布 传令 喝令]],
    list [[whenever]], "every time", "each time", "every night", "every morning", "every evening", "every day", "every week", "every year", "every sunday", "every monday", "every tuesday", "every wednesday", "every thursday", "every friday", "every saturday", "every spring", "every summer", "every autumn", "every winter", "every dawn", "every dusk", "every noon", "every afternoon", "every month", "every season", "on sundays", "most mornings", "most evenings", "each night", "each morning", "each evening", "most days", "most nights", "some days", "some nights", "as a rule", "on most days",
    list [[if unless whether lest suppose supposing remembers remembered remember recalls recalled reportedly rumour rumor rumours rumors yesterday
      until till memories someday prophecy prophecies legend legends]],
    "in case", "as long as", "provided that", "even if", "had been", "used to", "years ago", "days ago", "hours ago", "weeks ago", "months ago", "centuries ago", "long ago",
    "last night", "last year", "last week", "last winter", "last summer", "last spring", "last autumn", "last time", "back then", "years before", "the night before",
    "word is", "they say", "it is said", "the story goes", "some say", "according to", "once upon a time", "one day", "the last time", "in her mind", "in his mind",
    verbs [[imagine, picture, believe, fear, wonder, suspect, doubt, expect, dread, daydream, predict, foretell, prophesy, report, claim, insist, say, tell, announce, whisper that,
      explain, argue, write, shout, joke, boast, lie about, remind, mutter, think, suppose, assume, hear that, read that, guess]],
  },
  -- From the sentence on to the end of the paragraph, unless somebody wakes.
  elsewhere = {
    list [[梦中 梦里 梦见 梦到 噩梦 梦境 美梦 训练舱 模拟舱 幻觉 幻境 幻象 幻影 虚拟 模拟 全息 录像 影像 戏台 台上 戏里 戏中 舞台 说书 故事里 故事中 故事说 电影里 小说里 小说中 书里 书中 画中 画里
      游戏里 游戏中 屏幕里 游戏机 掌机里 演习 推演 排练 彩排 回放 剧本 剧中 话本 沙盘 影片 片中 皮影 传奇里 电视里 演到 戏文 台词 扮演 饰演 心魔 幻阵 梦魇 水晶球 预知]],
    list [[dream dreams dreamt dreamed nightmare nightmares simulation simulator hologram holo recording footage film movie stage ballad vision visions
      hallucination hallucinations illusion flashback replay rehearsal novel projection vr video videotape broadcast puppet puppets playback]],
    "only a story", "just a story", "the play", "the song", "the tale", "the story", "the opera", "the tape", "the painting", "the portrait", "in the game", "on screen", "the screen shows", "the holo", "the sim",
    "the photograph", "the photo", "the tapestry", "the fresco", "the mural", "plays on loop", "on a loop", "audio log", "video log", "last log", "log entry", "the memory", "a memory", "her memory", "his memory", "the drill", "the script",
  },
  awake = { list "醒 惊醒 醒来 梦醒 回过神 现实 散场 摘下头盔 退出 关掉 关上 合上 暂停 掐断 落幕 谢幕 出戏", verbs "wake, awake, awaken, pause, shut off, switch off, turn off, close, pull off, take off", "wakes up", "back to reality", "stops the recording", "stops the tape", "the lights come up" },
  -- Said, and what is said follows.
  past = { "had" },
  turn = { list "便 就 却 则 才 还是 终于 反而 于是 然后 随即 但 可 已经 已 又 竟 接着 而后 只", list "but yet then and instead", "only" },
  _ = {
    list [[只觉得 只觉 手术台上 柜台上 讲台上 阳台上 站台上 窗台上 灶台上 天台上 平台上 露台上 吧台上 看台上 高台上 擂台上 操作台上 梳妆台上 祭台上 石台上 月台上 炉台上 从不锈钢 不锈钢 不由 不由得 不禁 不得不 不料 不知何时 不知为何 不知怎么 不知不觉 不知 不久 不断 不停 不只 不仅 不但 不光 不住 不慌不忙 不远处 不远 不多不少 不过 不止如此 不止 不愧 毫不犹豫 毫不留情
      不一会儿 没多久 没过多久 没想到 没等 无声 无比 无数 无力 无奈 不得已 不偏不倚 不见 没入 没了 没好到哪去 不容分说 不由分说 无意间 无意中 不顾 不动声色 无情 不甘 不幸 无论 不论 不管 别处
      别人 特别 分别 告别 区别 离别 送别 级别 别过 不成 无名 无处 无助 毫无悬念 毫无预兆 毫无防备 无可挽回 再也没 从此再没 再没有 没气 不治 不支 不敌 没能挺过 没能撑过 没能熬过 没躲开 没能躲 没能避 来不及
      不及 猝不及防 若无其事 不慎 不小心 不复 不翼而飞 不剩 无踪 无存 不足 不到 不知去向 不省人事 不落 一枚不落 不假思索 不差 不偏 不紧不慢 不轻 不浅 不小 不少 不起眼 不远万里 寸草不生
      只要 主要 重要 需要 必要 要塞 要害 机会 一会儿 会议 会场 会客 聚会 社会 晚会 会合 体会 领会 宴会 工会 公会 议会 教会 等会 一会 会心 会员 舞会 学会 理会 协会
      雕像 画像 偶像 遗像 录像机 摄像 像样 头像 塑像 石像 神像 铜像 录像带 图像 肖像 要紧 要道 要职 要领 要命 可是 可怜 可怕 可以说 可见 可恶 可疑 可口 可惜 可笑 可爱 问题 学问 问世 疑问 访问 顾问 问候 想不到 想起身
      欲言又止 欲望 只见 只剩 只余 只有 只听 只留 只身 只好 只得 只能 够了 能量 能力 可能性 不可 不能自已 没命 没落 埋没 淹没 沉没 出没 没收 吞没 没顶 隐没 无影无踪 无生气 没命地 才华 人才 刚才 才能 天才 就此 就地 就近 就势 成就
      将就 早就 就这么 就这样 就座 又一次 警告声 警告灯 又是]],
    "no longer", "not only", "no sooner", "nothing but", "no doubt", "no time", "no more than", "not long after", "never again", "no match", "nothing left", "without a word", "without a sound",
    "without another word", "without warning", "without hesitation", "without looking", "without a second", "without ceremony", "not a moment", "may day", "will not be calmed", "can of",
    "no less", "like it", "does not survive", "did not survive", "doesn't survive", "didn't survive", "not survive", "does not get up", "doesn't get up", "not rise again", "does not rise",
    "does not breathe", "not breathing", "no pulse", "no heartbeat", "without a fight", "dream job", "think nothing", "no way out", "no way through", "will power", "the will", "her will", "his will", "against the will",
    "not so lucky", "nor does", "without so much", "without breaking", "no one's", "nothing remains", "nothing is left", "no trace", "would-be", "the last will", "at last", "last breath", "as if on cue", "not even", "without pause",
  },
}
