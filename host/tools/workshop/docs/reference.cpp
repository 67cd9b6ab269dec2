#include "docs/reference.hpp"

#include <algorithm>

#include "docs/words_texts.hpp"
#include "lua/program.hpp"
#include "ruleset/shapes.hpp"
#include "ruleset/vocabulary.hpp"
#include "ruleset/words.hpp"

#include "signature.hpp"

namespace gavel {
namespace {

class Page {
 public:
  explicit Page(std::string_view language) : chinese_(language == "zh") {}

  std::string write() {
    text_ = std::string(say("# Reference: what a plugin may write", "# 参考：插件可以写什么")) + "\n\n";
    text_ += "<!-- gavel docs: generated from the registry; do not edit -->\n\n";
    text_ += say(
        "A member in **bold** must be given. How to begin: `gavel new plugin NAME`, and plugins/README.md. "
        "What a code such as `rule.denied` means: `gavel explain rule.denied`; all of them: "
        "plugins/CODES.md.",
        "**粗体**成员必须给出。入门：`gavel new plugin 名称`，以及 plugins/README.md。`rule.denied` "
        "等代码的含义："
        "`gavel explain rule.denied`；全部代码见 plugins/CODES.zh-CN.md。");
    text_ += "\n";
    head("Kinds", "种类");
    for (const Kind& kind : vocabulary().kinds) {
      text_ += "\n### `" + kind.name + (kind.named ? " \"id\" { … }`" : " { … }`") + "\n\n" +
               said(text_of(kind.name)) + "\n\n";
      members(kind.name);
    }
    contexts();
    head("effect", "effect");
    record("effect");
    head("event", "event");
    record("event");
    answers();
    shapes();
    head("Facts", "事实");
    record("fact");
    head("Options of writes", "写入选项");
    record("options");
    library();
    return std::move(text_);
  }

 private:
  std::string_view say(std::string_view en, std::string_view zh) const { return chinese_ ? zh : en; }
  std::string said(const WordText& word) const { return std::string(chinese_ ? word.zh : word.en); }

  void head(std::string_view en, std::string_view zh) {
    text_.append("\n## ").append(say(en, zh)).append("\n");
  }

  // What would end a cell of a table.
  static std::string cell(std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (c == '|') out += '\\';
      out += c;
    }
    return out;
  }

  std::string type_cell(const WordText& word) const {
    return word.type.empty() ? "" : "`" + cell(word.type) + "`";
  }

  void members(std::string_view of) {
    text_.append(say("| member | type | default | what |", "| 成员 | 类型 | 默认 | 说明 |"));
    text_ += "\n|---|---|---|---|\n";
    const std::string prefix = std::string(of) + ".";
    for (const WordText& word : words_texts()) {
      if (!word.word.starts_with(prefix)) continue;
      const bool must = word.need == "!";
      const std::string name = "`" + std::string(word.word.substr(prefix.size())) + "`";
      text_ += "| " + (must ? "**" + name + "**" : name) + " | " + type_cell(word) + " | " +
               (must || word.need.empty() ? "" : cell(word.need)) + " | " + cell(said(word)) + " |\n";
    }
  }

  void record(std::string_view of) {
    text_ += "\n" + said(text_of(of)) + "\n\n";
    members(of);
  }

  // Which handlers may ask this of ctx.
  template <typename Has>
  std::string handlers(Has&& has) {
    std::string some, others;
    for (const Permission& one : kPermissions) {
      const std::string name = "`" + std::string(one.kind) + "." + std::string(one.handler) + "`";
      std::string& list = has(one) ? some : others;
      list.append(list.empty() ? "" : ", ").append(name);
    }
    if (others.empty()) return std::string(say("all", "全部"));
    return some.size() <= others.size() ? some : std::string(say("all but ", "除此之外：")) + others;
  }

  void context_row(const std::string& name, const std::string& where) {
    const WordText& word = text_of("ctx." + name);
    text_ += "| `" + name + "` | " + type_cell(word) + " | " + where + " | " + cell(said(word)) + " |\n";
  }

