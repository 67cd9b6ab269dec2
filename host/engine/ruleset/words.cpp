#include "ruleset/words.hpp"

#include "ruleset/kinds.hpp"
#include "ruleset/shapes.hpp"

namespace gavel {
namespace {

const char* const kOnlyJudges =
    "this handler only judges or computes: tools, automations and callbacks write through ctx";
const char* const kNoNil = "ctx.delete(path) removes a place, and null is JSON's null";
const char* const kPureOnly =
    "compute it from the state alone: dice, the clock, history and the turn are not available to a derived "
    "value";

// What every handler is given and may say; what it may ask of ctx stands in kPermissions.
std::vector<HandlerForm> handler_uses() {
  const std::vector<std::string> judgements = {"allow", "amend", "deny", "abstain"};
  std::vector<HandlerForm> uses = {
      {"tool", "run", {"args", "ctx"}, "", 0, 0, {"reject"}, false, false},
      {"tool", "when", {"ctx"}, "", 0, 0, {"reject"}, true, true},
      {"tool", "back", {"args", "ctx"}, "", 0, 0, {}, false, false},
      {"rule", "run", {"effect", "ctx"}, "effect", 0, 0, judgements, true, true},
      {"budget", "window", {"ctx"}, "", 0, 0, {}, true, false},
      {"budget", "max", {"ctx"}, "", 0, 0, {}, true, false},
      {"derive", "run", {"ctx"}, "", 0, 0, {"abstain"}, true, false},
      {"automation", "run", {"event", "ctx"}, "event", 0, 0, {}, false, false},
      {"claim", "find", {"narration", "ctx"}, "", 0, 0, {}, true, false},
      {"milestone", "run", {"campaign", "ctx"}, "", 0, 0, {}, true, false},
      {"callback", "run", {"args", "ctx"}, "", 0, 0, {"reject"}, false, false},
      {"migrate", "up", {"ctx"}, "", 0, 0, {"reject"}, false, false},
      {"migrate", "down", {"ctx"}, "", 0, 0, {"reject"}, false, false},
  };
  for (HandlerForm& use : uses)
    for (const Permission& one : kPermissions)
      if (one.kind == use.kind && one.handler == use.which) {
        use.functions = one.functions;
        use.fields = one.fields;
      }
  return uses;
}

Vocabulary make() {
  Vocabulary words;
  words.uses = handler_uses();
  words.kinds = {
      {"tool", true, {"run", "when", "back"}, {"summary", "guidance", "args", "rejects", "settles"}},
      {"rule", true, {"run"}, {"path", "mode", "actors", "shadow", "on_failure", "guidance", "summary"}},
      {"budget",
       true,
       {"window", "max"},
       {"path", "max", "window", "counts", "over", "per", "actors", "shadow", "why", "guidance", "summary"}},
      {"derive", true, {"run"}, {"path", "summary"}},
      {"automation", true, {"run"}, {"on", "guidance", "summary"}},
      {"claim", true, {"find"}, {"summary", "words", "cues", "reading"}},
      {"milestone", true, {"run"}, {"params", "summary"}},
      {"callback", true, {"run"}, {"args", "summary"}},
      {"setting",
       true,
       {},
       {"type", "default", "scope", "ui_hint", "effect_tags", "values", "min", "max", "shape", "excludes",
        "validation", "summary"}},
      {"migrate", false, {"up", "down"}, {"from", "summary"}},
  };
  words.words = {{"allow", 0, 0}, {"amend", 1, 2}, {"deny", 0, 2}, {"abstain", 0, 0}, {"reject", 1, 2}};
  words.shapes = shape_names();
  words.fields = {"actor", "turn", "now", "settings", "params", "campaign", "memory"};
  words.functions = {{"exists", 1, 1, ""},
                     {"before", 1, 1, kPureOnly},
                     {"changes", 0, 1, kPureOnly},
                     {"history", 0, 1, kPureOnly},
                     {"log", 1, 8, ""},
                     {"roll", 1, 2, kPureOnly},
                     {"set", 2, 3, kOnlyJudges, "", false, kNoNil},
                     {"merge", 2, 3, kOnlyJudges, "", false, kNoNil},
                     {"insert", 2, 3, kOnlyJudges, "", false, kNoNil},
                     {"push", 2, 3, kOnlyJudges, "", false, kNoNil},
                     {"pull", 2, 3, kOnlyJudges},
                     {"delete", 1, 2, kOnlyJudges},
                     {"move", 2, 3, kOnlyJudges},
                     {"add", 2, 3, kOnlyJudges, "", false, kNoNil},
                     {"emit", 1, 2, kOnlyJudges},
                     {"remember", 2, 2, kOnlyJudges},
                     {"find_names", 2, 2, kPureOnly},
                     {"find_words", 2, 2, "only claims have `words`"}};
  words.tables = {
      {"memory", static_cast<std::size_t>(Field::kMemory), static_cast<std::size_t>(Ask::kRemember)}};
  words.records = {{"effect", {"path", "before", "after", "delta", "match", "verb", "actor", "reason"}},
                   {"event", {"name", "path", "before", "after", "match", "data"}}};
  words.read = read_registration;
  return words;
}

}  // namespace

const Vocabulary& vocabulary() {
  static const Vocabulary kWords = make();
  return kWords;
}

}  // namespace gavel
