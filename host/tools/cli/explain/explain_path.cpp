// A place of the state for people: what stands there, and everything that speaks for it.

#include "state/json_writer.hpp"

#include "explain_text.hpp"
#include "show.hpp"

namespace gavel {
namespace {

class PathStory {
 public:
  explicit PathStory(ExplainText out) : out_(std::move(out)) {}

  std::string of(const Json& story) {
    value(story);
    fields(story);
    judges(story);
    derived(story);
    list(story, "automations", "Automations that hear of it", "响应它的自动化", "on");
    list(story, "mentioned_by", "Sources that name it", "提到它的源码", "kind");
    prompt(story);
    history(story);
    return out_.take();
  }

 private:
  static bool is(const Json& json, const char* name) {
    const Json* value = member(json, name);
    return value != nullptr && *value == Json(true);
  }

  void value(const Json& story) {
    const bool there = is(story, "exists");
    out_.head("Place", "位置", out_.paint(kBold, place_text(*member(story, "path"))));
    if (there)
      out_.row(2, "value", "值",
               value_text(member(story, "value")) + out_.dim("  " + shown_at(story, "type")));
    else
      out_.row(2, "value", "值", out_.paint(kYellow, out_.say("there is nothing there", "那里什么也没有")));
    if (const Json* near = member(story, "nearest"))
      out_.row(2, "did you mean", "是否想说", place_text(*near));
    const Json& actor = *member(story, "actor");
    out_.row(2, shown_at(actor, "name"), shown_at(actor, "name"),
             std::string(is(actor, "may_write") ? out_.say("may write", "可写")
                                                : out_.say("may not write", "不可写")) +
                 ", " +
                 std::string(is(actor, "may_read") ? out_.say("may read", "可读")
                                                   : out_.say("may not read", "不可读")));
    if (const std::string pair = shown_at(story, "described_pairs"); !pair.empty())
      out_.row(2, "pairs", "描述对",
               pair + (is(story, "described") ? std::string(out_.say(": this is one", "：此处就是"))
                                              : std::string()));
    if (const Json* protection = member(story, "protected"))
      out_.row(2, "protected", "受保护", std::string(out_.say("with ", "随 ")) + place_text(*protection));
    for (const Json& one : array_of(*member(story, "mounts"))) {
      const std::string says = shown_at(one, "says");
      out_.row(2, shown_at(one, "dialect"), shown_at(one, "dialect"),
               says + (says.empty() ? "" : " ") + shown_at(one, "path"));
    }
  }

  std::string row_text(const Json& row) const {
    std::string text = out_.paint(kBold, shown_at(row, "pattern"));
    for (const char* name : {"write", "read", "type", "min", "max", "enum"})
      if (const std::string value = shown_at(row, name); !value.empty())
        text += std::string("  ") + name + " " + value;
    return text + out_.dim("  " + shown_at(row, "at"));
  }

  void column(const Json& told, std::string_view en, std::string_view zh) {
    const Json* wins = member(told, "decides");
    if (wins == nullptr)
      return out_.row(2, en, zh, out_.say("everybody: no row speaks", "任何人：没有字段行"));
    out_.row(2, en, zh, row_text(*wins));
    for (const Json& lost : array_of(*member(told, "lost"))) {
      const Json& why = *member(lost, "precedence");
      const std::string its = shown_at(why, "its");
      out_.row(4, "loses", "落选", row_text(lost));
      out_.line(18, out_.dim(std::string(out_.say("segment ", "第 ")) + shown_at(why, "segment") +
                             std::string(out_.say(": ", " 段：")) + shown_at(why, "mine") +
                             (its.empty()
                                  ? std::string(out_.say(" goes on, and the longer one wins", " 更长者优先"))
                                  : std::string(out_.say(" is more specific than ", " 比 ")) + its +
                                        std::string(out_.say("", " 更具体")))));
    }
  }

