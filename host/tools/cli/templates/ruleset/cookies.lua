:en: -- The only way to the cookies: the fields table lets no model write them. `gavel docs` shows what models read about it.
:zh: -- 拿饼干的唯一办法：字段表不让模型直接写。`gavel docs` 可看到告知模型的内容。
tool "take_cookies" {
  summary = { en = "Take cookies out of the jar, or put some in.", zh = "从罐里取饼干，或放进去。" },
  guidance = { en = "Call it before you tell that cookies are eaten (positive) or baked (negative).", zh = "叙述吃掉（正数）或烤好（负数）饼干之前必须调用。" },
  args = { number = int{ min = -20, max = 20 } },
  rejects = { empty = { en = "there are not so many cookies", zh = "没有这么多饼干" } },
  settles = {},
  run = function(args, ctx)
:en:     -- The value may be missing, for an operator may have removed it: ctx.get is nil then.
:zh:     -- 那里可能什么也没有（操作者可以删掉它）：这时 ctx.get 得到 nil。
    local left = (ctx.get("jar.cookies") or 0) - args.number
    if left < 0 then return reject("empty") end
    ctx.set("jar.cookies", left)
    return { left = left }
  end,
}
