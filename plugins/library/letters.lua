---@meta letters

---Letters: walking over UTF-8 text by characters, and what kind of character stands where. Places are bytes
---from 1, as string.find gives them.
local M = {}

---Bytes of the character whose first byte is given.
function M.width(byte) end

---The character at a place, and the place behind it.
function M.at(text, place) end

---The character that ends just before a place, and where it starts.
function M.before(text, place) end

---Of the scripts that write words without blanks: U+3400 to U+9FFF and the like, all three bytes long.
function M.is_han(char) end

function M.is_word_byte(byte) end

function M.is_upper(byte) end

---Whether a piece of text holds any character of those scripts.
function M.has_han(text) end

function M.set(text) end

return M
