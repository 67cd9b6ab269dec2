---@meta moods

---Moods: whether the narrator asserts, here and now, what a clause says. Asked of a place, because a cue counts for
---what comes behind it: "she has three torches if I remember" has them.
---not asserted: questions, conditions, plans and wishes, attempts and near misses, hearsay, memories, dreams, plays
---and recordings, comparisons, and what is negated.
local M = {}

---The negation that reaches `place`, or nil.
function M.negation(text, clause, place) end

---Why what stands at `place` is not asserted (a word of the text, or "question"); nil: it is.
function M.doubt(text, clause, place) end

---As `doubt`, without negations: for what says "no more", "not breathing", "cannot be passed".
function M.unreal(text, clause, place) end

return M
