// What expires together goes as if it went one by one, to the byte, in time proportional to what is there.
// The way of one by one is kept here, as it was, to compare with.

#include <doctest/doctest.h>

#include "base/random.hpp"
#include "command/audit.hpp"
#include "state/delta.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"
#include "support/audit_replay.hpp"
#include "support/game.hpp"

namespace gavel::testing {
namespace {

constexpr std::int64_t kNow = 1'758'355'200'000;

// A document with what is to expire in it.
struct Expiring {
  Json data = Json(Json::value_t::object);
  Json expires = Json(Json::value_t::object);

  Document load() const {
    Json meta(Json::value_t::object);
    if (!expires.empty()) meta["expires"] = expires;
    return Document::load(data, meta, Limits()).value();
  }
};

// All that a sweep leaves behind.
struct Left {
  std::string audit, rows, warnings, data, meta, delta;
  std::size_t work = 0;
  bool operator==(const Left& other) const {
    return audit == other.audit && rows == other.rows && warnings == other.warnings && data == other.data &&
           meta == other.meta && delta == other.delta;
  }
};

Left left_of(Document& document, const std::vector<std::string>& audit, const std::vector<EffectRow>& expired,
             const std::vector<Warning>& warnings) {
  Left left;
  for (const std::string& record : audit) left.audit += record + "\n";
  for (const EffectRow& row : expired)
    left.rows += to_pointer(row.path) + " " + (row.before ? to_text(*row.before) : "-") + " " +
                 (row.after ? to_text(*row.after) : "-") + " " + row.cause + "\n";
  for (const Warning& warning : warnings)
    if (warning.code.starts_with("expiry.") || warning.code.starts_with("effects."))
      left.warnings += warning.code + " " + warning.message + "\n";
  left.data = to_text(document.data());
  left.meta = to_text(document.meta());
  left.work = document.unpaid();
  left.delta = to_text(delta_since(document, {0}));
  return left;
}

struct Rules {
  std::shared_ptr<const Ruleset> ruleset;
  std::unique_ptr<Sandbox> sandbox;

  explicit Rules(std::string_view yaml, const std::string& lua = "") {
    std::vector<PluginText> plugins;
    if (!lua.empty()) plugins.push_back({"p", lua});
    ruleset = build(plugins, yaml).ruleset;
    REQUIRE(ruleset != nullptr);
    sandbox = std::move(ruleset->pool().take()).value();
  }
};

// One place after the other, each taken out of the document as it stands.
Left one_by_one(Document& document, const Rules* rules, std::size_t room) {
  Context context;
  if (rules != nullptr) context = rules->ruleset->context({kNow});
  context.now = {kNow};
  std::optional<Referee> referee;
  TurnFacts facts;
  facts.turn = "t-1";
  facts.actor = Actor::kModel;
  facts.seed = "0";
  if (rules != nullptr) referee.emplace(*rules->ruleset, *rules->sandbox, document, context, facts);
  const auto judge = [&](const Proposed& proposed) -> Result<void> {
    std::vector<Amendment> none;
    if (!referee) return {};
    return proposed.expiring.empty() ? rules->ruleset->guards().judge(proposed)
                                     : referee->judge(proposed, none);
  };
  IdSource ids("t-1/");
  std::vector<std::string> audit;
  std::vector<EffectRow> rows;
  std::vector<Warning> warnings;
  for (const Path& place : document.expiries().due(context.now)) {
    const Document::Savepoint from = document.savepoint();
    const std::optional<Expired> gone = expire(document, place, context, judge);
    if (!gone) continue;
    audit.push_back(audit_expiry(document, from, *gone, context, {ids.next(), "t-1", 0, "ttl"}));
    if (gone->stays) {
      const bool is_protected = gone->stays->code == Code::kProtected;
      if (context.tells(gone->shown, Actor::kModel))
        warnings.push_back(
            {is_protected ? "expiry.protected" : "expiry.denied",
             to_dotted(gone->shown) + (is_protected ? " has expired, but it is protected or contains "
                                                      "something protected, so it is kept permanently"
                                                    : " has expired, but the actor who set the expiry may "
                                                      "not delete it, so it is kept permanently"),
             {}});
      continue;
    }
    bool cut = false;
    for (EffectRow& row : effect_rows(document, from, context.described, room, cut)) {
      row.cause = "ttl";
      rows.push_back(std::move(row));
    }
    if (cut)
      warnings.push_back({"effects.unlisted", "not all that expired is listed (max_listed_effects)", {}});
  }
  return left_of(document, audit, rows, warnings);
}

Left swept(Document& document, const Rules* rules) {
  TurnInput input;
  TurnRules by;
  input.parts.back().text = "[]";
  input.parts.back().dialect = "ir";
  input.turn = "t-1";
  input.now = {kNow};
  input.seed = "0";
  if (rules != nullptr) {
    by.ruleset = rules->ruleset.get();
    by.sandbox = rules->sandbox.get();
  }
  const Result<Verdict> verdict = run_turn(document, input, by);
  REQUIRE(verdict.ok());
  return left_of(document, verdict->audit, verdict->expired, verdict->reading.warnings);
}

// Both ways, and back and forth again, and from the recorded changes alone.
Left check_same(const Expiring& expiring, const Rules* rules = nullptr) {
  Document naive = expiring.load(), document = expiring.load();
  const std::string data = to_text(document.data()), meta = to_text(document.meta());
  const Left expected = one_by_one(naive, rules, Limits().max_listed_effects);
  Left left = swept(document, rules);
  CHECK(left.audit == expected.audit);
  CHECK(left.rows == expected.rows);
  CHECK(left.warnings == expected.warnings);
  CHECK(left.data == expected.data);
  CHECK(left.meta == expected.meta);
  CHECK(left.delta == expected.delta);
  document.check_invariants();
  Document::Undone undone = document.undo({0});
  CHECK(to_text(document.data()) == data);
  CHECK(to_text(document.meta()) == meta);
  document.redo(std::move(undone));
  CHECK(to_text(document.data()) == expected.data);
  document.check_invariants();
  document.rollback({0});
  CHECK(to_text(document.data()) == data);
  Json made = expiring.load().data(), made_meta = expiring.load().meta();
  REQUIRE(apply_delta(made, made_meta, parsed(left.delta), Limits()).ok());
  CHECK(to_text(made) == expected.data);
  CHECK(to_text(made_meta) == expected.meta);
  return left;
}

// Every effect since the beginning, in one text: what derived values and automations see.
std::string effects_of(const Document& document) {
  std::string all;
  visit_effects(document, {0}, {}, [&](const Effect& effect) {
    all += to_pointer(effect.path) + (effect.before == nullptr ? " -" : " " + to_text(*effect.before)) +
           (effect.after == nullptr ? " -" : " " + to_text(*effect.after)) + "\n";
    return true;
  });
  return all;
}

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {
    later_ = random_.below(3) == 0 ? random_.below(30) : 0;
    pool_ = 1 + random_.below(8);
  }

