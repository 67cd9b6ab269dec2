#include "report.hpp"

#include <algorithm>
#include <array>

#include "claims/claims.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "feedback.hpp"
#include "rolled.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostRows = 12;    // of conflicts, and of refusals
constexpr std::size_t kMostShown = 200;  // bytes of a value

std::string shown(const Json& value) {
  if (value.is_string()) return told(string_of(value), kMostShown);
  return told(to_text(value), kMostShown);
}

class Report {
 public:
  explicit Report(const RulesetFile& file) : file_(file) {}

  void say(std::string_view key, Places places = {}) {
    const std::string line = file_.feedback.say(file_.language, key, places);
    if (!line.empty()) text_ += line + "\n";
  }

  void tell(const Conflict& conflict) {
    if (conflict.kind == kLeftOut) return say("report_left_out", {{"subject", told(conflict.subject)}});
    say("report_story", {{"kind", told(conflict.kind)},
                         {"subject", told(conflict.subject)},
                         {"claimed", claimed(conflict.claimed)}});
    const Json* path = member(conflict.expected, "path");
    if (path == nullptr || conflict.hidden_from_players) return say("report_hidden");
    say("report_state",
        {{"path", told(string_of(*path))}, {"value", shown(*member(conflict.expected, "value"))}});
  }

  void tell(const Proposal& proposal, const Line& line) {
    const Error& error = *line.outcome.error;
    const std::string why = reason(error);
    const Path& path = line.outcome.path;
    const Json written = proposal.shown_path();
    const bool call = proposal.is_call();
    std::string place = call && !path.empty() ? key_of(path.back())
                        : written.is_string() ? string_of(written)
                                              : to_text(written);
    place = told(place, kMostShown);
    say(call ? "report_call" : "report_command",
        {{call ? "tool" : "path", place}, {"reason", why}, {"code", code_name(error.code)}});
  }

  // A text without quotes, all else in words.
  std::string claimed(const Json& value) const {
    return value.is_string() ? shown(value) : told(claimed_words(value, file_.language), kMostShown);
  }

  Json finish() {
    Json json(Json::value_t::object);
    json["text"] = std::move(text_);
    Json options(Json::value_t::array);
    for (const std::string_view id : {"retry", "correct", "accept", "rollback"}) {
      Json option(Json::value_t::object);
      option["id"] = std::string(id);
      option["text"] = file_.feedback.say(file_.language, "option_" + std::string(id));
      options.push_back(std::move(option));
    }
    json["options"] = std::move(options);
    return json;
  }

 private:
  // A refusal may quote what the model may read and a player may not; what a plugin says and what was wrong
  // with a call may be told.
  std::string reason(const Error& error) const {
    constexpr std::array kOpen = {Code::kToolUnknown,    Code::kToolNotAllowed, Code::kToolInvalidArgs,
                                  Code::kToolActorState, Code::kToolRejected,   Code::kToolRepeatIllegal};
    const bool open = std::ranges::find(kOpen, error.code) != kOpen.end();
    if (code_name(error.code).starts_with("plugin."))
      return file_.feedback.say(file_.language, "broken", {{"code", code_name(error.code)}});
    if (!open && file_.fields.has_readers()) return std::string(code_words(error.code, file_.language));
    return told(error.message);
  }

  const RulesetFile& file_;
  std::string text_;
};

}  // namespace

Json report_of(const Verdict& verdict, std::span<const std::size_t> failed, const RulesetFile& file) {
  Report report(file);
  const std::string turn = told(verdict.turn), attempts = std::to_string(verdict.attempt);
  report.say("report", {{"turn", turn}, {"attempts", attempts}});
  if (verdict.failed) report.say("report_failed", {{"code", code_name(verdict.failed->code)}});
  std::size_t rows = 0;
  for (const Conflict& conflict : verdict.conflicts)
    if (rows++ < kMostRows) report.tell(conflict);
  rows = 0;
  for (const std::size_t i : failed)
    if (rows++ < kMostRows) report.tell(verdict.reading.proposals[i], verdict.lines[i]);
  rows = 0;
  for (const LeftOpen& one : verdict.reading.left_open)
    if (rows++ < kMostRows) report.say("report_open", {{"opener", told(one.opener)}});
  if (is_cut_off(verdict)) report.say("report_no_narration");
  return report.finish();
}

}  // namespace gavel
