-- Words of hit points, wounds and blood.
local lexicon = require "lexicon"
local list, verbs = lexicon.list, lexicon.verbs

local words = {}

-- 刺入 钉进 砍中 …: each way of striking with each way of getting through.
local function strikes()
  local all = {}
  for _, way in ipairs(list "刺 扎 捅 插 钉 砍 劈 射 戳 咬 切 嵌 割 划 抓 撕 轰 斩 削 击 打 挑 砸 撞 磨 擦 啄 钻 豁 剜 剖 抽 灼 烫 烧 磕 摔 压 夹 绞 啃 叮 蜇 震") do
    for _, ending in ipairs(list "进了 进 入 穿 透 破 伤 断 裂 碎 开 中了 断了 伤了 破了 穿了") do all[#all + 1] = way .. ending end
  end
  return all
end

-- What a number may count.
words.units = { "的血量", "的气血", "的生命值", "的生命", "的血", "点生命值", "点生命", "点血量", "点气血", "点血", "点HP", "点 HP", "点hp", "点体力", "滴血", "格血", "点伤害", "点 damage", "点damage", "HP", "hp" }

words.numbers = lexicon.new {
  noun = { list "生命值 生命 血量 血条 气血 体力值 体力 血槽 HP 血线 命 生机", "hp", "health", "life", "vitality", "hit points", "hit point", "lifeforce", "wounds" },
  -- Somebody loses; the subject is who.
  loses = { list [[掉了 掉 失去 失掉 损失 流失 少了 折了 没了 丢了 丢掉 受到 受了 承受 遭受 挨了 吃了 吃下 下降 减少 降低 消退 而去 散去 去了 折损 蒸发 掉血 损耗 不见了 赔上 搭上 减去]],
    verbs "lose, suffer, drop, take, shed, forfeit, bleed", "are gone", "is gone", "gone", "minus", "vanish", "down by", "is down", "was down", "are down", "drain out of", "drains out of", "drained out of" },
  -- Something takes from somebody; the subject is not who loses.
  takes = { list [[要了 要去 换来 带走 削去 削掉 削走 夺走 夺去 造成 打掉 砍掉 抽走 吸走 吸去 扣除 扣掉 扣了 扣去 刮掉 磨掉 咬掉 烧掉 震掉 炸掉 打出 换走 啃掉 耗去]],
    verbs "deal, drain, cost, rob, strip, shave, knock, inflict, steal, rip, tear, sap, carve, burn, knock off, take off, eat away, whittle away, do, leech, chew, claw" },
  gains = { list [[恢复 回复 回升 回了 补回 涨了 涨回 增加 提升 上升 回满 回涨 多了 添了 补充 补足 拉回 长了 回血]],
    verbs "regain, recover, heal, gain, restore, replenish", "climbs by", "rises by", "back up by", "plus", "come back", "comes back", "came back", "flooding back", "flood back", "return", "returns" },
  value = { list [[只剩下 只剩 还剩下 还剩 仅剩 剩下 剩余 剩 只余 余下 还有 降到 降至 跌到 跌至 跌破 掉到 掉至 涨到 涨至 升到 升至 恢复到 恢复至 恢复为 回到 回升到 回升至 停在 定格在 稳在 变成 变为 为 是 只有 仅有 仅余
      显示 到了 已是]], "down to", "is down to", "was down to", "are down to", "up to", "back to", "at", "stands at", "sits at", "reads", "only", "barely", "just", "is", "has", "have", "of", "falls to", "drops to", "fell to",
    "dropped to", "rises to", "rose to", "climbs to", "to" },
  left = { list "left remaining remain remains 有余 不到" },
  _ = { "time left", "of course", "一点", "有点", "差点", "早点", "快点", "慢点", "只有一", "命令", "命运", "性命", "体力不支", "体力活", "要命", "拼命", "使命", "生命中", "take aim", "take cover" },
}

-- What a number may count. Without these nothing is told in numbers.
words.amounts = lexicon.new {
  unit = { "of twenty", "of thirty", "of forty", "of fifty", "of sixty", "of seventy", "of eighty", "of ninety", "of a hundred", "of one hundred", "out of", list "点 生命值 血量 滴血 格血 伤害 满血 恢复到满 回复到满 全满", list "points point damage", "full strength" },
  digit = { list "0 1 2 3 4 5 6 7 8 9 ０ １ ２ ３ ４ ５ ６ ７ ８ ９" },
  _ = { list "一点一点 一点点 有点 差点 早点 快点 慢点 晚点 点头 点了点头 点点头 点了 点着 点燃 点亮 点上 指点 地点 终点 起点 半点 亮点 重点 点起" , "点名", "at this point", "at that point", "to the point", "point of view", "points at", "points to", "points out" },
}

words.about = { "大约", "约莫", "约", "大概", "左右", "将近", "近", "差不多", "接近", "上下", "about", "around", "roughly", "nearly", "almost", "some", "close to" }
words.least = { "至少", "少说", "起码", "不下", "超过", "足足有", "at least", "more than", "over", "no less than", "upwards of" }

-- Body parts, and what opens them.
words.wounds = lexicon.new {
  part = { list [[胸前 胸腹 面门 臂上 腿上 肩上 背心 额头 额角 额 眉骨 眉心 眉角 脸颊 面颊 脸 颊 鼻梁 嘴角 嘴唇 耳朵 脖颈 脖子 颈侧 颈 咽喉 喉咙 喉 肩膀 肩头 肩窝 肩胛 左肩 右肩 肩 胸口 胸膛 前胸 胸 后背 脊背 后心 背脊 背上 背部 腰侧 腰间 腰 小腹 腹部 侧腹 腹 肚子
      肋骨 肋下 肋侧 肋部 肋 手臂 左臂 右臂 小臂 上臂 臂膀 胳膊 手腕 手掌 手背 掌心 手指 左手 右手 大腿 小腿 左腿 右腿 双腿 腿 膝盖 脚踝 脚掌 左脚 右脚 皮肉 血肉 皮肤 心口 心脏 虎口 头皮 后脑 太阳穴 眼眶 左眼 右眼
      小腿肚 腿骨 臂骨 锁骨 腕骨]],
    list [[forehead brow eye face cheek jaw nose mouth lip ear neck throat shoulder arm forearm elbow wrist hand palm finger fingers chest ribs rib side back
      belly stomach gut abdomen thigh leg knee shin calf ankle foot flesh skin bone scalp temple hip kneecap thumb thumbs toe toes heel spine torso waist skull jawbone cheekbone earlobe lips knees thighs ankles feet ears brow shins groin midsection flank collarbone knuckles shoulders arms legs bicep hamstring]] },
  opens = { strikes(), "穿过", "砍在", "刺在", "扎在", "劈在", "咬在", "钉在", "射在", "割在", "划了", "扎了一下", "刺了一下", "割了一下", "砸出", "磕出", "烧出", "烫出", "扎出", "戳出",
    verbs "slide between, slip between, go in under, go in below, come out of, stick out of, sprout from, jut from, protrude from, lodge in, embed itself in, thud into, slam into, smack into, plough into, plow into, chop into, hack into, burrow into, bore into, whip across, score", "buried in", "embedded in", "lodged in", "多了一道", "添了一道", "多出一道", "slides between", "slid between", "slips between", "slipped between", "goes into", "went into", "goes through", "went through", "shot in the", "stabbed in the", "hit in the", "断了", "扭伤", "拉伤", "折了", list [[划开 划破 划出 划伤 割开 割破 割伤 撕开 撕裂 撕下 刺穿 刺入 刺进 刺破 贯穿 洞穿 穿透 捅进 捅穿 捅入 扎进 扎入 扎穿 砍进 砍中 砍伤 劈开 劈中 咬穿 咬破 咬伤 烫伤 烧伤 灼伤 打断 砸断 折断 拧断 踩断 撞断 震断 打穿 射穿 射中
      击穿 击碎 打碎 刮破 抓破 抓出 抓伤 豁开 剜 削去 挑开 挑断 斩断 砍断 没入 钉入 钉穿 豁出 剖开 撞裂 磨破 擦破 蹭破 拉开一道 拉出一道 开了一道 留下一道 啃下 轰碎 炸开 切开 被划 被割 被咬 被砍 被刺]],
    verbs [[cut, slash, stab, pierce, tear, rip, slice, gash, rake, bite, break, snap, crack, crush, burn, scorch, sear, split, shatter, impale, skewer, gouge, puncture,
      graze, lacerate, maul, claw, fracture, bite into, sink into, bury itself in, punch through, punch into, drive into, plunge into, slice into, tear into, tear through, rip into, rip through, rip open, lay, cut into, dig into, carve, slit, scald, mangle, singe, open, lay open, smash, pulp, blister, flay, savage, nick]] },
  -- "catches Ana in the hip": with somebody behind it, and where.
  hits = { verbs "catch, strike, hit, shoot, clip, wing, nail, slam, smash, club" },
  -- Blood that flows, wounds that are made: no part needed.
  blood = { list [[鲜血直流 血流如注 血流不止 鲜血淋漓 鲜血四溅 鲜血喷涌 血流满面 头破血流 皮开肉绽 血肉模糊 吐血 喷出一口鲜血 喷出一口血 吐出一口鲜血 吐出一口血 吐了一口血 口吐鲜血 咳出一口血 咳出鲜血 呕出一口 口喷鲜血 咳血
      身受重伤 受了重伤 受了伤 受了内伤 负了伤 身负重伤 挂了彩 中弹 中箭 中刀 中了一刀 中了一枪 中了一箭 挨了一刀 挨了一枪 挨了一箭 受了轻伤 受伤了 伤得不轻 伤可见骨 深可见骨 筋断骨折 骨断筋折 骨折
      渗出血 渗出了血 流出血 流出了血 溢出鲜血 溢出血 溅出血 溅出鲜血 涌出鲜血 淌下血 流下血 流血不止 骨头发出 骨裂声 骨头断裂 骨头碎裂 被烧得 见了血 见了红]],
    "bleeding", list "一口鲜血 一口血 一口黑血", "begins to bleed", "starts to bleed", "starts bleeding", "begins bleeding", "is bleeding", "bleeding freely", "draws blood", "drew blood", "coughs blood", "coughs up blood", "spits blood",
    "is wounded", "is badly hurt", "is injured", "is stabbed", "is shot", "was stabbed", "was shot", "was bitten", "was badly hurt", "was injured", "was wounded", "was burned", "takes a bullet", "took a bullet", "takes an arrow", "takes a blade", "took a blade", "is grazed", "is clawed", "is slashed", "was slashed", "gets shot", "gets stabbed", "is bitten", "is badly burned", "is gravely wounded", "is hurt", "is burned", "is cut", "bleeds", "bled",
    "a mess of blood", "a bloody mess", "a bloody ruin", "slick with blood", "soaked in blood", "soaked with blood", "blood soaks", "blood soaked",
    "comes away red", "came away red", "comes out red", "came out red", "comes away bloody", "comes back red",
    "to the bone", "knocks out a tooth", "breaks two ribs", "breaks a rib", "breaks his nose", "breaks her nose" },
  bloodword = { list "鲜血 血珠 血线 血迹 血水 血丝 血沫 血雾 血花 血", "blood" },
  flows = { list [[带起 迸出 绽开 飞溅 带出 流 淌 涌 喷 溅 渗 滴落 滑了 滑下 滑落 滴下 直流 迸 洒 顺着 浸透 浸湿 染红 染透 糊 冒 溢 往下]],
    verbs "run, stream, pour, well, trickle, drip, spurt, spray, gush, seep, soak, bead, flow, ooze, spill, fountain, spatter" },
  -- A wound, and that it closes: "the wound in Hank's leg closes".
  injury = { list "伤口 伤势 创口 伤处 血口 口子", list "wound wounds injury injuries laceration lacerations" },
  mends = { list "收口 收了口 闭合 消退 好了大半 好了七八成 长好 平复", verbs "close, knit, seal, mend, fade, vanish, close over, close up, knit shut, seal shut" },
  heals = { list [[伤口愈合 伤口合拢 伤口收拢 伤口闭合 伤势痊愈 伤势好转 痊愈 伤口消失 伤全好了 伤好了 伤口尽数愈合 愈合 收拢 合拢]],
    "wounds close", "wound closes", "wounds knit", "wound knits", "is healed", "fully healed", "wounds vanish", "flesh knits", "gash closes", "cut closes" },
  old = { list [[还在 仍在 依旧 仍旧 仍然 尚未 旧伤 隐隐 结痂 结了痂 绷带 纱布 包扎 缠着 伤疤 疤 旧疤 早已 干涸 擦去 擦掉 抹去 洗去 血腥 血泊 擦着 干了的 血迹斑斑 已经]],
    list [[still old scar scars scarred bandage bandaged bandages stitched healed dried bandaging binds stitches cleans cleaning washes wipes wiping]] },
  shield = { list "铠甲 胸甲 盔甲 护甲 盾牌 衣袖 袖子 衣角 衣襟 衣摆 披风 斗篷 帽子 护心镜 外套 护盾 船 木 门 墙 桌 树 窗 布 裤 鞋", list "sleeve armour armor shield cloak coat hat mail breastplate helmet jacket glove boot robe collar" },
  _ = { "stops bleeding", "stop bleeding", "stopped bleeding", "stop the bleeding", "stops the bleeding", "stopped the bleeding", "bleeding stops", "bleeding has stopped", "bleeding heart", "internal bleeding", "nose bleeding edge", "shoots up", list [[气得吐血 气到吐血 笑到吐血 累得吐血 割爱 血色 热血 心血 血脉 血缘 血统 鲜血淋漓的 血红 血气 血液样本 吸血鬼 血战 混血 腿脚 脸色 脸上 背后 背影 背叛 背包 手段 手里 手中 背对 背靠 背着 胸有成竹 心腹 肩上 腰带 腹稿 肩并肩 并肩 掌柜 掌声 颈链 眼看 血库
      眼色 眼神 咳嗽 头疼 流血牺牲 流传 流露 流言 溅起 喷泉 顺着台阶 顺着楼梯 顺着石阶 喷嚏]], "break the silence", "breaks the silence", "in the back", "back down", "break off", "breaks off", "breaks into", "breaks free", "bites back", "cuts off", "cut off", "cuts across",
    "cuts in", "bites her lip", "bites his lip", "bite her lip", "bit her lip", "bit his lip", "at hand", "on the other hand", "burns down", "burns bright", "cold blood", "blood-red", "bad blood", "blood runs cold", "tears off", "tears streaming", "tears in", "in tears", "tears run", "tears well", "face to face",
    "face falls", "hurts", "cuts through", "cuts the", "snaps at", "cracks a", "breaks the", "break the", "snaps shut", "snaps her fingers", "snaps his fingers", "cracks her knuckles", "cracks his knuckles", "breaks down", "split up", "on one side", "his side of", "the other side", "by her side", "by his side" , "to his side", "to her side", "at her side", "at his side", "on the side", "drives back", "comes back", "steps back", "turns back", "looks back", "goes back", "falls back", "sits back", "leans back", "pulls back", "back to", "back in", "back at", "back on", "back up", "back from", "back into", "back against",
    "hand over", "hands over", "lay on", "lay in", "lays out", "lays down", "lays a", "lays her hand", "lays his hand", "lay down", "lay there", "lay still", "laid out", "laid down" },
}

return words
