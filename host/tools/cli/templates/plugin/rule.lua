:en: -- A rule judges what a command would do to one place, whoever writes it and however: set, add, merge, a tool's write.
:en: -- With mode = "amend" it may also put another value in its place.
:zh: -- 规则裁决一条指令将在某处产生的效果，无论谁写、用什么方式：set、add、merge 或工具的写入。
:zh: -- 写明 mode = "amend" 时，还可以换成另一个值。
rule "most" {
  path = "{{name}}.level",
  mode = "amend",
  summary = { en = "A level is a number and goes up to `most`.", zh = "等级是数字，上限为 `most`。" },
  run = function(effect, ctx)
:en:     -- effect.after is the new value; nil if the value would be removed. Check before you compare.
:zh:     -- effect.after 是将要写入的值；若将被删除则为 nil。比较之前先看清。
    if type(effect.after) ~= "number" then
      return deny({ en = "a level is a number", zh = "等级必须是数字" })
    end
    local most = ctx.params.most
    if effect.after > most then
      return amend(most, { en = "a level goes up to " .. most, zh = "等级最高为 " .. most })
    end
    return allow()
  end,
}
