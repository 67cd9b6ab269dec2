-- What a model forgets: when a quest changed, and that the time went on.
local clock = require "clock"
local words = require "words"
local p = params

if p.in_step then
  automation "stamp" {
    summary = { en = "Writes down when a quest changed, where nobody did.", zh = "任务变化而未写更新时间时自动补写。" },
    on = "changed(" .. p.quests .. ".*)",
    run = function(event, ctx)
      local id = event.match[1]
      local place = words.keys(p.quests, id)
      local quest, before = ctx.get(place), ctx.before(place)
      if type(quest) ~= "table" then return end
      local stamped = type(before) == "table" and before[p.updated] or nil
      if quest[p.updated] ~= stamped then return end
      ctx.merge(place, { [p.updated] = clock.iso(ctx.now) })
    end,
  }

  automation "went_on" {
    summary = { en = "Adds to the time line that time went on, where nobody did.", zh = "时间推进而未记入时间轴时自动补记。" },
    on = "changed(" .. p.time .. "." .. p.current .. ")",
    run = function(event, ctx)
      if type(event.before) ~= "string" or type(event.after) ~= "string" then return end
      local line = p.time .. "." .. p.timeline
      if #(ctx.before(line) or {}) ~= (ctx.len(line) or 0) then return end
      ctx.push(line, { [p.entry.when] = event.after, [p.entry.event] = p.went_on, [p.entry.reason] = event.before })
    end,
  }
end

automation "shorten" {
  summary = { en = "Keeps the newest of the time line.", zh = "时间轴只保留最新的条目。" },
  on = "changed(" .. p.time .. "." .. p.timeline .. ".*)",
  run = function(_, ctx)
    local line = p.time .. "." .. p.timeline
    for _ = p.max_timeline + 1, ctx.len(line) or 0 do ctx.delete(line .. "[0]") end
  end,
}
