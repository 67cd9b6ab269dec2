-- A quest is {stage, note, updated}, its stage one of those there are; one that is over stays as it ended.
local words = require "words"
local p = params

local known = {}
for _, stage in ipairs(p.stages) do known[#known + 1] = stage end
for _, stage in ipairs(p.last) do known[#known + 1] = stage end

local fields = { p.stage, p.note, p.updated }
for _, field in ipairs(p.more) do fields[#fields + 1] = field end

local function wrong_stage(stage)
  if not words.is_text(stage, p.max_text) then
    return deny({ en = "a quest has a stage, a text", zh = "任务必须有“" .. p.stage .. "”，为文本" })
  end
  if #p.stages == 0 or words.has(known, stage) then return nil end
  return deny({ en = "there is no such stage", zh = "没有这个阶段" },
    { en = "the stages are " .. table.concat(known, ", "), zh = "可用的阶段：" .. table.concat(known, "、") })
end

local function wrong_fields(quest)
  for field, value in pairs(quest) do
    if not words.has(fields, field) then
      return deny({ en = "a quest has no field " .. tostring(field), zh = "任务没有字段“" .. tostring(field) .. "”" },
        { en = "its fields are " .. table.concat(fields, ", "), zh = "任务的字段：" .. table.concat(fields, "、") })
    end
    if (field == p.note or field == p.updated) and value ~= "" and not words.is_text(value, p.max_text) then
      return deny({ en = field .. " is a text of at most " .. p.max_text .. " characters", zh = "“" .. field .. "”应为不超过 " .. p.max_text .. " 字的文本" })
    end
  end
end

rule "over" {
  summary = { en = "A quest that is over does not reopen and is not struck out.", zh = "完结的任务不再重开，也不可删除。" },
  path = p.quests .. ".*." .. p.stage,
  actors = { "model", "player", "tool", "automation" },
  run = function(effect)
    if effect.before == effect.after or not words.has(p.last, effect.before) then return allow() end
    return deny({ en = "this quest is over: " .. effect.before, zh = "该任务已完结：" .. effect.before },
      { en = "begin another quest under an id of its own", zh = "请以新的任务ID开始另一个任务" })
  end,
}

rule "shape" {
  summary = { en = "A quest has the fields of one, and a stage that there is.", zh = "任务的字段与阶段须符合规定。" },
  path = p.quests .. ".*",
  run = function(effect, ctx)
    local quest = ctx.get(words.keys(p.quests, effect.match[1]))
    if quest == nil then return allow() end
    if type(quest) ~= "table" then
      return deny({ en = "a quest is an object", zh = "任务应为对象" },
        { en = "such as {" .. p.stage .. ", " .. p.note .. "}", zh = "例如 {" .. p.stage .. ", " .. p.note .. "}" })
    end
    return wrong_stage(quest[p.stage]) or wrong_fields(quest) or allow()
  end,
}

rule "count" {
  summary = { en = "How many quests there may be.", zh = "任务总数上限。" },
  path = p.quests .. ".*",
  run = function(effect, ctx)
    if effect.before ~= nil or (ctx.len(p.quests) or 0) <= p.max_quests then return allow() end
    return deny({ en = "at most " .. p.max_quests .. " quests", zh = "最多 " .. p.max_quests .. " 个任务" })
  end,
}

-- A campaign's milestone can follow what was brought to an end.
milestone "by_quests_over" {
  summary = { en = "Whenever so many more quests are over.", zh = "每完结若干个任务推进一次。" },
  params = { n = int{ min = 1, max = 1000, default = 1 } },
  run = function(campaign, ctx)
    local over = 0
    for _, quest in pairs(ctx.get(p.quests) or {}) do
      if type(quest) == "table" and words.has(p.last, quest[p.stage]) then over = over + 1 end
    end
    return over >= (campaign.value + 1) * ctx.params.n
  end,
}