  Expiring make() {
    for (const char* name : {"l", "m"}) made_.data[name] = list(std::string("/") + name, 0);
    for (std::size_t i = 0; i < 12; ++i) {
      made_.data["o"]["k" + std::to_string(i)] = i;
      if (random_.chance(30)) expire("/o/k" + std::to_string(i));
    }
    if (random_.chance(10)) expire("/l");
    return std::move(made_);
  }

 private:
  void expire(const std::string& place) {
    const std::int64_t when =
        random_.chance(later_) ? kNow + 1000 + std::int64_t(random_.below(4)) : kNow - 1;
    static const std::vector<std::string> kBy = {"", " model", " player", " operator"};
    const std::string by = random_.pick(kBy);
    made_.expires[place] = by.empty() ? Json(when) : Json(std::to_string(when) + by);
  }

  Json list(const std::string& place, std::size_t depth) {
    Json all(Json::value_t::array);
    const std::size_t size = random_.chance(20) ? random_.below(6) : 70 + random_.below(60);
    const std::size_t due = random_.pick(std::vector<std::size_t>{0, 10, 50, 90, 100});
    const bool alike = random_.chance(25);
    for (std::size_t i = 0; i < size; ++i) {
      const std::string at = place + "/" + std::to_string(i);
      if (random_.chance(due)) expire(at);
      all.push_back(alike ? Json("same") : value(at, depth));
    }
    return all;
  }

  Json value(const std::string& at, std::size_t depth) {
    switch (random_.below(12)) {
      case 0:
        return parsed(R"({"_is_protected":true})");
      case 1:
        return parsed(R"({"a":{"_is_protected":true}})");
      case 2:
        return depth < 2 && random_.chance(30) ? list(at, depth + 1) : Json("s");
      case 3:
        return parsed(random_.chance(50) ? R"({"a":1,"b":2})"
                                         : R"({"b":2,"a":1})");  // equal, written otherwise
      case 4:
      case 5: {
        Json all = parsed(R"({"n":1,"in":{"no":2,"x":{}}})");
        for (const char* below : {"/n", "/in", "/in/no", "/in/x"})
          if (random_.chance(25)) expire(at + below);
        return all;
      }
      case 6:
        return parsed(R"({"no":1})");
      case 7:
        return parsed(R"([1,"text"])");
      default:
        return Json("v" + std::to_string(random_.below(pool_)));
    }
  }

