#include "fuzz_judge.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"
#include "command/audit.hpp"
#include "ruleset/field_violations.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "testing/scenario.hpp"

namespace gavel {
namespace {

constexpr std::int64_t kFuzzMsPerSecond = 1000;
constexpr std::size_t kMostHistory = 20;
constexpr std::size_t kMostViolations = 50;

bool is_plugin(std::string_view code) { return code.starts_with("plugin."); }

std::string judged_place_of(const Error& error) {
  return error.where.file.empty() ? "" : error.where.file + ":" + std::to_string(error.where.line);
}

std::string text_of(const Document& document) {
  std::string text;
  append_text(text, document.data());
  text += '\n';
  append_text(text, document.meta());
  return text;
}

// Where two texts part.
std::string parting(const std::string& a, const std::string& b) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const auto at = static_cast<std::size_t>(x - a.begin());
  const std::size_t from = at < 40 ? 0 : at - 40;
  const auto part = [from](const std::string& text) {
    return printable(as_utf8(std::string_view(text).substr(std::min(from, text.size()), 120)));
  };
  return "…" + part(a) + "…, and again …" + part(b) + "…";
}

}  // namespace

struct FuzzJudge::Turn {
  const FuzzTurn& turn;
  std::string user, model, id;
};

std::string FuzzTrouble::signature() const {
  return std::string(what_name(what)) + '\n' + code + '\n' + rule + '\n' + at;
}

void FuzzTally::add(const FuzzTally& other) {
  turns += other.turns;
  accepted += other.accepted;
  commands += other.commands;
  passed += other.passed;
  for (const auto& [id, more] : other.reached) {
    FuzzReport::Reached& one = reached[id];
    one.kind = more.kind;
    one.asked += more.asked;
    one.acted += more.acted;
  }
}

FuzzJudge::FuzzJudge(const FuzzSubject& subject, const Json& campaign, Document document)
    : subject_(subject),
      ruleset_(*subject.ruleset),
      campaign_facts_(campaign),
      document_(std::move(document)),
      before_(text_of(document_)) {
  for (const Error& error : field_errors(document_.data(), ruleset_)) given_violations_.insert(error.message);
  for (const Registration& one : ruleset_.registry().all) tally_.reached[one.id].kind = one.kind;
}

FuzzJudge::~FuzzJudge() {
  for (std::unique_ptr<Sandbox>* sandbox : {&once_, &again_})
    if (*sandbox != nullptr) subject_.ruleset->pool().give_back(std::move(*sandbox));
}

Result<std::unique_ptr<FuzzJudge>> FuzzJudge::make(const FuzzSubject& subject, const Json& campaign) {
  const Ruleset& ruleset = *subject.ruleset;
  Document document = TRY(Document::load(subject.state ? *subject.state : ruleset.initial_state(),
                                         Json(Json::value_t::object), ruleset.limits()));
  std::unique_ptr<FuzzJudge> judge(new FuzzJudge(subject, campaign, std::move(document)));
  for (std::unique_ptr<Sandbox>* sandbox : {&judge->once_, &judge->again_})
    *sandbox = TRY(ruleset.pool().take());
  return judge;
}

void FuzzJudge::tell(FuzzTrouble trouble) {
  if (told_.insert(trouble.signature()).second) found_.push_back(std::move(trouble));
}

void FuzzJudge::tell_whole(FuzzFinding::What what, std::string message, std::size_t index) {
  FuzzTrouble trouble;
  trouble.what = what;
  trouble.message = std::move(message);
  trouble.turn = index;
  tell(std::move(trouble));
}

void FuzzJudge::tell_error(FuzzFinding::What what, const Error& error, std::size_t index, std::string never) {
  FuzzTrouble trouble;
  trouble.what = what;
  trouble.code = code_name(error.code);
  trouble.rule = error.where.rule;
  trouble.at = judged_place_of(error);
  trouble.message = error.message;
  trouble.detail = error.detail;
  trouble.turn = index;
  trouble.never = std::move(never);
  tell(std::move(trouble));
}

