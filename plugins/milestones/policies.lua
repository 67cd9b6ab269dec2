-- Each policy is told how far the campaign is since the milestone last advanced, and says whether it is time.
milestone "by_turn_count" {
  summary = { en = "Every n turns.", zh = "每 n 个回合推进一次。" },
  params = { n = int{ min = 1, max = 1000000, default = 5 } },
  run = function(campaign, ctx) return campaign.turns_since >= ctx.params.n end,
}

milestone "by_token_estimate" {
  summary = { en = "After about so many tokens of text.", zh = "文本累计约达到给定的 token 数时推进。" },
  params = { tokens = int{ min = 1, max = 1000000000, default = 4000 } },
  run = function(campaign, ctx) return campaign.tokens_since >= ctx.params.tokens end,
}

milestone "by_summary_version" {
  summary = { en = "After so many new versions of the summary.", zh = "摘要增加给定的版本数时推进。" },
  params = { versions = int{ min = 1, max = 1000000, default = 1 } },
  run = function(campaign, ctx) return campaign.summary_version_since >= ctx.params.versions end,
}
