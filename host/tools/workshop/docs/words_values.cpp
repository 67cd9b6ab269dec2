// What handlers answer, the shapes of arguments, and the facts of claims. One row a line.
#include <array>

#include "words_tables.hpp"

namespace gavel {

std::span<const WordText> value_texts() {
  // clang-format off
  static constexpr auto kRows = std::to_array<WordText>({
    {"allow", "(): gavel.Ruling", "", "A rule's answer: this one has nothing against it.", "规则的回答：不反对。"},
    {"amend", "(value: any, why?: gavel.Said): gavel.Ruling", "", "A rule's answer, with mode = \"amend\": this value instead.", "规则的回答（需 mode = \"amend\"）：改为这个值。"},
    {"deny", "(why?: gavel.Said, hint?: gavel.Said): gavel.Ruling", "", "A rule's answer: no; why, and what to do instead.", "规则的回答：不允许；说明原因与改法。"},
    {"abstain", "(): gavel.Ruling", "", "A rule's answer: not my business. Of a derived value: it stays as it was.", "规则的回答：与我无关。派生值则表示保持不变。"},
    {"reject", "(reason: string, more?: any): gavel.Refusal", "", "A tool's answer: refused, for a reason that stands in rejects; more is a text, or a table with disabled_until.", "工具的回答：拒绝，原因须列在 rejects 中；more 可为文本，或含 disabled_until 的表。"},

    {"str", "string", "", "A text.", "文本。"},
    {"str.min", "integer", "", "The fewest characters.", "最少字符数。"},
    {"str.max", "integer", "", "The most characters.", "最多字符数。"},
    {"str.values", "string[]", "", "Only these.", "只能取这些值。"},
    {"str.optional", "boolean", "false", "It may be left out; then it is nil.", "可以省略，省略时为 nil。"},
    {"str.default", "string", "", "What stands for it where it is left out.", "省略时的值。"},
    {"str.summary", "gavel.Said", "", "What it is.", "说明。"},
    {"int", "integer", "", "A whole number.", "整数。"},
    {"int.min", "number", "", "The least.", "最小值。"},
    {"int.max", "number", "", "The greatest.", "最大值。"},
    {"int.optional", "boolean", "false", "It may be left out; then it is nil.", "可以省略，省略时为 nil。"},
    {"int.default", "integer", "", "What stands for it where it is left out.", "省略时的值。"},
    {"int.summary", "gavel.Said", "", "What it is.", "说明。"},
    {"num", "number", "", "A number.", "数字。"},
    {"num.min", "number", "", "The least.", "最小值。"},
    {"num.max", "number", "", "The greatest.", "最大值。"},
    {"num.optional", "boolean", "false", "It may be left out; then it is nil.", "可以省略，省略时为 nil。"},
    {"num.default", "number", "", "What stands for it where it is left out.", "省略时的值。"},
    {"num.summary", "gavel.Said", "", "What it is.", "说明。"},
    {"bool", "boolean", "", "true or false.", "true 或 false。"},
    {"bool.optional", "boolean", "false", "It may be left out; then it is nil.", "可以省略，省略时为 nil。"},
    {"bool.default", "boolean", "", "What stands for it where it is left out.", "省略时的值。"},
    {"bool.summary", "gavel.Said", "", "What it is.", "说明。"},
    {"enum", "string", "", "One of a few texts.", "若干文本之一。"},
    {"enum.values", "string[]", "!", "Which.", "可取的值。"},
    {"enum.optional", "boolean", "false", "It may be left out; then it is nil.", "可以省略，省略时为 nil。"},
    {"enum.default", "string", "", "What stands for it where it is left out.", "省略时的值。"},
    {"enum.summary", "gavel.Said", "", "What it is.", "说明。"},
    {"list", "any[]", "", "A list.", "列表。"},
    {"list.of", "gavel.Shape", "", "What every element is; anything where it is left out.", "每个元素的形状；省略则任意。"},
    {"list.min", "integer", "", "The fewest elements.", "最少元素数。"},
    {"list.max", "integer", "", "The most elements.", "最多元素数。"},
    {"list.optional", "boolean", "false", "It may be left out; then it is nil.", "可以省略，省略时为 nil。"},
    {"list.default", "any[]", "", "What stands for it where it is left out.", "省略时的值。"},
    {"list.summary", "gavel.Said", "", "What it is.", "说明。"},
    {"object", "table", "", "A map with names.", "按名称的映射。"},
    {"object.of", "gavel.Shape|table<string, gavel.Shape>", "", "What every member is, or each by its name; anything where it is left out.", "所有成员的形状，或按名称各自的形状；省略则任意。"},
    {"object.optional", "boolean", "false", "It may be left out; then it is nil.", "可以省略，省略时为 nil。"},
    {"object.default", "table", "", "What stands for it where it is left out.", "省略时的值。"},
    {"object.summary", "gavel.Said", "", "What it is.", "说明。"},
    {"any", "any", "", "Anything.", "任意值。"},
    {"any.optional", "boolean", "false", "It may be left out; then it is nil.", "可以省略，省略时为 nil。"},
    {"any.default", "any", "", "What stands for it where it is left out.", "省略时的值。"},
    {"any.summary", "gavel.Said", "", "What it is.", "说明。"},
    {"path", "string", "", "The path of a place.", "位置的路径。"},
    {"path.optional", "boolean", "false", "It may be left out; then it is nil.", "可以省略，省略时为 nil。"},
    {"path.default", "string", "", "What stands for it where it is left out.", "省略时的值。"},
    {"path.summary", "gavel.Said", "", "What it is.", "说明。"},

    {"fact", "", "", "What a narration asserts. Exactly one of equals, differs, within, share, exists, delta, changed and rolled says how the host compares it.", "叙述断言的一件事。equals、differs、within、share、exists、delta、changed、rolled 恰好写一个，决定宿主如何比对。"},
    {"fact.kind", "string", "!", "The kind of claim, as tools settle it.", "断言的种类，与工具的 settles 对应。"},
    {"fact.subject", "string|integer", "!", "Whom or what it is about.", "关于谁或什么。"},
    {"fact.span", "integer[]", "!", "The first and the last byte of the narration that say it, from 1.", "叙述中相应文字的首尾字节，从 1 起。"},
    {"fact.path", "gavel.Path", "", "The place; of rolled there is none.", "位置；rolled 没有。"},
    {"fact.paths", "gavel.Path[]", "", "With changed: any of these places.", "与 changed 同用：其中任意一处。"},
    {"fact.equals", "any", "", "The value is this.", "值就是它。"},
    {"fact.differs", "any", "", "The value is not this.", "值不是它。"},
    {"fact.within", "number|number[]", "", "The value lies in { low, high }.", "值在 { 低, 高 } 之间。"},
    {"fact.share", "number|number[]", "", "It is that part of what stands at of.", "占 of 处的多大比例。"},
    {"fact.of", "gavel.Path", "", "With share: the whole.", "与 share 同用：总量所在。"},
    {"fact.exists", "boolean", "", "Something stands there, or nothing.", "该处有值，或没有。"},
    {"fact.delta", "number|number[]", "", "It changed by that much.", "变化了多少。"},
    {"fact.changed", "true|\"up\"|\"down\"", "", "It changed, rose or fell.", "变了、升了或降了。"},
    {"fact.rolled", "integer", "", "Dice showed this.", "骰子掷出了它。"},
    {"fact.where", "table", "", "The elements at the path that have these members are counted.", "只计该处具有这些成员的元素。"},
    {"fact.field", "string", "", "The member of those elements that counts.", "计数所用的成员。"},
  });
  // clang-format on
  return kRows;
}

}  // namespace gavel
