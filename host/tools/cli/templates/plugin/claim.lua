:en: -- A claim finds what a narration asserts. It does not judge: the host compares each fact with the state, and what is not
:en: -- borne out is a conflict that the model must mend. `local narration = require "narration"`, which comes with Gavel, reads language far better than a pattern.
:zh: -- 断言找出叙述所说的事实。它不作裁决：宿主把每个事实与状态比对，对不上就是冲突，要由模型改正。
:zh: -- 随 Gavel 附带的 `local narration = require "narration"` 读懂语言的能力远胜于一个模式。
claim "jars_left" {
  find = function(narration)
    local facts = {}
:en:     local pattern = "(%d+) jars left"
:zh:     local pattern = "还剩(%d+)罐"
    local from = 1
    while true do
      local b, e, number = string.find(narration, pattern, from)
      if not b then return facts end
:en:       -- span: the bytes of the narration that say it; equals: what it says the value is.
:zh:       -- span：叙述中这句话的字节范围；equals：叙述说它等于多少。
      facts[#facts + 1] = {
        path = "{{name}}.jars", equals = tonumber(number), span = { b, e }, subject = "{{name}}",
:en:         -- When a tool names this kind in its `settles`, take out this comment: until then `gavel check` says none does.
:zh:         -- 某个工具在 settles 里写上这个种类之后，就删去这条注释：在那之前 `gavel check` 会说没有工具结算它。
        -- gavel: allow unsettled_claim
        kind = "{{name}}_jars",
      }
      from = e + 1
    end
  end,
}
