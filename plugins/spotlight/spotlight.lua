-- Which marked nodes the latest replies speak of. The flag is kept here and nowhere else; what is hidden from a prompt
-- by it, the ruleset's prompt says.

local places = require "places"

local function is_true(value) return value == true or value == "true" end

-- How many places are kept in mind; where there are more, they are looked for in every turn.
local kMostKept = 500

local function is_skipped(name)
  for _, one in ipairs(params.skip) do
    if one == name then return true end
  end
  return false
end

-- The paths of all marked nodes.
local function find(ctx)
  local found, todo = array{}, {}
  for name, member in pairs(ctx.get(params.root) or {}) do
    if type(member) == "table" and not is_skipped(name) then
      local at = places.below(places.path(params.root), name)
      if is_true(member[params.mark]) then found[#found + 1] = at end
      todo[#todo + 1] = { member, at }
    end
  end
  while #todo > 0 do
    local node, path = todo[#todo][1], todo[#todo][2]
    todo[#todo] = nil
    for name, member in pairs(type(node) == "table" and node or {}) do
      if type(member) == "table" then
        local at = places.below(path, type(name) == "number" and name - 1 or name)
        if is_true(member[params.mark]) then found[#found + 1] = at end
        todo[#todo + 1] = { member, at }
      end
    end
  end
  return found
end

local function replies(ctx, narration)
  local count = params.window ~= "" and ctx.get(params.window) or params.replies
  count = type(count) == "number" and math.max(0, math.min(100, math.floor(count))) or params.replies
  local texts = {}
  if narration and count > 0 then
    texts[1] = narration
    count = count - 1
  end
  for _, turn in ipairs(ctx.history(count)) do texts[#texts + 1] = turn.assistant_output_text end
  return texts
end

local function speaks_of(texts, word)
  for _, text in ipairs(texts) do
    if string.find(text, word, 1, true) then return true end
  end
  return false
end

automation "follow" {
  summary = { en = "Shows what the latest replies speak of, and hides the rest.", zh = "展示最近回复提到的标记节点，收起其余节点。" },
  on = "turn_end",
  run = function(event, ctx)
    local marked = ctx.memory.marked
    if marked == nil or #ctx.changes(params.root .. ".**." .. params.mark) > 0 then
      marked = find(ctx)
      ctx.memory.marked = #marked <= kMostKept and marked or nil
    end
    if #marked == 0 then return end
    local texts = replies(ctx, event.data and event.data.narration)
    local depth = #places.path(params.root)
    for _, path in ipairs(marked) do
      local word = path[depth + params.segment]
      local shown = type(word) ~= "string" or word == "" or speaks_of(texts, word)
      local at = places.below(path, params.flag)
      if ctx.has(path) and ctx.get(at) ~= shown then ctx.set(at, shown) end
    end
  end,
}

local follows = { en = "it follows from the latest replies, at the end of the turn", zh = "由最近的回复在回合结束时决定" }

-- Whoever writes the flag along with other things is overruled: it stays as it was.
rule "flag" {
  summary = { en = "Whether a node is shown follows from the replies alone.", zh = "是否展示只由最近的回复决定。" },
  path = params.root .. ".**." .. params.flag,
  mode = "amend",
  actors = { "model", "player", "tool" },
  run = function(effect)
    if effect.after == nil or effect.after == effect.before or effect.verb == "move" then return allow() end
    if effect.before == nil then
      if effect.after == false then return allow() end
      return amend(false, follows)
    end
    return amend(effect.before, follows)
  end,
}
