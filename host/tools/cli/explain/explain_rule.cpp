// A registration for people: who makes it, where it applies, and what is asked before and behind it.

#include "state/json_writer.hpp"

#include "explain_text.hpp"
#include "show.hpp"

namespace gavel {
namespace {

std::string_view in_language(const Json& texts, bool chinese) {
  if (texts.is_string()) return string_of(texts);
  if (!texts.is_object()) return {};
  const Json* text = member(texts, chinese ? "zh" : "en");
  return text != nullptr && text->is_string() ? std::string_view(string_of(*text)) : std::string_view();
}

class RuleText {
 public:
  explicit RuleText(ExplainText out) : out_(std::move(out)) {}

  std::string of(const Json& story) {
    out_.head("Registration", "登记",
              shown_at(story, "kind") + " " + out_.paint(kBold, shown_at(story, "id")) +
                  out_.dim("  " + shown_at(story, "at")));
    origin(story);
    about(story);
    places(story);
    alongside(story);
    fields(story);
    settling(story);
    load(story);
    return out_.take();
  }

 private:
  void origin(const Json& story) {
    if (const Json* plugin = member(story, "plugin")) {
      const std::string as = shown_at(*plugin, "as"), id = shown_at(*plugin, "id");
      out_.row(2, "plugin", "插件",
               id + " " + shown_at(*plugin, "version") +
                   (as == id ? std::string() : std::string(out_.say(" as ", "，实例 ")) + as) +
                   out_.dim("  " + shown_at(*plugin, "folder")));
    }
    for (const Json& one : array_of(*member(story, "handlers")))
      out_.row(2, "handler", "处理函数", shown_at(one, "which") + out_.dim("  " + shown_at(one, "at")));
    const Json* params = member(story, "params");
    if (params == nullptr) return;
    for (const Json& one : array_of(*params)) {
      const bool fallback = shown_at(one, "set") == "default";
      out_.row(
          2, "parameter", "参数",
          shown_at(one, "name") + " = " + value_text(member(one, "value")) +
              out_.dim("  " + (fallback ? std::string(out_.say("default", "默认")) : shown_at(one, "set"))));
    }
  }

  void about(const Json& story) {
    for (const auto& [name, en, zh] :
         {std::tuple("summary", "summary", "说明"), std::tuple("guidance", "guidance", "告知模型")})
      if (const Json* text = member(story, name)) out_.row(2, en, zh, in_language(*text, out_.chinese()));
    for (const auto& [name, value] : object_of(*member(story, "spec")))
      out_.row(2, name, name, value_text(&value));
    if (const std::string shadow = shown_at(story, "shadow"); !shadow.empty())
      out_.row(2, "in shadow", "影子", shadow);
    for (const auto& [name, en, zh] :
         {std::tuple("awaits", "hears of", "响应"), std::tuple("file_emits", "file emits", "文件发出")}) {
      const Json* all = member(story, name);
      if (all == nullptr) continue;
      std::string list;
      for (const Json& one : array_of(*all)) list += (list.empty() ? "" : ", ") + string_of(one);
      out_.row(2, en, zh, list);
    }
  }

  void places(const Json& story) {
    const Json* places = member(story, "places");
    if (places == nullptr) return;
    const Json& list = *member(*places, "list");
    out_.head("Where it applies now", "现在作用于", shown_at(*places, "count"));
    if (list.empty())
      out_.line(2, out_.paint(kYellow, out_.say("no place of this state matches its pattern",
                                                "当前状态中没有匹配的位置")));
    for (const Json& path : array_of(list)) out_.line(2, place_text(path));
    const Json* left = member(story, "left");
    if (left == nullptr) return;
    for (const Json& one : array_of(*left))
      out_.row(2, "left", "剩余",
               place_text(*member(one, "path")) + "  " + shown_at(one, "left") +
                   std::string(out_.say(" of ", " / ")) + shown_at(one, "most") +
                   (shown_at(one, "window").empty() ? "" : out_.dim("  " + shown_at(one, "window"))));
  }

