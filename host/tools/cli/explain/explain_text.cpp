#include "explain_text.hpp"

#include <utility>

#include "show.hpp"

namespace gavel {
namespace {

std::string text_at(const Json& json, const char* name) {
  const Json* text = member(json, name);
  return text == nullptr || !text->is_string() ? std::string() : string_of(*text);
}

// One answer, without what the line before it or the kind of its asker says already.
void arrange_testimony(Json& one) {
  const std::string who = text_at(one, "who"), at = text_at(one, "at");
  if (who != "write" && text_at(one, "which") == "run") one.erase("which");
  // What is computed has no value yet.
  if (who != "derive") {
    Json& change = one["change"] = Json(Json::value_t::object);
    for (const char* side : {"before", "after"})
      if (const Json* value = member(one, side)) change[side] = *value;
  }
  if (one.contains("said_at")) one["at"] = text_at(one, "said_at");
  const Json* more = member(one, "more");
  // A budget's own functions have run beside what it answered.
  if (more != nullptr && who == "budget") one["takes"] = *more;
  const Json* checks = more == nullptr ? nullptr : member(*more, "checks");
  if (checks == nullptr) return;
  Json others(Json::value_t::array);
  for (const Json& row : array_of(*checks))
    if (text_at(row, "at") != at) others.push_back(row);
  one["checks"] = std::move(others);
}

void arrange_all(Json& list) {
  for (Json& one : array_of(list)) arrange_testimony(one);
}

}  // namespace

std::string turn_for_people(Json story, const Look& look) {
  arrange_all(story["before"]);
  for (Json& command : array_of(story["commands"])) {
    arrange_all(command["asked"]);
    const std::string judged = text_at(command, "judged");
    command["alone"] = !judged.empty() && judged != text_at(command, "status");
  }
  for (Json& round : array_of(story["following"])) arrange_all(round["asked"]);
  arrange_all(story["behind"]);
  return laid_out(cli_layouts(), "turn", story, look);
}

std::string rule_for_people(Json story, const Look& look) {
  if (story.contains("plugin") && story["plugin"]["as"] != story["plugin"]["id"])
    story["plugin"]["other"] = story["plugin"]["as"];
  return laid_out(cli_layouts(), "rule", story, look);
}

std::string path_for_people(Json story, const Look& look) {
  story["judged"] = !story["rules"].empty() || !story["budgets"].empty();
  return laid_out(cli_layouts(), "path", story, look);
}

}  // namespace gavel
