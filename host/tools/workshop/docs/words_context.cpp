// ctx, the records that handlers are given, and the options of writes. One row a line.
#include <array>

#include "words_tables.hpp"

namespace gavel {

std::span<const WordText> context_texts() {
  // clang-format off
  static constexpr auto kRows = std::to_array<WordText>({
    {"ctx.get", "(path: gavel.Path): any", "", "What stands there; of a list or an object a view that can be read; null is JSON's, nil nothing.", "该处的值；列表或对象给出只读视图；null 是 JSON 的空值，nil 表示什么都没有。"},
    {"ctx.has", "(path: gavel.Path): boolean", "", "Whether something stands there.", "该处是否有值。"},
    {"ctx.len", "(path: gavel.Path): integer?", "", "How many elements or members, or characters of a text; nil where nothing stands.", "元素或成员个数，文本则为字符数；没有值则为 nil。"},
    {"ctx.keys", "(path: gavel.Path): string[]?", "", "The names of an object's members, in order; nil where nothing stands.", "对象成员的名称，按顺序；没有值则为 nil。"},
    {"ctx.exists", "(path: gavel.Path): boolean", "", "Whether something stands there.", "该处是否有值。"},
    {"ctx.before", "(path: gavel.Path): any", "", "What stood there at the turn's beginning.", "回合开始时该处的值。"},
    {"ctx.changes", "(pattern?: string): gavel.Change[]", "", "What has changed since then, at places that the pattern covers.", "此后在该模式范围内的变动。"},
    {"ctx.history", "(turns?: integer): table[]", "", "The last turns: turn_id, actor_id, user_input and so on; all that are known without a number.", "最近若干回合：turn_id、actor_id、user_input 等；不给数字则为全部已知回合。"},
    {"ctx.log", "(value: any, ...: any)", "", "Told in the verdict; at most eight values.", "写进裁决结果的日志；至多八个值。"},
    {"ctx.roll", "(dice: string|integer, high?: integer): integer", "", "The host's dice: roll(\"2d6+1\"), roll(20), roll(1, 6); the same however often the turn is judged.", "宿主的骰子：roll(\"2d6+1\")、roll(20)、roll(1, 6)；同一回合无论裁决多少次结果都相同。"},
    {"ctx.set", "(path: gavel.Path, value: any, options?: gavel.Options): string", "", "Writes a value.", "写入一个值。"},
    {"ctx.merge", "(path: gavel.Path, value: table, options?: gavel.Options): string", "", "Merges an object into the one there; mergeStrategy says how deep.", "把对象并入该处的对象；深浅由 mergeStrategy 决定。"},
    {"ctx.insert", "(path: gavel.Path, value: any, options?: gavel.Options): string", "", "Adds a member to a map, or an element to a list.", "向映射加成员，或向列表加元素。"},
    {"ctx.push", "(path: gavel.Path, value: any, options?: gavel.Options): string", "", "Appends to a list.", "追加到列表。"},
    {"ctx.pull", "(path: gavel.Path, value: any, options?: gavel.Options): string", "", "Takes elements out of a list, by value or by options.where.", "从列表取出元素，按值或按 options.where。"},
    {"ctx.delete", "(path: gavel.Path, options?: gavel.Options): string", "", "Removes what stands there.", "删除该处的内容。"},
    {"ctx.move", "(from: gavel.Path, to: gavel.Path, options?: gavel.Options): string", "", "Moves or renames.", "移动或改名。"},
    {"ctx.add", "(path: gavel.Path, amount: number, options?: gavel.Options): string", "", "Adds to the number there; a negative amount subtracts.", "给该处的数字加上一个量；负数即为减。"},
    {"ctx.emit", "(name: string, data?: any)", "", "An event, for automations and the host.", "发出事件，供自动化与宿主接收。"},
    {"ctx.remember", "(name: string, value: any)", "", "What ctx.memory.NAME = value does.", "等同于 ctx.memory.NAME = value。"},
    {"ctx.find_names", "(text: string, sources: table[]): table[]", "", "The names that the state holds, found in a text in one pass: {b, e, name, of}.", "一遍扫描找出文本中出现的状态里的名称：{b, e, name, of}。"},
    {"ctx.find_words", "(text: string, list: string): (integer|string)[]", "", "The words of one of the claim's lists, in the text: b, e, group, b, e, group …", "断言的某个词表在文本中的出现：b, e, 组, b, e, 组……"},
    {"ctx.actor", "string", "", "Who acts in this turn.", "本回合的行动者。"},
    {"ctx.turn", "string", "", "The turn's id.", "回合编号。"},
    {"ctx.now", "integer", "", "The turn's time in milliseconds since 1970 (UTC), an input like all others.", "本回合的时间，自 1970 年起的毫秒数（UTC），与其他输入一样由宿主给定。"},
    {"ctx.settings", "gavel.Settings", "", "The settings in force, by key.", "生效的设置，按键读取。"},
    {"ctx.params", "gavel.Params", "", "What the ruleset gives this plugin.", "规则集给本插件的参数。"},
    {"ctx.campaign", "table?", "", "The campaign's fields, by 001's names; nil where there is none.", "战役的字段；没有战役则为 nil。"},
    {"ctx.memory", "table<string, any>", "", "The plugin's own memory; it goes back with the turn. Only handlers that write may set it.", "插件自己的记忆，随回合回退。只有可写的处理函数能设置。"},

    {"effect", "", "", "What a command would do to one place.", "一条指令将对某一处产生的效果。"},
    {"effect.path", "string", "", "The place, as text.", "位置（文本）。"},
    {"effect.before", "any", "", "What stands there; nil where nothing does.", "原来的值；没有则为 nil。"},
    {"effect.after", "any", "", "What would stand there; nil where it goes.", "将要变成的值；被移除则为 nil。"},
    {"effect.delta", "number?", "", "The difference; nil unless both are numbers or nothing.", "差值；两者不是数字（或空）时为 nil。"},
    {"effect.match", "(string|integer)[]", "", "What the pattern's wildcards stand for.", "模式中通配符所代表的各段。"},
    {"effect.verb", "string", "", "What the command does: set, add, delete …", "指令的动作：set、add、delete……"},
    {"effect.actor", "gavel.ActorName", "", "Who writes.", "写入者。"},
    {"effect.reason", "string?", "", "The command's own reason.", "指令自带的理由。"},
    {"event", "", "", "Why an automation runs.", "自动化为何运行。"},
    {"event.name", "string", "", "turn_start, turn_end, changed, command, or the event's own name.", "turn_start、turn_end、changed、command，或事件自己的名称。"},
    {"event.path", "string?", "", "Of changed and command: the place.", "changed 与 command：发生变动的位置。"},
    {"event.before", "any", "", "Of changed: what stood there.", "changed：原来的值。"},
    {"event.after", "any", "", "Of changed: what stands there.", "changed：现在的值。"},
    {"event.match", "(string|integer)[]?", "", "What the pattern's wildcards stand for.", "模式中通配符所代表的各段。"},
    {"event.data", "any", "", "What ctx.emit was given; of turn_end the narration, of command the verb and the actor.", "ctx.emit 附带的数据；turn_end 含 narration，command 含 verb 与 actor。"},

    {"options", "", "", "Options of a write, by 000's names; one that has no meaning for the verb is an error.", "写入的选项；对该动作无意义的选项会报错。"},
    {"options.reason", "string", "", "Why.", "理由。"},
    {"options.tags", "string[]", "", "By which the audit can be searched.", "供审计检索的标签。"},
    {"options.transaction", "boolean", "", "All or nothing, with its batch.", "与所在批次同成败。"},
    {"options.idempotencyKey", "string", "", "The same key and path again is a duplicate.", "同一键与位置再次出现即为重复。"},
    {"options.ifMissing", "boolean", "", "Only where nothing stands.", "仅当该处没有值。"},
    {"options.ifExists", "boolean", "", "Only where something stands.", "仅当该处有值。"},
    {"options.ifEquals", "any", "", "Only where this stands.", "仅当该处等于此值。"},
    {"options.ifVersion", "integer", "", "Only where the nearest __version is this one.", "仅当最近的 __version 等于此值。"},
    {"options.expect", "table", "", "What must hold afterwards; else the write is undone.", "写入后必须成立，否则撤销。"},
    {"options.allowMissing", "boolean", "", "Whether it is fine that nothing stands there.", "该处没有值是否可以接受。"},
    {"options.ttl", "number", "", "Seconds until it goes.", "多少秒后消失。"},
    {"options.expiresAt", "string", "", "When it goes.", "何时消失。"},
    {"options.mergeStrategy", "\"replace\"|\"shallow\"|\"deep\"", "", "How objects come together.", "对象如何合并。"},
    {"options.dedupe", "boolean", "", "An equal element is not added again.", "相同的元素不再添加。"},
    {"options.uniqueBy", "string|string[]", "", "The fields that make an element the same.", "以哪些字段判断元素相同。"},
    {"options.limit", "integer", "", "How many elements are kept.", "至多保留多少个元素。"},
    {"options.position", "\"head\"|\"tail\"", "", "At which end.", "在哪一端。"},
    {"options.where", "table", "", "The members of the elements that are meant.", "所指元素的成员条件。"},
    {"options.count", "integer", "", "How many are taken.", "取出多少个。"},
    {"options.softDelete", "boolean", "", "Into the recycle bin.", "放入回收站。"},
    {"options.recycleBinKey", "string", "", "Which bin.", "使用哪个回收站。"},
    {"options.cascade", "boolean", "", "false: not if something is in it.", "false：非空则不删除。"},
    {"options.all", "boolean", "", "All of it.", "全部。"},
    {"options.overwrite", "boolean", "", "Whether what stands at the target may go.", "是否可以覆盖目标处的内容。"},
  });
  // clang-format on
  return kRows;
}

}  // namespace gavel