std::vector<FuzzTrouble> FuzzJudge::play(const FuzzCase& game) {
  derived_ = DeriveMemory();
  own_settings_ = Json(Json::value_t::object);
  history_ = Json(Json::value_t::array);
  now_ = kScenarioBegin;
  told_.clear();
  found_.clear();
  change_settings(own_settings_);
  const std::string begin = before_;
  for (std::size_t i = 0; i < game.turns.size(); ++i)
    if (!take(game.turns[i], i)) break;
  document_.rollback(Document::Savepoint{});
  document_.forget();
  before_ = begin;
  if (text_of(document_) != begin)
    tell_whole(FuzzFinding::What::kUndo, "undoing a whole game did not restore everything", 0);
  return std::move(found_);
}

bool FuzzJudge::change_settings(const Json& change) {
  Json own = own_settings_;
  for (const auto& [key, value] : object_of(change)) own[key] = value;
  Result<Json> settings = ruleset_.settings(own);
  if (!settings) return false;
  own_settings_ = std::move(own);
  settings_ = std::move(*settings);
  return true;
}

TurnInput FuzzJudge::input_of(const Turn& turn, std::size_t index) const {
  TurnInput input;
  input.parts = parts_of(turn.user, turn.model, turn.turn.by_operator ? Actor::kOperator : Actor::kModel);
  input.turn = turn_id(index);
  input.now = now_;
  input.seed = kScenarioSeed;
  input.settings = settings_;
  input.campaign = campaign_facts_;
  if (const auto& policy = ruleset_.milestone()) {
    input.milestone_policy = policy->policy;
    input.milestone_with = policy->with;
  }
  return input;
}

// All that came of it, byte by byte.
std::string FuzzJudge::judge(const TurnInput& input, Sandbox& sandbox, DeriveMemory* derived,
                             Verdict& verdict) {
  TurnRules rules;
  rules.ruleset = &ruleset_;
  rules.sandbox = &sandbox;
  rules.derived = derived;
  rules.history = &history_;
  rules.keeps_progress = true;
  Result<Verdict> judged = run_turn(document_, input, rules);
  if (!judged) return "error " + judged.error().message;
  verdict = std::move(*judged);
  return verdict_text(verdict) + '\n' + audit_text(verdict.audit) + '\n' + text_of(document_);
}

bool FuzzJudge::take(const FuzzTurn& turn, std::size_t index) {
  if (turn.settings.is_object()) change_settings(turn.settings);
  now_.ms += turn.after_s * kFuzzMsPerSecond;
  Turn given{turn, text_of(turn.user, ruleset_), text_of(turn.model, ruleset_), turn_id(index)};
  const TurnInput input = input_of(given, index);
  const Json* failing = member(document_.meta(), "quarantine");
  failing_before_ = failing == nullptr ? Json() : *failing;
  const Document::Savepoint from = document_.savepoint();
  Verdict verdict;
  const std::string first = judge(input, *once_, &derived_, verdict);
  const bool by_chance = verdict.failed && verdict.failed->code == Code::kPluginDeadline;
  document_.rollback(from);
  if (std::string now = text_of(document_); now != before_) {
    tell_whole(FuzzFinding::What::kUndo,
               "undoing a turn did not restore everything: " + parting(before_, now), index);
    return false;
  }
  Verdict repeated;
  const std::string second = judge(input, *again_, nullptr, repeated);
  if (first != second && !by_chance)
    tell_whole(FuzzFinding::What::kReplay,
               "the turn had another result when judged again: " + parting(first, second), index);
  if (first.starts_with("error ")) return false;
  ++tally_.turns;
  count(repeated);
  look_at(repeated, index);
  if (repeated.decision == Decision::kAccepted) look_at_state(index);
  look_back_on(given, repeated, index);
  before_ = text_of(document_);
  return first == second && !repeated.failed;
}

// Failed so often before this turn that it is not asked any more: that was told when it failed.
bool FuzzJudge::set_aside(const std::string& rule) const {
  const Json* kept = member(failing_before_, rule);
  const Json* failures = kept == nullptr ? nullptr : member(*kept, "failures");
  const std::size_t most = ruleset_.file().quarantine;
  return failures != nullptr && failures->is_number_integer() && most != 0 &&
         wide(*failures) >= static_cast<WideInteger>(most);
}

void FuzzJudge::look_at_line(const Verdict& verdict, std::size_t i, std::size_t index) {
  const Outcome& outcome = verdict.lines[i].outcome;
  for (const Warning& warning : outcome.warnings) look_at_warning(warning, index);
  if (!outcome.error) return;
  const Error& error = *outcome.error;
  const std::string code(code_name(error.code));
  if (!is_plugin(code) || set_aside(error.where.rule)) return;
  tell_error(FuzzFinding::What::kHandler, error, index, code);
}

