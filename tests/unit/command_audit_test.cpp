// The audit record of a command, and undoing and redoing from it alone.

#include "command/audit.hpp"
#include "state/json_writer.hpp"
#include "support/audit_replay.hpp"
#include "support/judge.hpp"

namespace gavel::testing {
namespace {

std::string keys_of(const Shown& record) {
  std::string keys;
  for (const auto& [key, value] : object_of(record.json)) keys += (keys.empty() ? "" : " ") + key;
  return keys;
}

TEST_CASE("there is one record for each command, with all its fields in order [R000-17]") {
  const Judged judged = judge(
      R"({"gold":10})",
      R"([{"verb":"add","path":["gold"],"value":-3,"reason":"a pill","options":{"tags":["buy"],"ifExists":true}},
          {"verb":"add","path":["gold"],"value":"x","options":{"reason":"nonsense"}},
          {"verb":"get","path":["gold"]},{"verb":"frob","path":["gold"]}])");
  CHECK(judged.audit.size() == 4);
  const Shown first = judged.audit[0];
  CHECK(keys_of(first) ==
        "opId time actor action key before after options status reason tags batch cause turn changes");
  CHECK(first["opId"] == R"("t-1/1")");
  CHECK(first["time"] == R"("2025-09-20T08:00:00Z")");
  CHECK(first["actor"] == R"("model")");
  CHECK(first["action"] == R"("add")");
  CHECK(first["key"] == R"("gold")");
  CHECK(first["before"] == "10");
  CHECK(first["after"] == "7");
  CHECK(first["options"] == R"({"tags":["buy"],"ifExists":true})");
  CHECK(first["status"] == R"("applied")");
  CHECK(first["reason"] == R"("a pill")");
  CHECK(first["tags"] == R"(["buy"])");
  CHECK(first["batch"] == "0");
  CHECK(first["cause"] == R"("command 0")");
  CHECK(first["turn"] == R"("t-1")");
  CHECK(first["changes"] == R"([{"path":["gold"],"before":10,"after":7}])");
}

TEST_CASE("a command that was not applied has its record too, with its code [R000-17]") {
  const Judged judged = judge(R"({"gold":10})",
                              R"([{"verb":"add","path":["gold"],"value":"x","options":{"reason":"nonsense"}},
                                  {"verb":"ensure","path":["gold"],"value":1},{"verb":"frob","path":["gold"]}])");
  const Shown rejected = judged.audit[0];
  CHECK(keys_of(rejected) ==
        "opId time actor action key before after options status code reason batch cause turn changes");
  CHECK(rejected["status"] == R"("rejected")");
  CHECK(rejected["code"] == R"("type.mismatch")");
  CHECK(rejected["reason"] == R"("nonsense")");
  CHECK(rejected["before"] == "10");
  CHECK(rejected["after"] == "10");
  CHECK(rejected["changes"] == "[]");
  CHECK(judged.audit[1]["status"] == R"("skipped")");
  CHECK(judged.audit[1]["code"] == R"("precondition.exists")");
  CHECK(judged.audit[2]["opId"] == R"("t-1/3")");
  CHECK(judged.audit[2]["action"] == R"("frob")");
  CHECK(judged.audit[2]["code"] == R"("parse.malformed")");
  CHECK(judged.audit[2]["cause"] == R"("command 2")");
  CHECK(judged.audit[2]["changes"] == "[]");
}

TEST_CASE("before and after are the values at the place, left out where there is none [R000-17]") {
  const Judged judged = judge(R"({"a":{"x":1},"l":[1,2]})",
                              R"([{"verb":"set","path":["n"],"value":{"y":1}},{"verb":"delete","path":["a"]},
                                  {"verb":"push","path":["l"],"value":3},{"verb":"get","path":["l"]},
                                  {"verb":"set","path":["k.x",0],"value":null}])");
  CHECK(judged.audit[0]["before"] == "nothing");
  CHECK(judged.audit[0]["after"] == R"({"y":1})");
  CHECK(judged.audit[1]["before"] == R"({"x":1})");
  CHECK(judged.audit[1]["after"] == "nothing");
  CHECK(judged.audit[2]["before"] == "[1,2]");
  CHECK(judged.audit[2]["after"] == "[1,2,3]");
  CHECK(judged.audit[3]["before"] == "nothing");
  CHECK(judged.audit[3]["changes"] == "[]");
  CHECK(judged.audit[4]["key"].json == R"(["k.x"].0)");
  CHECK(judged.audit[4]["after"] == "null");
}

