#include "repl_why.hpp"

#include <algorithm>
#include <iterator>

#include "docs/codes.hpp"
#include "show/layout.hpp"

namespace gavel {
namespace {

void put(Json& json, const char* name, const std::string& text) {
  if (!text.empty()) json[name] = text;
}

void add(std::vector<Refusal>& all, std::vector<Refusal> more) {
  std::ranges::move(more, std::back_inserter(all));
}

Refusal refusal_of(const Conflict& conflict) {
  return {"the narration", "", conflict.why, "", conflict.by, conflict.at};
}

}  // namespace

Refusal refusal_of(const Error& error, std::string what) {
  const Where& where = error.where;
  return {std::move(what), std::string(code_name(error.code)),
          error.message,   error.hint,
          where.rule,      where.file.empty() ? "" : where.file + ":" + std::to_string(where.line)};
}

std::vector<Refusal> refusals_of(const Notes& notes) {
  std::vector<Refusal> all;
  for (const Warning& warning : notes.warnings)
    all.push_back({"", warning.code, warning.message, warning.hint, warning.rule, warning.at});
  return all;
}

std::vector<Refusal> refusals_of(const Tried& tried) {
  std::vector<Refusal> all;
  const HandlerReply& reply = tried.reply;
  const std::string what = tried.handler.id.empty() ? "" : tried.handler.kind + " " + tried.handler.id;
  if (reply.outcome.error) all.push_back(refusal_of(*reply.outcome.error, what));
  if (!reply.why_not.empty())
    all.push_back({what, "", "it was not asked: " + reply.why_not, "", "", tried.handler.at});
  for (const Conflict& conflict : reply.conflicts) all.push_back(refusal_of(conflict));
  add(all, refusals_of(tried.notes));
  return all;
}

std::vector<Refusal> refusals_of(const Verdict& verdict) {
  std::vector<Refusal> all, along;
  for (std::size_t i = 0; i < verdict.lines.size(); ++i) {
    const Outcome& outcome = verdict.lines[i].outcome;
    if (!outcome.error) continue;
    const Proposal& proposal = verdict.reading.proposals[i];
    const Json path = outcome.resolved ? path_to_json(outcome.path) : proposal.shown_path();
    const std::string what = std::string(proposal.shown_verb()) + " " + place_text(path);
    const bool taken_along = outcome.error->code == Code::kBatchRolledBack;
    (taken_along ? along : all).push_back(refusal_of(*outcome.error, what));
  }
  for (const Conflict& conflict : verdict.conflicts) all.push_back(refusal_of(conflict));
  if (verdict.failed) all.push_back(refusal_of(*verdict.failed, "the turn"));
  if (all.empty()) all = std::move(along);
  add(all, refusals_of(verdict.notes));
  return all;
}

Json why_json(const std::vector<Refusal>& refusals) {
  Json json(Json::value_t::object);
  Json& rows = json["refusals"] = Json(Json::value_t::array);
  Json& codes = json["codes"] = Json(Json::value_t::array);
  std::vector<std::string> seen;
  for (const Refusal& one : refusals) {
    Json row(Json::value_t::object);
    put(row, "what", one.what);
    put(row, "code", one.code);
    row["message"] = one.message;
    put(row, "hint", one.hint);
    put(row, "rule", one.rule);
    put(row, "at", one.at);
    rows.push_back(std::move(row));
    if (std::ranges::find(seen, one.code) != seen.end()) continue;
    seen.push_back(one.code);
    if (const Json* code = find_code(one.code)) codes.push_back(*code);
  }
  return json;
}

}  // namespace gavel
