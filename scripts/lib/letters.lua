-- Letters: walking over UTF-8 text by characters, and what kind of character stands where. Places are bytes
-- from 1, as string.find gives them.
local letters = {}

-- Bytes of the character whose first byte is given.
function letters.width(byte)
  if byte < 0x80 then return 1 end
  if byte < 0xE0 then return 2 end
  if byte < 0xF0 then return 3 end
  return 4
end

-- The character at a place, and the place behind it.
function letters.at(text, place)
  local byte = string.byte(text, place)
  if not byte then return "", place end
  local behind = place + letters.width(byte)
  return string.sub(text, place, behind - 1), behind
end

-- The character that ends just before a place, and where it starts.
function letters.before(text, place)
  local start = place - 1
  while start > 1 and start > place - 4 do
    local byte = string.byte(text, start)
    if byte < 0x80 or byte >= 0xC0 then break end
    start = start - 1
  end
  if start < 1 then return "", place end
  return string.sub(text, start, place - 1), start
end

-- Of the scripts that write words without blanks: U+3400 to U+9FFF and the like, all three bytes long.
function letters.is_han(char)
  local byte = string.byte(char)
  return byte ~= nil and byte >= 0xE3 and byte <= 0xE9 and #char == 3 and char >= "\u{3400}"
end

function letters.is_word_byte(byte)
  return byte ~= nil and (byte >= 48 and byte <= 57 or byte >= 65 and byte <= 90 or byte >= 97 and byte <= 122)
end

function letters.is_upper(byte) return byte ~= nil and byte >= 65 and byte <= 90 end

-- Whether a piece of text holds any character of those scripts.
function letters.has_han(text) return string.find(text, "[\xE4-\xE9][\x80-\xBF][\x80-\xBF]") ~= nil end

function letters.set(text)
  local set, place = {}, 1
  while place <= #text do
    local char
    char, place = letters.at(text, place)
    set[char] = true
  end
  return set
end

return letters
