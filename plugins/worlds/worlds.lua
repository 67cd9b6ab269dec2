-- Worlds that are left and entered. What lies in the groups belongs to the world that is remembered as present; when
-- the name changes, that world's contents go to the backup and those of the new one come back. What is protected, or
-- holds what is, stays where it is.
--
-- A model that leaves empties the groups first, by a command: what it took away goes to the backup in the same way.
local shifting = require "shifting"

if #params.keeps > 0 then
  automation "remember" {
    summary = { en = "Keeps in mind what is said of the present world.", zh = "记住当前世界的单项数据。" },
    on = "turn_start",
    run = function(_, ctx)
      local values, same = {}, ctx.memory.values ~= nil
      for _, place in ipairs(params.keeps) do
        local value = ctx.get(place)
        if type(value) ~= "table" then values[place] = value end
        same = same and ctx.memory.values[place] == values[place]
      end
      if not same then ctx.memory.values = values end
    end,
  }
end

-- A world's name is the name of its backup.
local kReserved = { __proto__ = true, prototype = true, constructor = true }

rule "name" {
  summary = { en = "A world has a name of at most 64 characters.", zh = "世界名不超过 64 个字。" },
  path = params.name,
  run = function(effect)
    local name = effect.after
    if name == nil or type(name) == "string" and not kReserved[name] and (utf8.len(name) or 65) <= 64 then return allow() end
    return deny({ en = "that is no name for a world", zh = "这不能作为世界名" }, { en = "write a short text", zh = "写一个简短的名称" })
  end,
}

local waits = { "command(" .. params.name .. ")" }
for _, group in ipairs(params.groups) do waits[#waits + 1] = "command(" .. group.at .. ".*)" end

automation "shift" {
  summary = { en = "Keeps what belonged to a world that was left, and restores a world that was entered.", zh = "备份被离开的世界，恢复重返的世界。" },
  on = waits,
  run = function(event, ctx)
    local name = ctx.get(params.name)
    local present = ctx.memory.present or ctx.before(params.name)
    if shifting.is_name(name) and name ~= present then return shifting.change(ctx, present, name) and nil end
    if not shifting.is_name(present) then return end
    for _, group in ipairs(params.groups) do
      if shifting.is_about(event.path, group) then return shifting.keep_emptied(ctx, present) end
    end
  end,
}

-- In the turn of an arrival everything of the old world is gone already: a deletion that comes too late would hit the
-- new one.
for number, group in ipairs(params.groups) do
  rule("arrived_" .. number) {
    summary = { en = "Who has just arrived in a world does not empty it.", zh = "刚抵达的世界不会在同一回合被清空。" },
    path = group.at .. ".**",
    actors = { "model", "player" },
    run = function(effect, ctx)
      if effect.verb ~= "delete" or effect.after ~= nil or ctx.memory.arrived ~= ctx.turn then return allow() end
      return deny({ en = "the old world was left when the name changed; this belongs to the new one",
                    zh = "写下新世界名时旧世界已经离开，这里是新世界的内容" },
                  { en = "delete before you write the new name, or in a later turn", zh = "在写新世界名之前删除，或留到之后的回合" })
    end,
  }
end

tool "world_enter" {
  summary = { en = "Leave the present world and enter another.", zh = "离开当前世界，进入另一个世界。" },
  guidance = {
    en = "Call it when the party goes to another world. What belonged to the old one is kept; do not delete it yourself.",
    zh = "前往另一个世界时调用。旧世界的内容会自动备份，不要自行删除。",
  },
  args = {
    name = str{ min = 1, max = 64 },
    description = str{ max = 500, default = "" },
    level = str{ max = 16, default = "" },
  },
  rejects = { already_there = { en = "that is the present world", zh = "已经在这个世界" } },
  settles = { "location" },
  run = function(args, ctx)
    local from = ctx.memory.present or ctx.get(params.name)
    if args.name == ctx.get(params.name) then return reject("already_there", args.name) end
    ctx.set(params.name, args.name)
    if args.description ~= "" and params.description ~= "" then ctx.set(params.description, args.description) end
    if args.level ~= "" and params.level ~= "" then ctx.set(params.level, args.level) end
    return { from = from, to = args.name, restored = shifting.change(ctx, from, args.name) }
  end,
}
