-- Words of dying, killing and living.
local lexicon = require "lexicon"
local list, verbs = lexicon.list, lexicon.verbs
local words = {}

-- 再也没有醒来, 没能再站起来 …
local function never_again()
  local all = {}
  for _, never in ipairs(list "再也没有 再也没能 再也没 再没有 再没能 再没 没有再 没能再 没再 再也不曾 再也不会") do
    for _, act in ipairs(list "醒来 醒过来 睁开 睁眼 起来 站起来 站起身 动弹 呼吸 起身 开口 爬起来 抬起来 坐起来") do all[#all + 1] = never .. act end
  end
  return all
end

-- "is quite dead" …
local function quite_dead()
  local all = {}
  for _, be in ipairs(list "is was are were lies lay") do
    for _, how in ipairs({ "quite", "very", "stone", "already", "truly", "certainly", "now", "long", "well and truly", "most certainly", "surely", "cold and", "stone cold" }) do all[#all + 1] = be .. " " .. how .. " dead" end
  end
  return all
end

-- "draws her last breath", "has breathed its last" …
local function last_breath()
  local all = {}
  for _, verb in ipairs(list "draw draws drew drawn breathe breathes breathed take takes took taken gasp gasps gasped") do
    for _, whose in ipairs(list "his her its their your my") do
      for _, what in ipairs({ " last breath", " final breath", " last" }) do all[#all + 1] = verb .. " " .. whose .. what end
    end
  end
  return all
end

-- "is crushed to death", "was found strangled" …
local function slain()
  local all = {}
  local deaths = list "strangled decapitated electrocuted butchered slaughtered assassinated incinerated vaporized vaporised obliterated disemboweled disembowelled devoured drowned suffocated garrotted"
  for _, how in ipairs(list "crushed beaten burned burnt stabbed trampled choked mauled torn boiled frozen clubbed stoned hacked clawed shot bludgeoned starved") do deaths[#deaths + 1] = how .. " to death" end
  for _, how in ipairs({ "gunned down", "cut down", "torn to pieces", "blown to pieces", "eaten alive", "burned alive", "buried alive", "killed", "slain", "murdered", "hanged", "beheaded", "executed" }) do deaths[#deaths + 1] = how end
  for _, be in ipairs({ "is", "was", "are", "were", "is found", "was found", "gets", "got", "has been", "have been", "lies", "lay" }) do
    for _, how in ipairs(deaths) do all[#all + 1] = be .. " " .. how end
  end
  return all
end

words.lexicon = lexicon.new {
  -- The subject dies.
  dies = { slain(), never_again(), last_breath(), quite_dead(), "is destroyed", "was destroyed", "has been destroyed", "has been killed", "has been slain", "has been murdered", "is executed", "is beheaded", "is hanged", "did not make it", "does not make it", "没了气", list [[死了 死去 已死 身死 死在 死于 死掉 死透 惨死 战死 横死 病死 冻死 饿死 淹死 溺死 溺亡 烧死 毒发身亡 气绝身亡 倒地身亡 不治身亡 当场身亡 身亡 毙命 丧命 殒命 丧生 殒身 陨落 阵亡 牺牲了 断了气 断气 咽了气 咽气 咽下最后一口气
      咽下了最后一口气 没了气息 没了呼吸 没了心跳 没有了呼吸 没有了气息 没有了心跳 没气了 没了声息 没了生息 停止了呼吸 停止了心跳 停止呼吸 停止跳动 停止了跳动 气绝 绝了气 一命呜呼 身首异处 魂飞魄散 撒手人寰 与世长辞 香消玉殒 命丧 死不瞑目 命丧黄泉 一命归西 归西
      再也没有醒来 再也没醒来 再也没能醒来 再没有醒来 再没醒过来 再也没有睁开 再也没睁开 再也没能睁开 再没有起来 再也没有起来 再也没起来 再也没能起来 再也没有站起来 永远闭上了眼 永远闭上了 永远地闭上了 成了一具尸体 化作一具尸体 变成一具尸体 变成了一具尸体 变成了尸体 化为尸体
      没能挺过 没能撑过 没能熬过 没挺过 没撑过 没熬过 死得 死状 暴毙 猝死 亡故 过世 离世 去世 辞世 病逝 逝世 遇难 遇害 罹难 殉职 殉 丢了性命 丢了命 送了命 送了性命 没命了 没了命 送命 命陨 形神俱灭 灰飞烟灭 神魂俱灭 坐化 圆寂 羽化 死亡 已无生机 再无生机 再无声息 再无气息 没了脉搏 不再起伏 不再呼吸 不再跳动 停止了起伏 没有再起来 没有再睁开 没再睁开 没再醒来 没有再醒来 没能再醒 咽下最后 气若游丝终
      回天乏术 倒毙 横尸 身陨 生机断绝 死绝 化为飞灰 遗体 气息全无 呼吸停止 心跳停止 生命走到了尽头 生命走到尽头 走完了 命归黄泉 渐渐冷了 已经冷透 尸身 尸骨未寒]],
    verbs "die, perish, expire, breathe her last, breathe his last, breathe its last, stop breathing, draw his last breath, draw her last breath, bleed out, drop dead, fall dead, lie dead, bleed to death, burn to death, freeze to death, drown, pass away, succumb, suffocate, asphyxiate, choke to death, starve to death, be crushed to death",
    "is dead", "was dead", "are dead", "were dead", "heart stops", "heart stopped", "heart gives out", "is no more", "was no more", "is killed", "was killed", "are killed", "is slain", "was slain", "is gone for good", "is murdered", "was murdered",
    "not breathing", "no pulse", "no heartbeat", "breathed her last", "breathed his last", "last breath leaves", "dead before", "does not get up again", "doesn't get up again", "never gets up", "never wakes", "never rises", "never got up", "stone dead",
    "life leaves", "life goes out of", "life drains from", "light leaves", "light goes out of", "light dies in", "light fades from", "breath stops", "breathing stops", "breathing stopped", "pulse stops", "pulse fades to nothing", "shot dead", "struck dead", "found dead", "breathes no more", "does not survive", "did not survive", "doesn't survive", "didn't survive", "dies of",
    "falls lifeless", "drops lifeless", "lies lifeless", "slumps lifeless", "hangs lifeless", "crumples lifeless", "fell lifeless", "no longer beating", "no longer breathing", "stops beating", "stopped beating", "has stopped beating", "is dead and gone", "will not wake again", "beyond saving", "final breath", "flatlines", "flatlined", "body goes cold", "牺牲", "crumbles to ash", "crumbled to ash", "crumbles to dust", "crumbled to dust", "bursts into ash", "burst into ash", "turns to ash", "turned to ash", "collapses into dust", "collapsed into dust", "neck at an angle", "neck bent at", "past helping", "past saving", "beyond help", "beyond helping", "beyond all help", "breathe in again", "breathes in again", "breathed in again", "breathe again", "draw another breath", "drew another breath", "draws another breath",
    list "而亡 薨了 薨逝 驾崩 崩逝 殡天 命绝 永远地睡了过去 永远地睡去 永远睡去 长眠不醒 断气多时 凉透了 凉透 冷透了 早已冰凉 早已冰冷 没能救回来 没救回来 没抢救过来 停止了一切 倒在血泊中再 永远留在了" },
  -- 已是一具冰冷的尸体; "shoots Gus dead": with what stands around them.
  corpse = { "一具" },
  dead = { "dead" },
  body = { list "尸体 尸首", "corpse", "body" },
  -- The object dies.
  kills = { list [[杀死了 杀死 杀了 斩杀了 斩杀 击毙了 击毙 击杀 刺死 砍死 毒死 打死了 打死 勒死 掐死 射杀 射死 枪杀 枪毙 处决了 处决 诛杀 格杀 捅死 砸死 咬死 炸死 扼死 劈死 送上西天 要了命 夺去了性命 取了性命 结果了 了结了 手刃 烧成灰烬 夺走了性命 带走了性命 压死 摔死 撞死 吓死了 割断了喉咙 砍下了头 砍下头颅 斩下头颅 一刀毙命 一剑封喉 一箭穿心]],
    verbs "kill, slay, murder, execute, behead, slaughter, assassinate, strangle to death, finish off, bury" },
  -- Somebody's head, throat or life is taken.
  takes = { list "斩下了 斩下 砍下了 砍下 割下了 割下 割断了 割断 割开了 拧断了 拧断 捏碎了 取走了 取走 取了 夺走了 夺走 夺去了 夺去 了结了 结束了 刺穿了 刺穿 贯穿了 贯穿 洞穿了 洞穿 斩断了 砍断了 削掉了 拧下了 咬断了 咬断 摘下了", verbs "slit, cut, take, end, snap, crush, stop, still, pierce", "put a bullet through", "puts a bullet through", "put a bullet in", "puts a bullet in", "buries a bullet in", "blows a hole through", "goes through", "went through", "drives a stake through", "drove a stake through" },
  -- An inner part that stops with an own subject: 呼吸…停了.
  breath = { list "呼吸 心跳 气息 脉搏 鼻息", list "breath breathing pulse heartbeat heart" },
  stops = { list "停了 停止 断了 止住 变成一条直线 变成了一条直线 成了一条直线 拉成了直线 消失 戛然而止 彻底停 归于沉寂 没了 摇了摇头 摇摇头", verbs "stop, cease", "fades to nothing", "faded to nothing", "flickers out", "flickered out", "gives out", "gave out", "wasn't there", "was gone" },
  -- Of somebody whose pulse was just felt for.
  left = { "is gone", "was gone", "has gone", "there was none", "there is none", "finds none", "found none" },
  _ = { "没了气力", "没了气势", "没了气焰", list [[死心 死寂 死角 死胡同 死死 死守 死命 死活 死板 死水 死敌 死党 死结 死灰 死神 死对头 死讯 死里逃生 死亡率 死亡峡谷 死亡游戏 死士 死囚 死者 死战 死局 死路 死穴 死鱼 死皮赖脸 死缠烂打 死咬 死盯 死撑 死扛 死而复生 死不了 死得其所
      半死 笑死 累死 烦死 吵死 气死 困死 急死 羞死 热死 吓死 打死我 打死也 死也不 死机 死心塌地 心死 生死 必死 找死 该死 寻死 死一般 死里 死亡的气息 死亡气息 死气沉沉 死气 死不承认 断气似的 牺牲品 做出牺牲 作出牺牲 自我牺牲 的牺牲 巨大牺牲 无谓牺牲 白白牺牲 牺牲自己 死记 死而后已 誓死 宁死 至死 濒死 垂死 装死 不死 没死 未死 死人 冷死人 饿死了 渴死了 冻死人
      死要面子 枯死 死树 死伤 死无对证 死马 死亡谷 停了下来 停了脚步 断了线 断了联系 牺牲了时间 中断了]],
    "fell dead drunk", "falls dead drunk", "dead drunk", "dead asleep", "dead end", "dead tree", "dead leaves", "dead horse", "dead silence", "dead of night", "dead air", "dead weight", "dead center", "dead ahead", "dead drop", "dead zone", "dead man", "dead men", "dead calm", "dead tired", "dead quiet", "dead set", "dead language", "dead ringer", "is dead set", "is dead tired", "is dead wrong", "is dead ahead", "is dead quiet", "is dead silent", "was dead quiet", "was dead silent", "is dead to",
    "is dead on her feet", "is dead on his feet", "was dead on her feet", "was dead on his feet", "are dead on their feet", "is dead to the world", "was dead to the world", "is dead serious", "is dead sure", "is dead certain", "is dead right", "is dead against", "is dead in the water", "dying to", "die for", "die laughing", "died laughing", "dying light", "dying fire", "killing time", "kill time", "kills time", "dressed to kill", "kills the engine", "kills the lights", "kills the light", "kill the lights", "killed the conversation", "killed the mood", "kills the mood", "kills the music", "killer", "dies away", "died away", "dies down", "died down", "dying down", "dying away", "dies out", "die down", "die away", "dies in her throat", "dies in his throat", "died in her throat", "died on her lips", "dies on her lips", "dies on his lips",
    "drowned out", "drowns out", "drown out", "light dies", "fire dies", "engine dies", "laughter dies", "music dies", "voice dies", "conversation dies", "the wind dies", "the torch dies", "heart skips", "heart stops for", "killing blow", "murder mystery", "almost dies", "expires at", "line is dead", "phone is dead", "battery is dead", "radio is dead", "screen is dead", "comms are dead", "engine is dead", "line goes dead", "dies a little", "died a little", "dies inside", "died inside", "nobody dies", "no one dies", "no one died", "nobody died" },
}

-- What only the living do, with the dead as its subject.
words.alive = lexicon.new {
  acts = { list [[坐起 坐了起来 坐在 坐着 坐到 坐下 坐回 站起 站了起来 站在 站着 站到 站直 起身 爬起 爬了起来 爬出 睁开 睁眼 张开眼 醒来 醒了 苏醒 活了 活过来 复活 复生 还魂 还阳 重生 死而复生 起死回生 点头 点了点头 摇头 摇了摇头 笑了 笑着 笑道 大笑 微笑 冷笑 咧嘴 开口 说道 说着 低声说
      说： 问道 喊道 叫道 骂道 答道 咳 咳嗽 喘 呼吸 走来 走进 走出 走到 走向 走过 走了 走在 跑 迈步 迈 推开 推门 拔出 拔剑 举起 抬起 抬手 抬头 伸手 伸出 抓住 握住 握着 挥 擦剑 擦着 抽烟 点起 点燃 喝 吃 递给 递过 拍了拍 拍拍 拍着 转身 转过 回头 低头 看着 看了 看向 望着 望了 盯着 瞪 眨 眨了眨
      动了动 动了 晃了晃 甩了甩 歪了歪 出现在 现身 活着 活生生 好端端 打量 歪着头 迎上 迎面 扑 追 跟上 跟着 加入 靠在 倚 端着 端起 拎着 提着 抱着 背着 掏出 接过 拿起 挠 伸了个懒腰 打了个哈欠 躬身 行礼 作揖 拱手 抱拳 诊了脉 诊脉 捋着 捋了捋 踱步 掀开 掀帘 撩开 挡在 拦住 拦在 斟 摊开 摊手 指了指 揉了揉 搀住 扶住 扶起 牵着 打开 合上 摆了摆手 摆摆手 候在 守在 等在 没有死 没死 并没有死 叹了口气 叹道 应道 缓步 款款 徐徐走 耸 蹲 跳 唱 哼 挤 拉开 推 弯腰 俯身 递 帮 吐 皱眉 皱了皱 挑眉 招手 挥手 敲 捡 砍 射 冲]],
    verbs [[sit up, stand, stand up, rise, get up, wake, awaken, breathe, speak, say, laugh, smile, grin, nod, shrug, walk, step, stride, stagger, stumble, run, come, crawl, climb, turn, look, stare, blink,
      open, reach, grab, raise, lift, draw, cough, sigh, whisper, shout, mutter, answer, reply, wink, wave, point, push, pull, shake, take, pick, hand, drink, eat, join, follow, enter, arrive, lean, sit, kneel, crouch, jump,
      leap, swing, strike, attack, lunge, greet, chuckle, frown, scowl, wipe, stretch, yawn, gasp, growl, snarl, hum, sing, call, ask, complain, groan, twitch, flutter, stir, move, offer, pour, light, sip, play, whistle, knit, write, cook, smoke, dance, count, sing, argue, saunter, stroll, wander, march, limp, shuffle, straighten, clap, pat, glance, gaze, watch, return, hurry, pace, wait, tip, peer, squint, hold, wear, eye, study, regard, bow, lead, beckon, spit, swallow, grunt, settle, saddle, shuffle]],
    verbs "get to her feet, get to his feet, get to its feet, struggle to her feet, struggle to his feet, climb to her feet, climb to his feet, clamber, brush, hug, kiss, embrace, thank, tap, clasp, set, squeeze, tilt, tug",
    "is alive", "was alive", "comes back to life", "came back to life", "lives again", "is back", "is awake", "is very much alive", "in the flesh", "alive and well", "returns from the dead", "back from the dead", "draws breath" },
  -- They only lie there, or it is something else of theirs.
  corpse = { list [[尸体 尸身 遗体 尸骨 遗物 坟 墓 墓碑 灵位 鬼魂 亡魂 灵魂 幽灵 魂魄 残魂 怨灵 亡灵 影子 声音 名字 仇 死 幻影 幻象 遗言 遗书 遗嘱 骨灰 棺材 灵堂 葬礼 头颅 血迹 往事 回忆 记忆 模样 幻觉 面孔 生前 仿佛 纪念]],
    list [[corpse body remains ghost spirit grave tomb memory shade bones ashes coffin casket funeral name voice recording message murder death killer widow will letter diary shadow spectre specter echo head skull hologram]] },
  -- Pictures of them.
  image = { list "画像 遗像 照片 相片 雕像 塑像 蜡像 牌位 画中 画里 壁画 挂像 石像", list "photograph photo portrait painting picture statue bust tapestry mural effigy fresco oils painted bronze" },
  _ = { list "吃惊 跑道 走廊 走私 推测 推算 冲突 冲动 追悼 推理 唱片 喝彩 吐露 射程 挥霍 帮派 帮会 挥之不去 跳板 跳蚤 哼都 跟前 提着心 递交 迈巴赫 出现在脑海 追忆", "says nothing", "said nothing", "say nothing", "answers nobody", "look like", "looks like", "point of", "in turn", "come to mind", "comes to mind", "of the stand", "drawing of", "call for" },
}

return words
