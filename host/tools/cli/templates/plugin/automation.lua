:en: -- An automation runs by itself: turn_start, turn_end, changed(PATTERN), command(PATTERN), or the name of an event that
:en: -- ctx.emit told. What it writes is judged like any write.
:zh: -- 自动化自行运行：turn_start、turn_end、changed(模式)、command(模式)，或 ctx.emit 发出的事件名。它的写入同样受裁决。
automation "diary" {
  on = "changed({{name}}.door)",
  run = function(event, ctx)
:en:     -- An empty table would be an object; array{} is an empty list.
:zh:     -- 空表会被当作对象；array{} 才是空列表。
    if not ctx.exists("{{name}}.diary") then ctx.set("{{name}}.diary", array{}) end
    ctx.push("{{name}}.diary", { turn = ctx.turn, door = event.after })
  end,
}
