:en: -- A budget says how much may change in a window: here by how much trust may rise in one day. When the value that
:en: -- window returns is another, the count starts again.
:zh: -- 限额规定一个周期内可以变动多少：这里是一天内信任最多增加多少。window 返回的值变了，就重新计数。
budget "per_day" {
  path = "{{name}}.trust",
  counts = "increase",
  max = function(ctx) return ctx.params.per_day end,
  window = function(ctx) return ctx.get("{{name}}.day") end,
:en:   over = "clamp", -- what goes beyond is cut off; "deny" refuses the command instead
:zh:   over = "clamp", -- 超出部分削去；写 "deny" 则拒绝整条指令
  why = { en = "trust grows slowly", zh = "信任要慢慢建立" },
}
