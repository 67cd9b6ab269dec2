#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "guards/fields.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "state/lookup_work.hpp"

using gavel::Actor;
using gavel::Code;
using gavel::FieldTable;
using gavel::Json;
using gavel::Limits;
using gavel::Path;

namespace {

Json parse(const std::string& text) {
  auto json = gavel::read_json(text, Limits());
  REQUIRE_MESSAGE(json.ok(), text);
  return std::move(*json);
}

Path path(const std::string& json) { return std::move(*gavel::path_from_json(parse(json), Limits())); }

FieldTable table(const std::string& rows) {
  auto read = FieldTable::from_json(parse(rows), Limits());
  REQUIRE_MESSAGE(read.ok(), (read.ok() ? "" : read.error().message));
  return std::move(*read);
}

std::string problem(const std::string& rows) {
  const auto read = FieldTable::from_json(parse(rows), Limits());
  if (read.ok()) return "ok";
  CHECK(read.error().code == Code::kParseMalformed);
  return read.error().message;
}

bool says(const std::string& rows, const std::string& what) {
  const std::string message = problem(rows);
  CAPTURE(message);
  CAPTURE(what);
  const bool found = message.find(what) != std::string::npos;
  CHECK(found);
  return found;
}

// Who speaks against the actor's writing; "-" if nobody.
std::string denier(const FieldTable& fields, const std::string& place, Actor actor) {
  const gavel::FieldRow* row = fields.write_denied(path(place), actor);
  return row == nullptr ? "-" : row->pattern.text();
}

// The code and the pattern that refuses a value; "-" if it fits.
std::string refusal(const FieldTable& fields, const std::string& place, const std::string& value) {
  const auto fits = fields.fits(path(place), parse(value));
  return fits.ok() ? "-" : std::string(code_name(fits.error().code)) + " " + fits.error().where.rule;
}

}  // namespace

TEST_CASE("a row that cannot be read is refused with its number and the reason") {
  says("{}", "an array of rows");
  says(R"([{"path":"a"},5])", "fields[1]");
  says(R"([{"write":["model"]}])", "fields[0]");
  says(R"([{"path":"a"},{"path":"b"},{"path":7}])", "fields[2]");
  says(R"([{"path":"a..b"}])", "fields[0]");
  says(R"([{"path":"a","write":"model"}])", "arrays of actors");
  says(R"([{"path":"a","write":["god"]}])", "\"god\"");
  says(R"([{"path":"a","read":[null]}])", "unknown actor null");
  says(R"([{"path":"a","min":"1"}])", "`min` must be a number");
  says(R"([{"path":"a","max":null}])", "`max` must be a number");
  says(R"([{"path":"a","enum":[]}])", "`enum`");
  says(R"([{"path":"a","enum":"x"}])", "`enum`");
  says(R"([{"path":"a","type":"text"}])", "unknown type \"text\"");
  says(R"([{"path":"a","type":["string",1]}])", "unknown type 1");
}

TEST_CASE("the error for a misspelt column or type suggests the nearest one") {
  says(R"([{"path":"a","typ":"integer"}])", "did you mean \"type\"?");
  says(R"([{"path":"a","wirte":["model"]}])", "did you mean \"write\"?");
  says(R"([{"path":"a","enums":[1]}])", "did you mean \"enum\"?");
  says(R"([{"path":"a","type":"interger"}])", "did you mean \"integer\"?");
  CHECK(problem(R"([{"path":"a","colour":1}])").find("did you mean") == std::string::npos);
}

TEST_CASE("a misspelt actor is answered with the existing ones") {
  says(R"([{"path":"a","write":["modle"]}])", "model, player, operator, tool, automation, derive, migration");
}

TEST_CASE("a row without types, or with no value between min and max, is refused") {
  says(R"([{"path":"a","type":[]}])", "fields[0]");
  says(R"([{"path":"a","min":5,"max":4}])", "fields[0]");
}

TEST_CASE("two rows with the same pattern are refused, however it is written") {
  says(R"([{"path":"a.b","min":1},{"path":"x"},{"path":"a.b","max":5}])", "appears twice");
  says(R"([{"path":"a[0]","min":1},{"path":"a.0","max":5}])", "appears twice");
  says(R"([{"path":"a.**","min":1},{"path":"a.**.**","max":5}])", "appears twice");
  CHECK(problem(R"([{"path":"a.*"},{"path":"a.**"},{"path":"a[\"*\"]"}])") == "ok");
}