  std::string when(const std::string& asked) const {
    if (!out_.chinese()) return asked;
    if (asked == "before the guards") return "守卫之前";
    return asked == "behind the guards" ? "守卫之后" : "守卫之前与之后";
  }

  void alongside(const Json& story) {
    if (const std::string asked = shown_at(story, "asked"); !asked.empty())
      out_.row(2, "asked", "询问时机", when(asked));
    const Json* all = member(story, "alongside");
    if (all == nullptr || all->empty()) return;
    out_.head("Others that speak for the same places", "对相同位置发言的其他登记");
    for (const Json& one : array_of(*all)) {
      const bool before = shown_at(one, "registered") == "before";
      const std::string asked = shown_at(one, "asked");
      out_.line(2, shown_at(one, "kind") + " " + out_.paint(kBold, shown_at(one, "id")) + "  " +
                       shown_at(one, "pattern") + "  " +
                       std::string(before ? out_.say("before it in ruleset order", "按规则集顺序在前")
                                          : out_.say("behind it in ruleset order", "按规则集顺序在后")) +
                       (asked.empty() ? "" : ", " + when(asked)) + out_.dim("  " + shown_at(one, "at")));
    }
  }

  void fields(const Json& story) {
    const Json* all = member(story, "fields");
    if (all == nullptr || all->empty()) return;
    out_.head("Rows of fields that decide there who may write", "决定此处写权限的字段行");
    for (const Json& one : array_of(*all))
      out_.line(
          2, shown_at(one, "pattern") + "  " + shown_at(one, "write") + out_.dim("  " + shown_at(one, "at")));
    out_.line(2, out_.dim(out_.say("what they refuse never reaches a rule that is asked behind the guards",
                                   "被它们拒绝的写入到不了守卫之后的规则")));
  }

  void settling(const Json& story) {
    if (const Json* tool = member(story, "tool")) {
      const bool allowed = *member(*tool, "allowed") == Json(true);
      out_.head("As a tool", "作为工具",
                allowed ? out_.say("may be called", "可以调用")
                        : out_.say("is not in tools.allow", "不在 tools.allow 中"));
      out_.row(2, "allowed by", "依据", shown_at(*tool, "at"));
      for (const Json& one : array_of(*member(*tool, "settles"))) {
        std::string list;
        for (const Json& claim : array_of(*member(one, "claims")))
          list += (list.empty() ? "" : ", ") + shown_at(claim, "id") + " " + shown_at(claim, "at");
        out_.row(2, "settles", "可结算",
                 shown_at(one, "kind") + "  " +
                     (list.empty()
                          ? std::string(out_.say("(no claim of that name is registered)", "（没有同名断言）"))
                          : list));
      }
    }
    const Json* by = member(story, "settled_by");
    if (by == nullptr) return;
    out_.head("Settled by", "由其结算");
    if (by->empty()) out_.line(2, out_.paint(kYellow, out_.say("no tool", "没有工具")));
    for (const Json& one : array_of(*by))
      out_.line(2, out_.paint(kBold, shown_at(one, "id")) + out_.dim("  " + shown_at(one, "at")));
  }

  void load(const Json& story) {
    const Json* load = member(story, "load");
    if (load == nullptr) return;
    const std::string because = shown_at(*load, "because");
    out_.head("Load order", "加载顺序",
              shown_at(*load, "step") + " / " + shown_at(*load, "of") +
                  (because.empty() ? std::string(out_.say(": it requires nothing", "：不依赖其他插件"))
                                   : ": " + because));
    if (const Json* order = member(*load, "order")) out_.block(2, string_of(*order), kDim);
  }

  ExplainText out_;
};

}  // namespace

std::string rule_for_people(const Json& story, ExplainText out) { return RuleText(std::move(out)).of(story); }

}  // namespace gavel
