-- Formulas of a ruleset: read once, while loading, into postfix order, so that computing one needs no recursion.
local formula = {}

local kPriority = { ["+"] = 1, ["-"] = 1, ["*"] = 2, ["/"] = 2, negate = 3 }
local kFunctions = { min = math.min, max = math.max, floor = math.floor, ceil = math.ceil }

local function words_of(text)
  local words, at = {}, 1
  while at <= #text do
    local b, e = string.find(text, "^%s+", at)
    if not b then
      b, e = string.find(text, "^%d+%.?%d*", at)
      if not b then b, e = string.find(text, "^[%+%-%*/%(%),]", at) end
      if not b then b, e = string.find(text, "^[^%s%+%-%*/%(%),]+", at) end
      words[#words + 1] = string.sub(text, b, e)
    end
    at = e + 1
  end
  return words
end

-- The operators above `open` go to the output, down to those that bind less.
local function unwind(out, stack, least)
  while #stack > 0 and (kPriority[stack[#stack]] or 0) >= least do
    out[#out + 1] = { operator = table.remove(stack) }
  end
end

local function close(out, stack, text)
  unwind(out, stack, 1)
  if stack[#stack] ~= "(" then error("the formula \"" .. text .. "\" closes a bracket that was not opened") end
end

-- Names are those of `names`; anything else that is not a number or function is an error.
function formula.read(text, names)
  local out, stack, counts, before = {}, {}, {}, nil
  for _, word in ipairs(words_of(text)) do
    local number = tonumber(word)
    if number then
      out[#out + 1] = { number = number }
    elseif kFunctions[word] then
      stack[#stack + 1] = word
    elseif word == "(" then
      counts[#counts + 1] = 1
      stack[#stack + 1] = "("
    elseif word == "," or word == ")" then
      close(out, stack, text)
      if word == "," then
        counts[#counts] = counts[#counts] + 1
      else
        table.remove(stack)
        local count = table.remove(counts)
        if kFunctions[stack[#stack] or ""] then
          out[#out + 1] = { call = table.remove(stack), count = count }
        elseif count > 1 then
          error("the formula \"" .. text .. "\" has a comma outside of a function")
        end
      end
    elseif kPriority[word] then
      local unary = before == nil or before == "(" or before == "," or kPriority[before] ~= nil
      if unary and word ~= "-" then error("the formula \"" .. text .. "\" has nothing before " .. word) end
      if not unary then unwind(out, stack, kPriority[word]) end
      stack[#stack + 1] = unary and "negate" or word
    elseif names[word] then
      out[#out + 1] = { name = word }
    else
      error("the formula \"" .. text .. "\" knows no \"" .. word .. "\"; name it in `names`, or use min max floor ceil")
    end
    before = word
  end
  unwind(out, stack, 1)
  if #stack > 0 then error("the formula \"" .. text .. "\" leaves a bracket open") end
  return out
end

-- Beyond this, integers are computed as floats, so that none wraps around.
local kExact = 2 ^ 53

local function apply(operator, left, right)
  if operator == "/" then
    if right == 0 then return nil end
    return left / right
  end
  local float = left + 0.0
  if operator == "+" then float = float + right elseif operator == "-" then float = float - right else float = float * right end
  if math.abs(float) >= kExact then return float end
  if operator == "+" then return left + right end
  if operator == "-" then return left - right end
  return left * right
end

-- The value, a whole number where it comes out whole; nil: it divides by 0, or lacks an operand. `of` gives the
-- value of a name.
function formula.value(postfix, of)
  local stack = {}
  for _, one in ipairs(postfix) do
    local value = one.number
    if one.name then
      value = of(one.name)
    elseif one.call then
      local given = {}
      for at = one.count, 1, -1 do given[at] = table.remove(stack) end
      if #given < one.count then return nil end
      value = given[1]
      if one.count == 1 then value = kFunctions[one.call](value) end
      for at = 2, one.count do value = kFunctions[one.call](value, given[at]) end
    elseif one.operator == "negate" then
      if #stack < 1 then return nil end
      value = -table.remove(stack)
    elseif one.operator then
      if #stack < 2 then return nil end
      local right = table.remove(stack)
      value = apply(one.operator, table.remove(stack), right)
    end
    if value == nil then return nil end
    stack[#stack + 1] = value
  end
  if #stack ~= 1 or stack[1] ~= stack[1] or math.abs(stack[1]) == math.huge then return nil end
  return math.tointeger(stack[1]) or stack[1]
end

return formula