TEST_CASE("the actor, the turn and the time are those of the turn [R000-17]") {
  Table table("{}");
  Asking asking = by(Actor::kPlayer);
  asking.now = "2025-01-02T03:04:05.678+01:00";
  table.turn("[]");
  const Judged judged = table.turn(R"({"verb":"set","path":["a"],"value":1})", asking);
  CHECK(judged.audit[0]["actor"] == R"("player")");
  CHECK(judged.audit[0]["turn"] == R"("t-2")");
  CHECK(judged.audit[0]["opId"] == R"("t-2/1")");
  CHECK(judged.audit[0]["time"] == R"("2025-01-02T02:04:05.678Z")");
}

TEST_CASE("a command's own reason wins over the option's, and both verdict and record carry it [R000-14]") {
  const Judged judged =
      judge("{}", R"([{"verb":"set","path":["a"],"value":1,"reason":"own","options":{"reason":"other"}},
                                        {"verb":"set","path":["b"],"value":1,"options":{"reason":"other"}},
                                        {"verb":"set","path":["c"],"value":1}])");
  CHECK(judged.audit[0]["reason"] == R"("own")");
  CHECK(judged.audit[1]["reason"] == R"("other")");
  CHECK(judged.audit[2]["reason"] == "nothing");
  CHECK(judged.commands[0]["reason"] == R"("own")");
  CHECK(judged.commands[1]["reason"] == R"("other")");
  CHECK(judged.commands[2]["reason"] == "nothing");
}

TEST_CASE("the audit of several turns can be searched by reason and by tags [R000-14]") {
  Table table(R"({"gold":10})");
  std::vector<Json> audit;
  for (const char* command : {
           R"({"verb":"add","path":["gold"],"value":-1,"reason":"a pill","options":{"tags":["buy","shop"]}})",
           R"({"verb":"add","path":["gold"],"value":-2,"reason":"a toll","options":{"tags":["road"]}})",
           R"({"verb":"add","path":["gold"],"value":"x","options":{"tags":["buy"]}})",
           R"({"verb":"add","path":["gold"],"value":-3})",
       }) {
    const Judged judged = table.turn(command);
    for (const Json& record : judged.audit.json) audit.push_back(record);
  }
  std::string by_tag;
  std::string by_reason;
  for (const Json& record : audit) {
    const Json* tags = member(record, "tags");
    if (tags != nullptr && contains(to_text(*tags), "\"buy\"")) by_tag += string_of(record["opId"]) + " ";
    const Json* reason = member(record, "reason");
    if (reason != nullptr && *reason == "a toll") by_reason += string_of(record["opId"]) + " ";
  }
  CHECK(by_tag == "t-1/1 t-3/1 ");
  CHECK(by_reason == "t-2/1 ");
}

TEST_CASE("a rolled-back command's record says so, and that nothing changed [R000-17] [R000-18]") {
  const Judged judged =
      judge(R"({"a":1})", R"([{"verb":"set","path":["a"],"value":2,"options":{"transaction":true}},
                                                {"verb":"set","path":["b"],"value":2},{"verb":"get","path":["q"]}])");
  CHECK(judged.audit[0]["status"] == R"("rejected")");
  CHECK(judged.audit[0]["code"] == R"("batch.rolled_back")");
  CHECK(judged.audit[0]["before"] == judged.audit[0]["after"]);
  CHECK(judged.audit[0]["changes"] == "[]");
  CHECK(judged.audit[1]["after"] == "nothing");
  CHECK(judged.audit[2]["code"] == R"("path.unknown")");
}

// Several turns, then everything undone and redone from the records alone.
struct Past {
  std::vector<Json> records;
  std::string first;
  std::string last;
};

std::string canonical_text(const Document& document) {
  return canonical(document.data()) + canonical(document.meta());
}

Past live(Table& table, std::initializer_list<std::pair<const char*, const char*>> turns) {
  Past past;
  past.first = canonical_text(table.document());
  for (const auto& [time, commands] : turns) {
    const Judged judged = table.turn(commands, at(time));
    for (const Json& record : judged.audit.json) past.records.push_back(record);
  }
  past.last = canonical_text(table.document());
  return past;
}

