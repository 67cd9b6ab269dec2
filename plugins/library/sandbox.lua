---@meta gavel.sandbox
---Written by gavel docs --stubs from the registry; do not edit. It never runs.

---What the ruleset gives this plugin; also while the file loads.
---@type gavel.Params
params = nil
---JSON's null, which is a value; nil is nothing.
---@type gavel.Null
null = nil
---The same table, as a list even where it is empty; an empty table is else an object.
---@param values? any[]
---@return any[]
function array(values) end

---One of the plugin's own files, or a shared module, by its name without .lua.
---@param name string
---@return any
function require(name) end

---Fails where the value is false or nil.
---@param value any
---@param message? any
---@param ... any
---@return any
function assert(value, message, ...) end

---Fails with that message.
---@param message any
---@param level? integer
function error(message, level) end

---A copy of the metatable.
---@param value any
---@return table?
function getmetatable(value) end

---Goes through a list.
---@param list table
---@return fun(): (integer, any)
---@return table
---@return integer
function ipairs(list) end

---The next key and its value, in order.
---@param table table
---@param key? any
---@return any
---@return any
function next(table, key) end

---Goes through a table, always in the same order.
---@param table table
---@return fun(): (any, any)
---@return table
---@return nil
function pairs(table) end

---Calls, and gives a failure as a value. What a call may spend is not caught.
---@param run function
---@param ... any
---@return boolean
---@return any
function pcall(run, ...) end

---The arguments from one on, or how many there are.
---@param which integer|"#"
---@param ... any
---@return any
function select(which, ...) end

---Sets a copy of the metatable; __gc, __close and __mode are refused.
---@param table table
---@param metatable table?
---@return table
function setmetatable(table, metatable) end

---The number that a text writes; nil where it writes none.
---@param value any
---@param base? integer
---@return number?
function tonumber(value, base) end

---The value as text; of a table only what it is.
---@param value any
---@return string
function tostring(value) end

---What it is: nil, boolean, number, string, table, function, null, or word (an answer).
---@param value any
---@return string
function type(value) end

---Numbers. Chance comes from ctx.roll.
---@class mathlib
math = {}
---Without its sign.
---@param x number
---@return number
function math.abs(x) end

---Arc cosine.
---@param x number
---@return number
function math.acos(x) end

---Arc sine.
---@param x number
---@return number
function math.asin(x) end

---Arc tangent of y/x.
---@param y number
---@param x? number
---@return number
function math.atan(y, x) end

---The next whole number above.
---@param x number
---@return integer
function math.ceil(x) end

---Cosine.
---@param x number
---@return number
function math.cos(x) end

---Radians to degrees.
---@param x number
---@return number
function math.deg(x) end

---e to the power of x.
---@param x number
---@return number
function math.exp(x) end

---The next whole number below.
---@param x number
---@return integer
function math.floor(x) end

---The rest of a division, towards zero.
---@param x number
---@param y number
---@return number
function math.fmod(x, y) end

---Above all numbers; it cannot be stored.
---@type number
math.huge = nil
---Logarithm.
---@param x number
---@param base? number
---@return number
function math.log(x, base) end

---The greatest.
---@param x number
---@param ... number
---@return number
function math.max(x, ...) end

---The greatest integer.
---@type integer
math.maxinteger = nil
---The least.
---@param x number
---@param ... number
---@return number
function math.min(x, ...) end

---The least integer.
---@type integer
math.mininteger = nil
---The whole part and the rest.
---@param x number
---@return number
---@return number
function math.modf(x) end

---Pi.
---@type number
math.pi = nil
---Degrees to radians.
---@param x number
---@return number
function math.rad(x) end

---Sine.
---@param x number
---@return number
function math.sin(x) end

---Square root.
---@param x number
---@return number
function math.sqrt(x) end

---Tangent.
---@param x number
---@return number
function math.tan(x) end

---The integer that it is; nil where it is none.
---@param x any
---@return integer?
function math.tointeger(x) end

---Which kind of number.
---@param x any
---@return "integer"|"float"|nil
function math.type(x) end

---Less, without signs.
---@param m integer
---@param n integer
---@return boolean
function math.ult(m, n) end

---Texts; places are bytes from 1. Patterns are Lua's, and what they cost is counted.
---@class stringlib
string = {}
---The bytes at those places.
---@param s string
---@param i? integer
---@param j? integer
---@return integer ...
function string.byte(s, i, j) end

---The text of these bytes.
---@param ... integer
---@return string
function string.char(...) end

---Where the pattern first matches, and its captures.
---@param s string
---@param pattern string
---@param init? integer
---@param plain? boolean
---@return integer?
---@return integer?
---@return any
function string.find(s, pattern, init, plain) end

---A text with values put in.
---@param form string
---@param ... any
---@return string
function string.format(form, ...) end

---Iterates over all matches of the pattern.
---@param s string
---@param pattern string
---@param init? integer
---@return fun(): string?
function string.gmatch(s, pattern, init) end

---Replaces, and says how often.
---@param s string
---@param pattern string
---@param by string|table|function
---@param most? integer
---@return string
---@return integer
function string.gsub(s, pattern, by, most) end

---How many bytes.
---@param s string
---@return integer
function string.len(s) end

---ASCII letters small.
---@param s string
---@return string
function string.lower(s) end

---What the pattern captures, or all that it matches.
---@param s string
---@param pattern string
---@param init? integer
---@return any
function string.match(s, pattern, init) end

---The text n times.
---@param s string
---@param n integer
---@param between? string
---@return string
function string.rep(s, n, between) end

---Its bytes backwards.
---@param s string
---@return string
function string.reverse(s) end

---A piece of it.
---@param s string
---@param i integer
---@param j? integer
---@return string
function string.sub(s, i, j) end

---ASCII letters great.
---@param s string
---@return string
function string.upper(s) end

---Lists that a handler made itself; views of the state are read-only.
---@class tablelib
table = {}
---The elements as one text.
---@param list table
---@param between? string
---@param i? integer
---@param j? integer
---@return string
function table.concat(list, between, i, j) end

---Puts a value at a place, or at the end.
---@param list table
---@param at any
---@param value? any
function table.insert(list, at, value) end

---Copies elements.
---@param from table
---@param first integer
---@param last integer
---@param to integer
---@param into? table
---@return table
function table.move(from, first, last, to, into) end

---The arguments as a table with n.
---@param ... any
---@return table
function table.pack(...) end

---Takes out one element, or the last.
---@param list table
---@param at? integer
---@return any
function table.remove(list, at) end

---Puts in order; equal elements stay in theirs.
---@param list table
---@param before? fun(a: any, b: any): boolean
function table.sort(list, before) end

---The elements as values.
---@param list table
---@param i? integer
---@param j? integer
---@return any ...
function table.unpack(list, i, j) end

---Characters of texts.
---@class utf8lib
utf8 = {}
---The text of these characters.
---@param ... integer
---@return string
function utf8.char(...) end

---The pattern of one character.
---@type string
utf8.charpattern = nil
---The numbers of characters.
---@param s string
---@param i? integer
---@param j? integer
---@param lax? boolean
---@return integer ...
function utf8.codepoint(s, i, j, lax) end

---Goes through places and characters.
---@param s string
---@param lax? boolean
---@return fun(): (integer, integer)
function utf8.codes(s, lax) end

---How many characters.
---@param s string
---@param i? integer
---@param j? integer
---@param lax? boolean
---@return integer?
---@return integer?
function utf8.len(s, i, j, lax) end

---Where the n-th character starts.
---@param s string
---@param n integer
---@param i? integer
---@return integer?
function utf8.offset(s, n, i) end

