-- Words of places that are destroyed, closed or get new ways.
local lexicon = require "lexicon"
local list, verbs = lexicon.list, lexicon.verbs

-- "is sealed", "has been sealed" …: what was done to a place.
local function done(participles)
  local all = {}
  for participle in string.gmatch(participles, "[^,]+") do
    for _, be in ipairs({ "is", "are", "was", "were", "has been", "have been", "lies", "lay", "gets", "got" }) do
      all[#all + 1] = be .. " " .. string.match(participle, "^%s*(.-)%s*$")
    end
  end
  return all
end

return lexicon.new {
  -- Said of the place itself, or of a part that is the place: 天花板, the roof.
  ruins = { "has collapsed", "has burned", "has burned down", "has burnt down", "has fallen in", "has caved in", "has vanished", "has sunk", "has crumbled", "has gone up in flames", "has exploded", list [[填平 填死 干涸 枯竭 塌了 塌陷 塌下 塌了下去 塌成 崩塌 坍塌 坍陷 倒塌 垮塌 垮了 崩毁 崩溃 炸毁 炸塌 炸成 炸平 摧毁 毁了 毁于 毁灭 焚毁 烧毁 烧成 烧得只剩 付之一炬 夷为平地 化为废墟 化作废墟 变成废墟 成了废墟 成为废墟 沦为废墟 化为焦土 化为灰烬 化作灰烬 化为乌有
      沉没 沉入 沉进 陷入地底 陷入地下 消失 不见了 消失不见 不复存在 荡然无存 被埋 掩埋 埋在 埋没 淹到 灌满 烧得精光 炸得 轰成 夷成 吞没 吞噬 淹没 淹了 被淹 夷平 铲平 推平 拆除 拆了 拆掉 抹去 抹平 碎裂 裂成 断成 倾覆 轰塌 灰飞烟灭 砸了下来 砸下来 垮下来 塌下来 掉了下来 脱离舰体 脱离了 断裂脱落 坠毁 解体 爆炸 崩落 崩裂 坠入 坠向 倾塌 轰然倒下 烧光 烧没了 烧成了 烧成白地]],
    "explodes in a", "exploded in a", "explodes in flames", "exploded in flames", "explodes in fire", "is underwater", "lies underwater", "is under water",
    verbs "flood, tear away, tear loose, tear free, break away, break off, founder, buckle, split in two, break in half, break in two, break apart, come apart, give way, fold",
    verbs "collapse, crumble, implode, cave in, burn down, burn to the ground, fall in, sink, vanish, disappear, go up in flames, explode, come down, cease to exist, fall into, drop into, slide into",
    done "destroyed, levelled, leveled, flattened, buried, flooded, swallowed, demolished, razed, torn down, obliterated, wrecked, gutted, blown up, blown apart, burned down, burnt down, wiped out, wiped off the map, erased, submerged, incinerated, pulverized, vaporized, blown to pieces, ground to dust,  reduced to rubble, reduced to ash, reduced to ashes, in ruins, in flames",
    "is destroyed", "was destroyed", "is levelled", "is leveled", "is in ruins", "lies in ruins", "is rubble", "is gone", "are gone", "is no more", "is buried", "is flooded", "is swallowed", "is demolished", "is razed", "is reduced to", "is torn down", "is wiped", "burns to", "burned to", "burnt to", "collapsed", "is a crater", "nothing remains of", "nothing is left of", "is ash", "is ashes", "is obliterated", "is crushed", "becomes rubble", "has collapsed", "is blown apart" },
  -- Done to the place behind it.
  ruins_it = { list "炸毁了 炸毁 摧毁了 摧毁 夷平了 焚毁了 烧毁了 吞没了 淹没了 埋葬了 毁掉了 毁掉 拆除了 轰平了 抹去了 吞噬了 掩埋了", verbs "destroy, level, demolish, flatten, raze, obliterate, bury, flood, swallow, wreck, tear down, blow up, burn down, collapse, wipe out, gut, pulverize", "takes out", "took out" },
  reduces = { verbs "reduce, turn" },
  closes = { list [[封死 封闭 封住 封锁 封禁 封印 查封 堵死 堵住 堵得 堵上 砌死 砌上 锁死 永久关闭 关闭 彻底关闭 再也进不去 无法通行 不能通行 走不通 不再通 不通了 贴上了封条 贴了封条 贴上封条 断绝 被断 被阻断 封了起来 封上 隔绝 焊死]],
    done "sealed, sealed off, sealed shut, blocked, blocked off, walled up, walled off, bricked up, closed off, cut off, barred, barricaded, impassable, boarded up, closed for good, shut for good, locked down, caved in, choked with rubble, welded shut, nailed shut, chained shut, chained up, boarded shut, bolted for good, collapsed, locked for good, sealed for good,  buried under rubble",
    "is sealed", "is blocked", "is walled up", "is bricked up", "is closed off", "is cut off", "is barred", "is impassable", "are sealed", "are blocked", "no way through", "seals itself", "sealed forever", "seals shut", "is sealed off", "no longer leads", "is shut for good", "is boarded up", "is closed for good", "no longer opens", "collapses shut" },
  closes_it = { verbs "seal, block, close off, wall up, brick up, cut off, seal off, barricade", list "封死了 封闭了 封锁了 堵死了 封住了 封禁了 切断了" },
  -- A way where there was none.
  opens = { list [[多出一道 多出一条 多出一扇 多出一个 多出了一 多了一道 多了一条 多了一扇 多了一座 凭空出现 凭空多出 裂开一道 裂开一条 开出一条 打通了 打通 现出一条 现出一道 露出一条 露出一道 露出一扇 显出一道 浮现出一道 出现一条 出现一道 出现一扇 出现了一条 出现了一道 出现了一扇 新开 新添 劈出 劈开 挖通 凿开 凿穿 凿出 炸开一条 炸开一道 炸出一条 长出一道 生出一道 敞开一道 拔地而起 延伸出 扩建 扩成 又多了 冒出一 裂出一座 裂出一道 裂出一条 露出一座 升起一座 冒出一座 多出一座 现出一座 浮出一座 显露出一 出现了一座 出现一座]],
    "that was not there", "that wasn't there", "that had not been there", "which was not there", "has opened in", "have opened in", "has appeared in", "have appeared in", "has been cut through", "has been knocked through", "a new passage", "a new door", "a new tunnel", "a new corridor", "a new path", "a new road", "a new exit", "a new staircase", "a new bridge", "a new wing", "a new room", "a new gate", "a new stair", "a hidden passage opens", "a hidden door opens", "a passage opens", "a tunnel opens", "a door opens where", "where there was none", "where none had been", "where no door", "where there had been none", "a second door", "a door that was never", "a doorway appears", "a staircase appears", "a door appears", "a passage appears", "now leads", "now connects", "now opens onto", "a corridor that", "a stairway appears", "a bridge appears", "a new level", "now opens into", "a new hatch", "a new airlock", "grows a new", "nobody knew was there", "no one knew was there", "nobody had seen before", "no one had seen before", "nobody has ever seen", "no one has ever seen", "on no map", "not on any map", "that no map shows" },
  way = { list "门 路 道 通道 密道 隧道 楼梯 出口 入口 桥 洞 口 峡谷 裂缝 裂口 阶 梯 廊 巷 径 层 塔 房间 厢 院 楼 密室 暗道 宫 殿 室 洞府 祭坛", list "door passage tunnel corridor path road exit staircase bridge wing room gate stair stairs doorway hatch" },
  part = { list "天花板 城楼 屋顶 顶棚 房顶 穹顶 整座 整个 全部 大半 半边 墙 大门 正门 入口 唯一的入口 出口 门洞 通道 楼 地面 桥 梁 主梁 顶板 石壁 石门 横梁 甬道", list "roof ceiling walls wall whole entire floor entrance gate door tower deck tunnel bridge doors nave vault stairs" },
  takes = { "takes", "took", "claims", "claimed" },
  with_it = { "with it", "along with it" },
  _ = { list "塌下来的 毁约 消失在 消失于 身影消失 沉入梦 沉入水 沉入黑暗 关闭了 拆开 拆穿 路上 道理 道： 门口 知道 说道 味道 道谢 关闭手机 关闭屏幕 心墙 淹没在 口气 口袋 吞噬着", "disappears into", "disappeared into", "vanishes into", "vanished into", "vanishes through", "disappears through", "sinks into a", "falls into place", "collapses onto", "collapses against", "collapses on", "collapses in a", "comes down the", "come down the", "falls into step", "falls in love", "falls into a", "explodes with laughter", "explodes in", "explodes into", "sinks to", "blocks the blow", "blocks the", "disappears from", "vanishes from", "slides into", "falls into", "sinks into", "drops into" },
}