  void fields(const Json& story) {
    const Json& told = *member(story, "fields");
    out_.head("The fields table", "字段表");
    column(*member(told, "write"), "write", "写");
    column(*member(told, "read"), "read", "读");
    for (const Json& row : array_of(*member(told, "values"))) out_.row(2, "values", "取值", row_text(row));
  }

  void judges(const Json& story) {
    const Json &rules = *member(story, "rules"), &budgets = *member(story, "budgets");
    if (rules.empty() && budgets.empty()) return;
    out_.head("Rules and budgets, in ruleset order", "规则与限额（按规则集顺序）");
    for (const Json& one : array_of(rules)) {
      const std::string mode = shown_at(one, "mode");
      out_.line(2, std::string(out_.say("rule ", "规则 ")) + out_.paint(kBold, shown_at(one, "id")) + "  " +
                       (mode.empty() ? "check" : mode) + "  " + shown_at(one, "pattern") +
                       out_.dim("  " + shown_at(one, "at")));
    }
    for (const Json& one : array_of(budgets)) {
      std::string text =
          std::string(out_.say("budget ", "限额 ")) + out_.paint(kBold, shown_at(one, "id")) + "  ";
      if (const std::string failed = shown_at(one, "failed"); !failed.empty())
        text += out_.paint(kRed, failed);
      else
        text += shown_at(one, "left") + std::string(out_.say(" left of ", " 剩余，上限 ")) +
                shown_at(one, "most");
      if (const std::string window = shown_at(one, "window"); !window.empty())
        text += std::string(out_.say(" in ", "，周期 ")) + window;
      out_.line(2, text + "  " + shown_at(one, "pattern") + out_.dim("  " + shown_at(one, "at")));
    }
  }

  void derived(const Json& story) {
    for (const Json& one : array_of(*member(story, "derived_by"))) {
      out_.head("Derived by", "推导自",
                out_.paint(kBold, shown_at(one, "id")) + out_.dim("  " + shown_at(one, "at")));
      const Json* reads = member(one, "reads");
      if (reads == nullptr) continue;
      for (const Json& path : array_of(*reads)) out_.row(2, "reads", "读取", place_text(path));
    }
    const Json& readers = *member(story, "read_by");
    if (readers.empty()) return;
    out_.head("Derived values that read it", "读取它的推导值");
    for (const Json& one : array_of(readers))
      out_.line(2, out_.paint(kBold, shown_at(one, "id")) + "  " + place_text(*member(one, "path")) +
                       out_.dim("  " + shown_at(one, "at")));
  }

  void list(const Json& story, const char* name, std::string_view en, std::string_view zh,
            const char* beside) {
    const Json& all = *member(story, name);
    if (all.empty()) return;
    out_.head(en, zh);
    for (const Json& one : array_of(all))
      out_.line(2, out_.paint(kBold, shown_at(one, "id")) + "  " + shown_at(one, beside) +
                       out_.dim("  " + shown_at(one, "at")));
  }

  void prompt(const Json& story) {
    const Json& told = *member(story, "prompt");
    out_.head("In the model's request", "在发给模型的请求中",
              is(told, "shown") ? out_.say("shown", "展示") : out_.say("not shown", "不展示"));
    out_.row(2, "because", "因为", shown_at(told, "why"));
    if (const Json* row = member(told, "by")) out_.row(2, "by", "依据", row_text(*row));
  }

  void history(const Json& story) {
    const Json* all = member(story, "history");
    if (all == nullptr) return;
    out_.head("Its last changes in this campaign", "在此战役中最近的变化");
    if (all->empty()) out_.line(2, out_.say("none", "无"));
    for (const Json& one : array_of(*all))
      out_.line(2, shown_at(one, "turn") + "  " + change_text(one, out_) + "  " + shown_at(one, "cause") +
                       out_.dim("  " + shown_at(one, "actor")));
  }

  ExplainText out_;
};

}  // namespace

std::string path_for_people(const Json& story, ExplainText out) {
  return PathStory(std::move(out)).of(story);
}

}  // namespace gavel
