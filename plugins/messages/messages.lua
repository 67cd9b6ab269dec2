-- showMessage("text", { … }): what is shown is an event of the turn; nothing of the game changes by it.
callback "showMessage" {
  summary = { en = "Show the player a message, with details where there are any.", zh = "向玩家显示一条消息，可附带细节。" },
  args = { str{ min = 1, max = params.max_text }, any{ optional = true } },
  run = function(args, ctx)
    ctx.emit("message", { text = args[1], details = args[2] })
    if params.log == "" then return end
    ctx.push(params.log, args[1])
    for _ = params.keep + 1, ctx.len(params.log) or 0 do ctx.delete(params.log .. "[0]") end
  end,
}
