-- Words of getting, giving and losing things.
local letters = require "letters"
local lexicon = require "lexicon"
local list, verbs = lexicon.list, lexicon.verbs
local words = {}

-- "is handed", "has been given" …
local function passive()
  local all = {}
  for _, be in ipairs({ "is", "was", "are", "were", "gets", "got", "has been", "have been" }) do
    for _, how in ipairs(list "handed given passed paid granted awarded issued lent gifted slipped tossed thrown brought sent dealt") do all[#all + 1] = be .. " " .. how end
  end
  return all
end

words.lexicon = lexicon.new {
  -- The subject has more of it.
  gains = { list [[收走了 收走 没收了 扣下了 扣走 夺走了 抢走了 偷走了 骗走了 捡起 捡到 捡回 拾起 拾到 拾得 得到了 得到 获得了 获得 收下了 收下 接过了 接过 接住 买下了 买下 买到 买了 买回 换来了 换来 换到 换得 换回 抢到 抢过 抢走 夺过 夺下 夺走 偷走 偷到 偷了 偷来 顺走 取走了 取走 取下 拿走了 拿走 拿到了 拿到 领到 领取 缴获 搜出
      搜到 翻出了 翻出 翻到 挖出 挖到 赢得 赢了 赢来 据为己有 收入囊中 收进 收入 收好 揣进 揣入 揣走 塞进 塞入 装进 装入 放进 纳入 别进 到手 入手 捞到 讨来 借来 摸走 多了一 多了两 多了三 多出了一 淘到 兑换了 兑换 兑到 拎在手里 拿在手里 握在手里 攥在手里 得了 得来 收起 换了一 抠出 拆下 卸下 剥下 扯下 揪下 搜了出来 翻了出来 搜走了 搜走 斩获 拾取 拣起 摘下 采到 采下 采了 卷走 掠走 归了 顺手牵走 收缴 缴了]],
    "walks out with", "walked out with", "walks off with", "walked off with", "makes off with", "made off with", "gets away with", "got away with", "leaves with", "comes out with", "comes back with", "came back with", "returns with", "returned with", verbs "buy, purchase, acquire, receive, obtain, earn, win, loot, pocket, steal, pick up, collect, gain, scoop up, snatch up, grab, swipe, pilfer, lift, accept, salvage, scavenge, retrieve, gather up, stow, tuck, slip, stuff, claim, confiscate, come away with, walk away with, add, unearth, dig up, find, take, plunder, purloin, snatch, seize, tuck away, pull, clip, strap, sling, buckle, thrust, jam, hook",
    "now owns", "now possesses", "is now the owner of", "is now", "comes by" },
  -- The subject is given it; by whom, stands behind.
  given = passive(),
  -- The subject has less.
  loses = { list [[泼在 泼向 泼了 洒在 洒向 倒在 倒进 掷向 扔向 抛向 射向 喂给 撒向 撒在 射出 甩出 祭出 丢了 丢失 弄丢了 弄丢 遗失 失去了 失去 扔掉 扔了 扔进 丢进 抛进 抛下 抛入 丢弃 丢掉 交出 交了出去 卖掉 卖了 卖给 典当 当掉 当了 付了 付出 付清 付给 赔上 赔了 用掉了 用掉 用完 用光 用尽 用去 耗尽 耗光 耗去 吃掉 吃了 吃光 喝光 喝掉 喝了 喝下 服下 吞下 服了 烧掉 烧了 毁掉 射完 射光 打光 打空 射出最后
      花掉 花光 花了 花去 递出 掏空 捏碎 摔碎了 摔碎 打碎了 打碎 砸碎 折断 撕碎 撕了 拍在 数出 掷出 输掉 输了 输光 捐了 捐出 献出 献上 供上 上交 押上 缴出 留给 交还 归还 塞进嘴里 塞进了嘴里 塞进口中 送进嘴里 送入口中 扔进嘴里 丢进嘴里 丢进口中 含在嘴里 含入口中 灌下 灌进喉咙 一饮而尽 掰断 倒掉 倒光 嚼碎 泼出 泼光 散尽]],
    verbs "lose, discard, throw away, sell, pay, spend, surrender, forfeit, use up, drink, eat, swallow, quaff, drain, smash, burn, destroy, toss away, pawn, trade away, waste, hurl, fling, squander, donate, gamble away, give up, give away, abandon, drop, slap, count out, expend, exhaust, gulp, down, part with, consume, crush, barter away, trade, swap, leave behind, misplace, scatter, empty, fire off, peel off, set off, let off, use, jettison, shell out, fork over, cough up, ditch, dump, chuck, tear up, cash in, deplete, hand out, dole out, let go of, relinquish, strike, uncork and drink, slam, toss, lay down, slide, fire, shoot, loose, launch, leave, detonate, swig, chug, bury, sacrifice, break open, light, plant", list "埋进 埋在 砸了出去 砸出去 扔了出去 扔出去 丢了出去 甩了出去 抛了出去 掷了出去 凑到了火苗上 凑到火上 凑到火苗上 扔进了 丢进了 投进 投入 用了 用在 吞了 抹在 涂在 敷在 点燃了 拉燃了 引爆了 掰断了 放在桌上 摔在地上 吞下了 服下了 捏碎了 葬进" },
  -- It goes from the subject to somebody.
  gives = { list [[递来 抛来 扔来 丢来 送来 推来 推到 递到 放到 摆到 交到了 塞到了 递到了 推到了 递给了 递给 交给了 交给 送给了 送给 递了过来 递过来 递了过去 递过去 塞给了 塞给 抛给 扔给 丢给 赠给 赠予 赠与 让给 借给 还给 赏给 赏了 送了 塞了 分了 借了 还了 赠了 分给 转交 交到 塞到 递到 抛了过来 抛过来 扔了过来 扔过来 塞了过来 推过来 推了过来 推给 传给 留给 给了 授予 赐予 赐给 奉上 呈给 交予 塞进 放进 按进]],
    verbs "give, hand, pass, toss, throw, offer up, bequeath, lend, entrust, hand over, slip, press, deliver, loan, return, yield, surrender, relinquish, pay, shove, push, drop, lay, place, set, put, nudge, flip, lob, fling, trade, grant, turn over, wire, transfer, bring, fetch, slide, deal, serve, send" },
  -- "rewards her with …": the object has more of it.
  endows = { verbs "reward, arm, equip, supply, provide, furnish, present, gift, outfit" },
  -- Of the thing itself.
  gone = { list "掉了进去 掉了下去 沉了下去 坠了下去 滚了进去 滚了下去 丢在了 遗落在 落在了 不知丢在 不知丢到", "splits down the middle", "splits in two", "splits in half", "split down the middle", "split in two", "cracks in half", "cracks down the middle", "comes apart", "came apart", "sails off", "sails away", "goes down the drain", "went down the drain", "blows away", "blew away", "floats away", "sinks out of sight", "tears in two", "rips in two", "tears in half", "bends double", "goes over the rail", "goes over the edge", "goes over the side", "goes overboard", "went overboard", "goes up in smoke", "goes up in flames", "falls to pieces", "crumbles to dust", "crumbles to ash", list [[化为飞灰 化作飞灰 化成飞灰 化为齑粉 化作齑粉 化为粉末 化为乌有 成了灰烬 掉进 坠入 跌进 滚落 滑落 跌落 坠落 摔成 裂成两半 崩成 折成 不见了 不翼而飞 没了 消失了 消失 丢了 碎了 碎成 断了 断成 断裂 毁了 化为灰烬 化作灰烬 化成灰 烧成了灰 烧成 用完了 见底 空了 耗尽了 告罄 一文不剩 一个子儿不剩 一块不剩 一把不剩 一张不剩 一瓶不剩 一根不剩 一滴不剩 一粒不剩 一颗不剩 一枚不剩 一点不剩 一支不剩 一个不剩 所剩无几 不知去向 不知所踪 掉进了 掉进 落入了 落进 滚进 滑进 沉入 沉进 脱手 脱手飞出 脱手而出 飞了出去 收了去 拿了去 夺了去 抢了去 卷了去 偷了去 骗了去 骗走 充公 被风吹走 被偷 被抢 被夺 被没收 被拿走 被收走 被顺走 被卷走 被冲走 崩断 崩碎 碎裂 粉碎 裂成]],
    "breaks", "break in", "snaps", "snapped", "cracks in two", "bursts", "splinters", "it's gone", "they're gone", "is gone", "are gone", "was gone", "were gone", "is missing", "are missing", "vanishes", "vanish", "vanished", "has vanished", "have vanished", "disappears", "disappear", "disappeared", "is stolen", "are stolen", "is lost", "are lost", "is used up", "are used up", "runs out", "run out", "ran out", "crumbles", "crumble", "shatters", "shatter", "shattered", "snaps in two", "snaps in half", "breaks in two", "breaks in half", "breaks apart", "is destroyed", "are destroyed", "is ash", "burns to ash", "burn to ash", "burns away", "burns out", "turns to dust", "turn to dust", "is empty", "are spent", "is spent", "has been stolen", "have been stolen", "has been taken", "is taken", "slips from her fingers", "slips from his fingers", "falls into", "fall into", "tumbles into", "dissolves", "dissolve", "evaporates", "is smashed", "is broken", "goes over the side", "sinks", "sink" },
  -- It comes to lie in what somebody carries.
  comes = { list "躺进 躺进了 落入了 落入 落进 滑进 滚进 进了 钻进 掉进 掉进了 归了 到了 归于 躺在 塞满了", "goes into", "go into", "went into", "slides into", "drops into", "disappears into", "vanishes into", "slips into", "finds its way into", "lands in", "ends up in", "goes straight into", "is now in", "is in", "hangs from", "now hangs from", "rests in", "sits in", "lies in", "nestles in", "rides in", "hang from", "rest in", "drop into", "falls into", "settles into", "clinks into", "clink into" },
  container = { list [[怀里 怀中 包里 背包 行囊 囊中 袋里 口袋 衣袋 兜里 兜 袖中 袖里 袖口 腰间 工具箱 储物袋 储物戒 乾坤袋 戒指里 包裹 围裙 书包 钱袋 荷包 药箱 行李 手中 手里 手上 掌心 腰包 挎包 箱子 皮箱 皮包 背篓 竹篓 箭囊 箭袋 剑匣 抽屉 名下 囊 内袋 口袋里]],
    list "bag pack backpack pocket pouch satchel duffel purse belt case inventory holster sheath quiver coat jacket knapsack rucksack haversack toolbox kit sack wallet sleeve bandolier basket possession apron locker hold cart saddlebag hoard",
    "her hand", "his hand", "her hands", "his hands", "your hand", "your hands", "her palm", "his palm", "your palm", "'s hand", "'s hands", "'s palm" },
  refuses = { list "没接 不接 没有接 未接 不肯接 不收 没收 没要 不要 推开 推了回去 推回 拒 婉拒 摆手 摇头", list "refuses refused declines declined waves pushes shakes" },
  own = { list "从怀里 从怀中 从包里 从背包 从口袋 从腰间 从袖中 从行囊 从衣袋 从箱", "from her pocket", "from his pocket", "from her pack", "from his pack", "from her bag", "from his bag", "from her belt", "from his belt", "from its sheath", "from her coat", "from his coat", "from her quiver", "from his quiver", "from its holster" },
  all = { list "所有 全部 全 一股脑 通通 统统 最后", "all", "every", "last of", "the last", "both" },
  _ = { list [[给了他一眼 给了她一眼 递给她一个 递给他一个 递给你一个 给了你一个 扔给一个 多了一丝 多了一分 多了一点 多了一抹 多了一份 多了一层 多了一些 多了一种 多了一股 获得了胜利 失去了意识 失去意识 失去知觉 失去了知觉 失去平衡 失去了平衡 失去控制 失去耐心 失去联系 失去了联系 失去踪影 消失在 消失于 丢了魂 丢了脸 丢了句 扔下一句 丢下一句 抛下一句 给了他一个 给了她一个 给了一个 给了她一拳 给了他一拳 给了他一 给了她一 给了自己 给了机会 递给一个
      接过话 接过话头 收起笑 收起了笑 收起目光 得了空 得了吧 输了一 花了半 花了一个 花了一 花了整 花了不 花了三 花了两 花了很 花了好 花了大 喝了一 吃了一 吃了亏 吃了惊 得到了证实 得到了回应 得到答案 得到消息 赢得了 赢得掌声 赢得时间 接住话 失去兴趣 失去了兴趣 失去了力气 失去力气 失去了耐心 拿在手里把玩 不要紧 不要命 空了一]],
    "takes a step", "take a step", "takes a breath", "takes a deep", "take a breath", "takes a seat", "takes a look", "takes a moment", "takes the stairs", "takes her seat", "takes his seat", "takes place", "takes off", "takes up", "takes her time", "takes his time", "takes aim", "takes cover", "takes in", "takes a long", "takes a bow", "takes a sip", "takes a drag", "takes a swing", "takes the lead", "takes another", "takes one look", "takes one", "takes two", "takes three", "takes the better", "takes her hand", "takes his hand", "takes her arm", "takes his arm", "takes care", "takes hold", "takes note", "takes an hour", "takes a while",
    "finds herself", "finds himself", "finds a way", "finds the", "find the", "finds her voice", "finds his voice", "finds that", "finds it", "finds nothing", "finds no", "finds out", "finds a seat", "gives a", "gives her a", "gives him a", "gives way", "gives in", "gives no", "gives chase", "gives nothing", "throws a punch", "throws a glance", "throws a look", "throws up", "throws open", "throws back", "throws herself", "throws himself", "pays attention", "pays no", "pays her no", "pays him no", "pays it no", "spends the", "spends an", "spends a", "loses her balance", "loses his balance", "loses her footing", "loses his footing", "loses consciousness", "loses sight", "loses track", "loses count", "loses interest", "loses patience", "loses her temper", "loses his temper", "loses the thread", "loses no time", "picks up speed", "picks up the pace", "picks up the thread", "picks up the conversation",
    "drops to", "drops her voice", "drops his voice", "drops into a crouch", "drops down", "drops the subject", "gains ground", "gains speed", "gains height", "gains the", "earns her a", "earns him a", "steals a glance", "steals a look", "lifts her", "lifts his", "lifts the", "lifts a", "pulls off", "pulls out", "pulls her", "pulls his", "pulls the", "pulls at", "pulls up", "pulls back", "pulls away", "pulls open", "slips past", "slips away", "slips out", "slips through", "slips inside", "slips down", "receives no", "accepts a cup", "collects herself", "collects himself", "passes the", "passes through", "passes out", "passes by", "passes over", "slides down", "slides behind", "slides into the", "grabs her", "grabs his", "grabs the edge", "grabs a seat", "grabs the rail", "burns the", "burns through", "drains the color", "crumbles under", "vanishes into the", "disappears into the", "vanishes from sight", "returns to", "returns the", "returns from", "snatch of", "claims the", "claims a seat", "claims that", "presses on", "presses against", "presses the", "adds that", "adds a", "adds nothing", "seizes the", "seizes her", "seizes his", "is now a", "is now at", "is now on", "is now in the", "is now the" },
}

-- What counts pieces that one carries; what has other counters is no thing to own.
words.counters = { "把", "柄", "枚", "块", "包", "瓶", "本", "张", "件", "支", "根", "颗", "粒", "串", "封", "卷", "袋", "盒", "副", "顶", "双", "面", "份", "壶", "罐", "株", "捆", "部", "箱", "桶", "匣", "对", "台", "只", "套", "条", "片", "个", "架", "锭", "贯", "两", "管", "叠", "沓", "册", "朵", "盏", "座", "匹", "尊", "幅", "帖", "剂", "丸", "具", "发", "挺", "辆", "艘", "坛", "盅", "束", "枝", "棵", "篮", "筐", "轴", "页", "组", "株", "听", "板", "吊", "柱", "口", "顿" }
-- What makes the end of a name the thing itself: "the bat", 那把刀; and what makes it another word: 刀光, "bat boy".
words.definite = {}
for _, word in ipairs(list "the her his my your our their its this that these those last second third other both all remaining single only first final spare") do words.definite[word] = true end
words.made_of = {}
for _, word in ipairs(list "room rooms maker finger holder master hand hands side case box bag shop tower house keeper bearer light dust work stand rack fight smith handle hilt blade point tip end edge hole") do words.made_of[word] = true end
words.leads = { "的", "把", "将", "那", "这", "其", "两", "自己的", "最后一" }
words.goes_on = letters.set("锋光刃口疤声管托套法战手弦任心号息念用仰步住车柄身鞘尖芒势影伤痕王客孔眼背面盒盖店铺房间箱架头纸箭道路子开气人力")
-- Ends of names that say nothing alone.
words.no_heads = list "子 儿 头 品 物 书 人 水 花 草 木 石 金 钱 命 手 气 血 火 油 米 饭 酒 茶 药 肉 布 衣 面 心 one ones piece pieces coin coins"

words.trifles = { "洞", "窟窿", "口子", "伤口", "血口", "疤", "痕", "裂缝", "印子", "石头", "石子", "碎石", "树枝", "木棍", "枯枝", "落叶", "土", "泥", "雪", "粉笔", "椅子", "凳子", "胜利", "力量", "机会", "消息", "线索", "情报", "笑", "目光", "眼", "声", "气", "话", "吻", "冷汗", "汗", "泪", "身影", "人", "路", "手", "脸", "胳膊", "烟", "茶", "酒", "水", "饭", "凉气", "表情", "回忆", "主意", "计划", "念头", "感觉", "安慰", "希望", "信任", "支持", "尊重", "赞赏", "认可", "掌声", "回应", "答案", "碎片", "影子", "时间", "教训", "推力", "距离", "木屑", "灰", "叶子", "纸巾", "血", "眼色", "眼神", "微笑", "拥抱", "信号", "手势", "台阶", "面子", "下马威", "交代", "解释", "承诺", "许诺", "建议", "警告", "提示", "印象", "惊喜", "粥", "汤", "热粥", "面条", "饭菜", "菜", "糖水", "热茶", "耳光", "巴掌", "命令", "背影", "名字", "座位" }
-- What lines of a panel begin with, and whether it is got or lost.
words.shown = { { "获得物品", 1 }, { "获得道具", 1 }, { "获得", 1 }, { "得到物品", 1 }, { "得到", 1 }, { "物品获得", 1 }, { "失去物品", -1 }, { "失去", -1 }, { "消耗物品", -1 }, { "消耗", -1 }, { "obtained", 1 }, { "acquired", 1 }, { "received", 1 }, { "item obtained", 1 },
  { "item acquired", 1 }, { "item gained", 1 }, { "items gained", 1 }, { "loot", 1 }, { "gained", 1 }, { "new item", 1 }, { "lost", -1 }, { "item lost", -1 }, { "item used", -1 }, { "used", -1 }, { "consumed", -1 } }
words.labels = lexicon.new { label = (function()
  local all = { "+1", "+2", "+3", "+5", "+10" }
  for _, one in ipairs(words.shown) do all[#all + 1] = one[1] end
  return all
end)() }
-- What is no thing, though it is got: experience, points, titles.
local kNoThings = { "经验", "点", "称号", "成就", "技能", "属性", "好感", "积分", "等级", "声望", "exp", "xp", "point", "level", "title", "skill", "trait", "reputation", "affection", "achievement", "buff", "状态", "debuff", "hp", "mp", "生命", "胜利", "力量", "敏捷" }
function words.no_thing(name)
  local lower = string.lower(name)
  for _, word in ipairs(kNoThings) do
    if string.find(lower, word, 1, true) then return true end
  end
  return false
end

words.trifles_en = {}
for _, word in ipairs(list [[breath step look glance seat moment time chance hope smile nod laugh sigh word words voice idea thought place way stone pebble stick branch handful fistful
    hand arm shoulder wrist sleeve collar chair stool drink sip swig bite meal rest nap turn corner breather deep long hard quick second minute hour day night bow beating blow hit punch kick
    cue hint attention reputation trust respect favour favor victory prize cheer round applause reply answer response call shot swing dive leap fall rock shell leaf cup mug glass plate
    edge rail rope handle door point lead lot bit kind sort little few pair sense feel level point advantage foothold following signal slip creeps benefit chill thrill headache wound scar scratch bruise black scolding tongue-lashing lecture push shove kick pat slap hug kiss wink bump rise start shock fright surprise beating thrashing damage point points hp hit hits towel napkin tissue handkerchief salt bread menu warning sign signal grin permission order orders directions advice credit apology excuse reason example visitor call letter-perfect confidence understanding insight promotion raise medal-less edge upper once-over all-clear go-ahead cold shoulder eye finger news story truth floor room time day boot sack works business speed height altitude ground momentum strength weight part side path route bath shower train bus cab taxi bullet knife arrow]]) do words.trifles_en[word] = true end

return words
