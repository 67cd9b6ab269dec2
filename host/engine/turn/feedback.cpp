#include "feedback.hpp"

#include <algorithm>

#include "base/tokens.hpp"
#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "rolled.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostTold = 32;  // calls, commands and conflicts, each

bool is_broken(const Error& error) { return code_name(error.code).starts_with("plugin."); }

// What is the game's own fault is no matter of the model's, and may quote anything.
void add_reason(Json& row, const Error& error, const RulesetFile& file) {
  row["code"] = std::string(code_name(error.code));
  if (is_broken(error)) {
    row["reason"] = file.feedback.say(file.language, "broken", {{"code", code_name(error.code)}});
    return;
  }
  row["reason"] = error.message;
  if (!error.hint.empty()) row["hint"] = error.hint;
}

Json failed_call(const Proposal& proposal, const Line& line, const RulesetFile& file) {
  const Error& error = *line.outcome.error;
  Json one(Json::value_t::object);
  if (proposal.command && !proposal.command->id.empty()) one["id"] = proposal.command->id;
  const Path& path = line.outcome.path;
  one["tool"] = path.empty() ? proposal.shown_path() : Json(key_of(path.back()));
  one["status"] = is_broken(error) ? "error" : "rejected";
  add_reason(one, error, file);
  if (!error.until.empty()) one["disabled_until"] = error.until;
  return one;
}

Json failed_command(const Proposal& proposal, const Line& line, std::size_t index, const RulesetFile& file) {
  Json one(Json::value_t::object);
  one["index"] = index;
  one["verb"] = proposal.shown_verb();
  const bool named = line.outcome.resolved && !file.fields.read_denied(line.outcome.path, Actor::kModel);
  one["path"] = named ? Json(to_dotted(line.outcome.path)) : proposal.shown_path();
  add_reason(one, *line.outcome.error, file);
  return one;
}

Json debug_of(const Conflict& conflict, const RulesetFile& file, const std::string& tools) {
  Json one(Json::value_t::object);
  one["kind"] = conflict.kind;
  one["subject"] = conflict.subject;
  one["span"] = Json::array({conflict.span.begin, conflict.span.end});
  if (!conflict.expected.is_null()) one["expected_state_snippet"] = conflict.expected;
  one["mismatch_reason"] = conflict.why;
  if (conflict.kind == kLeftOut) {
    one["instructions"] = file.feedback.say(file.language, "instructions_roll");
    return one;
  }
  one["instructions"] = file.feedback.say(
      file.language, tools.empty() ? "instructions" : "instructions_tools",
      {{"kind", told(conflict.kind)}, {"subject", told(conflict.subject)}, {"tools", tools}});
  if (!tools.empty()) one["tools"] = tools;
  return one;
}

// What the reply never ended, and that nothing of it was left to tell.
void add_open(const Verdict& verdict, Json& feedback) {
  Json open(Json::value_t::array);
  for (const LeftOpen& one : verdict.reading.left_open) {
    if (open.size() == kMostTold) break;
    Json row(Json::value_t::object);
    row["code"] = one.code;
    row["opener"] = one.opener;
    open.push_back(std::move(row));
  }
  if (!open.empty()) feedback["left_open"] = std::move(open);
  if (is_cut_off(verdict)) feedback["no_narration"] = true;
}

// A part of the message and what it costs.
struct Piece {
  explicit Piece(std::string said) : text(std::move(said)), quarters(quarter_tokens(text)) {}
  std::string text;
  std::size_t quarters;
};

// What a message comes to so far.
struct Sum {
  std::size_t quarters = 0, bytes = 0;
  void add(const Piece& piece) {
    quarters += piece.quarters;
    bytes += piece.text.size();
  }
};

// One failure.
struct Item {
  Piece text;
  Piece example;
};

class Message {
 public:
  Message(const RulesetFile& file, const Verdict& verdict)
      : file_(file),
        turn_(told(verdict.turn)),
        attempt_(std::to_string(verdict.attempt)),
        head_(line("head", {{"turn", turn_}, {"attempt", attempt_}})),
        ask_(line("ask", {})) {}

