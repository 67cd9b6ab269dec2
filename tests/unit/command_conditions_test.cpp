// What is asked before a command runs, and `expect` after it.

#include <array>

#include "support/judge.hpp"

namespace gavel::testing {
namespace {

// One command of each verb that applies to this document, its place standing there.
constexpr const char* kState =
    R"({"n":4,"m":{"x":1},"l":[1,2],"from":{"y":2},"bin":{"m#1":{"value":1,"path":["old"],"time":"2025-09-19T08:00:00Z"}}})";
struct Form {
  const char* verb;
  const char* path;
  const char* missing;  // a path where nothing stands
  const char* rest;     // the members after the path
  const char* options;  // those it needs anyway
};
constexpr std::array kForms = {
    Form{"set", R"(["n"])", R"(["q"])", R"(,"value":5)", ""},
    Form{"merge", R"(["m"])", R"(["q"])", R"(,"value":{"z":1})", ""},
    Form{"add", R"(["n"])", R"(["q"])", R"(,"value":2)", ""},
    Form{"mul", R"(["n"])", R"(["q"])", R"(,"value":2)", ""},
    Form{"div", R"(["n"])", R"(["q"])", R"(,"value":2)", ""},
    Form{"insert", R"(["m"])", R"(["q"])", R"(,"value":{"z":1})", ""},
    Form{"push", R"(["l"])", R"(["q"])", R"(,"value":3)", ""},
    Form{"pop", R"(["l"])", R"(["q"])", "", ""},
    Form{"pull", R"(["l"])", R"(["q"])", R"(,"value":1)", ""},
    Form{"splice", R"(["l"])", R"(["q"])", R"(,"value":[0,1])", ""},
    Form{"delete", R"(["n"])", R"(["q"])", "", ""},
    Form{"restore", R"(["bin","m#1"])", R"(["old"])", "", R"("recycleBinKey":"bin",)"},
    Form{"move", R"(["n"])", R"(["q"])", R"(,"from":["from"])", ""},
    Form{"copy", R"(["n"])", R"(["q"])", R"(,"from":["from"])", ""},
    Form{"get", R"(["n"])", R"(["q"])", "", ""},
    Form{"test", R"(["n"])", R"(["q"])", R"(,"value":4)", ""},
};

std::string command(const Form& form, const char* path, const std::string& options) {
  return R"({"verb":")" + std::string(form.verb) + R"(","path":)" + path + form.rest + R"(,"options":{)" +
         form.options + options + "}}";
}

void refused(const Form& form, const char* path, const std::string& options, const char* said) {
  const std::string text = command(form, path, options);
  INFO(text);
  const Judged judged = judge(kState, text);
  CHECK(judged.said == std::string(said));
  CHECK(judged.data == kState);
  CHECK(judged.changes == "[]");
  CHECK_FALSE(judged.message().empty());
}

TEST_CASE(
    "a command whose condition does not hold changes nothing and is reported, for every verb [R000-09]") {
  for (const Form& form : kForms) {
    SUBCASE(form.verb) {
      REQUIRE(judge(kState, command(form, form.path, R"("reason":"")")).said == "applied");
      refused(form, form.path, R"("ifMissing":true)", "skipped precondition.exists");
      refused(form, form.missing, R"("ifExists":true)", "skipped path.unknown");
      refused(form, form.path, R"("ifEquals":"other")", "rejected precondition.equals");
      refused(form, form.path, R"("ifEquals":null)", "rejected precondition.equals");
      refused(form, form.missing, R"("ifEquals":null)", "rejected precondition.equals");
      refused(form, form.path, R"("ifVersion":1)", "rejected precondition.version");
      refused(form, form.path, R"("expect":{"type":"null"})", "rejected expect.failed");
    }
  }
}

TEST_CASE("a condition that holds lets the command run, for every verb [R000-09]") {
  for (const Form& form : kForms) {
    SUBCASE(form.verb) {
      const Shown plain = judge(kState, command(form, form.path, R"("reason":"")")).data;
      CHECK(judge(kState, command(form, form.path, R"("ifExists":true)")).data == plain);
      CHECK(judge(kState, command(form, form.path, R"("ifVersion":0)")).data == plain);
      CHECK(judge(kState, command(form, form.path, R"("ifMissing":false,"ifExists":true)")).said ==
            "applied");
    }
  }
}

TEST_CASE("ensure checks the same conditions [R000-09]") {
  check_rows({
      {"ifExists", kState, R"({"verb":"ensure","path":["q"],"value":1,"options":{"ifExists":true}})",
       "skipped path.unknown"},
      {"ifMissing", kState, R"({"verb":"ensure","path":["n"],"value":1,"options":{"ifMissing":true}})",
       "skipped precondition.exists"},
      {"ifEquals", kState, R"({"verb":"ensure","path":["q"],"value":1,"options":{"ifEquals":1}})",
       "rejected precondition.equals"},
      {"ifVersion", kState, R"({"verb":"ensure","path":["q"],"value":1,"options":{"ifVersion":2}})",
       "rejected precondition.version"},
      {"expect", kState, R"({"verb":"ensure","path":["q"],"value":1,"options":{"expect":{"equals":2}}})",
       "rejected expect.failed"},
  });
}

TEST_CASE("ifEquals compares by JSON equality [R000-09]") {
  const char* const state = R"({"a":{"x":1,"y":[2]},"n":5,"z":null})";
  check_rows({
      {"key order does not matter", state,
       R"({"verb":"set","path":["a"],"value":1,"options":{"ifEquals":{"y":[2],"x":1}}})", "applied",
       R"({"a":1,"n":5,"z":null})"},
      {"5 equals 5.0", state, R"({"verb":"set","path":["n"],"value":1,"options":{"ifEquals":5.0}})",
       "applied", R"({"a":{"x":1,"y":[2]},"n":1,"z":null})"},
      {"a part is not enough", state,
       R"({"verb":"set","path":["a"],"value":1,"options":{"ifEquals":{"x":1}}})",
       "rejected precondition.equals"},
      {"null equals null", state, R"({"verb":"set","path":["z"],"value":1,"options":{"ifEquals":null}})",
       "applied", R"({"a":{"x":1,"y":[2]},"n":5,"z":1})"},
      {"null is not missing", state, R"({"verb":"set","path":["q"],"value":1,"options":{"ifEquals":null}})",
       "rejected precondition.equals"},
      {"the message says both", state, R"({"verb":"set","path":["n"],"value":1,"options":{"ifEquals":4}})",
       "rejected precondition.equals", nullptr, nullptr, "n is 5, not 4"},
  });
}

TEST_CASE("null is present for ifMissing and ifExists [R000-09]") {
  check_rows({
      {"ifMissing", R"({"a":null})", R"({"verb":"set","path":["a"],"value":1,"options":{"ifMissing":true}})",
       "skipped precondition.exists"},
      {"ifExists", R"({"a":null})", R"({"verb":"set","path":["a"],"value":1,"options":{"ifExists":true}})",
       "applied", R"({"a":1})"},
  });
}

TEST_CASE("conditions are checked in order [R000-09]") {
  const char* const state = R"({"a":1})";
  check_rows({
      {"ifMissing before ifEquals", state,
       R"({"verb":"set","path":["a"],"value":2,"options":{"ifMissing":true,"ifEquals":7,"ifVersion":9}})",
       "skipped precondition.exists"},
      {"ifExists before ifEquals", state,
       R"({"verb":"set","path":["b"],"value":2,"options":{"ifExists":true,"ifEquals":7,"ifVersion":9}})",
       "skipped path.unknown"},
      {"ifEquals before ifVersion", state,
       R"({"verb":"set","path":["a"],"value":2,"options":{"ifEquals":7,"ifVersion":9}})",
       "rejected precondition.equals"},
      {"ifVersion before expect_old", state,
       R"({"verb":"set","path":["a"],"value":2,"expect_old":5,"options":{"ifVersion":9}})",
       "rejected precondition.version"},
      {"expect_old before the verb", state, R"({"verb":"add","path":["a"],"value":"x","expect_old":5})",
       "rejected precondition.old"},
      {"host-owned keys before conditions", state,
       R"({"verb":"set","path":["__version"],"value":2,"options":{"ifExists":true}})",
       "rejected authority.denied"},
      {"the path before host-owned keys", state,
       R"({"verb":"set","path":["__proto__","__version"],"value":2})", "rejected path.forbidden"},
      {"the shape before the path", state, R"({"verb":"set","path":["__proto__"]})",
       "rejected parse.malformed"},
  });
}

TEST_CASE("allowMissing decides what happens at a missing place, for every verb") {
  for (const Form& form : kForms) {
    SUBCASE(form.verb) {
      const std::string verb = form.verb;
      if (verb == "move" || verb == "copy" || verb == "restore") return;  // there it speaks of the source
      refused(form, form.missing, R"("allowMissing":false)", "rejected path.unknown");
      if (verb == "set" || verb == "insert" || verb == "push") {
        CHECK(judge(kState, command(form, form.missing, R"("allowMissing":true)")).said == "applied");
      } else {
        refused(form, form.missing, R"("allowMissing":true)", "skipped path.unknown");
      }
      for (const char* allow : {R"("allowMissing":true)", R"("allowMissing":false)"}) {
        CHECK(judge(kState, command(form, form.path, allow)).said == "applied");
      }
    }
  }
}

TEST_CASE("ensure creates under allowMissing:true, and is refused under allowMissing:false") {
  check_rows({
      {"true", "{}", R"({"verb":"ensure","path":["q"],"value":1,"options":{"allowMissing":true}})", "applied",
       R"({"q":1})"},
      {"false", "{}", R"({"verb":"ensure","path":["q"],"value":1,"options":{"allowMissing":false}})",
       "rejected path.unknown"},
      {"false, present", R"({"q":0})",
       R"({"verb":"ensure","path":["q"],"value":1,"options":{"allowMissing":false}})",
       "skipped precondition.exists"},
  });
}

TEST_CASE("expect checks the place afterwards, and undoes the command if it does not hold [R000-12]") {
  const char* const state = R"({"n":5,"s":"汉字a","l":[1,2],"o":{"x":1}})";
  check_rows({
      {"exists", state, R"({"verb":"delete","path":["n"],"options":{"expect":{"exists":true}}})",
       "rejected expect.failed", nullptr, nullptr, "exists"},
      {"exists:false", state, R"({"verb":"delete","path":["n"],"options":{"expect":{"exists":false}}})",
       "applied", R"({"s":"汉字a","l":[1,2],"o":{"x":1}})"},
      {"exists:false does not hold", state,
       R"({"verb":"set","path":["n"],"value":1,"options":{"expect":{"exists":false}}})",
       "rejected expect.failed"},
      {"equals", state, R"({"verb":"add","path":["n"],"value":1,"options":{"expect":{"equals":6.0}}})",
       "applied", R"({"n":6,"s":"汉字a","l":[1,2],"o":{"x":1}})"},
      {"equals does not hold", state,
       R"({"verb":"add","path":["n"],"value":1,"options":{"expect":{"equals":5}}})", "rejected expect.failed",
       nullptr, nullptr, "equals"},
      {"min", state, R"({"verb":"add","path":["n"],"value":-6,"options":{"expect":{"min":0}}})",
       "rejected expect.failed", nullptr, nullptr, "min"},
      {"min is inclusive", state, R"({"verb":"get","path":["n"],"options":{"expect":{"min":5,"max":5}}})",
       "applied"},
      {"max", state, R"({"verb":"add","path":["n"],"value":6,"options":{"expect":{"max":10}}})",
       "rejected expect.failed", nullptr, nullptr, "max"},
      {"min of a string", state, R"({"verb":"get","path":["s"],"options":{"expect":{"min":0}}})",
       "rejected expect.failed"},
      {"max of an array", state, R"({"verb":"get","path":["l"],"options":{"expect":{"max":9}}})",
       "rejected expect.failed"},
      {"length of an array", state,
       R"({"verb":"push","path":["l"],"value":3,"options":{"expect":{"length":2}}})",
       "rejected expect.failed", nullptr, nullptr, "length"},
      {"length of an array holds", state, R"({"verb":"get","path":["l"],"options":{"expect":{"length":2}}})",
       "applied"},
      {"length of an object", state, R"({"verb":"get","path":["o"],"options":{"expect":{"length":1}}})",
       "applied"},
      {"length in code points", state, R"({"verb":"get","path":["s"],"options":{"expect":{"length":3}}})",
       "applied"},
      {"length of a number", state, R"({"verb":"get","path":["n"],"options":{"expect":{"length":1}}})",
       "rejected expect.failed"},
      {"all members must hold", state,
       R"({"verb":"get","path":["n"],"options":{"expect":{"exists":true,"max":4}}})",
       "rejected expect.failed"},
  });
}

TEST_CASE("expect's types are JSON's, and integral floats are integers [R000-12]") {
  const auto holds = [](const char* value, const std::string& type) {
    return judge("{}", R"({"verb":"set","path":["a"],"value":)" + std::string(value) +
                           R"(,"options":{"expect":{"type":")" + type + R"("}}})")
               .said == "applied";
  };
  const std::array<std::array<const char*, 3>, 8> rows = {{{"{}", "object", ""},
                                                           {"[]", "array", ""},
                                                           {R"("5")", "string", ""},
                                                           {"5", "integer", "number"},
                                                           {"5.0", "integer", "number"},
                                                           {"5.5", "number", ""},
                                                           {"true", "boolean", ""},
                                                           {"null", "null", ""}}};
  for (const auto& row : rows) {
    for (const char* type : {"object", "array", "string", "number", "integer", "boolean", "null"}) {
      INFO(std::string(row[0]) << " as " << std::string(type));
      CHECK(holds(row[0], type) == (std::string(type) == row[1] || std::string(type) == row[2]));
    }
  }
}

TEST_CASE("at a missing place only exists:false holds [R000-12]") {
  for (const char* expect : {R"({"equals":null})", R"({"type":"null"})", R"({"min":0})", R"({"max":0})",
                             R"({"length":0})", R"({"exists":true})"}) {
    SUBCASE(expect) {
      const Judged judged = judge(
          R"({"a":1})", R"({"verb":"delete","path":["a"],"options":{"expect":)" + std::string(expect) + "}}");
      CHECK(judged.said == "rejected expect.failed");
      CHECK(judged.data == R"({"a":1})");
    }
  }
}

TEST_CASE("expect_old must match, and null matches nothing") {
  const char* const state = R"({"a":{"x":1,"y":{"p":1,"q":2}},"n":5})";
  check_rows({
      {"equal", state, R"({"verb":"set","path":["n"],"value":6,"expect_old":5.0})", "applied",
       R"({"a":{"x":1,"y":{"p":1,"q":2}},"n":6})"},
      {"differs", state, R"({"verb":"set","path":["n"],"value":6,"expect_old":4})",
       "rejected precondition.old", nullptr, nullptr, "n is 5, not 4"},
      {"null where nothing stands", state, R"({"verb":"set","path":["q"],"value":6,"expect_old":null})",
       "applied", R"({"a":{"x":1,"y":{"p":1,"q":2}},"n":5,"q":6})"},
      {"null where null stands", R"({"n":null})",
       R"({"verb":"set","path":["n"],"value":6,"expect_old":null})", "applied", R"({"n":6})"},
      {"null where something stands", state, R"({"verb":"set","path":["n"],"value":6,"expect_old":null})",
       "rejected precondition.old"},
      {"a value where nothing stands", state, R"({"verb":"set","path":["q"],"value":6,"expect_old":5})",
       "rejected precondition.old"},
      {"set compares whole objects", state, R"({"verb":"set","path":["a"],"value":1,"expect_old":{"x":1}})",
       "rejected precondition.old"},
      {"set with replace too", state,
       R"({"verb":"set","path":["a"],"value":1,"expect_old":{"x":1},"options":{"mergeStrategy":"replace"}})",
       "rejected precondition.old"},
      {"merge compares only what is named", state,
       R"({"verb":"merge","path":["a"],"value":{"x":2},"expect_old":{"x":1,"y":{"q":2}}})", "applied",
       R"({"a":{"x":2,"y":{"p":1,"q":2}},"n":5})"},
      {"merge, what is named differs", state,
       R"({"verb":"merge","path":["a"],"value":{"x":2},"expect_old":{"y":{"q":3}}})",
       "rejected precondition.old"},
      {"merge, what is named is missing", state,
       R"({"verb":"merge","path":["a"],"value":{"x":2},"expect_old":{"z":1}})", "rejected precondition.old"},
      {"merge, null agrees with a member that is missing", state,
       R"({"verb":"merge","path":["a"],"value":{"z":2},"expect_old":{"z":null,"x":1}})", "applied",
       R"({"a":{"x":1,"y":{"p":1,"q":2},"z":2},"n":5})"},
      {"merge of scalars compares whole", state, R"({"verb":"merge","path":["n"],"value":6,"expect_old":4})",
       "rejected precondition.old"},
      {"set deep compares only what is named", state,
       R"({"verb":"set","path":["a"],"value":{"x":2},"expect_old":{"x":1},"options":{"mergeStrategy":"deep"}})",
       "applied", R"({"a":{"x":2,"y":{"p":1,"q":2}},"n":5})"},
      {"set shallow compares only what is named", state,
       R"({"verb":"set","path":["a"],"value":{"x":2},"expect_old":{"x":1},"options":{"mergeStrategy":"shallow"}})",
       "applied", R"({"a":{"x":2,"y":{"p":1,"q":2}},"n":5})"},
      {"other verbs", state, R"({"verb":"add","path":["n"],"value":1,"expect_old":4})",
       "rejected precondition.old"},
  });
}

TEST_CASE("in dialects whose models guess the old value, a difference is only a warning") {
  for (const char* dialect : {"mvu", "memory", "ops", "tavern"}) {
    SUBCASE(dialect) {
      Table table(R"({"n":5})");
      Command command;
      command.verb = Verb::kSet;
      command.path.push_key("n");
      command.value = Json(6);
      command.expect_old = Json(4);
      command.origin.dialect = dialect;
      const Outcome outcome = table.run(command);
      if (contains("mvu memory", dialect)) {
        CHECK(outcome.status == Status::kApplied);
        REQUIRE(outcome.warnings.size() == 1);
        CHECK(outcome.warnings[0].code == "old.differs");
        CHECK(contains(outcome.warnings[0].message, "n is 5, not 4"));
        CHECK(table.data() == R"({"n":6})");
      } else {
        REQUIRE(outcome.error);
        CHECK(outcome.error->code == Code::kPreconditionOld);
        CHECK(outcome.warnings.empty());
        CHECK(table.data() == R"({"n":5})");
      }
    }
  }
}

}  // namespace
}  // namespace gavel::testing