  gavel::Random random_;
  Expiring made_;
  std::size_t later_ = 0, pool_ = 1;
};

constexpr const char* kFields =
    "fields:\n"
    "  - {path: '**.no', write: [operator]}\n"
    "  - {path: 'm.*.n', read: [operator], write: [model, operator]}\n"
    "  - {path: '**', write: [model, player, operator]}\n";

TEST_CASE("values that expire together leave the same bytes as one by one: without rules") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    check_same(Maker(seed).make());
  }
}

TEST_CASE("values that expire together leave the same bytes as one by one: with a fields table") {
  const Rules rules(kFields);
  for (std::uint64_t seed = 100; seed <= 150; ++seed) {
    CAPTURE(seed);
    check_same(Maker(seed).make(), &rules);
  }
}

TEST_CASE(
    "values that expire together leave the same bytes as one by one: described places, indexed elements, "
    "whole lists") {
  const std::string yaml(kFields);
  for (const std::string& more :
       {std::string("described_pairs: ['m.*', 'l']\n"), std::string("  - {path: 'm.3', write: [operator]}\n"),
        std::string("  - {path: 'l', enum: [[1], {}]}\n")}) {
    const bool row = more.starts_with("  - ");
    const Rules rules(row ? "fields:\n" + more + yaml.substr(8) : yaml + more);
    for (std::uint64_t seed = 200; seed <= 215; ++seed) {
      CAPTURE(more);
      CAPTURE(seed);
      check_same(Maker(seed).make(), &rules);
    }
  }
}

TEST_CASE("a rule that judges an expiry sees the document of that moment") {
  const Rules rules("fields:\n  - {path: '**', write: [model, player, operator]}\n",
                    "rule \"odd\" { path = \"**.x\", run = function(effect, ctx)\n"
                    "  if #ctx.get(\"l\") % 2 == 1 then return deny(\"odd\") end return allow() end }\n"
                    "rule \"some\" { path = \"m.*\", run = function(effect, ctx)\n"
                    "  if #ctx.get(\"m\") % 3 == 1 then return deny(\"three\") end return allow() end }\n");
  for (std::uint64_t seed = 300; seed <= 330; ++seed) {
    CAPTURE(seed);
    check_same(Maker(seed).make(), &rules);
  }
}

TEST_CASE("derived values and automations see the same of values that expired together") {
  for (std::uint64_t seed = 400; seed <= 420; ++seed) {
    CAPTURE(seed);
    const Expiring expiring = Maker(seed).make();
    Document naive = expiring.load(), document = expiring.load();
    one_by_one(naive, nullptr, 10);
    swept(document, nullptr);
    CHECK(effects_of(document) == effects_of(naive));
  }
}

TEST_CASE("recorded changes mean the same when single removals are mixed with everything else") {
  struct Step {
    const char* delta;
    const char* after;  // nullptr: refused
  };
  const std::string out = R"({"op":"splice","path":["l"],"start":3,"remove":1,"items":[]},)";
  for (const Step& step : {
           Step{R"({"op":"put","path":["l",3],"value":9})", R"({"l":[0,[1,2],2,9]})"},
           Step{R"({"op":"put","path":["l",2],"value":9})", R"({"l":[0,[1,2],9,4]})"},
           Step{R"({"op":"put","path":["l",4],"value":9})", nullptr},
           Step{R"({"op":"put","path":["l"],"value":[]})", R"({"l":[]})"},
           Step{R"({"op":"put","path":[],"value":{}})", "{}"},
           Step{R"({"op":"erase","path":["l"]})", "{}"},
           Step{R"({"op":"take","path":["l"],"indices":[0,3]})", R"({"l":[[1,2],2]})"},
           Step{R"({"op":"splice","path":["l"],"start":3,"remove":1,"items":[]})", R"({"l":[0,[1,2],2]})"},
           Step{R"({"op":"splice","path":["l"],"start":4,"remove":1,"items":[]})", nullptr},
           Step{R"({"op":"splice","path":["l"],"start":2,"remove":0,"items":[7]})",
                R"({"l":[0,[1,2],7,2,4]})"},
           Step{R"({"op":"splice","path":["l",1],"start":1,"remove":1,"items":[]})", R"({"l":[0,[1],2,4]})"},
           Step{R"({"op":"splice","path":["l",1],"start":2,"remove":1,"items":[]})", nullptr},
           Step{R"({"op":"splice","path":["l",4],"start":0,"remove":1,"items":[]})", nullptr},
           Step{R"({"op":"put","tree":"meta","path":["m"],"value":1})", R"({"l":[0,[1,2],2,4]})"},
       }) {
    CAPTURE(step.delta);
    Json data = parsed(R"({"l":[0,[1,2],2,3,4]})"), meta = parsed("{}");
    const Result<void> made = apply_delta(data, meta, parsed("[" + out + step.delta + "]"), Limits());
    CHECK(made.ok() == (step.after != nullptr));
    if (made && step.after != nullptr) CHECK(to_text(data) == to_text(parsed(step.after)));
  }
}

