---@meta narration

---Narration: what a claim plugin reads: the clauses of a text with who is in them, and what of it is asserted.
---claim "death" (narration.claim { shape = params, words = { death = words }, cues = { "death.dies" }, find = function(story, ctx)
---for clause, hits in story:each("death") do
---for _, hit in ipairs(hits) do
---if not story:doubt(clause, hit.b) then … story:doer(clause, hit.b) … end
---A narration is read once for all claims of a turn, and only if one of them hears a cue in it. Everything is linear in the
---text; names and words are found by the host in one pass, however many there are.
local M = {}

---A claim that reads narrations: `spec` has words, cues, shape, and find = function(story, ctx).
function M.claim(spec) end

---Two lists of cues as one.
function M.with(cues, more) end

---Cues of words that are of use only where somebody is spoken of: each with a name, or a pronoun of a person.
function M.of_people(shape, words) end

return M
