// What of Lua's own library a plugin finds, and what the sandbox adds to it. One row a line.
#include <array>

#include "words_tables.hpp"

namespace gavel {

std::span<const WordText> library_texts() {
  // clang-format off
  static constexpr auto kRows = std::to_array<WordText>({
    {"params", "gavel.Params", "", "What the ruleset gives this plugin; also while the file loads.", "规则集给本插件的参数；加载文件时也可用。"},
    {"null", "gavel.Null", "", "JSON's null, which is a value; nil is nothing.", "JSON 的 null，是一个值；nil 表示什么都没有。"},
    {"array", "(values?: any[]): any[]", "", "The same table, as a list even where it is empty; an empty table is else an object.", "把表标记为列表，空表也是；否则空表是对象。"},
    {"require", "(name: string): any", "", "One of the plugin's own files, or a shared module, by its name without .lua.", "插件自己的文件或共享模块，名称不带 .lua。"},
    {"assert", "(value: any, message?: any, ...: any): any", "", "Fails where the value is false or nil.", "值为 false 或 nil 时报错。"},
    {"error", "(message: any, level?: integer)", "", "Fails with that message.", "以该消息报错。"},
    {"getmetatable", "(value: any): table?", "", "A copy of the metatable.", "元表的副本。"},
    {"ipairs", "(list: table): fun(): (integer, any), table, integer", "", "Goes through a list.", "遍历列表。"},
    {"next", "(table: table, key?: any): any, any", "", "The next key and its value, in order.", "按顺序给出下一个键与值。"},
    {"pairs", "(table: table): fun(): (any, any), table, nil", "", "Goes through a table, always in the same order.", "遍历表，顺序总是相同。"},
    {"pcall", "(run: function, ...: any): boolean, any", "", "Calls, and gives a failure as a value. What a call may spend is not caught.", "调用并把错误作为值返回；用量超限不能被捕获。"},
    {"select", "(which: integer|\"#\", ...: any): any", "", "The arguments from one on, or how many there are.", "从第几个起的参数，或参数个数。"},
    {"setmetatable", "(table: table, metatable: table?): table", "", "Sets a copy of the metatable; __gc, __close and __mode are refused.", "设置元表的副本；拒绝 __gc、__close 与 __mode。"},
    {"tonumber", "(value: any, base?: integer): number?", "", "The number that a text writes; nil where it writes none.", "文本所写的数字；不是数字则为 nil。"},
    {"tostring", "(value: any): string", "", "The value as text; of a table only what it is.", "值的文本形式；表只给出类型。"},
    {"type", "(value: any): string", "", "What it is: nil, boolean, number, string, table, function, null, or word (an answer).", "类型：nil、boolean、number、string、table、function、null，或 word（回答）。"},

    {"math", "", "", "Numbers. Chance comes from ctx.roll.", "数学函数。随机数来自 ctx.roll。"},
    {"math.abs", "(x: number): number", "", "Without its sign.", "绝对值。"},
    {"math.acos", "(x: number): number", "", "Arc cosine.", "反余弦。"},
    {"math.asin", "(x: number): number", "", "Arc sine.", "反正弦。"},
    {"math.atan", "(y: number, x?: number): number", "", "Arc tangent of y/x.", "y/x 的反正切。"},
    {"math.ceil", "(x: number): integer", "", "The next whole number above.", "向上取整。"},
    {"math.cos", "(x: number): number", "", "Cosine.", "余弦。"},
    {"math.deg", "(x: number): number", "", "Radians to degrees.", "弧度转角度。"},
    {"math.exp", "(x: number): number", "", "e to the power of x.", "e 的 x 次方。"},
    {"math.floor", "(x: number): integer", "", "The next whole number below.", "向下取整。"},
    {"math.fmod", "(x: number, y: number): number", "", "The rest of a division, towards zero.", "向零取整的余数。"},
    {"math.huge", "number", "", "Above all numbers; it cannot be stored.", "无穷大；不能存入状态。"},
    {"math.log", "(x: number, base?: number): number", "", "Logarithm.", "对数。"},
    {"math.max", "(x: number, ...: number): number", "", "The greatest.", "最大值。"},
    {"math.maxinteger", "integer", "", "The greatest integer.", "最大整数。"},
    {"math.min", "(x: number, ...: number): number", "", "The least.", "最小值。"},
    {"math.mininteger", "integer", "", "The least integer.", "最小整数。"},
    {"math.modf", "(x: number): number, number", "", "The whole part and the rest.", "整数部分与小数部分。"},
    {"math.pi", "number", "", "Pi.", "圆周率。"},
    {"math.rad", "(x: number): number", "", "Degrees to radians.", "角度转弧度。"},
    {"math.sin", "(x: number): number", "", "Sine.", "正弦。"},
    {"math.sqrt", "(x: number): number", "", "Square root.", "平方根。"},
    {"math.tan", "(x: number): number", "", "Tangent.", "正切。"},
    {"math.tointeger", "(x: any): integer?", "", "The integer that it is; nil where it is none.", "等值的整数；不是整数则为 nil。"},
    {"math.type", "(x: any): \"integer\"|\"float\"|nil", "", "Which kind of number.", "数字的种类。"},
    {"math.ult", "(m: integer, n: integer): boolean", "", "Less, without signs.", "无符号比较小于。"},

    {"string", "", "", "Texts; places are bytes from 1. Patterns are Lua's, and what they cost is counted.", "文本函数；位置是从 1 起的字节。模式与 Lua 相同，开销会被计入。"},
    {"string.byte", "(s: string, i?: integer, j?: integer): integer ...", "", "The bytes at those places.", "各处的字节。"},
    {"string.char", "(...: integer): string", "", "The text of these bytes.", "由字节组成的文本。"},
    {"string.find", "(s: string, pattern: string, init?: integer, plain?: boolean): integer?, integer?, any", "", "Where the pattern first stands, and what it captures.", "模式首次出现的位置与捕获。"},
    {"string.format", "(form: string, ...: any): string", "", "A text with values put in.", "格式化文本。"},
    {"string.gmatch", "(s: string, pattern: string, init?: integer): fun(): string?", "", "Goes through all places where the pattern stands.", "遍历模式的所有匹配。"},
    {"string.gsub", "(s: string, pattern: string, by: string|table|function, most?: integer): string, integer", "", "Replaces, and says how often.", "替换，并给出次数。"},
    {"string.len", "(s: string): integer", "", "How many bytes.", "字节数。"},
    {"string.lower", "(s: string): string", "", "ASCII letters small.", "ASCII 字母转小写。"},
    {"string.match", "(s: string, pattern: string, init?: integer): any", "", "What the pattern captures, or all that it matches.", "模式的捕获，或整个匹配。"},
    {"string.rep", "(s: string, n: integer, between?: string): string", "", "The text n times.", "重复 n 次。"},
    {"string.reverse", "(s: string): string", "", "Its bytes backwards.", "按字节反转。"},
    {"string.sub", "(s: string, i: integer, j?: integer): string", "", "A piece of it.", "取一段。"},
    {"string.upper", "(s: string): string", "", "ASCII letters great.", "ASCII 字母转大写。"},

    {"table", "", "", "Lists that a handler made itself; views of the state are read-only.", "处理函数自建的列表；状态视图只读。"},
    {"table.concat", "(list: table, between?: string, i?: integer, j?: integer): string", "", "The elements as one text.", "把元素连成文本。"},
    {"table.insert", "(list: table, at: any, value?: any)", "", "Puts a value at a place, or at the end.", "在某处或末尾插入。"},
    {"table.move", "(from: table, first: integer, last: integer, to: integer, into?: table): table", "", "Copies elements.", "复制元素。"},
    {"table.pack", "(...: any): table", "", "The arguments as a table with n.", "把参数打包成带 n 的表。"},
    {"table.remove", "(list: table, at?: integer): any", "", "Takes out one element, or the last.", "移除某个或最后一个元素。"},
    {"table.sort", "(list: table, before?: fun(a: any, b: any): boolean)", "", "Puts in order; equal elements stay in theirs.", "排序；相等的元素保持原来的先后。"},
    {"table.unpack", "(list: table, i?: integer, j?: integer): any ...", "", "The elements as values.", "把元素展开为多个值。"},

    {"utf8", "", "", "Characters of texts.", "文本的字符。"},
    {"utf8.char", "(...: integer): string", "", "The text of these characters.", "由码点组成的文本。"},
    {"utf8.charpattern", "string", "", "The pattern of one character.", "匹配一个字符的模式。"},
    {"utf8.codepoint", "(s: string, i?: integer, j?: integer, lax?: boolean): integer ...", "", "The numbers of characters.", "字符的码点。"},
    {"utf8.codes", "(s: string, lax?: boolean): fun(): (integer, integer)", "", "Goes through places and characters.", "遍历位置与码点。"},
    {"utf8.len", "(s: string, i?: integer, j?: integer, lax?: boolean): integer?, integer?", "", "How many characters.", "字符数。"},
    {"utf8.offset", "(s: string, n: integer, i?: integer): integer?", "", "Where the n-th character starts.", "第 n 个字符的起始字节。"},
  });
  // clang-format on
  return kRows;
}

}  // namespace gavel
