// What can be registered: kinds, their members and handlers. One row a line, in the order of reading.
#include <array>

#include "words_tables.hpp"

namespace gavel {

std::span<const WordText> kind_texts() {
  // clang-format off
  static constexpr auto kRows = std::to_array<WordText>({
    {"tool", "", "", "What a model may call by its name. It writes through ctx; a refused write, a failure or reject() undoes all of it.", "模型可按名称调用的工具。它通过 ctx 写入；任何一次写入被拒、出错或 reject()，整个调用全部撤销。"},
    {"tool.summary", "gavel.Texts", "!", "For people: what stands in the manual.", "给人看：写入手册。"},
    {"tool.guidance", "gavel.Texts", "!", "For models: when to call it.", "给模型看：何时调用。"},
    {"tool.args", "table<string, gavel.Shape>", "!", "The arguments by name, each a shape; {} where there are none.", "各参数的形状，按名称列出；没有则写 {}。"},
    {"tool.rejects", "table<string, gavel.Said>", "!", "Every reason for refusal, with its text; {} where there is none.", "所有拒绝原因及其说明；没有则写 {}。"},
    {"tool.settles", "string[]", "!", "The kinds of claims that a call accounts for; {} where there are none.", "一次调用可以结算的断言种类；没有则写 {}。"},
    {"tool.run", "(args: table, ctx: gavel.WriterContext): any", "!", "Does it. What it returns is told to the model; reject(\"reason\") refuses.", "执行。返回值告知模型；reject(\"原因\") 表示拒绝。"},
    {"tool.when", "(ctx: gavel.Context): boolean|gavel.Refusal", "", "May it be called now, by this actor? true, false, or reject(\"reason\").", "此刻、由此行动者能否调用？返回 true、false 或 reject(\"原因\")。"},
    {"tool.back", "(args: table, ctx: gavel.WriterContext)", "", "Restores what stood before a call, where only the state after it is known (gavel claims).", "只知道调用之后的状态时（gavel claims），恢复调用之前的状态。"},

    {"rule", "", "", "Judges what a command would do to one place: allows it, denies it, or amends the value.", "对指令将在某处产生的效果作出裁决：允许、拒绝或修正数值。"},
    {"rule.path", "string", "!", "The pattern of the places that it judges: * one segment, ** any number.", "所裁决位置的模式：* 匹配一段，** 匹配任意多段。"},
    {"rule.mode", "\"check\"|\"amend\"", "check", "amend: it may change the value, and is asked before the fields table; check: it judges the final value.", "amend：可以修正数值，在字段表之前询问；check：裁决最终值。"},
    {"rule.actors", "gavel.ActorName[]", "everyone but derive and migration", "Whose writes it judges.", "裁决哪些行动者的写入；默认除 derive 与 migration 之外的全部。"},
    {"rule.shadow", "boolean", "false", "It is asked and decides nothing; the verdict tells what it would have said.", "只询问、不作数；裁决结果中会注明它本来会怎么说。"},
    {"rule.on_failure", "\"deny\"|\"allow\"", "deny", "What counts where it fails.", "规则自身出错时如何处理。"},
    {"rule.summary", "gavel.Said", "", "For people: what stands in the manual.", "给人看：写入手册。"},
    {"rule.run", "(effect: gavel.Effect, ctx: gavel.Context): gavel.Ruling", "!", "Returns allow(), deny(why), amend(value, why) or abstain(). It only reads.", "返回 allow()、deny(原因)、amend(值, 原因) 或 abstain()。只能读取。"},

    {"budget", "", "", "What may be spent at a place, in a window.", "某处在一个周期内可用的额度。"},
    {"budget.path", "string", "!", "The pattern of the places.", "位置的模式。"},
    {"budget.max", "number|fun(ctx: gavel.Context): number", "!", "How much, from 0; a number, or a function that says it.", "额度，从 0 起；数字，或返回数字的函数。"},
    {"budget.window", "false|fun(ctx: gavel.Context): any", "", "A value such as the date; another value begins a new window. false, or without it: the budget is never filled up again.", "返回一个值，如日期；值变了就开始新的周期。写 false 或不写则额度永不恢复。"},
    {"budget.counts", "\"increase\"|\"decrease\"|\"change\"|\"times\"", "increase", "What is counted.", "计入什么。"},
    {"budget.over", "\"deny\"|\"clamp\"", "deny", "What happens to more than is left: it is denied, or cut to what is left.", "超出余额时：拒绝，或削减到余额。"},
    {"budget.per", "\"place\"|\"rule\"", "place", "One purse for each place, or one for all together.", "每处各一份额度，或所有位置共用一份。"},
    {"budget.actors", "gavel.ActorName[]", "everyone but derive and migration", "Whose writes it counts.", "计入哪些行动者的写入；默认除 derive 与 migration 之外的全部。"},
    {"budget.shadow", "boolean", "false", "It counts and decides nothing.", "只计数、不作数。"},
    {"budget.why", "gavel.Said", "", "Said instead of how much is left.", "代替“还剩多少”的说明。"},
    {"budget.summary", "gavel.Said", "", "For people: what stands in the manual.", "给人看：写入手册。"},

    {"derive", "", "", "A value computed from others; nobody else may write it. What it reads is traced.", "由其他值计算得出的值，别人不能写。它读取的内容会被跟踪。"},
    {"derive.path", "string", "!", "The place; its end is a name. With wildcards it is computed for every parent there is.", "位置，末尾必须是名称。含通配符时对每个已有的父级各算一次。"},
    {"derive.run", "(ctx: gavel.PureContext, ...: string|integer): any", "!", "Returns the value; nil removes it, abstain() leaves it. What the wildcards stand for comes behind ctx.", "返回该值；nil 表示移除，abstain() 表示保持不变。通配符所代表的各段跟在 ctx 之后。"},
    {"derive.summary", "gavel.Said", "", "For people: what stands in the manual.", "给人看：写入手册。"},

    {"automation", "", "", "What happens by itself: at a turn's beginning or end, when something changed, or at an event.", "自动发生的事：回合开始或结束时、某处变动时，或收到事件时。"},
    {"automation.on", "string|string[]", "!", "turn_start, turn_end, changed(PATTERN), command(PATTERN), the name of an event, or a list of these.", "turn_start、turn_end、changed(模式)、command(模式)、事件名，或它们的列表。"},
    {"automation.run", "(event: gavel.Event, ctx: gavel.WriterContext)", "!", "Writes through ctx and returns nothing; a failure or a refused write undoes it.", "通过 ctx 写入，不返回值；出错或写入被拒则全部撤销。"},
    {"automation.summary", "gavel.Said", "", "For people: what stands in the manual.", "给人看：写入手册。"},

    {"claim", "", "", "Finds what a narration asserts; the host compares it with the state, and what is not borne out is a conflict.", "找出叙述断言的事实；宿主与状态比对，对不上的就是冲突。"},
    {"claim.words", "table<string, table<string, string[]>>", "", "Lists of words by group, for ctx.find_words and cues.", "按组列出的词表，供 ctx.find_words 与 cues 使用。"},
    {"claim.cues", "any[]", "", "Without one of these in the text it is not asked; of a list in it, all must be near one another.", "文本里没有其中任何一个就不询问；内层列表须全部出现且相邻。"},
    {"claim.reading", "table", "", "What of a text is read for it, once for all claims that ask for the same.", "为它预先读出的内容；要求相同的断言共用一次。"},
    {"claim.find", "(narration: string, ctx: gavel.ClaimContext, reading: any): gavel.Fact[]?", "!", "Returns the facts that the narration asserts; nothing where there are none.", "返回叙述断言的事实；没有则不返回。"},
    {"claim.summary", "gavel.Said", "", "For people: what stands in the manual.", "给人看：写入手册。"},

    {"milestone", "", "", "A policy that says when a campaign's milestone advances.", "决定战役里程碑何时推进的策略。"},
    {"milestone.params", "table<string, gavel.Shape>", "{}", "What a campaign may set of it, in ctx.params.", "战役可设置的参数，见 ctx.params。"},
    {"milestone.run", "(campaign: table, ctx: gavel.Context): boolean?", "!", "true: it advances. campaign holds turns_since, tokens_since, value and more.", "返回 true 则推进。campaign 含 turns_since、tokens_since、value 等。"},
    {"milestone.summary", "gavel.Said", "", "For people: what stands in the manual.", "给人看：写入手册。"},

    {"callback", "", "", "What a text may call with arguments in order: _.callback('name', …).", "文本可按顺序传参调用：_.callback('name', …)。"},
    {"callback.args", "gavel.Shape[]", "{}", "The arguments in order.", "按顺序列出的参数。"},
    {"callback.run", "(args: any[], ctx: gavel.WriterContext): any", "!", "Does it, like a tool's run.", "执行，与工具的 run 相同。"},
    {"callback.summary", "gavel.Said", "", "For people: what stands in the manual.", "给人看：写入手册。"},

    {"setting", "", "", "Something that a host, a game or a campaign may choose; found in ctx.settings by its name.", "宿主、游戏或战役可以选择的设置；在 ctx.settings 中按名称读取。"},
    {"setting.type", "\"bool\"|\"int\"|\"number\"|\"enum\"|\"string\"|\"json\"", "!", "What values it takes.", "值的类型。"},
    {"setting.default", "any", "!", "What holds where nobody chose.", "无人选择时的值。"},
    {"setting.scope", "\"campaign\"|\"global\"", "campaign", "Whether each campaign chooses, or the whole host.", "由每个战役选择，还是整个宿主共用。"},
    {"setting.ui_hint", "gavel.Said", "", "For people: what to ask them.", "给人看：界面提示。"},
    {"setting.effect_tags", "(\"context\"|\"rules\"|\"routing\"|\"ui\"|\"storage\")[]", "{}", "What it affects.", "影响范围。"},
    {"setting.values", "any[]", "", "What is allowed; an enum must have them.", "可取的值；enum 必须写明。"},
    {"setting.min", "number", "", "The least, or the fewest characters.", "最小值，或最少字符数。"},
    {"setting.max", "number", "", "The most, or the most characters.", "最大值，或最多字符数。"},
    {"setting.shape", "gavel.Shape", "", "The form of a json value.", "json 值的形状。"},
    {"setting.excludes", "string[]", "", "Other settings of type bool that are not true at the same time.", "不能同时为真的其他 bool 设置。"},
    {"setting.validation", "gavel.Said", "", "What fits, in words; by default said from the checks.", "用文字说明何者合适；默认由各项检查生成。"},
    {"setting.summary", "gavel.Said", "", "For people: what stands in the manual.", "给人看：写入手册。"},

    {"migrate", "", "", "Brings a state from earlier versions of the plugin to its own, and back. It has no name.", "把状态从插件的旧版本升级到当前版本，或退回。它没有名称。"},
    {"migrate.from", "string", "!", "The versions that it begins with, such as \"1.x\" or \">=1.2 <2\".", "起始版本，如 \"1.x\" 或 \">=1.2 <2\"。"},
    {"migrate.up", "(ctx: gavel.WriterContext): gavel.Refusal?", "!", "From those versions to this one; reject(\"why\") stops the whole migration.", "从这些版本升级；reject(\"原因\") 中止整个迁移。"},
    {"migrate.down", "(ctx: gavel.WriterContext): gavel.Refusal?", "", "Back again; without it there is no way down.", "退回旧版本；不写则不能退回。"},
    {"migrate.summary", "gavel.Said", "", "For people: what stands in the manual.", "给人看：写入手册。"},
  });
  // clang-format on
  return kRows;
}

}  // namespace gavel
