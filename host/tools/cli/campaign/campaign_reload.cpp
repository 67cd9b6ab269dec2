// gavel campaign reload: the rules of a running campaign exchanged for what their author has just written.

#include <cstdio>
#include <filesystem>
#include <map>
#include <system_error>
#include <unistd.h>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "testing/reload.hpp"

#include "campaign.hpp"
#include "campaign_text.hpp"
#include "log.hpp"
#include "paint.hpp"
#include "progress.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "streams.hpp"
#include "watch.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

constexpr int kExitStayed = 1;

// "plugins/love/step.lua changed (3 registrations); ruleset.yaml: changed": a file by its name, for whatever
// is written in it may have changed with it; cut where there is much.
std::string changes_text(const Json& report) {
  constexpr std::size_t kMostNamed = 5;
  std::map<std::string, std::size_t> files;
  std::vector<std::string> rows;
  const Json* rules = member(report, "rules");
  if (rules == nullptr || !rules->is_array()) return {};
  for (const Json& rule : array_of(*rules)) {
    const std::string& row = string_of(rule);
    const std::size_t at = row.rfind(": changed ("), colon = row.rfind(':');
    if (at == std::string::npos || colon <= at) {
      rows.push_back(printable(row));
    } else {
      ++files[printable(row.substr(at + 11, colon - at - 11))];
    }
  }
  for (const auto& [file, count] : files)
    rows.insert(rows.begin(), file + " changed (" + std::to_string(count) +
                                  (count == 1 ? " registration)" : " registrations)"));
  std::string text;
  for (std::size_t i = 0; i < rows.size() && i < kMostNamed; ++i) text += (i == 0 ? "" : "; ") + rows[i];
  if (rows.size() > kMostNamed) text += "; and " + std::to_string(rows.size() - kMostNamed) + " more";
  return text;
}

std::string migrations_text(const Json& report) {
  std::string text;
  const Json* migrated = member(report, "migrated");
  if (migrated == nullptr || !migrated->is_array()) return text;
  for (const Json& plugin : array_of(*migrated)) {
    const Json* ran = member(plugin, "ran");
    if (ran == nullptr || ran->empty()) continue;
    text += "; " + text_at(plugin, "plugin") + " " + text_at(plugin, "from") + " → " + text_at(plugin, "to") +
            " migrated";
  }
  return printable(text);
}

// What came of it in one line.
std::string line_of(const Json& answer, const Paint& paint) {
  const Json report = *member(answer, "report");
  if (*member(answer, "exchanged") == true)
    return paint(kGreen, "✓ exchanged, as turn " + text_at(report, "turn_id")) + ": " + changes_text(report) +
           migrations_text(report) + "; " + retried_text(report);
  if (*member(answer, "same") == true) return paint(kDim, "= the campaign is judged by these rules already");
  std::string reasons;
  for (const Json& reason : array_of(*member(answer, "reasons")))
    reasons += (reasons.empty() ? "" : "; ") + printable(string_of(reason));
  return paint(kRed, "✗ the old rules stay") + ": " + reasons;
}

}  // namespace

void CampaignCommand::add_reload() {
  CLI::App* sub = add("reload", {"--ruleset", "--plugins", "--schemas", "--watch"});
  sub->add_option("--last", last_);
  sub->add_flag("--force", force_);
}

// The folder that was named, or else one called like the campaign's ruleset, here or among those that ship.
Result<std::string> CampaignCommand::reload_folder() {
  if (!options_.ruleset.empty()) return options_.ruleset;
  const Json shown = TRY(campaigns_->show(id_, false));
  const Json* ruleset = member(shown, "ruleset");
  const std::string name = ruleset == nullptr ? "" : text_at(*ruleset, "ruleset");
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (!name.empty() && here.filename() == name && is_ruleset(here.string())) return here.string();
  for (const fs::path& folder :
       {fs::path("rulesets") / name, fs::path(name), fs::path(shipped("rulesets")) / name})
    if (!name.empty() && is_ruleset(folder.string())) return folder.string();
  return Error(Code::kUsage,
               "there is no folder rulesets/" + name + " or " + name + " here, and this is none",
               "name the ruleset's folder with --ruleset");
}

// {campaign, exchanged, same, reasons, problems, report}
Result<Json> CampaignCommand::reload_once(const std::string& folder) {
  Json reasons(Json::value_t::array), problems(Json::value_t::array);
  const auto answer = [&](const Reloaded& reloaded) {
    for (const Problem& problem : reloaded.problems) problems.push_back(problem_json(problem));
    for (const std::string& reason : reloaded.reasons) reasons.push_back(reason);
    Json json(Json::value_t::object);
    json["campaign"] = id_;
    json["exchanged"] = reloaded.exchanged;
    json["same"] = reloaded.same;
    json["reasons"] = reasons;
    json["problems"] = problems;
    json["report"] = reloaded.report;
    return json;
  };
  std::string image;  // of one reading with the rules: what was tried is what gets stored
  const Ruleset::Built built =
      load_logged(folder, options_.plugins, Limits(), {options_.schemas, {}}, &image);
  for (const Problem& problem : built.problems) {
    problems.push_back(problem_json(problem));
    const Where& where = problem.error.where;
    if (!problem.warning)
      reasons.push_back(where.file + ":" + std::to_string(where.line) + ": " + problem.error.message);
  }
  if (built.ruleset == nullptr || !is_ruleset(folder)) {
    if (reasons.empty()) reasons.push_back(folder + " does not load");
    return answer({});
  }
  const Time time = TRY(options_.time());
  const ReloadPlan plan{id_, std::move(image), last_, force_, time};
  ProgressLine line("reload");
  const Result<Reloaded> reloaded =
      gavel::reload(*campaigns_, *built.ruleset, plan,
                    [&line](std::size_t done, std::size_t all) { line.show(done, all); });
  line.clear();
  if (!reloaded) return reloaded.error();
  return answer(*reloaded);
}

// One round beside an editor: one line, and no more.
int CampaignCommand::reload_round(const std::string& folder) {
  const Result<Json> answer = reload_once(folder);
  if (!answer) return fail(answer.error());
  const std::string text = options_.json ? shown_json(*answer) : line_of(*answer, Paint(options_.colour()));
  const bool exchanged = *member(*answer, "exchanged") == true;
  if (exchanged) note_done();
  if (!put(text + "\n")) return kExitUnheard;
  return *member(*answer, "exchanged") == true || *member(*answer, "same") == true ? 0 : kExitStayed;
}

int CampaignCommand::reload() {
  const Result<std::string> folder = reload_folder();
  if (!folder) return fail(folder.error());
  if (options_.watch)
    return repeat_on_change(places_of_rules(*folder, options_.plugins, options_.schemas), options_.json,
                            [&] { return reload_round(*folder); });
  const Result<Json> answer = reload_once(*folder);
  if (!answer) return fail(answer.error());
  std::string text;
  const Json& report = *member(*answer, "report");
  if (options_.for_people() && report.is_object() && *member(*answer, "same") == false)
    text = report_for_people("exchange", report, options_.colour());
  const int printed = print(*answer, text + line_of(*answer, Paint(options_.colour())) + "\n");
  if (printed != 0) return printed;
  return *member(*answer, "exchanged") == true || *member(*answer, "same") == true ? 0 : kExitStayed;
}

}  // namespace gavel
