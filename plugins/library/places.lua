---@meta places

---Places: paths from what a ruleset says of its state's shape.
local M = {}

---places.of("characters", "li_si", "hp.current") is { "characters", "li_si", "hp", "current" }; ids are taken as they are.
function M.of(root, id, rest) end

---places.path("assets.map", "north", 0) is { "assets", "map", "north", 0 }: the segments of a text, then keys as they are.
function M.path(text, ...) end

---A path and keys below it.
function M.below(path, ...) end

---places.fill("bag.*.items", { "left" }) is { "bag", "left", "items" }: what the wildcards of a pattern met.
function M.fill(pattern, match) end

return M