void FuzzJudge::look_at_warning(const Warning& warning, std::size_t index) {
  if (warning.cause.empty()) return;
  const FuzzFinding::What what =
      is_plugin(warning.cause) ? FuzzFinding::What::kHandler : FuzzFinding::What::kRefused;
  tell({what, warning.cause, warning.rule, warning.at, warning.message, "", index, {}, warning.code});
}

void FuzzJudge::look_at(const Verdict& verdict, std::size_t index) {
  if (verdict.failed) {
    const Error& error = *verdict.failed;
    tell_error(is_plugin(code_name(error.code)) ? FuzzFinding::What::kHandler : FuzzFinding::What::kLoop,
               error, index, "");
  } else {
    for (std::size_t i = 0; i < verdict.lines.size(); ++i) look_at_line(verdict, i, index);
  }
  for (const Warning& warning : verdict.notes.warnings) look_at_warning(warning, index);
  for (const Json& shadow : array_of(verdict.notes.shadow))
    if (text_at(shadow, "decision") == "error")
      tell({FuzzFinding::What::kHandler,
            "plugin.error",
            text_at(shadow, "rule"),
            text_at(shadow, "at"),
            text_at(shadow, "message"),
            "",
            index,
            {},
            "plugin.error"});
}

void FuzzJudge::look_at_state(std::size_t index) {
  const auto tell_all = [&](const std::vector<Error>& errors, const Json& rows) {
    for (const Error& error : errors) {
      if (given_violations_.contains(error.message)) continue;
      Json forbidding;
      if (rows.is_array())
        for (const Json& row : array_of(rows))
          if (text_at(row, "path") == error.where.rule) forbidding = row;
      tell({FuzzFinding::What::kForbidden, std::string(code_name(error.code)), error.where.rule, "",
            error.message, "", index, std::move(forbidding), ""});
    }
  };
  const Json* fields = member(ruleset_.file().tree->root(), "fields");
  tell_all(field_errors(document_.data(), ruleset_), fields == nullptr ? Json() : *fields);
  if (!subject_.invariants.table.empty())
    tell_all(field_errors(document_.data(), subject_.invariants.table, ruleset_.file().described_pairs,
                          kMostViolations),
             subject_.invariants.rows);
}

void FuzzJudge::count(const Verdict& verdict) {
  if (verdict.decision == Decision::kAccepted) ++tally_.accepted;
  const auto acted = [this](const std::string& id) {
    if (const auto found = tally_.reached.find(id); found != tally_.reached.end()) ++found->second.acted;
  };
  for (std::size_t i = 0; i < verdict.lines.size(); ++i) {
    const Line& line = verdict.lines[i];
    ++tally_.commands;
    if (!line.outcome.error) ++tally_.passed;
    for (const Amendment& one : line.amendments) acted(one.rule);
    const bool call =
        verdict.reading.proposals[i].command && verdict.reading.proposals[i].command->verb == Verb::kCall;
    if (line.outcome.error && !call) acted(line.outcome.error->where.rule);
    if (!call || line.outcome.path.empty()) continue;
    const std::string name = key_of(line.outcome.path.back());
    for (auto& [id, one] : tally_.reached) {
      if ((one.kind != "tool" && one.kind != "callback") || !id.ends_with("/" + name)) continue;
      ++one.asked;
      const bool passed = !line.outcome.error || line.outcome.error->code == Code::kBatchRolledBack;
      if (passed) ++one.acted;
      if (!passed && line.outcome.error->where.rule != id) acted(line.outcome.error->where.rule);
    }
  }
  for (const EffectRow& row : verdict.notes.changes) acted(row.cause.substr(row.cause.find(' ') + 1));
  for (const Conflict& conflict : verdict.conflicts) acted(conflict.by);
}

void FuzzJudge::look_back_on(const Turn& turn, const Verdict& verdict, std::size_t index) {
  if (verdict.decision != Decision::kAccepted) return;
  Json entry(Json::value_t::object);
  entry["turn_id"] = turn_id(index);
  entry["actor_id"] = "";
  entry["user_input"] = turn.user;
  entry["assistant_output_text"] = verdict.reading.narration;
  entry["timestamp"] = format_time(now_);
  history_.push_back(std::move(entry));
  if (history_.size() > kMostHistory) history_.erase(history_.begin());
}

}  // namespace gavel
