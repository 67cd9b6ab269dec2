#include "rolled.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "rules/call_name.hpp"
#include "rules/call_signature.hpp"

#include "progress.hpp"

namespace gavel {
namespace {

bool is_call(const Proposal& proposal) { return proposal.command && proposal.command->verb == Verb::kCall; }

std::vector<std::string> signatures_of(const Verdict& verdict) {
  std::vector<std::string> all;
  for (std::size_t i = verdict.player_commands; i < verdict.reading.proposals.size(); ++i)
    if (is_call(verdict.reading.proposals[i]))
      all.push_back(call_signature(*verdict.reading.proposals[i].command));
  std::ranges::sort(all);
  return all;
}

}  // namespace

Json rolled_calls(Verdict& verdict) {
  Json rows(Json::value_t::array);
  for (std::size_t i = verdict.player_commands; i < verdict.lines.size(); ++i) {
    const Proposal& proposal = verdict.reading.proposals[i];
    const Outcome& outcome = verdict.lines[i].outcome;
    if (!is_call(proposal) || !outcome.took_effect() || outcome.first_roll == outcome.end_roll) continue;
    std::string signature = call_signature(*proposal.command);
    if (verdict.rolled_calls.size() == kMostFailing) break;
    if (std::ranges::find(verdict.rolled_calls, signature) != verdict.rolled_calls.end()) continue;
    verdict.rolled_calls.push_back(std::move(signature));
    Json row(Json::value_t::object);
    if (!proposal.command->id.empty()) row["id"] = proposal.command->id;
    row["tool"] = call_name(*proposal.command);
    row["args"] = proposal.command->value.value_or(Json(Json::value_t::object));
    Json& totals = row["rolls"] = Json(Json::value_t::array);
    for (std::size_t roll = outcome.first_roll; roll < outcome.end_roll; ++roll)
      totals.push_back(verdict.notes.rolls[roll]["total"]);
    rows.push_back(std::move(row));
  }
  return rows;
}

void find_left_out(const TurnRun& turn, Verdict& verdict) {
  if (turn.input.rolled_before.empty()) return;
  const std::vector<std::string> given = signatures_of(verdict);
  const bool zh = turn.rules.ruleset->file().language == "zh";
  for (const std::string& signature : turn.input.rolled_before) {
    if (std::ranges::binary_search(given, signature)) continue;
    Conflict conflict;
    conflict.kind = kLeftOut;
    conflict.subject = signature.substr(0, signature.find(' '));
    conflict.why = zh ? "本回合的掷骰结果已经给出，不能去掉这次调用：" + signature
                      : "its dice have been rolled this turn, so this call must stay: " + signature;
    verdict.conflicts.push_back(std::move(conflict));
  }
}

}  // namespace gavel
