#include "docs/codes.hpp"

#include <algorithm>

#include "base/codes.hpp"

namespace gavel {
namespace {

const char* kind_of(const CodeText& text) {
  if (code_of(text.code)) return "refusal";
  return text.code.starts_with("check.") ? "finding" : "warning";
}

std::string_view meaning(const CodeText& text, bool chinese) {
  if (chinese) return text.zh;
  const std::optional<Code> code = code_of(text.code);
  return text.en.empty() && code ? code_meaning(*code) : text.en;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view run_of(const CodeText& text) {
  if (!text.run.empty() || text.reply.empty()) return text.run;
  return CodeText::kUsualRun;
}

std::string fenced(std::string_view kind, std::string_view text) {
  // A fence that is longer than any in the text.
  std::string fence = "```";
  while (text.find(fence) != std::string_view::npos) fence += '`';
  return fence + std::string(kind) + "\n" + std::string(text) + "\n" + fence + "\n";
}

void tell(std::string& out, const CodeText& text, bool chinese) {
  out.append("\n### `").append(text.code).append("`\n\n");
  out.append(meaning(text, chinese)).append("\n\n");
  out.append(chinese ? "**怎么改：**" : "**How to fix it:** ");
  out.append(chinese ? text.fix_zh : text.fix_en).append("\n");
  if (!text.given.empty())
    out.append(chinese ? "\n游戏里有：\n\n" : "\nThe game has:\n\n").append(fenced("", text.given));
  if (!text.reply.empty())
    out.append(chinese ? "\n`reply.txt`：\n\n" : "\n`reply.txt`:\n\n").append(fenced("", text.reply));
  if (!run_of(text).empty())
    out.append(chinese ? "\n运行：\n\n" : "\nRun:\n\n").append(fenced("sh", run_of(text)));
  if (!text.unshown_en.empty())
    out.append(chinese ? "\n**没有例子：**" : "\n**No example:** ")
        .append(chinese ? text.unshown_zh : text.unshown_en)
        .append("\n");
  if (text.related.empty()) return;
  out.append(chinese ? "\n另见：" : "\nSee also: ");
  bool first = true;
  for (std::string_view rest = text.related; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    out.append(first ? "" : ", ").append("`").append(rest.substr(0, end)).append("`");
    rest.remove_prefix(std::min(end + 1, rest.size()));
    first = false;
  }
  out += '\n';
}

void tell_all(std::string& out, std::span<const CodeText> texts, bool chinese) {
  out.append(chinese ? "\n| 代码 | 含义 |\n|---|---|\n" : "\n| code | what it means |\n|---|---|\n");
  for (const CodeText& text : texts) {
    out.append("| `").append(text.code).append("` | ");
    for (const char byte : meaning(text, chinese)) out.append(byte == '|' ? "\\|" : std::string(1, byte));
    out.append(" |\n");
  }
  for (const CodeText& text : texts) tell(out, text, chinese);
}

}  // namespace

std::vector<CodeText> code_texts() {
  std::vector<CodeText> all(refusal_texts().begin(), refusal_texts().end());
  all.insert(all.end(), warning_texts().begin(), warning_texts().end());
  all.insert(all.end(), finding_texts().begin(), finding_texts().end());
  return all;
}

const CodeText* find_code_text(std::string_view code) {
  for (const std::span<const CodeText> texts : {refusal_texts(), warning_texts(), finding_texts()}) {
    const auto found = std::ranges::find_if(texts, [&](const CodeText& one) { return one.code == code; });
    if (found != texts.end()) return &*found;
  }
  return nullptr;
}

Json code_json(const CodeText& text) {
  Json json(Json::value_t::object);
  json["code"] = std::string(text.code);
  json["kind"] = kind_of(text);
  json["meaning"]["en"] = std::string(meaning(text, false));
  json["meaning"]["zh"] = std::string(text.zh);
  json["fix"]["en"] = std::string(text.fix_en);
  json["fix"]["zh"] = std::string(text.fix_zh);
  if (!run_of(text).empty()) {
    Json& example = json["example"];
    if (!text.given.empty()) example["given"] = std::string(text.given);
    if (!text.reply.empty()) example["reply"] = std::string(text.reply);
    example["run"] = Json(lines_of(run_of(text)));
  }
  if (!text.unshown_en.empty()) {
    json["unshown"]["en"] = std::string(text.unshown_en);
    json["unshown"]["zh"] = std::string(text.unshown_zh);
  }
  std::string related(text.related);
  std::ranges::replace(related, ' ', '\n');
  json["related"] = Json(lines_of(related));
  return json;
}

Json codes_json() {
  Json json(Json::value_t::object);
  Json& all = json["codes"] = Json(Json::value_t::array);
  for (const CodeText& text : code_texts()) all.push_back(code_json(text));
  Json& game = json["game"] = Json(Json::value_t::object);
  for (const GameFile& file : example_game()) game[std::string(file.name)] = std::string(file.text);
  return json;
}

std::string codes_document(bool chinese) {
  std::string out = chinese ? "# 代码一览\n" : "# The codes\n";
  out +=
      "\n<!-- gavel explain codes: generated from host/engine/base/codes and host/tools/workshop/codes; do "
      "not edit -->\n";
  out += chinese ? "\nGavel 给出的每一个理由都有一个稳定的代码。`gavel explain CODE` "
                   "解释其中一个。每个例子都能在下面的小游戏里"
                   "运行，测试会逐一运行它们；没有例子的会说明原因。\n"
                 : "\nEvery reason that Gavel gives has a code that never changes. `gavel explain CODE` "
                   "explains one. "
                   "Every example runs in\nthe small game at the end, and a test runs them all; where there "
                   "is none, it says why.\n";
  out += chinese ? "\n## 拒绝\n" : "\n## Refusals\n";
  tell_all(out, refusal_texts(), chinese);
  out += chinese ? "\n## 警告\n\n有内容被修补、略过或存疑，而回合照常进行。\n"
                 : "\n## Warnings\n\nSomething was mended, passed over or doubtful, and the turn went on.\n";
  tell_all(out, warning_texts(), chinese);
  if (!finding_texts().empty()) {
    out += chinese ? "\n## `gavel check` 的发现\n" : "\n## What `gavel check` finds\n";
    tell_all(out, finding_texts(), chinese);
  }
  out += chinese ? "\n## 例子所用的游戏\n" : "\n## The game of the examples\n";
  for (const GameFile& file : example_game()) {
    std::string_view text = file.text;
    while (text.ends_with('\n')) text.remove_suffix(1);
    out.append("\n`game/").append(file.name).append("`\n\n");
    out += fenced(file.name.ends_with(".lua") ? "lua" : "yaml", text);
  }
  return out;
}

}  // namespace gavel
