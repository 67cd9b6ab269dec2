// B-01 at the kernel, before there are dialects: one effect gets one answer, whatever verb and path wrote it.
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "command/command.hpp"
#include "command/kernel.hpp"
#include "guards/guards.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "metamorphic_writes.hpp"

using gavel::Actor;
using gavel::array_of;
using gavel::Document;
using gavel::FieldTable;
using gavel::Guards;
using gavel::Json;
using gavel::Limits;
using gavel::object_of;
using gavel::Path;
using gavel::Segment;
using gavel::to_text;
using gavel::testing::cases_here;
using gavel::testing::chosen_seed;
using gavel::testing::Random;
using gavel::testing::random_target;
using gavel::testing::Target;
using gavel::testing::Writing;

namespace {

// The text of a document without the host's counters, which follow the command's path and which no guard
// looks at, and with sorted keys. 5 and 5.0 stay apart: the one for the other is an effect.
Json bare_value(const Json& json) {
  Json out(is_container(json) ? Json(json.type()) : json);
  if (json.is_array()) {
    for (const Json& child : array_of(json)) out.push_back(bare_value(child));
  } else if (json.is_object()) {
    std::map<std::string, const Json*> members;
    for (const auto& [key, child] : object_of(json)) members.emplace(key, &child);
    members.erase("__version");
    for (const auto& [key, child] : members) object_of(out).emplace(key, bare_value(*child));
  }
  return out;
}

std::string bare(const Json& json) { return to_text(bare_value(json)); }

// A pattern that concerns the target or something near: segments kept, made `*`, or swallowed by `**`.
std::string random_pattern(const Target& target, Random& random) {
  std::string text;
  for (const Segment segment : target.place) {
    const std::size_t kind = random.below(10);
    if (kind == 0) break;
    Path one;
    one.push(segment);
    std::string word = kind < 3 ? "*" : kind == 3 ? "**" : to_dotted(one);
    if (kind == 4) word = "b";
    text += (text.empty() || word.starts_with('[') ? "" : ".") + word;
  }
  return text.empty() ? "**" : text;
}

Json random_row(const Target& target, Random& random) {
  Json row(Json::value_t::object);
  row["path"] = random_pattern(target, random);
  if (random.chance(55)) {
    row["write"] = Json(Json::value_t::array);
    for (const char* actor : {"model", "player", "operator", "tool"}) {
      if (random.chance(45)) row["write"].push_back(actor);
    }
  }
  static const std::vector<std::string> kTypes = {"integer", "number", "string", "boolean",
                                                  "null",    "object", "array"};
  if (random.chance(30)) row["type"] = Json::array({random.pick(kTypes), random.pick(kTypes)});
  if (random.chance(20)) row["min"] = 1;
  if (random.chance(20)) row["max"] = 4;
  if (random.chance(15)) row["enum"] = Json::array({0, 1, "x", true});
  if (random.chance(10) && target.place.size() > 1) {
    row = Json{{"path", to_dotted(target.place.parent())},
               {"enum", Json::array({*gavel::testing::node_at(target.data, target.place.parent()), 1})}};
  }
  return row;
}

Guards random_guards(const Target& target, Random& random, std::string& text) {
  for (;;) {
    Json rows(Json::value_t::array);
    for (std::size_t n = random.below(4); n > 0; --n) rows.push_back(random_row(target, random));
    text = to_text(rows);
    auto table = FieldTable::from_json(*gavel::read_json(text, Limits()), Limits());
    if (table.ok()) return Guards(std::move(*table));
  }
}

struct Answer {
  std::string code;  // "applied", or the code, the rule
  std::string data;

