-- The host's clock, milliseconds since 1970, as a text: 2025-09-20T08:00:00Z.
local clock = {}

-- Years begin in March, so that the leap day is the last one; 719468 days lie between 0000-03-01 and 1970-01-01.
function clock.iso(ms)
  local seconds = ms // 1000
  local days, rest = seconds // 86400 + 719468, seconds % 86400
  local era, day = days // 146097, days % 146097
  local year = (day - day // 1460 + day // 36524 - day // 146096) // 365
  day = day - (365 * year + year // 4 - year // 100)
  local month = (5 * day + 2) // 153
  day = day - (153 * month + 2) // 5 + 1
  month = month < 10 and month + 3 or month - 9
  year = year + era * 400 + (month <= 2 and 1 or 0)
  return string.format("%04d-%02d-%02dT%02d:%02d:%02dZ", year, month, day, rest // 3600, rest // 60 % 60, rest % 60)
end

return clock