TEST_CASE("the most specific row with the column decides who may write, for its place and everything below") {
  const FieldTable fields = table(R"([
    {"path":"**","write":["model","operator"]},
    {"path":"characters.*.hp","write":["tool"]},
    {"path":"characters.li_si.hp","type":"integer"},
    {"path":"characters.boss","write":["operator"]},
    {"path":"free","write":["model","player"]},
    {"path":"nobody","write":[]}])");
  CHECK(denier(fields, R"(["gold"])", Actor::kModel) == "-");
  CHECK(denier(fields, R"(["gold"])", Actor::kPlayer) == "**");
  CHECK(denier(fields, R"(["characters","li_si","hp"])", Actor::kModel) == "characters.*.hp");
  CHECK(denier(fields, R"(["characters","li_si","hp"])", Actor::kTool) == "-");
  CHECK(denier(fields, R"(["characters","li_si","hp","max"])", Actor::kModel) == "characters.*.hp");
  CHECK(denier(fields, R"(["characters","boss","hp"])", Actor::kTool) == "characters.boss");
  CHECK(denier(fields, R"(["characters","boss","hp"])", Actor::kOperator) == "-");
  CHECK(denier(fields, R"(["characters"])", Actor::kModel) == "-");
  CHECK(denier(fields, R"(["free","a",0])", Actor::kPlayer) == "-");
  CHECK(denier(fields, R"(["nobody"])", Actor::kMigration) == "nobody");
}

TEST_CASE("where no row applies, everything is allowed") {
  const FieldTable fields = table(R"([{"path":"a","write":["tool"]},{"path":"b","min":1}])");
  CHECK(denier(fields, R"(["c"])", Actor::kModel) == "-");
  CHECK(denier(fields, R"(["b"])", Actor::kModel) == "-");
  CHECK(refusal(fields, R"(["a"])", "null") == "-");
  CHECK(fields.read_denied(path(R"(["a"])"), Actor::kModel) == nullptr);
  CHECK(FieldTable().empty());
  CHECK_FALSE(fields.empty());
}

TEST_CASE("read is a column of its own") {
  const FieldTable fields = table(
      R"([{"path":"goal","read":["operator"],"write":["model"]},{"path":"**","read":["model","operator"]}])");
  CHECK(fields.read_denied(path(R"(["goal","text"])"), Actor::kModel)->pattern.text() == "goal");
  CHECK(fields.read_denied(path(R"(["goal"])"), Actor::kOperator) == nullptr);
  CHECK(fields.read_denied(path(R"(["x"])"), Actor::kModel) == nullptr);
  CHECK(fields.write_denied(path(R"(["goal"])"), Actor::kModel) == nullptr);
  CHECK(fields.write_denied(path(R"(["goal"])"), Actor::kOperator) != nullptr);
}

TEST_CASE(
    "type, min, max and enum apply to the place itself only, each by the most specific row that has it") {
  const FieldTable fields = table(R"([
    {"path":"c.*.hp","type":"integer","min":0,"max":100},
    {"path":"c.boss.hp","max":900},
    {"path":"c.*.mood","enum":["calm","angry",null]},
    {"path":"**","type":["object","array","string","number","boolean","null"],"max":1000}])");
  CHECK(refusal(fields, R"(["c","li","hp"])", "50") == "-");
  CHECK(refusal(fields, R"(["c","li","hp"])", "101") == "value.range c.*.hp");
  CHECK(refusal(fields, R"(["c","li","hp"])", "-1") == "value.range c.*.hp");
  CHECK(refusal(fields, R"(["c","boss","hp"])", "900") == "-");
  CHECK(refusal(fields, R"(["c","boss","hp"])", "901") == "value.range c.boss.hp");
  CHECK(refusal(fields, R"(["c","boss","hp"])", "-1") == "value.range c.*.hp");
  CHECK(refusal(fields, R"(["c","boss","hp"])", "\"x\"") == "type.mismatch c.*.hp");
  CHECK(refusal(fields, R"(["c","li","hp","max"])", "500") == "-");
  CHECK(refusal(fields, R"(["c","li","hp","max"])", "1001") == "value.range **");
  CHECK(refusal(fields, R"(["c","li","mood"])", "\"calm\"") == "-");
  CHECK(refusal(fields, R"(["c","li","mood"])", "null") == "-");
  CHECK(refusal(fields, R"(["c","li","mood"])", "\"Calm\"") == "value.enum c.*.mood");
}

TEST_CASE("a less specific row does not count in a column that a more specific one has") {
  const FieldTable fields =
      table(R"([{"path":"c.*.hp","type":"integer","enum":[1,2]},{"path":"c.boss.hp","type":"string"},
    {"path":"c.ghost.hp","enum":["none"],"type":"string"}])");
  CHECK(refusal(fields, R"(["c","li","hp"])", "\"x\"") == "type.mismatch c.*.hp");
  CHECK(refusal(fields, R"(["c","boss","hp"])", "1") == "type.mismatch c.boss.hp");
  CHECK(refusal(fields, R"(["c","boss","hp"])", "\"x\"") == "value.enum c.*.hp");
  CHECK(refusal(fields, R"(["c","ghost","hp"])", "\"none\"") == "-");
}

