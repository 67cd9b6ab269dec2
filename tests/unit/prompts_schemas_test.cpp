// Schemas as data: activation, placeholders, and a player's words.

#include <doctest/doctest.h>

#include "ruleset/activation.hpp"
#include "ruleset/placeholders.hpp"
#include "ruleset/schema_reader.hpp"

namespace gavel {
namespace {

Schema made(const std::string& id, std::int64_t priority = 100, std::vector<std::string> needs = {}) {
  Schema schema;
  schema.id = id;
  schema.priority = priority;
  for (std::string& need : needs) schema.dependencies.push_back({std::move(need), {}});
  return schema;
}

SchemaLibrary library(std::vector<Schema> schemas) {
  std::vector<Problem> problems;
  SchemaLibrary made_of = SchemaLibrary::of(std::move(schemas), problems);
  CHECK(problems.empty());
  return made_of;
}

std::string said(const Activation& active) {
  std::string out;
  for (const ActiveSchema& one : active.schemas)
    out += (out.empty() ? "" : " ") + one.schema->id + (one.counts ? "" : "(silent)");
  for (const SchemaNotice& notice : active.notices) out += " !" + notice.code;
  return out;
}

std::string activated(const SchemaLibrary& from, const std::vector<std::string>& ids) {
  return said(activate(from, ids));
}

TEST_CASE("[R004-08] dependencies are included once, by priority, whoever asks for them") {
  const SchemaLibrary from =
      library({made("a", 3, {"b", "c"}), made("b", 2, {"c"}), made("c", 1), made("d", 9)});
  CHECK(activated(from, {"a"}) == "c b a");
  CHECK(activated(from, {"b", "a", "a"}) == "c b a");
  CHECK(activated(from, {"x", "d"}) == "d !schema.unknown");
}

TEST_CASE("[R004-03] of several overriding schemas one stays, and the others go with what only they needed") {
  Schema high = made("high", 9), low = made("low", 5, {"base"}), same = made("aside", 9);
  high.overrides = low.overrides = same.overrides = true;
  const SchemaLibrary from = library({high, low, same, made("base")});
  CHECK(activated(from, {"low"}) == "low base");
  CHECK(activated(from, {"low", "high"}) == "high !schema.overridden");
  CHECK(activated(from, {"high", "aside", "low"}) == "aside !schema.overridden !schema.overridden");
}

TEST_CASE("[R004-07] for one root tag, in any case, the schema of the higher priority counts") {
  Schema one = made("one", 1), two = made("two", 2);
  one.root_tag = "Box";
  two.root_tag = "box";
  CHECK(activated(library({one, two}), {"one", "two"}) == "one(silent) two !schema.same_tag");
}

TEST_CASE("[R004-08] a long chain of dependencies uses no stack") {
  std::vector<Schema> chain;
  const int links = 20'000;
  chain.reserve(links);
  for (int i = 0; i < links; ++i)
    chain.push_back(made("s" + std::to_string(100'000 + i), 1,
                         i + 1 < links ? std::vector<std::string>{"s" + std::to_string(100'001 + i)}
                                       : std::vector<std::string>()));
  CHECK(activate(library(std::move(chain)), std::vector<std::string>{"s100000"}).schemas.size() == links);
}

TEST_CASE("[R004-10] a player's switch words are found whole, in any case, in the order of the text") {
  Schema one = made("one"), two = made("two");
  one.on = {"go live", "进入直播"};
  one.off = {"stop"};
  two.on = {"GO LIVE"};
  const SchemaLibrary from = library({one, two});
  const auto heard = [&from](std::string_view text) {
    std::string out;
    for (const SchemaSwitch& what : from.switched_by(text)) out += (what.on ? "+" : "-") + what.id + " ";
    return out;
  };
  CHECK(heard("Stop! Then Go Live.") == "-one +one +two ");
  CHECK(heard("我们进入直播吧") == "+one ");
  CHECK(heard("nonstop, cargo liver") == "");
}

TEST_CASE("[R004-12] placeholders are filled in, other braces are kept, and errors know their line") {
  Schema schema = made("x");
  schema.instruction = {"最多 {{a.b}}", "one\nat most {{a.b}} {{user}} {{ a.b }} {{no.no}}\n{{no.no}} {{a."};
  schema.said_at.line = 4;
  const std::vector<Error> errors =
      fill_placeholders(schema, [](std::string_view name, std::string_view key) -> Result<std::string> {
        if (name == "a" && key == "b") return std::string("{{a.b}}5");
        return Error(Code::kPluginInvalid, "none");
      });
  CHECK(schema.instruction.zh == "最多 {{a.b}}5");
  CHECK(schema.instruction.en.starts_with("one\nat most {{a.b}}5 {{user}} {{ a.b }} "));
  REQUIRE(errors.size() == 2);
  CHECK(errors[0].where.line == 6);
  CHECK(errors[1].where.line == 7);
}

TEST_CASE("[R004-01] what a schema leaves out has a default") {
  std::vector<Problem> problems;
  const std::optional<Schema> schema = read_schema(
      "meta: {id: x}\ninstruction: {zh: 好}\nparser_hints: {root_tag: t}\n", "x.yaml", Limits(), problems);
  REQUIRE(schema);
  CHECK(problems.empty());
  CHECK(schema->instruction.en == "好");
  CHECK(schema->priority == 100);
  CHECK(target_name(schema->target) == "system_instruction");
  CHECK(schema->version == "1.0.0");
  CHECK(!schema->overrides);
  CHECK(schema->behavior == TagBehavior::kUnsaid);
}

}  // namespace
}  // namespace gavel
