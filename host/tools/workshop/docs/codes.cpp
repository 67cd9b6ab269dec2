#include "docs/codes.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "state/embedded.hpp"
#include "state/members.hpp"

#include "doc_texts.hpp"

namespace gavel {
namespace {

constexpr std::string_view kUsualRun = "gavel apply --ruleset game reply.txt";
constexpr std::string_view kGame = "game/";

Json lines_of(std::string_view text) {
  Json lines(Json::value_t::array);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(std::string(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// A row of codes.yaml as programs are given it.
Json code_json(const Json& row, const char* kind) {
  Json json(Json::value_t::object);
  json["code"] = row["code"];
  json["kind"] = kind;
  const Json* english = member(row, "en");
  const std::optional<Code> code = code_of(string_of(row["code"]));
  json["meaning"]["en"] = english == nullptr && code ? Json(std::string(code_meaning(*code))) : *english;
  json["meaning"]["zh"] = row["zh"];
  json["fix"] = row["fix"];
  const std::string run = text_at(row, "run");
  const Json* reply = member(row, "reply");
  if (!run.empty() || reply != nullptr) {
    Json& example = json["example"];
    if (const Json* given = member(row, "given")) example["given"] = *given;
    if (reply != nullptr) example["reply"] = *reply;
    example["run"] = lines_of(run.empty() ? kUsualRun : run);
  }
  if (const Json* unshown = member(row, "unshown")) json["unshown"] = *unshown;
  json["related"] = Json(rows_at(row, "related"));
  return json;
}

Json read_codes() {
  const Json rows = embedded_yaml(doc_texts(), "codes.yaml");
  Json json(Json::value_t::object);
  Json& all = json["codes"] = Json(Json::value_t::array);
  for (const auto& [list, kind] :
       {std::pair("refusals", "refusal"), std::pair("warnings", "warning"), std::pair("findings", "finding")})
    for (const Json& row : rows_at(rows, list)) all.push_back(code_json(row, kind));
  Json& game = json["game"] = Json(Json::value_t::object);
  for (const EmbeddedFile& file : doc_texts())
    if (file.name.starts_with(kGame))
      game[std::string(file.name.substr(kGame.size()))] = std::string(file.text);
  return json;
}

std::string fenced(std::string_view kind, std::string_view text) {
  // A fence that is longer than any in the text.
  std::string fence = "```";
  while (text.find(fence) != std::string_view::npos) fence += '`';
  return fence + std::string(kind) + "\n" + std::string(text) + "\n" + fence + "\n";
}

const char* language(bool chinese) { return chinese ? "zh" : "en"; }

void tell_example(std::string& out, const Json& example, bool chinese) {
  if (const std::string given = text_at(example, "given"); !given.empty())
    out.append(chinese ? "\n游戏里有：\n\n" : "\nThe game has:\n\n").append(fenced("", given));
  if (const std::string reply = text_at(example, "reply"); !reply.empty())
    out.append(chinese ? "\n`reply.txt`：\n\n" : "\n`reply.txt`:\n\n").append(fenced("", reply));
  std::string run;
  for (const Json& line : rows_at(example, "run"))
    run.append(run.empty() ? "" : "\n").append(string_of(line));
  if (!run.empty()) out.append(chinese ? "\n运行：\n\n" : "\nRun:\n\n").append(fenced("sh", run));
}

void tell(std::string& out, const Json& code, bool chinese) {
  out.append("\n### `").append(text_at(code, "code")).append("`\n\n");
  out.append(text_at(code["meaning"], language(chinese))).append("\n\n");
  out.append(chinese ? "**怎么改：**" : "**How to fix it:** ");
  out.append(text_at(code["fix"], language(chinese))).append("\n");
  if (const Json* example = member(code, "example")) tell_example(out, *example, chinese);
  if (const Json* unshown = member(code, "unshown"))
    out.append(chinese ? "\n**没有例子：**" : "\n**No example:** ")
        .append(text_at(*unshown, language(chinese)))
        .append("\n");
  std::string related;
  for (const Json& one : rows_at(code, "related"))
    related.append(related.empty() ? "" : ", ").append("`").append(string_of(one)).append("`");
  if (!related.empty()) out.append(chinese ? "\n另见：" : "\nSee also: ").append(related).append("\n");
}

void tell_all(std::string& out, std::string_view kind, bool chinese) {
  const JsonArray& codes = rows_at(codes_json(), "codes");
  out.append(chinese ? "\n| 代码 | 含义 |\n|---|---|\n" : "\n| code | what it means |\n|---|---|\n");
  for (const Json& code : codes) {
    if (text_at(code, "kind") != kind) continue;
    out.append("| `").append(text_at(code, "code")).append("` | ");
    for (const char byte : text_at(code["meaning"], language(chinese)))
      out.append(byte == '|' ? "\\|" : std::string(1, byte));
    out.append(" |\n");
  }
  for (const Json& code : codes)
    if (text_at(code, "kind") == kind) tell(out, code, chinese);
}

}  // namespace

const Json& codes_json() {
  static const Json kCodes = read_codes();
  return kCodes;
}

const Json* find_code(std::string_view code) {
  for (const Json& one : rows_at(codes_json(), "codes"))
    if (string_of(one["code"]) == code) return &one;
  return nullptr;
}

std::vector<std::string_view> code_names() {
  std::vector<std::string_view> names;
  for (const Json& one : rows_at(codes_json(), "codes")) names.push_back(string_of(one["code"]));
  return names;
}

std::string codes_document(bool chinese) {
  std::string out = chinese ? "# 代码一览\n" : "# The codes\n";
  out +=
      "\n<!-- gavel explain codes: generated from host/engine/base/codes.cpp and "
      "host/tools/workshop/docs/texts/codes.yaml; do not edit -->\n";
  out += chinese ? "\nGavel 给出的每一个理由都有一个稳定的代码。`gavel explain CODE` "
                   "解释其中一个。每个例子都能在下面的小游戏里"
                   "运行，测试会逐一运行它们；没有例子的会说明原因。\n"
                 : "\nEvery reason that Gavel gives has a code that never changes. `gavel explain CODE` "
                   "explains one. "
                   "Every example runs in\nthe small game at the end, and a test runs them all; where there "
                   "is none, it says why.\n";
  out += chinese ? "\n## 拒绝\n" : "\n## Refusals\n";
  tell_all(out, "refusal", chinese);
  out += chinese ? "\n## 警告\n\n有内容被修补、略过或存疑，而回合照常进行。\n"
                 : "\n## Warnings\n\nSomething was mended, passed over or doubtful, and the turn went on.\n";
  tell_all(out, "warning", chinese);
  out += chinese ? "\n## `gavel check` 的发现\n" : "\n## What `gavel check` finds\n";
  tell_all(out, "finding", chinese);
  out += chinese ? "\n## 例子所用的游戏\n" : "\n## The game of the examples\n";
  for (const auto& [name, file] : object_of(codes_json()["game"])) {
    std::string_view text = string_of(file);
    while (text.ends_with('\n')) text.remove_suffix(1);
    out.append("\n`game/").append(name).append("`\n\n");
    out += fenced(name.ends_with(".lua") ? "lua" : "yaml", text);
  }
  return out;
}

}  // namespace gavel
