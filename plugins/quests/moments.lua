-- Which of two times, told as texts, is the later one: 永昌三年四月初九 酉时, 开阳历 230 年 3 月 初六, 2025-09-20 08:00. Nobody knows every
-- calendar, so numbers are compared from the left for as long as what stands between them is the same; where it is
-- not, nothing is said about the two.
local moments = {}

local digits = { ["〇"] = 0, ["零"] = 0, ["元"] = 1, ["正"] = 1, ["一"] = 1, ["二"] = 2, ["三"] = 3, ["四"] = 4, ["五"] = 5, ["六"] = 6,
  ["七"] = 7, ["八"] = 8, ["九"] = 9, ["冬"] = 11, ["腊"] = 12 }
local tens = { ["十"] = 10, ["廿"] = 20, ["卅"] = 30 }
local left_out = { ["初"] = true, ["第"] = true, [" "] = true, ["　"] = true, ["\t"] = true }

-- 二十三 is 23, 廿三 too, 一百零五 105; a digit behind a digit makes one number of both.
local function add(number, letter)
  local digit, ten = digits[letter] or tonumber(letter), tens[letter]
  if ten == 10 then
    number.value, number.loose = number.value - number.loose + math.max(1, number.loose) * 10, 0
  elseif ten then
    number.value, number.loose = number.value + ten, 0
  elseif letter == "百" then
    number.value, number.loose = number.value - number.loose + math.max(1, number.loose) * 100, 0
  elseif digit then
    local behind = number.row and number.value * 10 or number.value
    number.value, number.loose = behind + digit, number.row and behind + digit or digit
  end
  number.row = digit ~= nil
end

-- { words, number, words, number, … words }, at most so many.
local function parts(text)
  local out, word, number = {}, {}, nil
  local function close()
    if number then out[#out + 1] = number.value end
    number = nil
  end
  if not utf8.len(text) then return { text } end
  for _, code in utf8.codes(text) do
    local letter = utf8.char(code)
    if #out > 40 then break end
    if string.find(letter, "^%d$") or digits[letter] or tens[letter] or number and letter == "百" then
      if not number then
        out[#out + 1] = table.concat(word)
        word, number = {}, { value = 0, loose = 0, row = false }
      end
      if number.value < 1000000000 then add(number, letter) end
    elseif left_out[letter] then
      close()
    else
      close()
      word[#word + 1] = letter
    end
  end
  close()
  out[#out + 1] = table.concat(word)
  return out
end

local function place_in(names, word)
  for place, name in ipairs(names) do
    if string.find(word, name, 1, true) then return place end
  end
end

-- Year, month and day: so many numbers, with the words before them, are the date.
local kDate = 6

-- -1: a is before b; 1: behind it; 0: the same day, and nobody knows more; nil: their dates are not of one kind.
function moments.compare(a, b, names)
  local left, right = parts(a), parts(b)
  for i = 1, math.max(#left, #right) do
    local one, other = left[i], right[i]
    if one ~= other then
      if type(one) == "string" and type(other) == "string" then
        one, other = place_in(names, one), place_in(names, other)
      end
      if math.type(one) == nil or math.type(other) == nil then
        if i > kDate or #left < kDate and #right < kDate then return 0 end
        return nil
      end
      if one ~= other then return one < other and -1 or 1 end
    end
  end
  return 0
end

-- The date of a time, however it is written: 永昌三年四月初九 酉时 and 永昌 3 年 4 月 9 日 午时 are both 永昌3年4月9日.
function moments.date(text)
  local all = parts(text)
  if #all < kDate then return text end
  local date = table.concat(all, "", 1, kDate)
  return string.find(date, "年", 1, true) and date .. "日" or date
end

return moments
