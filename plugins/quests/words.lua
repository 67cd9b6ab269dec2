-- Small questions about values.
local words = {}

function words.has(list, word)
  for _, one in ipairs(list) do
    if one == word then return true end
  end
  return false
end

-- A text that is not empty and not too long.
function words.is_text(value, most)
  if type(value) ~= "string" or value == "" then return false end
  return (utf8.len(value) or most + 1) <= most
end

-- The keys of a path of plain names, and more behind them.
function words.keys(path, ...)
  local keys = {}
  for key in string.gmatch(path, "[^.]+") do keys[#keys + 1] = key end
  for _, key in ipairs({ ... }) do keys[#keys + 1] = key end
  return keys
end

return words
