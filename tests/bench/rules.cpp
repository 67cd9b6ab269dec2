#include "rules.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "rules/referee.hpp"
#include "turn/turn.hpp"

namespace gavel::bench {
namespace {

constexpr std::size_t kDocuments = 10'000;

std::shared_ptr<const Ruleset> ruleset_of(std::size_t others) {
  std::vector<Problem> problems;
  RulesetSource source;
  source.file =
      read_ruleset_file("ruleset: bench\nversion: 1.0.0\nplugins: [p]\n", "ruleset.yaml", Limits(), problems);
  Pack pack;
  pack.manifest =
      read_manifest("plugin: p\nversion: 1.0.0\napi: 1\nsummary: {en: e, zh: z}\nfiles: [p.lua]\n",
                    "plugin.yaml", Limits(), problems);
  pack.as = "p";
  pack.params = Json(Json::value_t::object);
  pack.folder = "plugins/p";
  std::string lua;
  const auto rule = [&lua](const std::string& name, const std::string& path) {
    lua += "rule \"" + name + "\" { path = \"" + path + "\", run = function(effect, ctx)\n" +
           "  if effect.after > 100 then return deny(\"too much\") end\n  return allow() end }\n";
  };
  for (int i = 0; i < 3; ++i) rule("hit" + std::to_string(i), "people.*.mood");
  for (std::size_t i = 0; i < others; ++i)
    rule("other" + std::to_string(i), (i % 2 == 0 ? "people.*.x" : "**.y") + std::to_string(i));
  pack.files.push_back({"p.lua", lua});
  source.packs.push_back(std::move(pack));
  return Ruleset::build(std::move(source)).ruleset;
}

Document document_of() {
  Json data{{"people", {{"li", {{"mood", 1}}}, {"wu", {{"mood", 2}}}}}};
  return std::move(Document::load(std::move(data), Json(), Limits())).value();
}

// Nanoseconds of one write that three rules judge: the least of several rounds.
double write_under(const Ruleset& ruleset) {
  const std::unique_ptr<Sandbox> sandbox = std::move(ruleset.pool().take()).value();
  Document document = document_of();
  const Context context = ruleset.context(Time{});
  TurnFacts facts;
  facts.turn = "t";
  facts.settings = Json(Json::value_t::object);
  Referee referee(ruleset, *sandbox, document, context, std::move(facts));
  Command command;
  command.path.push_key("people");
  command.path.push_key("li");
  command.path.push_key("mood");
  double least = 1e18;
  std::int64_t value = 0;
  constexpr int kTimes = 5'000;
  for (int round = 0; round < 9; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kTimes; ++i) {
      command.value = ++value % 50;
      std::vector<Amendment> amendments;
      const Document::Savepoint from = document.savepoint();
      const Outcome outcome = execute(document, command, context, [&](const Proposed& proposed) {
        return referee.judge(proposed, amendments);
      });
      if (outcome.status != Status::kApplied) return 0;
      document.rollback(from);
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    least = std::min(least, took.count() / kTimes);
  }
  return least;
}

// A turn on each of many documents, all served by one Lua state.
bool serve_many(const Ruleset& ruleset) {
  const std::unique_ptr<Sandbox> sandbox = std::move(ruleset.pool().take()).value();
  const std::size_t held = sandbox->held_bytes();
  std::vector<Document> documents;
  for (std::size_t i = 0; i < kDocuments; ++i) documents.push_back(document_of());
  const auto begin = std::chrono::steady_clock::now();
  for (Document& document : documents) {
    TurnInput input;
    TurnRules rules;
    input.parts.back().text = "_.set('people.li.mood', 7);";
    rules.ruleset = &ruleset;
    rules.sandbox = sandbox.get();
    input.settings = Json(Json::value_t::object);
    const Result<Verdict> verdict = run_turn(document, input, rules);
    if (!verdict || verdict->lines.size() != 1 || verdict->lines[0].outcome.error) return false;
  }
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
  figure("10,000 documents served by one state, a turn each", took.count() / static_cast<double>(kDocuments),
         "us a turn");
  figure("what the state holds more afterwards",
         (static_cast<double>(sandbox->held_bytes()) - static_cast<double>(held)) / 1024, "KB");
  return true;
}

}  // namespace

void figure(const char* name, double value, const char* unit, double most) {
  std::printf("%-56s %10.2f %-9s", name, value, unit);
  if (most > 0) std::printf("at most %.2f: %s", most, value <= most ? "met" : "MISSED");
  std::printf("\n");
}

bool measure_rules() {
  const auto few = ruleset_of(0);
  const auto many = ruleset_of(997);
  if (few == nullptr || many == nullptr) return false;
  const double alone = write_under(*few);
  const double among = write_under(*many);
  if (alone == 0 || among == 0) return false;
  figure("a write that 3 rules judge", alone, "ns");
  figure("the same among 1,000 rules", among, "ns");
  figure("1,000 rules of which 3 match, against 3 rules alone", among / alone, "x", 1.3);
  return serve_many(*few);
}

}  // namespace gavel::bench
