:en: -- A callback is what a text may call with its arguments in order, as in _.callback('{{name}}_note', 'rain');
:en: -- it writes like a tool, and needs no guidance, because a schema describes it.
:zh: -- 回调可由文本按顺序传参调用，如 _.callback('{{name}}_note', '下雨');
:zh: -- 它像工具一样写入；不需要 guidance，由提示协议来说明。
callback "{{name}}_note" {
  summary = { en = "Write a line into the notes.", zh = "在笔记中记一行。" },
  args = { str{ max = 200 } },
  run = function(args, ctx)
    if not ctx.exists("{{name}}.notes") then ctx.set("{{name}}.notes", array{}) end
    ctx.push("{{name}}.notes", args[1])
  end,
}
