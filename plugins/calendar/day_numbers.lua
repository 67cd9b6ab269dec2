-- Numbers as dates have them, exact and in front of a unit: 12, 十二, 廿三, 元, 正, 腊, 初三.
local numbers = {}

local kDigits = { ["〇"] = 0, ["零"] = 0, ["一"] = 1, ["二"] = 2, ["两"] = 2, ["三"] = 3, ["四"] = 4, ["五"] = 5, ["六"] = 6,
                  ["七"] = 7, ["八"] = 8, ["九"] = 9, ["元"] = 1, ["正"] = 1, ["冬"] = 11, ["腊"] = 12 }
local kTens = { ["十"] = 10, ["百"] = 100, ["千"] = 1000 }
local kJoined = { ["廿"] = 20, ["卅"] = 30 }
local kMost = 8  -- letters of a number

local function step(sum, digit, letter)
  if kDigits[letter] then
    -- Only a zero stands in front of another digit: 一百零五.
    if digit and digit ~= 0 then return nil end
    return sum, kDigits[letter]
  end
  if kTens[letter] then return sum + (digit or 1) * kTens[letter], nil end
  if kJoined[letter] then return sum + kJoined[letter], nil end
  return nil
end

-- The number that a text ends with, and where it starts; nil: it ends with none.
function numbers.at_end(text)
  local from, digits = string.match(text, "()(%d+)$")
  if digits then
    if #digits > 6 then return nil end
    return tonumber(digits), from
  end
  local letters, at = {}, #text
  while at > 0 and #letters < kMost do
    local start = utf8.offset(text, 0, at)
    local letter = string.sub(text, start, at)
    if not (kDigits[letter] or kTens[letter] or kJoined[letter]) then break end
    table.insert(letters, 1, letter)
    at = start - 1
  end
  if #letters == 0 then return nil end
  local sum, digit = 0, nil
  for _, letter in ipairs(letters) do
    sum, digit = step(sum, digit, letter)
    if sum == nil then return nil end
  end
  return sum + (digit or 0), at + 1
end

return numbers
