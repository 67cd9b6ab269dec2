// gavel explain rule and gavel explain path: a ruleset, and a state or a campaign to look at it with.

#include <algorithm>
#include <deque>
#include <filesystem>
#include <system_error>

#include "base/utf8.hpp"
#include "docs/codes.hpp"
#include "explain/path_story.hpp"
#include "explain/rule_story.hpp"
#include "state/path_text.hpp"
#include "state/suggest.hpp"

#include "explain_command.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostHistory = 10;

// The rows of an audit record that are about a place: at it, above it or below it.
void add_history(const AuditHit& hit, PathView place, const Limits& limits, std::deque<Json>& rows) {
  const Json* changes = member(hit.record, "changes");
  if (!hit.current || changes == nullptr || !changes->is_array()) return;
  for (const Json& change : array_of(*changes)) {
    const Json* json = member(change, "path");
    const Result<Path> path = json == nullptr ? Result<Path>(Path()) : path_from_json(*json, limits);
    if (!path || (!path->view().starts_with(place) && !place.starts_with(*path))) continue;
    Json row = change;
    row["turn"] = hit.turn;
    for (const char* name : {"cause", "actor"})
      if (const Json* value = member(hit.record, name)) row[name] = *value;
    rows.push_back(std::move(row));
    if (rows.size() > kMostHistory) rows.pop_front();
  }
}

}  // namespace

// The last changes of a place on the way to where the campaign stands, the oldest of them first.
Result<Json> ExplainCommand::history_of(const Json& path) {
  Limits any_depth = limits_;
  any_depth.max_path_segments = any_depth.max_depth + 1;
  Path place = TRY(path_from_json(path, any_depth));
  std::deque<Json> rows;
  AuditQuery query;
  query.path = place;
  for (;;) {
    AuditPage page = TRY(store_->audit(options_.campaign, query));
    for (const AuditHit& hit : page.hits) add_history(hit, place, any_depth, rows);
    if (page.next.empty()) return Json(JsonArray(rows.begin(), rows.end()));
    query.cursor = page.next;
  }
}

// What a rule or a place is looked at with.
struct ExplainCommand::Looked {
  Document document;
  std::unique_ptr<Sandbox> sandbox;
  Json settings;
  Json campaign;
};

Result<ExplainCommand::Looked> ExplainCommand::look() {
  if (!options_.campaign.empty()) {
    std::string id = TRY(campaign_named(options_.campaign));
    ruleset_ = TRY(campaigns_->rules(id));
    limits_ = ruleset_->limits();
  } else {
    TRY(load_ruleset(options_.ruleset.empty() ? "." : options_.ruleset));
  }
  Looked looked;
  looked.sandbox = TRY(ruleset_->pool().take());
  if (options_.campaign.empty()) {
    looked.document = TRY(document());
    looked.settings = TRY(ruleset_->settings(Json()));
    return looked;
  }
  Json state = TRY(campaigns_->state(options_.campaign, std::nullopt));
  looked.document = TRY(Document::load(state["data"], state["meta"], limits_));
  Json settings = TRY(campaigns_->settings(options_.campaign));
  looked.settings = settings["values"];
  looked.campaign = TRY(campaigns_->show(options_.campaign));
  return looked;
}

// "RULESET WHAT", or WHAT alone where the rules are known otherwise.
Result<std::string> ExplainCommand::looked_for(const char* subject, const std::vector<std::string>& words) {
  const bool known = !options_.campaign.empty() || !options_.ruleset.empty();
  if (words.size() == 2 && !known) {
    options_.ruleset = words[0];
    return words[1];
  }
  if (words.size() == 1) return words[0];
  const std::string usage = std::string("gavel explain ") + subject + " RULESET " +
                            (subject == std::string("rule") ? "ID" : "PATH") + ", or with --campaign ID";
  if (words.size() > 1)
    return Error(Code::kUsage, "\"" + printable(words.back()) + "\" is one word too many", usage);
  return Error(Code::kUsage, std::string("gavel explain ") + subject + " needs to know which", usage);
}

Result<ExplainCommand::Explained> ExplainCommand::rule(const std::vector<std::string>& words) {
  std::string id = TRY(looked_for("rule", words));
  Looked looked = TRY(look());
  return rule_in(looked, id);
}

Result<ExplainCommand::Explained> ExplainCommand::rule_in(Looked& looked, const std::string& id) {
  const Registration* found = TRY(find_registration(*ruleset_, id));
  Scene scene{*ruleset_, *looked.sandbox, looked.document, looked.settings, looked.campaign, Time()};
  Json story = rule_story(scene, *found);
  std::string people = rule_for_people(story, look_out());
  return Explained{std::move(story), std::move(people)};
}

Result<ExplainCommand::Explained> ExplainCommand::path(const std::vector<std::string>& words) {
  std::string path = TRY(looked_for("path", words));
  Looked looked = TRY(look());
  return path_in(looked, path);
}

Result<ExplainCommand::Explained> ExplainCommand::path_in(Looked& looked, const std::string& path) {
  const std::optional<Actor> actor = actor_of(options_.actor);
  if (!actor)
    return Error(Code::kUsage,
                 "--actor is model, player, operator, tool, automation, derive or migration, not \"" +
                     printable(options_.actor) + "\"");
  Scene scene{*ruleset_, *looked.sandbox, looked.document, looked.settings, looked.campaign, Time()};
  Json story = TRY(path_story(scene, path, *actor));
  if (!options_.campaign.empty()) story["history"] = TRY(history_of(*member(story, "path")));
  std::string people = path_for_people(story, look_out());
  return Explained{std::move(story), std::move(people)};
}

// What the words mean without a subject in front: a code, a registration, a turn of the campaign, a place.
Result<ExplainCommand::Explained> ExplainCommand::guess(const std::vector<std::string>& words) {
  std::vector<std::string> rest = words;
  if (rest.size() == 1 && find_code(rest[0]) != nullptr) return took(code(rest[0]), "code");
  std::error_code error;
  const bool known = !options_.campaign.empty() || !options_.ruleset.empty();
  const bool here = std::filesystem::exists("ruleset.yaml", error);
  if (rest.size() == 2 && !known) {
    options_.ruleset = rest[0];
    rest.erase(rest.begin());
  } else if (rest.size() > 1 || (!known && !here)) {
    return not_understood(rest.front());
  }
  Result<Looked> looked = look();
  if (!looked)
    return words.size() == 2 ? not_understood(words[0]) : Result<Explained>(std::move(looked).error());
  if (find_registration(*ruleset_, rest[0])) return took(rule_in(*looked, rest[0]), "rule");
  if (!options_.campaign.empty() && campaigns_->verdict(options_.campaign, rest[0]))
    return took(turn_of_campaign(options_.campaign, rest[0]), "turn");
  const Result<PathText> text = PathText::parse(rest[0], limits_);
  const bool stands = text && looked->document.find(text->resolve(looked->document.data())) != nullptr;
  // An id has a slash, and no path that is written with dots has one.
  if (!stands && rest[0].find('/') != std::string::npos) return rule_in(*looked, rest[0]);
  return took(path_in(*looked, rest[0]), "path");
}

Result<ExplainCommand::Explained> ExplainCommand::took(Result<Explained> explained, const char* what) const {
  if (!explained) return explained;
  explained->json["taken_for"] = what;
  return explained;
}

}  // namespace gavel
