:en: -- A milestone policy is asked at the end of every accepted turn whether the campaign's milestone advances. A ruleset
:en: -- chooses it: `milestone: {policy: {{name}}_pace, with: {turns: 5}}`.
:zh: -- 里程碑策略在每个被接受的回合结束时被询问：战役的里程碑是否推进。由规则集选用：
:zh: -- `milestone: {policy: {{name}}_pace, with: {turns: 5}}`。
milestone "{{name}}_pace" {
  summary = { en = "Every so many turns.", zh = "每隔若干回合推进。" },
  params = { turns = int{ default = 3, min = 1 } },
  run = function(campaign, ctx) return campaign.turns_since >= ctx.params.turns end,
}
