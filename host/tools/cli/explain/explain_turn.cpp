// A turn for people: the story of host/tools/workshop, line by line in the order in which it happened.

#include <algorithm>
#include <array>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"

#include "explain_text.hpp"
#include "show.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostShown = 400;  // bytes of a part of the text, or of a command

struct OutcomeWord {
  std::string_view word, zh, style;
};

// What there is to answer, and how it is shown.
constexpr std::array kAnswers = {
    OutcomeWord{"allow", "放行", kGreen},
    OutcomeWord{"amend", "修改", kYellow},
    OutcomeWord{"deny", "拒绝", kRed},
    OutcomeWord{"reject", "拒绝", kRed},
    OutcomeWord{"abstain", "弃权", kDim},
    OutcomeWord{"error", "出错", kRed},
    OutcomeWord{"value", "返回", ""},
    OutcomeWord{"nothing", "无返回", kDim},
    OutcomeWord{"applied", "已生效", kGreen},
    OutcomeWord{"amended", "修改后生效", kYellow},
    OutcomeWord{"rejected", "被拒绝", kRed},
    OutcomeWord{"skipped", "跳过", kDim},
    OutcomeWord{"duplicate", "重复", kDim},
    OutcomeWord{"holds", "属实", kGreen},
    OutcomeWord{"conflict", "与状态矛盾", kRed},
    OutcomeWord{"accepted", "接受", kGreen},
    OutcomeWord{"retry", "重试", kYellow},
    OutcomeWord{"conflict_report", "冲突报告", kRed},
};

constexpr std::array kKinds = {
    OutcomeWord{"narration", "叙事", ""},     OutcomeWord{"reasoning", "推理", kDim},
    OutcomeWord{"example", "示例", kDim},     OutcomeWord{"quote", "引用", kDim},
    OutcomeWord{"envelope", "指令", kCyan},   OutcomeWord{"component", "组件", kDim},
    OutcomeWord{"player", "玩家", ""},        OutcomeWord{"model", "模型", ""},
    OutcomeWord{"operator", "操作员", ""},    OutcomeWord{"fields", "字段表", ""},
    OutcomeWord{"protection", "保护", ""},    OutcomeWord{"guards", "守卫", ""},
    OutcomeWord{"derived", "推导值守卫", ""}, OutcomeWord{"write", "写入", ""},
    OutcomeWord{"rule", "规则", ""},          OutcomeWord{"budget", "限额", ""},
    OutcomeWord{"tool", "工具", ""},          OutcomeWord{"callback", "回调", ""},
    OutcomeWord{"derive", "推导", ""},        OutcomeWord{"automation", "自动化", ""},
    OutcomeWord{"claim", "断言", ""},         OutcomeWord{"fact", "事实", ""},
    OutcomeWord{"milestone", "里程碑", ""},   OutcomeWord{"command", "指令", ""},
    OutcomeWord{"conflict", "冲突", ""},
};

template <typename Words>
const OutcomeWord* find_word(const Words& words, std::string_view word) {
  const auto found = std::ranges::find_if(words, [&](const OutcomeWord& one) { return one.word == word; });
  return found == words.end() ? nullptr : &*found;
}

class TurnText {
 public:
  explicit TurnText(ExplainText out) : out_(std::move(out)) {}

  std::string of(const Json& story) {
    title(story);
    for (const Json& text : array_of(*member(story, "texts"))) show_text(text);
    if (const Json* before = member(story, "before"); !before->empty()) {
      out_.head("Before the first command", "第一条指令之前");
      asked(*before, 2);
    }
    out_.head("Commands", "指令");
    if (member(story, "commands")->empty()) out_.line(2, out_.say("none", "无"));
    for (const Json& command : array_of(*member(story, "commands"))) show_command(command);
    follow(story);
    show_changes(story);
    claims(story);
    decide(story);
    feedback(story);
    return out_.take();
  }

 private:
  std::string answer(std::string_view word) const {
    const OutcomeWord* known = find_word(kAnswers, word);
    if (known == nullptr) return std::string(word);
    const std::string_view shown = out_.chinese() ? known->zh : known->word;
    return known->style.empty() ? std::string(shown) : out_.paint(known->style, shown);
  }

  std::string kind(std::string_view word) const {
    const OutcomeWord* known = find_word(kKinds, word);
    if (known == nullptr) return std::string(word);
    return std::string(out_.chinese() ? known->zh : known->word);
  }

