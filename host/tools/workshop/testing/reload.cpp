#include "testing/reload.hpp"

#include "check/trial.hpp"
#include "state/members.hpp"

namespace gavel {
namespace {

// What the new rules failed at in one turn that the old ones judged; empty: nothing. That a turn comes out
// otherwise is what an author may want; that a handler fails in it, or automations find no rest, never is.
std::string failure_in(const Json& turn) {
  const std::string where = "in turn " + text_at(turn, "turn_id") + ": ";
  if (text_at(turn, "outcome") == "error") {
    const JsonArray& rows = rows_at(turn, "differences");
    return where + (rows.empty() ? "it cannot be judged" : text_at(rows.front(), "message"));
  }
  for (const Json& row : rows_at(turn, "differences")) {
    const Json* now = member(row, "now");
    if (now == nullptr || !now->is_object()) continue;
    const std::string code = text_at(*now, "code");
    const bool failed = text_at(row, "what") == "failure" || code.starts_with("plugin.") ||
                        code == code_name(Code::kAutomationLoop);
    if (failed) return where + text_at(*now, "message");
  }
  return {};
}

void look_at(const Json& report, bool force, std::vector<std::string>& reasons) {
  for (const Json& problem : rows_at(report, "problems")) {
    const Json* fatal = member(problem, "fatal");
    if (force && fatal == nullptr) continue;
    std::string reason = text_at(problem, "about") + ": " + text_at(problem, "message");
    if (const std::string at = text_at(problem, "at"); !at.empty()) reason += " (" + at + ")";
    reasons.push_back(std::move(reason));
  }
  for (const Json& turn : rows_at(report, "turns"))
    if (std::string failure = failure_in(turn); !failure.empty()) reasons.push_back(std::move(failure));
}

}  // namespace

Result<Reloaded> reload(Campaigns& campaigns, const Ruleset& ruleset, const ReloadPlan& plan,
                        const Campaigns::Progress& progress) {
  Reloaded reloaded;
  reloaded.problems = try_out(ruleset);
  for (const Problem& problem : reloaded.problems)
    if (!problem.warning) reloaded.reasons.push_back("on the initial state: " + problem.error.message);
  const auto refused = [&] {
    campaigns.log().write(LogLevel::kInfo, "rules.kept",
                          {{"campaign", plan.campaign}, {"reasons", reloaded.reasons.size()}});
    return std::move(reloaded);
  };
  if (!reloaded.reasons.empty()) return refused();
  SwapPlan swap;
  swap.image = plan.image;
  swap.last = plan.last;
  swap.force = plan.force;
  swap.now = plan.now;
  reloaded.report = TRY(campaigns.swap(plan.campaign, swap, progress));
  reloaded.same = text_at(reloaded.report["from"], "hash") == text_at(reloaded.report["to"], "hash");
  if (reloaded.same) return reloaded;
  look_at(reloaded.report, plan.force, reloaded.reasons);
  if (!reloaded.reasons.empty()) return refused();
  std::string turn = TRY(campaigns.next_turn_id(plan.campaign));
  swap.dry_run = false;
  swap.turn_id = std::move(turn);
  Json made = TRY(campaigns.swap(plan.campaign, swap));
  reloaded.exchanged = made["applied"] == true;
  made["turns"] = reloaded.report["turns"];
  reloaded.report = std::move(made);
  if (reloaded.exchanged) return reloaded;
  // Somebody played meanwhile.
  look_at(reloaded.report, plan.force, reloaded.reasons);
  return refused();
}

std::string retried_text(const Json& report) {
  std::size_t same = 0, other = 0;
  for (const Json& turn : rows_at(report, "turns")) {
    const Json* is = member(turn, "same");
    (is != nullptr && *is == true ? same : other) += 1;
  }
  if (same + other == 0) return "no turn to replay";
  std::string text = std::to_string(same) + (same == 1 ? " turn" : " turns") + " judged the same";
  if (other > 0) text += ", " + std::to_string(other) + " differently";
  return text;
}

}  // namespace gavel