  void tell_calls(const Json& rows) {
    for (const Json& row : array_of(rows)) {
      const std::string tool = text(row, "tool");
      std::string said = line(
          "call",
          {{"tool", tool}, {"id", text(row, "id")}, {"reason", reason(row)}, {"code", text(row, "code")}});
      if (const std::string until = text(row, "disabled_until"); !until.empty())
        said += line("disabled", {{"tool", tool}, {"disabled_until", until}});
      finish(row, std::move(said));
    }
  }

  void tell_commands(const Json& rows) {
    for (const Json& row : array_of(rows))
      finish(row, line("command", {{"path", text(row, "path")},
                                   {"verb", text(row, "verb")},
                                   {"reason", reason(row)},
                                   {"code", text(row, "code")}}));
  }

  void tell_rolled(const Json& rows) {
    for (const Json& row : array_of(rows))
      items_.push_back({Piece(line("rolled", {{"tool", text(row, "tool")},
                                              {"args", text(row, "args")},
                                              {"rolls", text(row, "rolls")}})),
                        Piece("")});
  }

  void tell_open(const Json& feedback) {
    if (const Json* rows = member(feedback, "left_open"))
      for (const Json& row : array_of(*rows))
        items_.push_back({Piece(line("open", {{"opener", text(row, "opener")}})), Piece("")});
    if (member(feedback, "no_narration") != nullptr)
      items_.push_back({Piece(line("no_narration", {})), Piece("")});
  }

  void tell_conflicts(const Json& rows) {
    for (const Json& row : array_of(rows)) {
      const bool left_out = text(row, "kind") == kLeftOut;
      std::string said = line(left_out ? "left_out" : "conflict", {{"kind", text(row, "kind")},
                                                                   {"subject", text(row, "subject")},
                                                                   {"reason", text(row, "mismatch_reason")}});
      // That tools account for it is news; the general instruction ends every message.
      if (member(row, "tools") != nullptr) said += line("hint", {{"hint", text(row, "instructions")}});
      items_.push_back({Piece(std::move(said)), Piece("")});
    }
  }

  // The plain request where there is nothing to tell, or all that fits.
  std::string whole(std::size_t tokens, std::size_t bytes) const {
    if (items_.empty()) return shortened(line("plain", {{"turn", turn_}, {"attempt", attempt_}}), bytes);
    std::size_t examples = items_.size(), failures = items_.size();
    const auto fits = [&] {
      Sum sum;
      each_piece(failures, examples, [&sum](const Piece& piece) { sum.add(piece); });
      return sum.quarters <= 4 * tokens && sum.bytes <= bytes;
    };
    while (examples > 0 && !fits()) --examples;
    while (failures > 0 && !fits()) --failures;
    std::string text;
    each_piece(failures, examples, [&text](const Piece& piece) { text += piece.text; });
    return shortened(text, bytes);
  }

 private:
  std::string line(std::string_view key, Places places) const {
    std::string text = file_.feedback.say(file_.language, key, places);
    if (!text.empty()) text += '\n';
    return text;
  }

  // The message with its first failures, and the examples of the first of them.
  template <typename Visit>
  void each_piece(std::size_t failures, std::size_t examples, const Visit& visit) const {
    visit(head_);
    for (std::size_t i = 0; i < failures; ++i) {
      visit(items_[i].text);
      if (i < examples) visit(items_[i].example);
    }
    if (failures < items_.size())
      visit(Piece(line("more", {{"count", std::to_string(items_.size() - failures)}})));
    visit(ask_);
  }

  static std::string text(const Json& row, std::string_view name) {
    const Json* value = member(row, name);
    if (value == nullptr) return {};
    return told(value->is_string() ? string_of(*value) : to_text(*value));
  }