TEST_CASE("an integer is a whole number in either form, and a number is any number") {
  const FieldTable fields =
      table(R"([{"path":"i","type":"integer"},{"path":"n","type":"number"},{"path":"b","type":"boolean"},
    {"path":"s","type":["string","null"]},{"path":"o","type":"object"},{"path":"a","type":"array"}])");
  for (const char* good : {"5", "-5", "5.0", "18446744073709551615", "1e300"})
    CHECK(refusal(fields, R"(["i"])", good) == "-");
  for (const char* bad : {"5.5", "\"5\"", "true", "null", "[]"})
    CHECK(refusal(fields, R"(["i"])", bad) == "type.mismatch i");
  for (const char* good : {"5", "5.5"}) CHECK(refusal(fields, R"(["n"])", good) == "-");
  CHECK(refusal(fields, R"(["n"])", "\"5\"") == "type.mismatch n");
  CHECK(refusal(fields, R"(["b"])", "0") == "type.mismatch b");
  CHECK(refusal(fields, R"(["s"])", "null") == "-");
  CHECK(refusal(fields, R"(["s"])", "[]") == "type.mismatch s");
  CHECK(refusal(fields, R"(["o"])", "{}") == "-");
  CHECK(refusal(fields, R"(["o"])", "[]") == "type.mismatch o");
  CHECK(refusal(fields, R"(["a"])", "[1]") == "-");
}

TEST_CASE("min and max are inclusive and exact, also for numbers that doubles cannot represent") {
  const FieldTable fields =
      table(R"([{"path":"x","min":-0.5,"max":9007199254740992},{"path":"u","min":9007199254740993}])");
  CHECK(refusal(fields, R"(["x"])", "-0.5") == "-");
  CHECK(refusal(fields, R"(["x"])", "-0.6") == "value.range x");
  CHECK(refusal(fields, R"(["x"])", "9007199254740992") == "-");
  CHECK(refusal(fields, R"(["x"])", "9007199254740993") == "value.range x");
  CHECK(refusal(fields, R"(["u"])", "9007199254740992.0") == "value.range u");
  CHECK(refusal(fields, R"(["u"])", "18446744073709551615") == "-");
  CHECK(refusal(fields, R"(["x"])", "\"many\"") == "-");
}

TEST_CASE("an enum compares by JSON equality, including whole containers") {
  const FieldTable fields = table(R"([{"path":"e","enum":[1,{"a":1,"b":[2]},[3]]}])");
  CHECK(fields.lists_containers());
  CHECK_FALSE(table(R"([{"path":"e","enum":[1,"x",null]}])").lists_containers());
  CHECK(refusal(fields, R"(["e"])", "1.0") == "-");
  CHECK(refusal(fields, R"(["e"])", R"({"b":[2.0],"a":1})") == "-");
  CHECK(refusal(fields, R"(["e"])", R"({"a":1})") == "value.enum e");
  CHECK(refusal(fields, R"(["e"])", "[3]") == "-");
  CHECK(refusal(fields, R"(["e"])", "true") == "value.enum e");
}

TEST_CASE("the message of a refusal names the place and the bound") {
  const FieldTable fields =
      table(R"([{"path":"c.*.hp","min":0,"max":100},{"path":"c.*.kind","enum":["a","b"]}])");
  const auto range = fields.fits(path(R"(["c","x.y","hp"])"), Json(101));
  REQUIRE_FALSE(range.ok());
  CHECK(range.error().message.find("c[\"x.y\"].hp") != std::string::npos);
  CHECK(range.error().message.find("101") != std::string::npos);
  CHECK(range.error().message.find("100") != std::string::npos);
  const auto listed = fields.fits(path(R"(["c","x","kind"])"), Json("z"));
  REQUIRE_FALSE(listed.ok());
  CHECK(listed.error().message.find("[\"a\",\"b\"]") != std::string::npos);
}

namespace {

// What a table takes to answer what each write asks of it.
std::size_t work_of(const FieldTable& fields, const std::string& place, const std::string& value) {
  const Path at = path(place);
  const Json given = parse(value);
  const std::size_t before = gavel::lookup_work;
  fields.write_denied(at, Actor::kModel);
  fields.hides(at, Actor::kModel);
  CHECK(fields.fits(at, given).ok());
  return gavel::lookup_work - before;
}

std::string many(std::size_t count, const auto& row) {
  std::string rows = "[";
  for (std::size_t i = 0; i < count; ++i) rows += (i == 0 ? "" : ",") + row(std::to_string(i));
  return rows + "]";
}

}  // namespace