  void title(const Json& story) {
    std::string text = shown_at(story, "turn") + std::string(out_.say(", attempt ", "，第 ")) +
                       shown_at(story, "attempt") + std::string(out_.say(": ", " 次尝试：")) +
                       answer(shown_at(story, "outcome"));
    out_.head("Turn", "回合", text);
    if (const Json* ruleset = member(story, "ruleset"))
      out_.row(2, "rules", "规则", shown_at(*ruleset, "name") + " " + shown_at(*ruleset, "version"));
    out_.row(2, "judged behind", "位于其后", shown_at(story, "after"));
    const Json* differences = member(story, "differences");
    if (differences == nullptr) return;
    if (differences->empty()) {
      out_.line(2, out_.dim(out_.say("replayed from the recorded inputs: every byte came out as stored",
                                     "由记录的输入重新裁定：结果与存档逐字节一致")));
      return;
    }
    out_.line(2, out_.paint(kRed, out_.say("replayed, it does NOT come out as stored:",
                                           "重新裁定的结果与存档不一致：")));
    for (const Json& one : array_of(*differences)) out_.block(4, string_of(one));
  }

  static std::string span(const Json& json) {
    const Json* span = member(json, "span");
    if (span == nullptr || span->size() != 2) return {};
    return to_text((*span)[0]) + "–" + to_text((*span)[1]);
  }

  void show_text(const Json& text) {
    out_.head("Text", "文本",
              kind(shown_at(text, "by")) + ", " + shown_at(text, "bytes") +
                  std::string(out_.say(" bytes", " 字节")));
    for (const Json& part : array_of(*member(text, "regions"))) {
      const std::string what = shown_at(part, "kind");
      const OutcomeWord* known = find_word(kKinds, what);
      const std::string dialect = shown_at(part, "dialect");
      out_.line(2, span(part) + "  " + kind(what) + (dialect.empty() ? "" : " (" + dialect + ")"));
      const Json* content = member(part, "text");
      const std::string_view style = known == nullptr ? std::string_view() : known->style;
      out_.block(4, shortened(string_of(*content), kMostShown), style);
    }
    warnings(text, 2);
  }

  void warnings(const Json& holder, std::size_t indent) {
    const Json* all = member(holder, "warnings");
    if (all == nullptr) return;
    for (const Json& one : array_of(*all)) {
      const std::string at = shown_at(one, "at");
      out_.line(indent, out_.paint(kYellow, "! " + shown_at(one, "code")) + "  " + shown_at(one, "message") +
                            (at.empty() ? "" : out_.dim("  " + at)));
      out_.row(indent + 2, "fix", "改法", shown_at(one, "hint"));
    }
  }

  void show_command(const Json& command) {
    const std::string status = shown_at(command, "status"), judged = shown_at(command, "judged");
    out_.line(
        2,
        shown_at(command, "index") + "  " + answer(status) +
            (judged.empty() || judged == status ? ""
                                                : std::string(out_.say(" (judged alone: ", "（单独裁定：")) +
                                                      answer(judged) + std::string(out_.say(")", "）"))) +
            "  " + out_.paint(kBold, shown_at(command, "verb")) + " " + place_text(*member(command, "path")));
    out_.row(6, "written", "原文",
             kind(shown_at(command, "by")) + ", " + shown_at(command, "dialect") + " " + span(command) +
                 ": " + shortened(shown_at(command, "written"), kMostShown));
    if (const Json* meant = member(command, "command"))
      out_.row(6, "meant", "含义", shortened(printable(to_text(*meant)), kMostShown));
    if (const Json* all = member(command, "asked"); !all->empty()) {
      out_.line(6, out_.dim(out_.say("asked", "询问")));
      asked(*all, 8);
    }
    refusal(command, 6);
    if (const Json* effects = member(command, "effects"))
      for (const Json& one : array_of(*effects))
        out_.row(6, "effect", "效果", place_text(*member(one, "path")) + "  " + change_text(one, out_));
    if (const Json* result = member(command, "result")) out_.row(6, "result", "结果", value_text(result));
    warnings(command, 6);
  }