  // What the host says is English; a game's own texts are in its language.
  std::string reason(const Json& row) const {
    std::string said = text(row, "reason");
    const std::optional<Code> code = code_of(text(row, "code"));
    const bool own = !code || *code == Code::kToolRejected || *code == Code::kToolActorState ||
                     *code == Code::kRuleDenied || code_name(*code).starts_with("plugin.");
    if (file_.language != "zh" || own) return said;
    return std::string(code_words(*code, "zh")) + "：" + said;
  }

  void finish(const Json& row, std::string said) {
    const Json* example = member(row, "example");
    const std::string hint = text(row, "hint");
    // One example is enough.
    if (!hint.empty() && !(example != nullptr && hint.starts_with("for example")))
      said += line("hint", {{"hint", hint}});
    std::string shown;
    if (example != nullptr) shown = line("example", {{"example", string_of(*example)}});
    items_.push_back({Piece(std::move(said)), Piece(std::move(shown))});
  }

  const RulesetFile& file_;
  std::string turn_, attempt_;
  Piece head_, ask_;
  std::vector<Item> items_;
};

}  // namespace

std::string told(std::string_view text, std::size_t most) {
  std::string line(text);
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return shortened(printable(line), most);
}

std::vector<std::size_t> failed_lines(const Verdict& verdict) {
  std::vector<std::size_t> failed, dragged;
  for (std::size_t i = verdict.player_commands; i < verdict.lines.size(); ++i) {
    const Line& line = verdict.lines[i];
    if (line.outcome.status != Status::kRejected) continue;
    const bool own = !line.culprit || verdict.reading.proposals[i].error;
    (own ? failed : dragged).push_back(i);
  }
  failed.insert(failed.end(), dragged.begin(), dragged.end());
  return failed;
}

Json feedback_of(const Verdict& verdict, std::span<const std::size_t> failed, const RulesetFile& file,
                 bool with_debug, const Examples& example_of, const Settling& settling) {
  Json calls(Json::value_t::array), commands(Json::value_t::array), debug(Json::value_t::array);
  for (const std::size_t i : failed) {
    const Line& line = verdict.lines[i];
    const Proposal& proposal = verdict.reading.proposals[i];
    Json& rows = proposal.is_call() ? calls : commands;
    if (rows.size() == kMostTold) continue;
    Json row =
        proposal.is_call() ? failed_call(proposal, line, file) : failed_command(proposal, line, i, file);
    if (std::optional<std::string> example = example_of(i)) row["example"] = std::move(*example);
    rows.push_back(std::move(row));
  }
  if (with_debug)
    for (std::size_t i = 0; i < std::min(verdict.conflicts.size(), kMostTold); ++i)
      debug.push_back(debug_of(verdict.conflicts[i], file, settling(verdict.conflicts[i].kind)));
  Json feedback(Json::value_t::object);
  if (!calls.empty()) feedback["failed_calls"] = std::move(calls);
  if (!commands.empty()) feedback["failed_commands"] = std::move(commands);
  add_open(verdict, feedback);
  if (!debug.empty()) feedback["conflict_debug"] = std::move(debug);
  return feedback;
}

Json messages_of(const Json& feedback, const Verdict& verdict, const RulesetFile& file, std::size_t most) {
  Message message_text(file, verdict);
  if (const Json* rows = member(feedback, "rolled_calls")) message_text.tell_rolled(*rows);
  if (const Json* rows = member(feedback, "failed_calls")) message_text.tell_calls(*rows);
  if (const Json* rows = member(feedback, "failed_commands")) message_text.tell_commands(*rows);
  message_text.tell_open(feedback);
  if (const Json* rows = member(feedback, "conflict_debug")) message_text.tell_conflicts(*rows);
  std::string text = message_text.whole(file.retry.feedback_tokens, most);
  if (text.empty()) return Json(Json::value_t::array);
  Json message(Json::value_t::object);
  message["role"] = "user";
  message["content"] = std::move(text);
  return Json(JsonArray{std::move(message)});
}

}  // namespace gavel
