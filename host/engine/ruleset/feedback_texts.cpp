#include "ruleset/feedback_texts.hpp"

#include <algorithm>
#include <array>

#include "base/utf8.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

constexpr std::array kRows = {
    FeedbackRow{"head", "turn attempt", "Your last reply was not accepted, and nothing of it has happened.",
                "上一次回复未被接受，其中的一切都没有发生。"},
    FeedbackRow{"call", "tool id reason code", "- The call of {tool} failed: {reason}",
                "- 调用 {tool} 失败：{reason}"},
    FeedbackRow{"command", "path verb reason code", "- The command on {path} failed: {reason}",
                "- 对 {path} 的指令失败：{reason}"},
    FeedbackRow{"conflict", "kind subject reason", "- The narration contradicts the state ({kind}): {reason}",
                "- 叙述与状态矛盾（{kind}）：{reason}"},
    FeedbackRow{"instructions", "kind subject",
                "Narrate what the state says; to change it, use a command or a call.",
                "叙述要与状态一致；要改变它，请用指令或工具调用。"},
    FeedbackRow{"instructions_tools", "kind subject tools",
                "Narrate what the state says. Never change it in prose: call {tools}.",
                "叙述要与状态一致；不得自行改变，请调用 {tools}。"},
    FeedbackRow{"disabled", "tool disabled_until", "  It may not be called until: {disabled_until}",
                "  在此之前不可调用：{disabled_until}"},
    FeedbackRow{"hint", "hint", "  → {hint}", "  → {hint}"},
    FeedbackRow{"example", "example", "  For example: {example}", "  例如：{example}"},
    FeedbackRow{"more", "count", "- And {count} more failures, not listed.", "- 还有 {count} 处失败未列出。"},
    FeedbackRow{
        "ask", "",
        "Write the whole reply again. Change the state by calls and commands only, and narrate what the "
        "state says.",
        "请重写整个回复。只用调用和指令改变状态，叙述要与状态一致。"},
    FeedbackRow{"plain", "turn attempt",
                "Your last reply was not accepted, and nothing of it has happened. Please write it again.",
                "上一次回复未被接受，其中的一切都没有发生。请重新写一遍。"},
    FeedbackRow{"broken", "code", "the game's own rules failed here; leave it out this time",
                "游戏自身的规则在此出错；这一次请不要使用"},
    FeedbackRow{
        "report", "turn attempts",
        "The story could not be brought in line with the game in {attempts} attempts. Nothing of it has "
        "happened; the state is as it was.",
        "叙述试了 {attempts} 次仍与游戏不符。其中的一切都没有发生，状态与之前相同。"},
    FeedbackRow{"report_story", "kind subject claimed", "- The story says ({kind}): {subject}, {claimed}",
                "- 叙述称（{kind}）：{subject}，{claimed}"},
    FeedbackRow{"report_state", "path value", "  The state says: {path} is {value}",
                "  状态中：{path} 为 {value}"},
    FeedbackRow{"report_hidden", "", "  The state says otherwise.", "  状态与此不同。"},
    FeedbackRow{"report_call", "tool reason code", "- The call of {tool} was refused: {reason}",
                "- 调用 {tool} 被拒绝：{reason}"},
    FeedbackRow{"report_command", "path reason code", "- The change of {path} was refused: {reason}",
                "- 对 {path} 的更改被拒绝：{reason}"},
    FeedbackRow{"report_failed", "code", "- The rules of the game failed ({code}).",
                "- 游戏规则本身出错（{code}）。"},
    FeedbackRow{"option_retry", "", "Let the model try once more.", "让模型再试一次。"},
    FeedbackRow{"option_correct", "", "As operator, correct the state, then try again.",
                "由管理者更正状态，然后重试。"},
    FeedbackRow{"option_accept", "", "Accept the narration as a story only; the state stays as it is.",
                "仅作为故事接受这段叙述；状态保持不变。"},
    FeedbackRow{"option_rollback", "", "Go back to an earlier turn.", "回到更早的回合。"},
};

