// Codes for people: one, all of them, and the document that ships.

#include <cstdio>
#include <filesystem>

#include "base/utf8.hpp"
#include "docs/codes.hpp"
#include "state/json_writer.hpp"
#include "state/suggest.hpp"

#include "explain_text.hpp"
#include "files.hpp"
#include "show.hpp"

namespace gavel {
namespace {

std::string_view in(const Json& texts, bool chinese) {
  return string_of(*member(texts, chinese ? "zh" : "en"));
}

std::string_view kind_name(std::string_view kind, const ExplainText& out) {
  if (kind == "finding") return out.say("found by gavel check", "gavel check 的发现");
  return kind == "warning" ? out.say("warning", "警告") : out.say("refusal", "拒绝");
}

}  // namespace

Result<Json> code_explained(std::string_view code) {
  if (const Json* found = find_code(code)) return *found;
  std::string hint = nearest_hint(code, code_names());
  return Error(Code::kUsage, "there is no code \"" + printable(code) + "\"",
               hint.empty() ? "gavel explain codes lists all of them" : std::move(hint));
}

std::string code_for_people(const Json& code, ExplainText out) {
  const bool warning = shown_at(code, "kind") != "refusal";
  out.head("Code", "代码",
           out.paint(warning ? kYellow : kRed, shown_at(code, "code")) + "  " +
               out.dim(kind_name(shown_at(code, "kind"), out)));
  out.block(2, in(*member(code, "meaning"), out.chinese()));
  out.head("How to fix it", "怎么改");
  out.block(2, in(*member(code, "fix"), out.chinese()));
  if (const Json* example = member(code, "example")) {
    out.head("Example", "例子");
    if (const Json* given = member(*example, "given")) {
      out.line(2, out.dim(out.say("the game has", "游戏里有")));
      out.block(4, string_of(*given));
    }
    if (const Json* reply = member(*example, "reply")) {
      out.line(2, out.dim("reply.txt"));
      out.block(4, string_of(*reply));
    }
    out.line(2, out.dim(out.say("run", "运行")));
    for (const Json& line : array_of(*member(*example, "run"))) out.block(4, string_of(line));
  }
  if (const Json* unshown = member(code, "unshown")) {
    out.head("No example", "没有例子");
    out.block(2, in(*unshown, out.chinese()));
  }
  std::string related;
  for (const Json& one : array_of(*member(code, "related")))
    related += (related.empty() ? "" : ", ") + string_of(one);
  if (!related.empty()) out.head("See also", "另见", related);
  return out.take();
}

std::string codes_for_people(const Json& codes, ExplainText out) {
  constexpr std::size_t kWidth = 26;
  std::string kind;
  for (const Json& code : array_of(*member(codes, "codes"))) {
    if (shown_at(code, "kind") != kind) {
      kind = shown_at(code, "kind");
      if (kind == "finding")
        out.head("What gavel check finds", "gavel check 的发现");
      else if (kind == "warning")
        out.head("Warnings", "警告");
      else
        out.head("Refusals", "拒绝");
    }
    std::string name = shown_at(code, "code");
    name.resize(std::max(kWidth, name.size() + 1), ' ');
    out.line(2, out.paint(kBold, name) + std::string(in(*member(code, "meaning"), out.chinese())));
  }
  return out.take();
}

Result<bool> write_codes(const std::string& folder, bool check) {
  bool same = true;
  for (const bool chinese : {false, true}) {
    const std::string file =
        (std::filesystem::path(folder) / (chinese ? "CODES.zh-CN.md" : "CODES.md")).string();
    const std::string text = codes_document(chinese);
    if (!check) {
      if (Result<void> written = write_file(file, text, {folder}); !written)
        return std::move(written).error();
      continue;
    }
    // What is longer is not the same, and need not be read.
    const Result<std::string> there = read_found(file, text.size(), "");
    if (there && *there == text) continue;
    std::fprintf(stderr, "%s is out of date; gavel explain codes --out writes it\n", printable(file).c_str());
    same = false;
  }
  return same;
}

}  // namespace gavel
