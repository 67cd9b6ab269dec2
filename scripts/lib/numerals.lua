-- Numerals: numbers as people write them, in Chinese and English: 5 ５ 五 十五 两百 二三十 十来 半 三分之一 三成 30%,
-- five, twenty-five, a dozen, a hundred and ten, half, a third. `numerals.at(text, place)` reads the one that
-- starts at a place; `story:numbers(from, to)` all of a piece of a narration.
--
-- A number is { b, e, low, high, share }: from low to high (the same where it is exact); share: a part of a whole.
local letters = require "letters"
local lexicon = require "lexicon"
local numerals = {}

local kDigit = { ["零"] = 0, ["〇"] = 0, ["一"] = 1, ["二"] = 2, ["两"] = 2, ["俩"] = 2, ["三"] = 3, ["四"] = 4, ["五"] = 5,
  ["六"] = 6, ["七"] = 7, ["八"] = 8, ["九"] = 9, ["壹"] = 1, ["贰"] = 2, ["叁"] = 3, ["肆"] = 4, ["伍"] = 5, ["陆"] = 6,
  ["柒"] = 7, ["捌"] = 8, ["玖"] = 9 }
local kUnit = { ["十"] = 10, ["拾"] = 10, ["百"] = 100, ["佰"] = 100, ["千"] = 1000, ["仟"] = 1000 }
local kSmall = { zero = 0, one = 1, two = 2, three = 3, four = 4, five = 5, six = 6, seven = 7, eight = 8, nine = 9, ten = 10,
  eleven = 11, twelve = 12, thirteen = 13, fourteen = 14, fifteen = 15, sixteen = 16, seventeen = 17, eighteen = 18,
  nineteen = 19, twenty = 20, thirty = 30, forty = 40, fifty = 50, sixty = 60, seventy = 70, eighty = 80, ninety = 90 }
local kLarge = { hundred = 100, thousand = 1000, million = 1000000 }
local kParts = { half = 0.5, third = 1 / 3, thirds = 1 / 3, quarter = 0.25, quarters = 0.25, fifth = 0.2, fifths = 0.2, tenth = 0.1, tenths = 0.1 }

