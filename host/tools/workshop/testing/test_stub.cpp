#include "testing/test_stub.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "docs/stubs.hpp"
#include "lua/program.hpp"

#include "test_words.hpp"

namespace gavel {
namespace {

std::span<const WordText> stub_texts() {
  // clang-format off
  static constexpr auto kRows = std::to_array<WordText>({
    {"Fixture", "", "", "What the tests of a file begin with, by the names of ruleset.yaml.", "一个文件中各测试的起点，名称与 ruleset.yaml 相同。"},
    {"Fixture.ruleset", "string", "", "The folder of the ruleset that plays them.", "用哪个规则集（文件夹）。"},
    {"Fixture.with", "table", "", "The parameters of the plugin.", "插件的参数。"},
    {"Fixture.plugins", "any[]", "", "Other plugins beside it.", "同时使用的其他插件。"},
    {"Fixture.state", "table|string", "", "The state: places and their values, or a file.", "状态：位置与值，或一个文件。"},
    {"Fixture.fields", "table[]", "", "Who may write what.", "谁可以写什么。"},
    {"Fixture.described_pairs", "string[]", "", "Where values stand with a description.", "哪些位置的值带有描述。"},
    {"Fixture.settings", "table<string, any>", "", "The settings that the ruleset chooses.", "规则集选定的设置。"},
    {"Fixture.limits", "table", "", "Other limits.", "另定的限制。"},
    {"Fixture.language", "\"en\"|\"zh\"", "", "In which language is told what went wrong.", "用哪种语言说明问题。"},
    {"Fixture.dialects", "string[]", "", "The dialects that are read.", "读取哪些方言。"},
    {"Fixture.batch", "\"per_command\"|\"atomic\"", "", "Each command alone, or all or nothing.", "逐条执行，或全有全无。"},
    {"Fixture.missing_paths", "any", "", "What a write onto a place that is not there does.", "写入不存在的位置时如何处理。"},
    {"Fixture.retry", "table", "", "What asks for another attempt.", "哪些问题要求重试。"},
    {"Fixture.milestone", "table", "", "The milestone's policy.", "里程碑策略。"},
    {"Fixture.mounts", "table", "", "Where the dialects' roots stand.", "各方言的根位于何处。"},
    {"Fixture.tools", "table", "", "Which tools are allowed.", "允许哪些工具。"},
    {"Fixture.shadow", "any", "", "Rules that are asked and decide nothing.", "只询问、不作数的规则。"},
    {"fixture", "(spec: gavel.Fixture)", "", "What all tests of the file begin with.", "文件中所有测试的起点。"},
    {"test", "(name: string, run: fun(t: gavel.Test))", "", "One test: it passes where nothing in it fails.", "一个测试：没有任何失败即为通过。"},

    {"Test", "", "", "The game of one test; its functions are called with a dot.", "一个测试中的游戏；函数用点号调用。"},
    {"Test.get", "(path: gavel.Path): any", "", "What stands there now.", "该处现在的值。"},
    {"Test.has", "(path: gavel.Path): boolean", "", "Whether something stands there.", "该处是否有值。"},
    {"Test.len", "(path: gavel.Path): integer?", "", "How many elements, members or characters.", "元素、成员或字符的个数。"},
    {"Test.keys", "(path: gavel.Path): string[]?", "", "The names of an object's members.", "对象成员的名称。"},
    {"Test.exists", "(path: gavel.Path): boolean", "", "Whether something stands there.", "该处是否有值。"},
    {"Test.log", "(value: any, ...: any)", "", "Told where the test fails.", "测试失败时显示。"},
    {"Test.state", "(given: table|string, options?: table)", "", "Writes places and values, or those of a file, onto the state; { alone = true }: onto nothing.", "把位置与值（或文件中的）写进状态；{ alone = true } 表示从空状态开始。"},
    {"Test.now", "(time?: string|integer): string", "", "The clock: sets it, goes on by seconds, or tells it.", "时钟：设定、前进若干秒，或读取。"},
    {"Test.settings", "(given: table<string, any>)", "", "Chooses settings.", "选择设置。"},
    {"Test.seed", "(seed: string)", "", "The seed of the dice.", "骰子的种子。"},
    {"Test.campaign", "(fields: table)", "", "Fields of the campaign.", "战役的字段。"},
    {"Test.turn", "(text: string, options?: table): table", "", "A whole turn from the model's text; answers the verdict. options: user, actor, dialect, id, attempt.", "由模型文本进行一整个回合，返回裁决。options：user、actor、dialect、id、attempt。"},
    {"Test.call", "(tool: string, args?: table, options?: table): table", "", "A turn with one call; answers its line, with outcome, changes and so on.", "只有一次调用的回合，返回它的那一行，附 outcome、changes 等。"},
    {"Test.command", "(command: table, options?: table): table", "", "A turn with one command; answers its line.", "只有一条指令的回合，返回它的那一行。"},
    {"Test.set", "(path: gavel.Path, value: any, options?: table): table", "", "A turn in which the model sets a value; answers its line.", "模型写入一个值的回合，返回它的那一行。"},
    {"Test.merge", "(path: gavel.Path, value: table, options?: table): table", "", "The same with merge.", "同上，merge。"},
    {"Test.insert", "(path: gavel.Path, value: any, options?: table): table", "", "The same with insert.", "同上，insert。"},
    {"Test.push", "(path: gavel.Path, value: any, options?: table): table", "", "The same with push.", "同上，push。"},
    {"Test.pull", "(path: gavel.Path, value: any, options?: table): table", "", "The same with pull.", "同上，pull。"},
    {"Test.delete", "(path: gavel.Path, options?: table): table", "", "The same with delete.", "同上，delete。"},
    {"Test.move", "(from: gavel.Path, to: gavel.Path, options?: table): table", "", "The same with move.", "同上，move。"},
    {"Test.add", "(path: gavel.Path, amount: number, options?: table): table", "", "The same with add.", "同上，add。"},

    {"expect", "", "", "What must hold; what does not, fails the test, with what was found.", "必须成立的事；不成立则测试失败，并说明实际情况。"},
    {"expect.equal", "(found: any, wanted: any, note?: string)", "", "The same value; tables by what they hold.", "值相同；表按内容比较。"},
    {"expect.near", "(found: any, wanted: number, within: number, note?: string)", "", "A number not further away than that.", "数字相差不超过。"},
    {"expect.error", "(run: function, part?: string): string", "", "The function fails, with that in its message.", "函数报错，且消息中含有这段文字。"},
    {"expect.verdict", "(verdict: table, wanted: table)", "", "The verdict has these members, by the rules of a scenario's expect.", "裁决具有这些成员，规则同场景的 expect。"},
    {"expect.is_true", "(value: any, note?: string)", "", "Neither false nor nil.", "既非 false 也非 nil。"},
  });
  // clang-format on
  return kRows;
}

// What there is, with the fewest and the most parameters of functions.
std::map<std::string, std::pair<std::size_t, std::size_t>> words_there_are() {
  const Vocabulary words = test_vocabulary();
  const Vocabulary& plugins = vocabulary();
  std::map<std::string, std::pair<std::size_t, std::size_t>> all = {
      {"Test", {}}, {"Fixture", {}}, {"expect", {}}};
  for (const Kind& kind : words.kinds) {
    if (std::ranges::find(plugins.kinds, kind.name, &Kind::name) != plugins.kinds.end()) continue;
    all[kind.name] =
        kind.named ? std::pair{std::size_t{2}, std::size_t{2}} : std::pair{std::size_t{1}, std::size_t{1}};
    if (kind.name == "fixture")
      for (const std::string& member : kind.members) all["Fixture." + member];
  }
  for (const std::string& name : reader_names()) all["Test." + name] = {1, 1};
  for (const HostFunction& one : words.functions)
    all[(one.module.empty() ? "Test" : one.module) + "." + one.name] = {one.least, one.most};
  return all;
}

}  // namespace

PackFile test_stub(std::string_view language) {
  return {"testing.lua", stub_of("testing", stub_texts(), language)};
}

std::vector<std::string> test_names() {
  const std::vector<std::string> own = visible_names(vocabulary());
  std::vector<std::string> names;
  for (std::string& name : visible_names(test_vocabulary()))
    if (!std::ranges::binary_search(own, name)) names.push_back(std::move(name));
  return names;
}

std::vector<std::string> test_text_problems() {
  auto there = words_there_are();
  std::vector<std::string> problems;
  for (const WordText& text : stub_texts()) {
    const auto found = there.find(std::string(text.word));
    if (found == there.end()) {
      problems.push_back("there is no word " + std::string(text.word) + ", and a text of it");
      continue;
    }
    const auto [least, most] = parameters_of(text.type);
    if (least != found->second.first || (most != found->second.second && most != SIZE_MAX))
      problems.push_back(std::string(text.word) + " takes other parameters than its text says");
    if (text.en.empty() || text.zh.empty())
      problems.push_back(std::string(text.word) + " has no text in one language");
    there.erase(found);
  }
  for (const auto& [name, counts] : there) problems.push_back(name + " has no text");
  return problems;
}

}  // namespace gavel
