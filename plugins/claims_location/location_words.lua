-- Words of coming, going and being somewhere.
local lexicon = require "lexicon"
local list, verbs = lexicon.list, lexicon.verbs

-- 走进 冲入 赶到 …: each way of moving with each way of arriving.
local function arrivals()
  local all = {}
  for _, way in ipairs(list "扎 走 跑 冲 闯 溜 钻 潜 踏 迈 跨 奔 逃 赶 来 爬 登 跌 滚 飞 游 驶 退 躲 挤 挪 踱 追 摸 混 晃 扑 步 撞 翻 绕 折 遁 涌 搬 住 踱 拐 蹿 窜 蹭 降 沉 下 返 移 传送 瞬移 闪 掠 行 策马 撤 撤回 潜行") do
    for _, ending in ipairs(list "进了 入了 到了 回了 上了 进 入 到 回 上 至") do
      if not (way == "来" and (ending == "回" or ending == "上")) and not (way == "下" and ending ~= "到" and ending ~= "到了" and ending ~= "至" and ending ~= "进") then all[#all + 1] = way .. ending end
    end
  end
  return all
end

local kWays = "走 步 冲 跑 逃 溜 钻 退 闯 爬 奔 迈 踏 飞 撤 滚 跳 驶 摔 挤 蹿 潜 窜 跨"

-- 步出, 冲出了 …
local function departures()
  local all = {}
  for _, way in ipairs(list(kWays)) do
    for _, ending in ipairs(list "出了 出 离了 离") do
      if not (way == "飞" and ending == "离") then all[#all + 1] = way .. ending end
    end
  end
  return all
end

-- 闯了进去: into the place just spoken of.
local function entries()
  local all = {}
  for _, way in ipairs(list(kWays)) do
    for _, ending in ipairs(list "了进去 进去 了进来 进来") do all[#all + 1] = way .. ending end
  end
  return all
end

local words = {}

local classes = {
  arrives = { arrivals(), list "跟着进了 跟着进到 也进了 抵达 到达 进入 步入 踏足 返回 重返 现身 出现在 落在 到了 进了 回了 去了 上了 置身 身处 潜进 走下 落入 误入",
    verbs "enter, reach, arrive, climb, mount, ascend, descend, board, storm, infiltrate, revisit" , list "到", "appears in", "appears at", "appears on", "appeared in", "appeared at", "appeared on", "materializes in", "materialises in", "makes it to", "makes it as far as", "gets as far as", "made it as far as", "makes it back to", "made it back to", "makes it into", "made it into", "turns up at", "turns up in", "turned up at", "turned up in", "shows up at", "shows up in", "showed up at", "showed up in", "touches down on", "touches down in", "made it to", "make it to", "sets foot in", "sets foot on", "set foot in", "has reached", "have reached", "出现在了", "现身于", "出现于", "落脚在", "来到了", "进到", "进到了", "进去了" },
  moves = { "lets himself", "lets herself", "lets itself", "let himself", "let herself", "lets themselves", verbs [[step, walk, go, come, march, run, stride, stroll, creep, crawl, climb, slip, sneak, stumble, stagger, race, rush, ride, drive, limp, hurry, burst, storm, barge, push, ease,
    duck, sprint, wander, return, descend, emerge, head back, dash, shuffle, pad, saunter, trudge, drop, sail, fly, teleport, arrive, squeeze, file, edge, glide, swagger, break, charge, tumble, sweep, make her way, make his way, make my way, make your way, make their way, make its way, make our way, flee, retreat, escape, get back, get, scurry, scamper, scuttle, scramble, hobble, stalk, lope, trot, gallop, tiptoe, sidle, clamber, vault, dart, weave, wriggle, roll, wade, swim, row, take the stairs, take the lift, take the elevator, take the steps, take the ladder, bike, cycle, jog, hop, skip, cross, drag herself, drag himself, haul herself, haul himself, troop, tramp, trek, hike, plod, amble, barrel, hurtle, plunge, dive, drift, thread, wheel, skulk, prowl, shamble, totter, blunder, crash, bolt, slink, float, jump, dock, land]] },
  stays = { list "立于 坐于 站于 处于 身在 人已在 已经在 置身于 坐在 站在 躺在 守在 等在 待在 呆在 蹲在 靠在 倚在 跪在 趴在 睡在 留在 困在 藏在 躲在 立在 候在 歇在 住在 停在 正在 就在 已在 人在 还在 仍在 蜷在 聚在 守着 在",
    verbs "stand, sit, wait, kneel, lie, lean, rest, sleep, linger, stay, remain, crouch, work, hide, lounge, pace, be, perch, slump, settle, take, eat, drink, wake, awake, awaken, sing, pray, cook, read, stoop, tend, huddle, cower, hunch, sprawl, stoop, loiter, doze, keep watch, stand guard, warm, hover, nap, shiver, play, argue, talk, whisper, wash, train, practise, practice, drink, smoke" },
  leaves = { departures(), list "离开了 离开 走出了 走出 出了 逃出了 逃出 冲出 跑出 溜出 钻出 退出 撤出 逃离 搬离 飞出 撞出", verbs "leave, exit, quit, abandon, vacate", "walks out of", "steps out of", "runs out of", "bursts out of", "storms out of", "slips out of", "flees from", "flees the", "strides out of", "crawls out of", "climbs out of", verbs "emerge from, come out of, slip out of, duck out of, stagger out of, file out of, ride out of, back out of, crawl out of, stride out of, march out of, run out of, hurry out of" },
  goes_in = { entries(), list "推门而入 破门而入 迈步而入 鱼贯而入 闪身而入 推门进去 推门进来 侧身而入 走了进来 挤了进来 跟了进来 跟了进去 闯了进来 跟着进来 跟着进去 钻了进来 冲了进来", verbs "walk in, come in, step in, stride in, burst in, slip in, storm in, stroll in, barge in, wander in, stagger in, stumble in, march in, file in, saunter in, rush in, run in, hurry in, duck in, lean in the doorway" },
  -- Somebody is taken there by others.
  brings = { list [[拖进了 拖进 拖到 拖入 押进了 押进 押到 押入 押回 送进了 送进 送到 送入 送回 带进了 带进 带到 带入 带回 抬进 抬到 抬回 扔进 丢进 关进了 关进 关在 锁在 锁进 囚在 囚禁在 软禁在 拽进 拽到 赶进 架进 架到 召到 召进 打入 打进 流放到 发配到 贬到 绑在 扶进 扶到 抱进 抱到 背到 背进 拉进 推进 塞进 传送到 传送至]],
    verbs "drag, carry, bring, haul, throw, lock, shove, usher, bundle, lug, pull" },
  leads = { verbs "lead, guide, escort, accompany" },
  finds = { verbs "find, catch, spot, see, discover, corner, meet" },
  follows = { list "跟在 跟了上 跟上 紧跟 紧随 跟着进 随后 尾随 一同 一起 并肩 同行 跟了进 跟进", verbs "follow", "close behind", "right behind", "at her heels", "at his heels", "a step behind", "hard on her heels", "hard on his heels", "is with her", "is with him", "trails after", "trails behind", "comes after", "after her", "after him", "after you", "after them", "joins her", "joins him", "joins you", "joined her", "joined him", "joined you", "joins them", "joined them" },
  there = { list "在里面 在里头 在那里 在那儿 在此 在这里 在这儿 等在那 候在那 守在那", "there", "here" },
  toward = { list "朝 向 往 离 从 距 通往 通向 望向 指向 对着 面向", list "toward towards from near outside beyond behind past above below beneath under opposite for about of" },
  inside = { list "in at inside into onto on through across by within to around throughout aboard beside" },
  _ = { list "看到 听到 想到 提到 说到 遇到 感到 得到 直到 等到 收到 找到 见到 碰到 谈到 梦到 注意到 意识到 轮到 运到 扔到 丢到 递到 交到 接到 拿到 感觉到 达到 领到 传到 做到 受到 遭到 闻到 到处 到底 到来 到时 迟到 周到 到期 碰到 数到 指到 望到 照到 通到 连到 延伸到 蔓延到 波及到 追溯到 正在于 正在这时 现在 就在这时 就在此时 就在此刻 存在 实在 自在 好在 在于 不在乎 在意 在场 在座 在乎 内在 潜在 所在 在一旁 在旁 上了年纪 追上 跑上前 走上前 退到 移到 退回 进了一步 来到了 上了锁 上了膛 到了极点 到了最后 去了力气 一向 方向 往日 往常 往往 从来 从此 从容 从未 向来 离奇 一在 在心里 在心中 在脑 在想 在等 在看 在说 在听 撞上 扑上 爬上来 冲上来 追上来 迎上来",
    "of course", "at last", "at once", "at first", "in turn", "by the time", "come to", "comes to", "get to", "gets to know", "to be", "by now", "in time", "at least", "in fact", "there is", "there are", "there was", "there were", "there's", "in silence", "here and there" },
}

words.lexicon = lexicon.new(classes)
-- Those that speak of a place without its name.
words.company = lexicon.new { goes_in = classes.goes_in, follows = classes.follows, there = classes.there, _ = { "there is", "there are", "there was", "there were", "there's", "here and there" } }

-- What stands behind a place's name when it is not the place itself.
words.beside = { "之前", "之外", "脚下", "外面", "上方", "跟前", "隔壁", "门口", "门外", "门前", "大门", "的门", "门", "外", "方向", "的方向", "附近", "入口", "的入口", "旁", "边", "后面", "对面", "前", "的钥匙", "钥匙", "的地图", "的屋顶", "墙外", "窗外", "的窗", "的灯", "上空", "的墙", "的路", "的人", "的钟", "那边", "一带", "的消息", "的名字", "的传", "的尽头", "管理员", "老板", "保安", "值班", "的老师", "的电话", "的事", "打来" }
words.things = {}
for _, word in ipairs(list "door doors window windows wall walls key keys gate gates entrance stairs steps stair roof lights light sign map guard guards road keeper bell doorway threshold staircase stairwell exit elevator lift path trail side porch master owner crowd") do words.things[word] = true end
words.furniture = {}
for _, word in ipairs(list "fire hearth table bar counter floor altar bench desk chair couch bed fireplace hall bath kitchen stage pool benches rug") do words.furniture[word] = true end
words.within = { "里", "中", "内", "上", "深处", "里面", "之中", "之内", "二楼", "楼上", "角落", "一角", "中央", "下", "当中", "的角落", "的包厢", "的柜台" }

-- 在咖啡厅等了两个小时
words.postures = list "等 坐 站 躺 睡 住 待 呆 守 蹲 跪 休息 打坐 疗伤 养伤 过夜 徘徊 转悠 闲逛 巡逻 散步 练 醒来 歇"
words.stood = {}
for _, word in ipairs(list "stood stands sat sits waited waits lay lies knelt kneels was is hung leaned leans crouched crouches") do words.stood[word] = true end
-- What tells how it is at a place, when one is there.
words.settings = { "静", "寂", "昏暗", "幽暗", "漆黑", "空荡", "空无一人", "人声", "热闹", "灯火", "的风", "的灯", "的空气", "的光线", "弥漫", "阴风", "阴冷", "冷清", "闷热", "里", "内", "烛火", "烛光", "烟雾", "乱成", "嘈杂", "喧闹", "挤满", "坐满", "暖" }
words.smells = {}
for _, word in ipairs(list "smelled smells smelt stank stinks reeked reeks hummed hums buzzed buzzes echoed echoes") do words.smells[word] = true end
words.airs = {}
for _, word in ipairs(list "quiet silent empty dark crowded packed cold warm hot dim busy loud noisy stuffy damp cool bright full still freezing stifling hushed deserted musty humid almost nearly so very too as already half unusually oddly strangely") do words.airs[word] = true end
words.looks = { "望", "看着", "看向", "想", "记得", "听说", "遥", "眺", "could see", "can see", "watch", "imagin", "thought", "think", "remember", "look", "gaz", "star", "dream" }
words.labels = { "地点", "位置", "所在地", "场所", "location", "place", "loc", "area", "where", "position" }

return words