struct Words {
  Code code;
  std::string_view zh;
};
constexpr std::array kChinese = {
    Words{Code::kParseMalformed, "指令写法有误"},
    Words{Code::kParseTruncated, "指令没有写完"},
    Words{Code::kParseAmbiguous, "指令有歧义"},
    Words{Code::kPathInvalid, "路径不可用"},
    Words{Code::kPathForbidden, "路径被禁止"},
    Words{Code::kPathUnknown, "路径不存在"},
    Words{Code::kPathOutside, "路径超出允许范围"},
    Words{Code::kTypeMismatch, "类型不符"},
    Words{Code::kValueRange, "数值超出范围"},
    Words{Code::kValueEnum, "不是允许的值"},
    Words{Code::kPreconditionEquals, "当前值与条件不符"},
    Words{Code::kPreconditionVersion, "版本与条件不符"},
    Words{Code::kPreconditionOld, "旧值与当前值不符"},
    Words{Code::kPreconditionUnique, "已有同名项"},
    Words{Code::kPreconditionExists, "该处已有内容"},
    Words{Code::kPreconditionNotEmpty, "该处不为空"},
    Words{Code::kExpectFailed, "结果与预期不符"},
    Words{Code::kTestFailed, "测试未通过"},
    Words{Code::kAuthorityDenied, "无权操作"},
    Words{Code::kProtected, "该处受保护"},
    Words{Code::kBatchRolledBack, "随整批一起撤回"},
    Words{Code::kLimitDepth, "嵌套过深"},
    Words{Code::kLimitSize, "过大"},
    Words{Code::kLimitCount, "过多"},
    Words{Code::kToolUnknown, "没有这个工具"},
    Words{Code::kToolNotAllowed, "此工具不允许使用"},
    Words{Code::kToolInvalidArgs, "参数不符"},
    Words{Code::kToolActorState, "当前状态下不允许"},
    Words{Code::kToolRejected, "工具拒绝了调用"},
    Words{Code::kToolRepeatIllegal, "不允许重复调用"},
    Words{Code::kRuleDenied, "规则不允许"},
    Words{Code::kBudgetExceeded, "超出额度"},
    Words{Code::kPluginError, "游戏规则出错"},
    Words{Code::kAutomationLoop, "自动规则陷入循环"},
};

const FeedbackRow& row_of(std::string_view key) {
  return *std::find_if(kRows.begin(), kRows.end(), [key](const FeedbackRow& row) { return row.key == key; });
}

std::vector<std::string_view> names_in(std::string_view places) {
  std::vector<std::string_view> names;
  while (!places.empty()) {
    const std::size_t end = std::min(places.find(' '), places.size());
    names.push_back(places.substr(0, end));
    places.remove_prefix(std::min(end + 1, places.size()));
  }
  return names;
}

// One part of a template: a text, or a placeholder by its name.
struct Part {
  std::string_view text;
  bool place = false;
};

// The part that `rest` starts with, which is taken off. Nothing: a brace stands alone.
std::optional<Part> next_part(std::string_view& rest) {
  const auto take = [&rest](std::size_t length, std::size_t from, std::size_t count, bool place) {
    const Part part{rest.substr(from, count), place};
    rest.remove_prefix(length);
    return part;
  };
  const std::size_t brace = std::min(rest.find_first_of("{}"), rest.size());
  if (brace > 0) return take(brace, 0, brace, false);
  if (rest.size() > 1 && rest[1] == rest[0]) return take(2, 0, 1, false);
  const std::size_t end = rest.find('}');
  if (rest[0] == '}' || end == std::string_view::npos) return std::nullopt;
  return take(end + 1, 1, end - 1, true);
}

}  // namespace

std::span<const FeedbackRow> feedback_rows() { return kRows; }

Result<void> check_feedback_text(const FeedbackRow& row, std::string_view text) {
  if (text.size() > kMostFeedbackText)
    return Error(Code::kLimitSize, "the text has " + std::to_string(text.size()) + " bytes; at most " +
                                       std::to_string(kMostFeedbackText));
  const std::vector<std::string_view> known = names_in(row.places);
  while (!text.empty()) {
    const std::optional<Part> part = next_part(text);
    if (!part)
      return Error(Code::kParseMalformed, "a brace stands alone", "write {{ or }} where a brace is meant");
    if (!part->place || std::find(known.begin(), known.end(), part->text) != known.end()) continue;
    std::string hint = nearest_hint(part->text, known);
    if (hint.empty())
      hint = known.empty() ? "this text has no placeholders"
                           : "its placeholders are: " + std::string(row.places);
    return Error(Code::kParseMalformed,
                 "no placeholder is called \"" + shortened(printable(part->text), 64) + "\" here",
                 std::move(hint));
  }
  return {};
}

void FeedbackTexts::put(std::string_view language, std::string_view key, std::string text) {
  own_[{std::string(language), std::string(key)}] = std::move(text);
}

std::string FeedbackTexts::say(std::string_view language, std::string_view key, Places places) const {
  const FeedbackRow& row = row_of(key);
  const auto own = own_.find(std::pair(std::string(language), std::string(key)));
  std::string_view rest = own != own_.end()  ? std::string_view(own->second)
                          : language == "zh" ? row.zh
                                             : row.en;
  std::string text;
  while (!rest.empty()) {
    const std::optional<Part> part = next_part(rest);
    if (!part) break;
    if (!part->place) {
      text += part->text;
      continue;
    }
    for (const auto& [name, value] : places)
      if (name == part->text) text += value;
  }
  return text;
}

std::string_view code_words(Code code, std::string_view language) {
  if (language == "zh")
    for (const Words& words : kChinese)
      if (words.code == code) return words.zh;
  return code_meaning(code);
}

}  // namespace gavel
