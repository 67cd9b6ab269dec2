---@meta lexicon

---Lexicon: the words that a claim listens for, in lists by class. The host finds those of all claims in one pass over a
---text: Chinese words where they stand, English ones as whole words, in any case; of several of one lexicon that start
---at one place the longest counts, and what it covers is not looked at again. A list named `_` holds words that mean
---nothing but keep shorter ones in them from being found (死心 is no death, "dead end" neither).
---claim "death" { words = { death = lexicon.new { dies = { "断了气", verb "die" }, _ = { "dead end" } } }, …
---for _, hit in ipairs(lexicon.find(ctx, text, "death")) do … hit.b, hit.e, hit.class, hit.word … end
local M = {}

---Every form of an English verb; of several words the first is the verb: verb "give up".
function M.verb(phrase) end

---All forms of several verbs, written in one string with commas between.
function M.verbs(list) end

---Words written in one string with blanks between.
function M.list(text) end

---Lists by class, as `words` of a claim are given. Words may be strings or lists of them.
function M.new(classes) end

---The words of one of the claim's lists in a text, in order: { b, e, class, word }.
function M.find(ctx, text, name) end

function M.hit(text, b, e, class) end

return M