  // What refused it is no rule of the game's.
  std::string basis_text(const Json& basis) const {
    if (shown_at(basis, "kind") == "kernel")
      return std::string(out_.say("the kernel's own rule, in every game; the command stands in line ",
                                  "内核自身的规则，适用于所有游戏；指令在第 ")) +
             shown_at(basis, "line") + std::string(out_.say(" of the text: ", " 行：")) +
             shown_at(basis, "see");
    const Json* path = member(basis, "path");
    if (path == nullptr)
      return std::string(out_.say("protection, which came in play: `_is_protected: true` in the state",
                                  "保护，游戏中加上的：状态里的 `_is_protected: true`"));
    return std::string(out_.say("protection by ", "保护，来自 ")) + place_text(*path) + "  " +
           shown_at(basis, "at");
  }

  void refusal(const Json& refused, std::size_t indent) {
    const std::string code = shown_at(refused, "code");
    if (code.empty()) return;
    out_.row(indent, "why", "原因", out_.paint(kRed, code) + "  " + shown_at(refused, "message"));
    const std::string rule = shown_at(refused, "rule"), at = shown_at(refused, "at");
    if (const Json* basis = member(refused, "basis")) {
      out_.row(indent, "by", "依据", basis_text(*basis));
    } else if (!rule.empty()) {
      out_.row(indent, "by", "依据", rule + (at.empty() ? "" : "  " + at));
    }
    out_.row(indent, "fix", "改法", shown_at(refused, "hint"));
  }

  void asked(const Json& all, std::size_t indent) {
    for (const Json& one : array_of(all)) testimony(one, indent);
  }

  // "rule love/step  a.b 3 → 9  amend(5, …)  plugins/love/step.lua:9  120 fuel"
  void testimony(const Json& one, std::size_t indent) {
    const std::string who = shown_at(one, "who"), which = shown_at(one, "which"), id = shown_at(one, "id");
    std::string text = kind(who);
    if (who == "write" || (!which.empty() && which != "run")) text += " " + which;
    if (!id.empty()) text += " " + out_.paint(kBold, id);
    if (const Json* path = member(one, "path")) text += "  " + place_text(*path);
    // What is computed has no value yet.
    const bool told = who != "fact" && who != "derive";
    const std::string change = told ? change_text(one, out_) : std::string();
    if (!change.empty()) text += "  " + change;
    text += "  " + answer(shown_at(one, "answer"));
    if (who == "fact") {
      text += fact(one);
    } else if (const Json* said = member(one, "said")) {
      text += " " + value_text(said);
    }
    // A budget's own functions have run beside what it answered.
    if (const Json* more = member(one, "more"); who == "budget" && more != nullptr) text += budget(*more);
    const std::string at = shown_at(one, "said_at").empty() ? shown_at(one, "at") : shown_at(one, "said_at");
    if (!at.empty()) text += out_.dim("  " + at);
    if (const std::string fuel = shown_at(one, "fuel"); !fuel.empty())
      text += out_.dim("  " + fuel + std::string(out_.say(" fuel", " 燃料")));
    const auto depth = static_cast<std::size_t>(member(one, "depth")->get<std::uint64_t>());
    out_.line(indent + 2 * std::min<std::size_t>(depth, 20), text);
    beside(one, indent + 2 * std::min<std::size_t>(depth, 20) + 4);
  }

  void beside(const Json& one, std::size_t indent) {
    const Json* more = member(one, "more");
    const Json* event = more == nullptr || !more->is_object() ? nullptr : member(*more, "event");
    if (event != nullptr) {
      const Json* data = member(*more, "data");
      out_.line(indent, out_.dim(std::string(out_.say("because of ", "起因：")) + shown_at(*more, "event") +
                                 (data == nullptr ? "" : " " + value_text(data))));
    }
    if (const std::string code = shown_at(one, "code"); !code.empty())
      out_.line(indent, out_.paint(kRed, code) + "  " + shown_at(one, "message"));
    const Json* checks = more == nullptr || !more->is_object() ? nullptr : member(*more, "checks");
    if (checks == nullptr) return;
    for (const Json& row : array_of(*checks))
      if (shown_at(row, "at") != shown_at(one, "at"))
        out_.line(indent, out_.dim(std::string(out_.say("value by ", "取值依据 ")) +
                                   shown_at(row, "pattern") + "  " + shown_at(row, "at")));
  }

