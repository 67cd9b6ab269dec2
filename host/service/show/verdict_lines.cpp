#include "show/verdict_lines.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "state/embedded.hpp"

namespace gavel {

std::span<const EmbeddedFile> show_texts();

namespace {

std::uint64_t at_span(const Json& row, std::size_t end) { return row["span"][end].get<std::uint64_t>(); }

bool has_span(const Json& row) {
  const Json* span = member(row, "span");
  return span != nullptr && span->is_array() && span->size() == 2;
}

// Puts warnings about the text of a command to that command. `all`: what they lie in, if anything.
void put_to_commands(Json& verdict, Json* all, bool by_player) {
  if (all == nullptr || !all->is_array()) return;
  std::vector<std::pair<std::uint64_t, std::size_t>> begins;  // of commands, and which
  JsonArray& commands = array_of(verdict["commands"]);
  for (std::size_t i = 0; i < commands.size(); ++i)
    if (has_span(commands[i]) && commands[i].contains("actor") == by_player)
      begins.emplace_back(at_span(commands[i], 0), i);
  std::ranges::sort(begins);
  JsonArray left;
  for (Json& warning : array_of(*all)) {
    const std::uint64_t begin = has_span(warning) ? at_span(warning, 0) : 0;
    const auto behind = std::ranges::upper_bound(begins, std::pair(begin, commands.size()));
    Json* about =
        has_span(warning) && behind != begins.begin() ? &commands[std::prev(behind)->second] : nullptr;
    if (about != nullptr && at_span(warning, 1) <= at_span(*about, 1)) {
      (*about)["warnings"].push_back(std::move(warning));
    } else {
      left.push_back(std::move(warning));
    }
  }
  *all = std::move(left);
}

// What changed by itself: what expired, and what followed the commands, cause by cause.
void put_followed(Json& verdict) {
  const Json* changes = member(verdict, "changes");
  if (changes == nullptr) return;
  Json expired(Json::value_t::array), followed(Json::value_t::array);
  for (const Json& change : array_of(*changes)) {
    const Json* cause = member(change, "cause");
    if (cause == nullptr || string_of(*cause).starts_with("command ")) continue;
    if (*cause == Json("ttl")) {
      expired.push_back(change);
      continue;
    }
    if (followed.empty() || array_of(followed).back()["cause"] != *cause)
      followed.push_back({{"cause", *cause}, {"effects", Json(Json::value_t::array)}});
    array_of(followed).back()["effects"].push_back(change);
  }
  verdict["expired"] = std::move(expired);
  verdict["followed"] = std::move(followed);
}

// "6 applied, 1 rejected"
void put_summary(Json& verdict, const Look& look) {
  Json summary(Json::value_t::array);
  for (const char* status : {"applied", "amended", "rejected", "skipped", "duplicate"}) {
    const auto count = std::ranges::count_if(array_of(verdict["commands"]), [status](const Json& command) {
      return *member(command, "status") == Json(status);
    });
    if (count == 0) continue;
    summary.push_back(std::to_string(count) + " " +
                      std::string(layout_word(verdict_layouts(), status, look.language)));
  }
  verdict["summary"] = std::move(summary);
}

}  // namespace

const Json& verdict_layouts() {
  static const Json kLayouts = embedded_yaml(show_texts(), "verdict.yaml");
  return kLayouts;
}

std::string verdict_lines(const Json& verdict, const Look& look) {
  Json shown = verdict;
  if (!shown["commands"].is_array()) shown["commands"] = Json(Json::value_t::array);
  if (Json* user = shown.contains("user") ? &shown["user"] : nullptr;
      user != nullptr && user->contains("warnings"))
    put_to_commands(shown, &(*user)["warnings"], true);
  if (shown.contains("warnings")) put_to_commands(shown, &shown["warnings"], false);
  put_followed(shown);
  put_summary(shown, look);
  return laid_out(verdict_layouts(), "verdict", shown, look);
}

}  // namespace gavel
