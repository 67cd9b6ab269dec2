-- A game in which one call takes an hour at most.
fixture {
  with = { clock = "time.clock", most_minutes = 60 },
  state = { time = { date = "2025年10月22日", clock = "08:30" } },
}

test("a time of day beyond what one call takes is refused with the limit", function(t)
  expect.verdict(t.call("pass_time", { to = "09:31" }), { status = "rejected", message = "longer than one call may take (60)" })
  expect.verdict(t.call("pass_time", { minutes = 61 }), { status = "rejected", code = "tool.invalid_args" })
  expect.equal(t.get("time.clock"), "08:30")
  expect.verdict(t.call("pass_time", { to = "09:30" }), { status = "applied", result = { clock = "09:30", minutes = 60 } })
end)
