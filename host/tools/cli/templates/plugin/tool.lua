:en: -- A tool is what the model may call by its name. The manual for people and the guidance for models are made of what
:en: -- stands here, so both must be said, in both languages.
:zh: -- 工具是模型可以按名称调用的东西。给人看的手册和告知模型的内容都由这里生成，所以两者都要写，两种语言都要写。
tool "{{name}}_take" {
  summary = { en = "Take something from the stock.", zh = "从库存中取走一些。" },
:en:   -- When to call it: this and the arguments are all that the model knows about it.
:zh:   -- 何时调用：除参数之外，模型只知道这一句。
  guidance = { en = "Call it before you tell that something was taken.", zh = "叙述取走之前必须调用。" },
:en:   -- What does not fit is refused before run is called; the model gets the argument and the reason.
:zh:   -- 不合适的参数在 run 之前就会被拒绝，并告知模型是哪个参数、为什么。
  args = { amount = int{ min = 1, max = 100 } },
:en:   -- Every reason for which it may say no.
:zh:   -- 所有可能的拒绝原因。
  rejects = { not_enough = { en = "there is not so much in stock", zh = "库存没有那么多" } },
:en:   -- The kinds of claims it accounts for: what a narration may say after this call. None yet.
:zh:   -- 它能结算的断言种类：调用之后叙述可以怎么说。目前没有。
  settles = {},
  run = function(args, ctx)
    local stock = ctx.get("{{name}}.stock") or 0
    if stock < args.amount then return reject("not_enough", { left = stock }) end
:en:     -- A write is judged at once, by the fields table and by every rule; one that is refused ends the call and undoes it.
:zh:     -- 每次写入立即受字段表与所有规则裁决；被拒绝则调用到此为止并全部撤销。
    ctx.set("{{name}}.stock", stock - args.amount)
    return { left = stock - args.amount }
  end,
}