  void contexts() {
    head("ctx", "ctx");
    text_.append("\n").append(
        say("Its functions are called with a dot. A path is a text (`\"a.b[0]\"`) or a list of "
            "keys, in which integers count from 0.",
            "函数用点号调用。路径是文本（`\"a.b[0]\"`）或键的列表，列表中的整数从 0 起。"));
    text_.append("\n\n").append(
        say("| name | type | in which handlers | what |", "| 名称 | 类型 | 可用于 | 说明 |"));
    text_ += "\n|---|---|---|---|\n";
    for (const std::string& name : reader_names()) context_row(name, std::string(say("all", "全部")));
    const std::vector<HostFunction>& functions = vocabulary().functions;
    for (std::size_t i = 0; i < functions.size(); ++i)
      context_row(functions[i].name,
                  handlers([i](const Permission& one) { return (one.functions >> i & 1U) != 0; }));
    const std::vector<std::string>& fields = vocabulary().fields;
    for (std::size_t i = 0; i < fields.size(); ++i)
      context_row(fields[i], handlers([i](const Permission& one) { return (one.fields >> i & 1U) != 0; }));
  }

  void answers() {
    head("Answers", "回答");
    text_.append("\n").append(say("| answer | what |", "| 回答 | 说明 |")) += "\n|---|---|\n";
    for (const Word& word : vocabulary().words) {
      const WordText& text = text_of(word.name);
      text_ += "| `" + word.name + cell(text.type) + "` | " + cell(said(text)) + " |\n";
    }
  }

  void shapes() {
    head("Shapes of arguments", "参数的形状");
    text_.append("\n").append(say("| shape | a value is | it takes |", "| 形状 | 值 | 可写 |")) +=
        "\n|---|---|---|\n";
    for (const std::string& shape : vocabulary().shapes) {
      std::string takes;
      for (const std::string_view option : shape_options(shape)) {
        const WordText& text = text_of(shape + "." + std::string(option));
        takes.append(takes.empty() ? "`" : ", `").append(option).append(text.need == "!" ? "`!" : "`");
      }
      text_.append("| `").append(shape).append("{}` | ").append(cell(said(text_of(shape))));
      text_.append(" | ").append(takes).append(" |\n");
    }
    text_.append("\n").append(
        say("`min` and `max` bound a number, or the length of a text or a list. `!`: it must be given.",
            "`min` 与 `max` 限定数字本身，或文本、列表的长度。`!`：必须给出。"));
    text_ += "\n";
  }

  void library() {
    head("The sandbox's library", "沙箱的库");
    text_.append("\n").append(
        say("These names there are, and no others: no `os`, `io`, `print`, `load` or chance of Lua's own.",
            "只有这些名称：没有 `os`、`io`、`print`、`load`，也没有 Lua 自带的随机数。"));
    text_.append("\n\n").append(say("| name | type | what |", "| 名称 | 类型 | 说明 |")) +=
        "\n|---|---|---|\n";
    const std::vector<std::string> names = visible_names(vocabulary());
    for (const WordText& word : words_texts()) {
      const std::string name(word.word);
      const std::string top = name.substr(0, name.find('.'));
      const bool listed = name == "params" || std::ranges::binary_search(names, name);
      if (!listed || is_told(top)) continue;
      text_ += "| `" + name + "` | " + type_cell(word) + " | " + cell(said(word)) + " |\n";
    }
  }

  // Kinds, answers and shapes have tables of their own.
  static bool is_told(const std::string& name) {
    const Vocabulary& words = vocabulary();
    return std::ranges::find(words.kinds, name, &Kind::name) != words.kinds.end() ||
           std::ranges::find(words.words, name, &Word::name) != words.words.end() ||
           std::ranges::find(words.shapes, name) != words.shapes.end();
  }

  bool chinese_;
  std::string text_;
};

}  // namespace

std::string reference(std::string_view language) { return Page(language).write(); }

}  // namespace gavel