// Every second of `size` elements goes; the others are `others`.
Expiring half(std::size_t size, const char* goes, const char* others, bool later = false) {
  Expiring made;
  made.data["l"] = Json(Json::value_t::array);
  for (std::size_t i = 0; i < size; ++i) {
    made.data["l"].push_back(parsed(i % 2 == 0 ? goes : others));
    const std::string place = "/l/" + std::to_string(i);
    if (i % 2 == 0)
      made.expires[place] = kNow - 1;
    else if (later)
      made.expires[place] = kNow + 1000 + std::int64_t(i);
  }
  return made;
}

std::size_t work_of(const Expiring& expiring, const Rules* rules = nullptr) {
  Document document = expiring.load();
  return swept(document, rules).work;
}

void check_linear(const char* what, const std::function<Expiring(std::size_t)>& make, std::size_t size,
                  const Rules* rules = nullptr) {
  CAPTURE(what);
  const auto once = static_cast<double>(work_of(make(size), rules));
  const auto more = static_cast<double>(work_of(make(size * 4), rules));
  CAPTURE(once);
  CAPTURE(more);
  CHECK(more < 5.5 * once);
}

TEST_CASE("the work of expiring together is linear in what is there") {
  const Rules fields(kFields),
      numbered("fields:\n  - {path: 'l.3', write: [model, operator]}\n" + std::string(kFields).substr(8));
  const Rules asked(kFields, "rule \"r\" { path = \"l.*\", run = function() return allow() end }");
  check_linear(
      "every second one", [](std::size_t n) { return half(n, "1", "2"); }, 1000);
  check_linear(
      "equal ones", [](std::size_t n) { return half(n, "\"x\"", "\"x\""); }, 1000);
  check_linear(
      "some stay", [](std::size_t n) { return half(n, R"({"_is_protected":true})", "1"); }, 1000);
  check_linear(
      "under fields", [](std::size_t n) { return half(n, R"({"a":1})", R"({"b":1})"); }, 1000, &fields);
  check_linear(
      "all of one array",
      [](std::size_t n) {
        Expiring made = half(2 * n, "1", "2");
        for (std::size_t i = 1; i < 2 * n; i += 2) made.expires["/l/" + std::to_string(i)] = kNow - 1;
        return made;
      },
      1000);
  check_linear(
      "with expiries that move", [](std::size_t n) { return half(n, "1", "2", true); }, 2000);
  check_linear(
      "told apart by their index", [](std::size_t n) { return half(n, "1", "2"); }, 8000, &numbered);
}

TEST_CASE("expiries that would delay the turn too much are removed together, with one record") {
  const Expiring expiring = half(2000, "1", "2", true);
  Document document = expiring.load();
  const std::string before = to_text(document.data()), meta = to_text(document.meta());
  TurnInput input;
  input.parts.back().text = "[]";
  input.parts.back().dialect = "ir";
  input.now = {kNow};
  const Result<Verdict> verdict = run_turn(document, input);
  REQUIRE(verdict.ok());
  Document naive = expiring.load();
  const Left expected = one_by_one(naive, nullptr, 10);
  CHECK(to_text(document.data()) == expected.data);
  CHECK(to_text(document.meta()) == expected.meta);
  REQUIRE(verdict->audit.size() == 1);
  CHECK(expected.audit.size() > 20 * verdict->audit[0].size());
  const Json record = parsed(verdict->audit[0]);
  REQUIRE(undo_record(document, record, Limits()).ok());
  CHECK(equal(document.data(), parsed(before)));
  CHECK(equal(document.meta(), parsed(meta)));
  REQUIRE(redo_record(document, record, Limits()).ok());
  CHECK(to_text(document.data()) == expected.data);
}

}  // namespace
}  // namespace gavel::testing