  std::string budget(const Json& more) const {
    std::string text = std::string(out_.say("  takes ", "  取用 ")) + shown_at(more, "takes") +
                       std::string(out_.say(" of ", "，剩余 ")) + shown_at(more, "left") +
                       std::string(out_.say(" left (most ", "（上限 ")) + shown_at(more, "most");
    if (const std::string window = shown_at(more, "window"); !window.empty())
      text += std::string(out_.say(" in ", "，周期 ")) + window;
    text += std::string(out_.say(")", "）"));
    if (const std::string left = shown_at(more, "left_after"); !left.empty())
      text += std::string(out_.say(", then ", "，之后 ")) + left;
    return text;
  }

  std::string fact(const Json& one) const {
    const Json* more = member(one, "more");
    std::string text = "  " + shown_at(one, "which") + " " + shown_at(*more, "subject") + "  “" +
                       shown_at(*more, "words") + "”";
    if (const Json* said = member(one, "said"))
      text += std::string(out_.say("  says ", "  声称 ")) + value_text(said);
    text += std::string(out_.say(", the state ", "，状态为 ")) + value_text(member(one, "after"));
    return text;
  }

  void follow(const Json& story) {
    for (const Json& round : array_of(*member(story, "following"))) {
      const Json& all = *member(round, "asked");
      if (all.empty()) continue;
      out_.head("What follows", "后续",
                std::string(out_.say("round ", "第 ")) + shown_at(round, "round") +
                    std::string(out_.say("", " 轮")));
      asked(all, 2);
    }
  }

  void show_changes(const Json& story) {
    out_.head("Changes", "变化");
    const Json& all = *member(story, "changes");
    if (all.empty()) out_.line(2, out_.say("none was kept", "未保留任何变化"));
    for (const Json& one : array_of(all))
      out_.line(2, place_text(*member(one, "path")) + "  " + change_text(one, out_) +
                       out_.dim("  " + shown_at(one, "cause")));
    warnings(story, 2);
  }

  void claims(const Json& story) {
    const Json& all = *member(story, "behind");
    if (!all.empty()) {
      out_.head("What the narration claims", "叙事中的断言");
      asked(all, 2);
    }
    const Json* conflicts = member(story, "conflicts");
    if (conflicts == nullptr) return;
    out_.head("Conflicts", "冲突");
    for (const Json& one : array_of(*conflicts))
      out_.line(2, out_.paint(kRed, shown_at(one, "kind")) + " " + shown_at(one, "subject") + "  " +
                       span(one) + "  " + shown_at(one, "why") +
                       out_.dim("  " + shown_at(one, "by") + " " + shown_at(one, "at")));
  }

  void decide(const Json& story) {
    const Json& decision = *member(story, "decision");
    out_.head("Decision", "裁决", answer(shown_at(decision, "outcome")));
    if (const Json* failed = member(story, "failed")) refusal(*failed, 2);
    const Json* on = member(decision, "on");
    if (on == nullptr) return;
    std::string list;
    for (const Json& one : array_of(*on)) list += (list.empty() ? "" : ", ") + string_of(one);
    out_.row(2, "retry on", "重试条件",
             (list.empty() ? std::string(out_.say("nothing", "无")) : list) +
                 std::string(out_.say(", at most ", "，最多 ")) + shown_at(decision, "retries"));
    for (const Json& one : array_of(*member(decision, "why")))
      out_.row(2, "because", "因为",
               kind(shown_at(one, "kind")) + " " + shown_at(one, "number") + ": " + shown_at(one, "what") +
                   (*member(one, "asks_for_retry") == Json(true)
                        ? std::string(out_.say(" asks for a retry", "，要求重试"))
                        : std::string(out_.say(" asks for none", "，不要求重试"))));
  }

  void feedback(const Json& story) {
    if (const Json* messages = member(story, "messages")) {
      out_.head("Feedback, as it is sent", "反馈（原样发送）");
      for (const Json& one : array_of(*messages)) {
        out_.line(2, out_.dim(shown_at(one, "role")));
        if (const Json* content = member(one, "content"); content != nullptr && content->is_string())
          out_.block(4, string_of(*content));
      }
    }
    const Json* report = member(story, "report");
    if (report == nullptr || member(*report, "text") == nullptr) return;
    out_.head("Report, for people", "报告（给人看）");
    out_.block(2, string_of(*member(*report, "text")));
  }

  ExplainText out_;
};

}  // namespace

std::string turn_for_people(const Json& story, ExplainText out) { return TurnText(std::move(out)).of(story); }

}  // namespace gavel