TEST_CASE("the records alone undo and redo several turns, expiries and counters included [R000-17]") {
  Table table(R"({"a":{"x":1,"__version":1},"l":[3,2,1],"k.y":{"z":1}})");
  const Past past =
      live(table, {{"2025-09-20T08:00:00Z",
                    R"([{"verb":"merge","path":["a"],"value":{"x":{"deep":[1,2]},"n":null}},
                   {"verb":"push","path":["l"],"value":{"t":1},"options":{"ttl":60,"position":"head"}},
                   {"verb":"set","path":["buff","one"],"value":1,"options":{"ttl":60,"idempotencyKey":"k"}},
                   {"verb":"insert","path":["l",1],"value":9}])"},
                   {"2025-09-20T08:00:30Z",
                    R"([{"verb":"delete","path":["a","x"],"options":{"softDelete":true,"reason":"r"}},
                   {"verb":"move","from":["buff"],"path":["a","moved"]},
                   {"verb":"move","from":["l",0],"path":["l","-"]},
                   {"verb":"splice","path":["l"],"value":[0,2]},
                   {"verb":"set","path":["k.y","z"],"value":[],"options":{"expiresAt":"2025-09-20T08:02:00Z"}}])"},
                   {"2025-09-20T08:01:00Z",
                    R"([{"verb":"restore","path":["a","x"]},{"verb":"copy","from":["a"],"path":["b"]},
                   {"verb":"set","path":[],"value":{"a":{"__version":5}}},
                   {"verb":"set","path":["fresh"],"value":{"c":1}}])"}});
  Document& document = table.document();
  for (auto record = past.records.rbegin(); record != past.records.rend(); ++record) {
    INFO(to_text(*record));
    CHECK(undo_record(document, *record, Limits()).ok());
    document.check_invariants();
  }
  CHECK(canonical_text(document) == past.first);
  for (const Json& record : past.records) {
    INFO(to_text(record));
    CHECK(redo_record(document, record, Limits()).ok());
    document.check_invariants();
  }
  CHECK(canonical_text(document) == past.last);
}

TEST_CASE("a record that does not fit the document is refused, not partly applied") {
  Table table(R"({"a":{"b":1}})");
  const Judged judged = table.turn(R"({"verb":"set","path":["a","b"],"value":2})");
  Table other("{}");
  CHECK_FALSE(undo_record(other.document(), judged.audit[0].json, Limits()).ok());
  CHECK(other.data() == "{}");
  CHECK_FALSE(redo_record(other.document(), parsed(R"({"changes":[{"after":1}]})"), Limits()).ok());
}

TEST_CASE("a record that fits only in part changes nothing") {
  for (const char* changes : {
           R"([{"path":["a"],"before":1,"after":2},{"path":["q","r"],"after":1}])",
           R"([{"path":["a"],"before":1,"after":2},{"path":["q"],"before":1}])",
           R"([{"path":["a"],"before":1,"after":2},{"path":["l",5],"after":1}])",
           R"([{"path":["a"],"before":1,"after":2},{"path":["l",5],"before":0,"after":1}])",
           R"([{"path":["a"],"before":1,"after":2},{"path":["a","x"],"after":1}])",
           R"([{"path":["a"],"before":1,"after":2},{"path":[],"after":1}])",
           R"([{"path":["a"],"before":1,"after":2},{"tree":"meta","path":["expires","/q"],"after":1}])",
           R"([{"path":["a"],"before":1,"after":2},{"path":"b","after":1}])",
       }) {
    SUBCASE(changes) {
      Table table(R"({"a":1,"l":[0]})");
      CHECK_FALSE(
          redo_record(table.document(), parsed(R"({"changes":)" + std::string(changes) + "}"), Limits())
              .ok());
      CHECK(table.data() == R"({"a":1,"l":[0]})");
      CHECK(table.meta() == "{}");
    }
  }
  Table table("{}");
  CHECK_FALSE(redo_record(table.document(), parsed("{}"), Limits()).ok());
}

TEST_CASE("a record of a set that changed nothing but the expiry is undone and redone too [R000-17]") {
  Table table("{}");
  table.turn(R"({"verb":"set","path":["a"],"value":1,"options":{"ttl":60}})");
  const std::string before = canonical_text(table.document());
  const Judged judged = table.turn(R"({"verb":"set","path":["a"],"value":1})");
  const std::string after = canonical_text(table.document());
  CHECK(before != after);
  CHECK(undo_record(table.document(), judged.audit[0].json, Limits()).ok());
  CHECK(canonical_text(table.document()) == before);
  CHECK(redo_record(table.document(), judged.audit[0].json, Limits()).ok());
  CHECK(canonical_text(table.document()) == after);
}

TEST_CASE("containers that appear or disappear are one row of a record's changes [R000-17]") {
  const Judged judged =
      judge(R"({"m":{"a":{"b":[1,2]}}})",
            R"([{"verb":"set","path":["x","y"],"value":{"z":1}},{"verb":"delete","path":["m","a"]},
                                  {"verb":"set","path":["t"],"value":1,"options":{"idempotencyKey":"k"}}])");
  CHECK(judged.audit[0]["changes"] == R"([{"path":["x"],"after":{"y":{"z":1}}}])");
  CHECK(judged.audit[1]["changes"] == R"([{"path":["m","a"],"before":{"b":[1,2]}}])");
  CHECK(judged.audit[2]["changes"][0] == R"({"path":["t"],"after":1})");
  CHECK(judged.audit[2]["changes"][1]["tree"] == R"("meta")");
}

}  // namespace
}  // namespace gavel::testing