  bool operator==(const Answer&) const = default;
};

Answer answer(Document& document, const gavel::Command& command, const gavel::Judge& judge) {
  const gavel::Context context;
  const Document::Savepoint start = document.savepoint();
  const gavel::Outcome outcome = execute(document, command, context, judge);
  Answer got{"applied", bare(document.data())};
  if (outcome.error)
    got.code = std::string(status_name(outcome.status)) + " " + std::string(code_name(outcome.error->code)) +
               " " + outcome.error->where.rule;
  document.rollback(start);
  return got;
}

struct Counts {
  std::size_t groups = 0;
  std::size_t writings = 0;
  std::map<std::string, std::size_t> answers;
  std::map<std::string, std::size_t> ways;
};

gavel::Command read(const Json& json, Actor actor) {
  std::vector<gavel::Warning> warnings;
  auto command = read_command(*gavel::read_json(to_text(json), Limits()), Limits(), warnings);
  REQUIRE_MESSAGE(command.ok(), to_text(json));
  command->origin.actor = actor;
  return std::move(*command);
}

Document load(const Json& data) {
  auto document = Document::load(*gavel::read_json(to_text(data), Limits()), Json(), Limits());
  REQUIRE(document.ok());
  return std::move(*document);
}

// The document after a move: the source is gone as well.
std::string wanted_after(const Target& target, const Writing& writing) {
  Json wanted = target.wanted;
  if (writing.source) {
    const Path parent = writing.source->parent();
    object_of(const_cast<Json&>(*gavel::testing::node_at(wanted, parent))).erase(writing.source->back().key);
  }
  return bare(wanted);
}

// Whether taking the source away is allowed by itself.
bool may_go(Document& document, const Path& source, Actor actor, const gavel::Judge& judge) {
  const Json command{{"verb", "delete"}, {"path", path_to_json(source)}};
  return answer(document, read(command, actor), judge).code == "applied";
}

void check_group(const Target& target, Random& random, Counts& counts) {
  Document document = load(target.data);
  std::string rows;
  const Guards guards = random_guards(target, random, rows);
  const Actor actor = std::vector<Actor>{Actor::kModel, Actor::kModel, Actor::kPlayer, Actor::kOperator,
                                         Actor::kTool}[random.below(5)];
  const gavel::Judge judge = [&](const gavel::Proposed& proposed) { return guards.judge(proposed); };
  std::optional<std::string> first;
  std::string first_how;
  for (const Writing& writing : writings_of(target, random)) {
    const gavel::Command command = read(writing.command, actor);
    const std::string wanted = wanted_after(target, writing);
    const Answer unjudged = answer(document, command, {});
    if (unjudged.code != "applied" || unjudged.data != wanted)
      continue;  // the verb does not say this effect here
    if (writing.source && !may_go(document, *writing.source, actor, judge)) continue;
    const Answer got = answer(document, command, judge);
    if (got.code == "applied") REQUIRE(got.data == wanted);
    if (!first) {
      first = got.code;
      first_how = to_text(writing.command);
    }
    ++counts.writings;
    ++counts.ways[writing.how];
    REQUIRE_MESSAGE(got.code == *first, "of " << to_text(target.data) << " by " << actor_name(actor)
                                              << " under " << rows << "\n"
                                              << first_how << "\n  is " << *first << "\n"
                                              << to_text(writing.command) << "\n  is " << got.code);
  }
  if (!first) return;
  ++counts.groups;
  ++counts.answers[first->substr(0, first->rfind(' '))];
}

}  // namespace

TEST_CASE("fields and protection judge one effect the same way, by every verb and path that can cause it") {
  std::printf("seed %llu\n", static_cast<unsigned long long>(chosen_seed()));
  Counts counts;
  for (std::uint64_t i = 0; i < cases_here(24'000); ++i) {
    CAPTURE(i);
    Random random(chosen_seed() * 1'000'003 + i);
    const Target target = random_target(random);
    check_group(target, random, counts);
  }
  std::printf("%zu groups, %zu writings\n", counts.groups, counts.writings);
  for (const auto& [code, count] : counts.answers) std::printf("  %6zu %s\n", count, code.c_str());
  for (const auto& [how, count] : counts.ways) std::printf("  %6zu by %s\n", count, how.c_str());
  CHECK(counts.groups >= cases_here(20'000));
  CHECK(counts.writings > 8 * counts.groups);
  for (const char* code : {"applied", "rejected authority.denied", "rejected type.mismatch",
                           "rejected value.range", "rejected value.enum"}) {
    CAPTURE(code);
    CHECK(counts.answers[code] > cases_here(200));
  }
  CHECK(counts.answers["rejected protected"] > cases_here(50));
}
