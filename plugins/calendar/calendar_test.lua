-- Dates as texts write them, and what follows when one passes.
local days = require "days"
local numbers = require "day_numbers"

fixture {
  with = {
    weekday = "time.weekday", clock = "time.clock", first_weekday = 0,
    leap = { month = 2, every = 4, but = 100, though = 400 },
  },
  state = { time = { date = "2025年10月22日", clock = "08:30" } },
}

test("numbers in front of a unit, in figures and in Chinese", function(t)
  for text, number in pairs{
    ["12"] = 12, ["十二"] = 12, ["二十"] = 20, ["廿三"] = 23, ["卅"] = 30, ["正"] = 1, ["腊"] = 12,
    ["一百零五"] = 105, ["两千零二十五"] = 2025, ["民国元"] = 1,
  } do
    expect.equal(numbers.at_end(text), number, text)
  end
  expect.equal(numbers.at_end("十日"), nil)
  expect.equal(numbers.at_end("1234567"), nil)
end)

test("a date is read however it is written, and written as it was", function(t)
  for text, date in pairs{
    ["2025年10月22日"] = { year = 2025, month = 10, day = 22 },
    ["十月廿二日"] = { month = 10, day = 22 },
    ["2025-10-22"] = { year = 2025, month = 10, day = 22, dashed = 3 },
    ["10-22"] = { month = 10, day = 22, dashed = 2 },
    ["Day 3"] = { counted = 3 },
    ["第3天"] = { counted = 3 },
  } do
    expect.equal(days.read(text), date, text)
  end
  expect.equal(days.write({ year = 2025, month = 3, day = 4 }, { dashed = 3 }), "2025-03-04")
  expect.equal(days.write({ month = 3, day = 4 }, {}), "3月4日")
  expect.equal(days.write({ counted = 9 }, {}), "第9天")
end)

test("months have their days, in leap years too", function(t)
  expect.equal(days.count(2024, 2), 29)
  expect.equal(days.count(2025, 2), 28)
  expect.equal(days.count(1900, 2), 28)
  expect.equal(days.count(2000, 2), 29)
  expect.equal(days.read("2025年2月29日"), nil)
  expect.equal(days.next({ year = 2024, month = 2, day = 28 }), { year = 2024, month = 2, day = 29 })
  expect.equal(days.next({ year = 2025, month = 12, day = 31 }), { year = 2026, month = 1, day = 1 })
  local from, to = days.read("2024-02-28"), days.read("2024-03-01")
  expect.equal(days.between(from, to), 2)
end)

test("what stands as a date is one", function(t)
  for _, text in ipairs{ "2025年13月1日", "2025年2月30日", "昨天", 7 } do
    expect.verdict(t.set("time.date", text), { status = "rejected", rule = "calendar/date" })
  end
  expect.verdict(t.delete("time.date"), { status = "rejected", rule = "calendar/date" })
  expect.equal(t.get("time.date"), "2025年10月22日")
end)

test("the weekday follows from the date, and nobody writes it", function(t)
  t.turn("")
  -- The first day of year 1 was a Monday in the proleptic Gregorian calendar.
  expect.equal(t.get("time.weekday"), "星期三")
  t.set("time.date", "2025年10月26日")
  expect.equal(t.get("time.weekday"), "星期日")
  expect.verdict(t.set("time.weekday", "星期一"), { status = "rejected" })
end)

test("a clock that goes back far has passed midnight, and the date follows", function(t)
  t.set("time.clock", "23:50")
  expect.equal(t.get("time.date"), "2025年10月22日")
  t.set("time.clock", "00:10")
  expect.equal(t.get("time.date"), "2025年10月23日")
end)

test("time passes by minutes or to the next time of day, and the date goes with it", function(t)
  expect.verdict(t.call("pass_time", { minutes = 90 }), { status = "applied", result = { clock = "10:00", date = "2025年10月22日", minutes = 90 } })
  expect.verdict(t.call("pass_time", { to = "06:30" }), { status = "applied", result = { minutes = 1230 } })
  expect.equal(t.get("time.clock"), "06:30")
  expect.equal(t.get("time.date"), "2025年10月23日")
  -- The time that it is now comes again tomorrow.
  expect.verdict(t.call("pass_time", { to = "06:30" }), { status = "applied", result = { minutes = 1440 } })
  expect.equal(t.get("time.date"), "2025年10月24日")
end)

test("the date ends with its month and its year, and is written as it was", function(t)
  t.state{ ["time.date"] = "2024-12-31", ["time.clock"] = "2024-12-31 23:30" }
  expect.verdict(t.call("pass_time", { minutes = 45 }), { status = "applied" })
  expect.equal(t.get("time.date"), "2025-01-01")
  expect.equal(t.get("time.clock"), "2025-01-01 00:15")
end)

test("what is no time, or both, or neither, lets none pass", function(t)
  for why, args in pairs{
    ["either minutes or to"] = {},
    ["either minutes"] = { minutes = 5, to = "06:00" },
    ["no time of day"] = { to = "dawn" },
  } do
    expect.verdict(t.call("pass_time", args), { status = "rejected", message = why })
  end
  expect.verdict(t.call("pass_time", { minutes = 1441 }), { status = "rejected", code = "tool.invalid_args" })
  expect.verdict(t.call("pass_time", { to = "25:00" }), { status = "rejected", message = "no time of day" })
  t.state{ ["time.clock"] = "dusk" }
  expect.verdict(t.call("pass_time", { minutes = 5 }), { status = "rejected", message = "cannot be read" })
  expect.equal(t.get("time.date"), "2025年10月22日")
end)
