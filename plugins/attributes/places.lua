-- Places as texts with wildcards, and the paths they mean.
local places = {}

-- The segments of a pattern, wildcards filled in order with what they met.
function places.fill(pattern, match)
  local path, met = {}, 0
  for segment in string.gmatch(pattern, "[^.]+") do
    if segment == "*" then
      met = met + 1
      segment = match[met]
    end
    path[#path + 1] = segment
  end
  return path
end

-- Below a path.
function places.below(path, place)
  local longer = {}
  for at, segment in ipairs(path) do longer[at] = segment end
  for segment in string.gmatch(place, "[^.]+") do longer[#longer + 1] = segment end
  return longer
end

return places
