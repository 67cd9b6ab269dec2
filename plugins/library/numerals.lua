---@meta numerals

---Numerals: numbers as people write them, in Chinese and English: 5 ５ 五 十五 两百 二三十 十来 半 三分之一 三成 30%,
---five, twenty-five, a dozen, a hundred and ten, half, a third. `numerals.at(text, place)` reads the one that
---starts at a place; `story:numbers(from, to)` all of a piece of a narration.
---A number is { b, e, low, high, share }: from low to high (the same where it is exact); share: a part of a whole.
local M = {}

---The number that starts at a place, or nil.
function M.at(text, place) end

---All numbers in text[from, to], none overlapping another. `flat`: where they may start, as ctx.find_words gives the words
---above.
function M.find(text, flat, from, to) end

return M