TEST_CASE("attack fields-unpaid: a write does not search rows that cannot apply to it") {
  const char* const forms[] = {
      R"({"path":"**.x#","write":["tool"],"read":["model"],"type":"null"})",
      R"({"path":"*.x#","write":["tool"],"read":["model"],"enum":[1]})",
      R"({"path":"a.*.x#","write":["tool"],"read":["model"],"min":1})",
      R"({"path":"x#","write":["tool"],"read":["model"],"max":1})",
  };
  for (const std::string form : forms) {
    CAPTURE(form);
    const auto rows = [&form](std::size_t count) {
      return table(many(
          count, [&form](const std::string& i) { return std::string(form).replace(form.find('#'), 1, i); }));
    };
    const std::size_t few = work_of(rows(100), R"(["a","b","c","d"])", "1");
    CHECK(work_of(rows(10'000), R"(["a","b","c","d"])", "1") == few);
  }
}

TEST_CASE("attack enum-unpaid: a value is found in a list equally fast, however long the list is") {
  for (const std::string value : {R"("e7")", "7", "[7]", R"({"n":7})"}) {
    CAPTURE(value);
    const auto listed = [&value](std::size_t count) {
      return table(R"([{"path":"q.*","enum":)" +
                   many(count,
                        [&value](const std::string& i) {
                          std::string one = value;
                          return one.replace(one.find('7'), 1, i);
                        }) +
                   "}]");
    };
    const std::string last = [&value] {
      std::string one = value;
      return one.replace(one.find('7'), 1, "9999");
    }();
    const std::size_t few = work_of(listed(20), R"(["q","k"])", value);
    CHECK(work_of(listed(10'000), R"(["q","k"])", last) == few);
    CHECK_FALSE(listed(10'000).fits(path(R"(["q","k"])"), parse("10000")).ok());
  }
}

TEST_CASE("values of a long list are found like those of a short one, however they are written") {
  const FieldTable fields =
      table(R"([{"path":"q","enum":[1,2.0,1.5,"a","A",true,null,[],{},[1,{"k":2,"l":3}],)" +
            many(30, [](const std::string& i) { return "\"w" + i + "\""; }).substr(1) + "}]");
  for (const char* value :
       {"1", "1.0", "2", "1.5", "\"A\"", "true", "null", "[]", "{}", R"([1.0,{"l":3,"k":2.0}])", "\"w29\""}) {
    CAPTURE(value);
    CHECK(refusal(fields, R"(["q"])", value) == "-");
  }
  for (const char* value : {"3", "\"1\"", "false", "[1]", R"([1,{"k":2}])", "\"w30\"", "\"\""}) {
    CAPTURE(value);
    CHECK(refusal(fields, R"(["q"])", value) == "value.enum q");
  }
}

TEST_CASE("a table of many rows gives the same answers as one of few") {
  const char* const speaking =
      R"([{"path":"a.*.hp","write":["tool"],"type":"integer"},{"path":"a.*","write":["model"]},
    {"path":"**.hp","max":9,"read":["operator"]},{"path":"a.b.*","min":2},{"path":"**","write":["operator"]}])";
  Json more = parse(speaking);
  for (int i = 0; i < 100; ++i)
    more.push_back(parse(R"({"path":"z)" + std::to_string(i) + R"(.*","max":0})"));
  const FieldTable few = table(speaking), rows = table(gavel::to_text(more));
  for (const char* place : {R"(["a"])", R"(["a","b"])", R"(["a","b","hp"])", R"(["a","c","hp","x"])",
                            R"(["q","hp"])", R"([])", R"(["a",0,"hp"])"}) {
    CAPTURE(place);
    for (const Actor actor : {Actor::kModel, Actor::kTool, Actor::kOperator}) {
      CHECK(denier(few, place, actor) == denier(rows, place, actor));
      CHECK(few.hides(path(place), actor) == rows.hides(path(place), actor));
    }
    for (const char* value : {"1", "5", "10", "\"x\"", "2.5"})
      CHECK(refusal(few, place, value) == refusal(rows, place, value));
    CHECK(few.value_rows(path(place)).size() == rows.value_rows(path(place)).size());
  }
}

TEST_CASE("attack enum-unpaid: the search for a suggestion visits a bounded number of values") {
  const FieldTable fields =
      table(R"([{"path":"q.*","enum":)" +
            many(30'000, [](const std::string& i) { return "\"word" + i + "\""; }) + "}]");
  CHECK(fields.nearest_fitting(path(R"(["q","k"])"), parse("\"WORD29999\"")) == parse("\"word29999\""));
  CHECK(fields.nearest_fitting(path(R"(["q"])"), parse(R"({"a":"wrd1","b":"WORD29999"})")) ==
        parse(R"({"a":"word1","b":"word29999"})"));
  std::string slips = "{";
  for (int i = 0; i < 500; ++i) slips += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":\"wrd1\"";
  CHECK(fields.nearest_fitting(path(R"(["q"])"), parse(slips + "}")) == std::nullopt);
}