-- 0-9 and ０-９ from a place on: the digits as ASCII, and the place behind them.
local function digits(text, place)
  local all, at = {}, place
  while at <= #text do
    local byte = string.byte(text, at)
    if byte >= 48 and byte <= 57 then
      all[#all + 1] = string.char(byte)
      at = at + 1
    elseif byte == 0xEF and string.byte(text, at + 1) == 0xBC and (string.byte(text, at + 2) or 0) >= 0x90
        and string.byte(text, at + 2) <= 0x99 then
      all[#all + 1] = string.char(string.byte(text, at + 2) - 0x90 + 48)
      at = at + 3
    elseif byte == 44 and #all > 0 and string.find(text, "^,%d%d%d%f[%D]", at) then
      at = at + 1
    else
      break
    end
  end
  return table.concat(all), at
end

local function made(b, behind, low, high, share) return { b = b, e = behind - 1, low = low, high = high or low, share = share } end

local function western(text, place)
  local whole, behind = digits(text, place)
  if whole == "" or #whole > 15 then return nil end
  local value = tonumber(whole)
  local fraction = string.match(text, "^%.(%d+)", behind)
  if fraction and #fraction < 8 then
    value = tonumber(whole .. "." .. fraction)
    behind = behind + 1 + #fraction
  end
  if string.find(text, "^%s?%%", behind) or string.sub(text, behind, behind + 2) == "％" then
    local width = string.sub(text, behind, behind + 2) == "％" and 3 or #string.match(text, "^%s?%%", behind)
    return made(place, behind + width, value / 100, nil, true)
  end
  for word, factor in pairs({ ["万"] = 10000, ["千"] = 1000, ["百"] = 100, ["成"] = 0 }) do
    if string.sub(text, behind, behind + 2) == word then
      if factor == 0 then return made(place, behind + 3, value / 10, nil, true) end
      return made(place, behind + 3, value * factor)
    end
  end
  return made(place, behind, value)
end

-- The value of Chinese digits and units, such as 三百零五, and whether it was loose (十几, 二三十).
local function chinese(text, place)
  local total, section, digit, at = 0, 0, nil, place
  local low, high, any = nil, nil, false
  while at <= #text do
    local char, behind = letters.at(text, at)
    if kDigit[char] then
      if digit and digit > 0 and kDigit[char] == digit + 1 and not low then
        low, high = digit, digit + 1  -- 二三: two or three
      elseif digit and digit ~= 0 and section == 0 and total == 0 then
        section = 0
        digit = digit * 10 + kDigit[char]  -- 一二〇
        at = behind
        goto continue
      end
      digit, any = kDigit[char], true
    elseif kUnit[char] then
      if low then
        low, high = low * kUnit[char], high * kUnit[char]
        section = section + low
        local base = section - low
        low, high = base + low, base + high
      else
        section = section + (digit or 1) * kUnit[char]
      end
      digit, any = nil, true
    elseif char == "万" and any then
      total, section, digit = (total + section + (digit or 0)) * 10000, 0, nil
    elseif (char == "几" or char == "来" or char == "多" or char == "余") and any and digit == nil and section > 0 then
      local unit = section % 100 ~= 0 and 10 or section % 1000 ~= 0 and 100 or 1000
      return total + section - (char == "来" and math.min(3, unit // 3) or 0), total + section + (char == "来" and unit // 2 or unit - 1), behind
    else
      break
    end
    at = behind
    ::continue::
  end
  if not any then return nil end
  if low then
    if digit and high == digit and section == 0 then return total + low, total + high, at end
    return total + low, total + high, at
  end
  local value = total + section + (digit or 0)
  return value, value, at
end

local function han(text, place)
  local char, behind = letters.at(text, place)
  if char == "半" then return made(place, behind, 0.5, nil, true) end
  if string.sub(text, place, place + 5) == "百分" then
    local low, _, after = chinese(text, place + 9)
    if low and string.sub(text, place + 6, place + 8) == "之" then return made(place, after, low / 100, nil, true) end
  end
  local low, high, after = chinese(text, place)
  if not low then return nil end
  if string.sub(text, after, after + 5) == "分之" then
    local part, _, last = chinese(text, after + 6)
    if part and low > 0 then return made(place, last, part / low, nil, true) end
  end
  if string.sub(text, after, after + 2) == "成" and low <= 10 then return made(place, after + 3, low / 10, high / 10, true) end
  if low == 1 and string.sub(text, after, after + 2) == "半" then return made(place, after + 3, 0.5, nil, true) end
  return made(place, after, low, high)
end

-- The words of a number in English, from a place on.
local function words(text, place)
  local total, current, any, at, behind = 0, 0, false, place, place
  while true do
    local word, stop = string.match(text, "^(%a+)()", at)
    if not word then break end
    word = string.lower(word)
    if kSmall[word] then
      if any and current % 10 ~= 0 and current < 100 then break end
      current, any = current + kSmall[word], true
    elseif kLarge[word] and any then
      current = current * kLarge[word]
      if kLarge[word] >= 1000 then total, current = total + current, 0 end
    elseif not (word == "and" and any and current >= 100) then
      break
    end
    if word ~= "and" then behind = stop end
    at = string.match(text, "^[%s%-]+()", stop)
    if not at then break end
  end
  if not any then return nil end
  return total + current, behind
end

local function english(text, place)
  local lower = string.lower(string.sub(text, place, place + 40))
  local article, rest = string.match(lower, "^(an? )()")
  if article then
    for _, one in ipairs({ { "dozen", 12 }, { "score", 20 }, { "hundred", 100 }, { "thousand", 1000 }, { "couple of", 2, 2 }, { "half dozen", 6 } }) do
      if string.find(lower, "^" .. one[1] .. "%f[%A]", rest) then
        return made(place, place + rest - 1 + #one[1], one[2], one[3])
      end
    end
    local part = string.match(lower, "^(%a+)", rest)
    if kParts[part] then return made(place, place + rest - 1 + #part, kParts[part], nil, true) end
    return nil
  end
  local first = string.match(lower, "^%a+")
  if first == "half" then
    if string.find(lower, "^half a dozen", 1) then return made(place, place + 12, 6) end
    return made(place, place + 4, 0.5, nil, true)
  end
  local value, behind = words(text, place)
  if not value then return nil end
  local part = string.match(string.lower(string.sub(text, behind, behind + 12)), "^[%s%-](%a+)")
  if part and kParts[part] and part ~= "half" then return made(place, behind + 1 + #part, value * kParts[part], nil, true) end
  return made(place, behind, value)
end

-- The number that starts at a place, or nil.
function numerals.at(text, place)
  local byte = string.byte(text, place)
  if not byte then return nil end
  if byte >= 48 and byte <= 57 or byte == 0xEF then return western(text, place) end
  if byte >= 0xE3 and byte <= 0xE9 then return han(text, place) end
  if byte >= 65 and byte <= 122 then return english(text, place) end
end

-- Where numbers may start: words for lexicons.
local function beginnings()
  local all = { "半", "百分", "a", "an", "half" }
  for _, words in ipairs({ kDigit, kUnit, kSmall }) do
    for word in pairs(words) do all[#all + 1] = word end
  end
  for digit = 0, 9 do
    all[#all + 1] = tostring(digit)
    all[#all + 1] = string.char(0xEF, 0xBC, 0x90 + digit)
  end
  table.sort(all)
  return all
end
numerals.words = lexicon.new { number = beginnings() }

-- All numbers in text[from, to], none overlapping another. `flat`: where they may start, as ctx.find_words gives the words
-- above.
function numerals.find(text, flat, from, to)
  local all, place = {}, from
  local low, high = 0, #flat // 3
  while low < high do
    local middle = (low + high) // 2
    if flat[middle * 3 + 1] < from then low = middle + 1 else high = middle end
  end
  for at = low * 3 + 1, #flat, 3 do
    local b = flat[at]
    if b > to then break end
    local byte = b >= place and string.byte(text, b)
    if byte and (byte >= 0x80 or b == 1 or not letters.is_word_byte(string.byte(text, b - 1))) then
      local one = numerals.at(text, b)
      if one and one.e <= to then
        all[#all + 1] = one
        place = one.e + 1
      end
    end
  end
  return all
end

return numerals
