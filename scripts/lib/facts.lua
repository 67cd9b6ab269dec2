-- Facts: what a claim plugin hands over, gathered so that the same thing said twice is one fact.
local facts = {}

local Facts = {}
Facts.__index = Facts

function facts.new() return setmetatable({ all = {}, seen = {} }, Facts) end

-- `fact` has kind, subject, path and one way to compare (host/engine/claims/README.md); `one` is what says it, { b, e }.
function Facts:add(fact, b, e)
  local key = fact.kind .. "\0" .. tostring(fact.subject) .. "\0" .. b
  if self.seen[key] then return end
  self.seen[key] = true
  fact.span = { b, e }
  self.all[#self.all + 1] = fact
end

return facts
