#include "decide.hpp"

#include <algorithm>

#include "state/json_writer.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostTold = 32;  // calls and conflicts, each

// What is said to the model around the reasons, in one language.
struct Words {
  std::string_view head, call, command, conflict, ask, more;
};
constexpr Words kEnglish = {"Your last reply was not accepted, and nothing of it has happened.\n",
                            "- The call of {} failed: ",
                            "- The command on {} failed: ",
                            "- The narration contradicts the state ({}): ",
                            "Write the whole reply again. Change the state by calls and commands only, and "
                            "narrate what the state says.\n",
                            "- There is more of this kind.\n"};
constexpr Words kChinese = {"上一次回复未被接受，其中的一切都没有发生。\n",
                            "- 调用 {} 失败：",
                            "- 对 {} 的指令失败：",
                            "- 叙述与状态矛盾（{}）：",
                            "请重写整个回复。只用调用和指令改变状态，叙述要与状态一致。\n",
                            "- 还有更多同类问题。\n"};

const Words& words_of(const RulesetFile& file) { return file.language == "zh" ? kChinese : kEnglish; }

bool is_call(const Proposal& proposal) {
  return proposal.dialect == "tools" || (proposal.command && proposal.command->verb == Verb::kCall);
}

std::string filled(std::string_view words, std::string_view what) {
  std::string text(words);
  const std::size_t at = text.find("{}");
  if (at != std::string::npos) text.replace(at, 2, what);
  return text;
}

Json failed_call(const Proposal& proposal, const Line& line) {
  const Error& error = *line.outcome.error;
  Json one(Json::value_t::object);
  if (proposal.command && !proposal.command->id.empty()) one["id"] = proposal.command->id;
  const Path& path = line.outcome.path;
  one["tool"] = path.empty() ? Json(proposal.path) : Json(key_of(path.back()));
  const bool broken = code_name(error.code).starts_with("plugin.");
  one["status"] = broken ? "error" : "rejected";
  one["code"] = std::string(code_name(error.code));
  one["reason"] = error.message;
  if (!error.hint.empty()) one["hint"] = error.hint;
  if (!error.until.empty()) one["disabled_until"] = error.until;
  return one;
}

Json failed_command(const Proposal& proposal, const Line& line, std::size_t index) {
  const Error& error = *line.outcome.error;
  Json one(Json::value_t::object);
  one["index"] = index;
  one["verb"] = proposal.shown_verb();
  one["path"] = line.outcome.resolved ? Json(to_dotted(line.outcome.path)) : proposal.shown_path();
  one["code"] = std::string(code_name(error.code));
  one["reason"] = error.message;
  if (!error.hint.empty()) one["hint"] = error.hint;
  return one;
}

Json debug_of(const Conflict& conflict, const RulesetFile& file) {
  Json one(Json::value_t::object);
  one["kind"] = conflict.kind;
  one["subject"] = conflict.subject;
  one["span"] = Json::array({conflict.span.begin, conflict.span.end});
  if (!conflict.expected.is_null()) one["expected_state_snippet"] = conflict.expected;
  one["mismatch_reason"] = conflict.why;
  one["instructions"] = file.language == "zh"
                            ? "叙述要与状态一致；要改变它，请用指令或工具调用。"
                            : "Narrate what the state says; to change it, use a command or a call.";
  return one;
}

}  // namespace

bool in_trouble(const RetrySettings& retry, const Verdict& verdict) {
  if (retry.on_conflict && !verdict.conflicts.empty()) return true;
  for (std::size_t i = verdict.asked; i < verdict.lines.size(); ++i) {
    if (verdict.lines[i].outcome.status != Status::kRejected) continue;
    if (is_call(verdict.reading.proposals[i]) ? retry.on_tool : retry.on_command) return true;
  }
  return false;
}

Json feedback_of(const Verdict& verdict, const RulesetFile& file) {
  Json calls(Json::value_t::array), commands(Json::value_t::array), debug(Json::value_t::array);
  for (std::size_t i = verdict.asked; i < verdict.lines.size(); ++i) {
    const Line& line = verdict.lines[i];
    const Proposal& proposal = verdict.reading.proposals[i];
    if (line.outcome.status != Status::kRejected) continue;
    if (is_call(proposal)) {
      if (calls.size() < kMostTold) calls.push_back(failed_call(proposal, line));
    } else if (commands.size() < kMostTold) {
      commands.push_back(failed_command(proposal, line, i));
    }
  }
  if (file.retry.with_debug)
    for (std::size_t i = 0; i < std::min(verdict.conflicts.size(), kMostTold); ++i)
      debug.push_back(debug_of(verdict.conflicts[i], file));
  Json feedback(Json::value_t::object);
  if (!calls.empty()) feedback["failed_calls"] = std::move(calls);
  if (!commands.empty()) feedback["failed_commands"] = std::move(commands);
  if (!debug.empty()) feedback["conflict_debug"] = std::move(debug);
  return feedback;
}

Json messages_of(const Json& feedback, const RulesetFile& file, std::size_t most) {
  const Words& words = words_of(file);
  std::vector<std::string> lines;
  const auto tell = [&](const char* rows, std::string_view head, const char* what, const char* why) {
    const Json* all = member(feedback, rows);
    if (all == nullptr) return;
    for (const Json& row : array_of(*all)) {
      const Json* subject = member(row, what);
      std::string line = filled(head, subject->is_string() ? string_of(*subject) : to_text(*subject)) +
                         string_of(*member(row, why)) + "\n";
      if (const Json* hint = member(row, "hint")) line += "  → " + string_of(*hint) + "\n";
      lines.push_back(std::move(line));
    }
  };
  tell("failed_calls", words.call, "tool", "reason");
  tell("failed_commands", words.command, "path", "reason");
  tell("conflict_debug", words.conflict, "kind", "mismatch_reason");
  if (lines.empty()) return Json(Json::value_t::array);
  std::string text(words.head);
  for (const std::string& line : lines) {
    if (text.size() + line.size() + words.more.size() + words.ask.size() > most) {
      text += words.more;
      break;
    }
    text += line;
  }
  text += words.ask;
  Json message(Json::value_t::object);
  message["role"] = "user";
  message["content"] = std::move(text);
  return Json(JsonArray{std::move(message)});
}

}  // namespace gavel
