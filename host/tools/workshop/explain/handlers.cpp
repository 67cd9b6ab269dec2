#include "explain/handlers.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "explain/handler_question.hpp"
#include "state/json_writer.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

// What it speaks for or waits for, as it was registered.
std::string about(const Registration& one) {
  const Json* what = member(one.spec, one.kind == "automation" ? "on" : "path");
  if (what == nullptr) return {};
  if (what->is_string()) return string_of(*what);
  if (!what->is_array()) return {};
  std::string list;
  for (const Json& part : array_of(*what))
    list += (list.empty() ? "" : ", ") + (part.is_string() ? string_of(part) : to_text(part));
  return list;
}

std::string title(const Handler& handler) { return handler.kind + ":" + handler.id; }

std::string named_all(const std::vector<const Handler*>& all) {
  std::string list;
  for (const Handler* one : all) list += (list.empty() ? "" : ", ") + title(*one);
  return list;
}

}  // namespace

std::vector<Handler> handlers_of(const Ruleset& ruleset) {
  const std::vector<std::string> kinds = askable_kinds();
  std::vector<Handler> all;
  for (std::size_t i = 0; i < ruleset.registry().all.size(); ++i) {
    const Registration& one = ruleset.registry().all[i];
    if (std::ranges::find(kinds, one.kind) == kinds.end()) continue;
    all.push_back({i, one.kind, one.id, one.file + ":" + std::to_string(one.line), about(one)});
  }
  return all;
}

Result<Handler> handler_named(const Ruleset& ruleset, std::string_view name) {
  const std::vector<std::string> kinds = askable_kinds();
  const std::vector<Handler> all = handlers_of(ruleset);
  std::string_view kind, id = name;
  if (const std::size_t colon = name.find(':'); colon != std::string_view::npos) {
    kind = name.substr(0, colon);
    id = name.substr(colon + 1);
    const std::vector<std::string_view> near(kinds.begin(), kinds.end());
    if (std::ranges::find(kinds, kind) == kinds.end())
      return Error(
          Code::kUsage,
          "there is no kind of handler \"" + shortened(printable(kind), 64) + "\"" + did_you_mean(kind, near),
          "tool, rule, budget, derive, automation, claim, milestone or callback, as in rule:PLUGIN/NAME");
  }
  std::vector<const Handler*> meant;
  std::vector<std::string> words;
  for (const Handler& one : all) {
    if (!kind.empty() && one.kind != kind) continue;
    const std::string& own = ruleset.registry().all[one.registration].name;
    if (one.id == id || own == id) meant.push_back(&one);
    for (const std::string& word : {one.id, own, title(one)}) words.push_back(word);
  }
  if (meant.size() == 1) return *meant.front();
  const std::string shown = "\"" + shortened(printable(name), 80) + "\"";
  if (meant.size() > 1)
    return Error(Code::kUsage, shown + " may mean more than one handler", "one of " + named_all(meant));
  const std::vector<std::string_view> near(words.begin(), words.end());
  return Error(Code::kUsage, "no plugin of this ruleset registers " + shown + did_you_mean(id, near),
               "without a handler, gavel run lists all that there are");
}

}  // namespace gavel
