// The dialect `mvu`: calls, in their tag or on lines of their own.

#include "support/reading.hpp"

namespace gavel::testing {
namespace {

std::string update(std::string_view calls) {
  return "<UpdateVariable>\n" + std::string(calls) + "\n</UpdateVariable>";
}

TEST_CASE("[R003-08] every call of MVU and its translations") {
  check_forms(
      "mvu",
      {
          {"set", R"({"a":{"b":0}})", "_.set('a.b', 1);", "applied", R"({"a":{"b":1}})"},
          {"set with the old value", R"({"a":0})", "_.set('a', 0, 1);//为何", "applied", R"({"a":1})"},
          {"set creates", "{}", "_.set('a.b', 1);", "applied", R"({"a":{"b":1}})"},
          {"add", R"({"a":1})", "_.add('a', -3);", "applied", R"({"a":-2})"},
          {"add creates nothing", "{}", "_.add('a', 1);", "rejected path.unknown"},
          {"delete, unset, remove", R"({"a":1,"b":2,"c":3,"d":4})",
           "_.delete('a');_.unset('b');_.remove('c');", "applied, applied, applied", R"({"d":4})"},
          {"remove a value of an array", R"({"a":["x","y","x"]})", "_.remove('a', 'x');", "applied",
           R"({"a":["y","x"]})"},
          {"remove an index of an array", R"({"a":["x","y","z"]})", "_.remove('a', 1);", "applied",
           R"({"a":["x","z"]})"},
          {"delete a member", R"({"a":{"x":1,"y":2}})", "_.delete('a', 'x');", "applied", R"({"a":{"y":2}})"},
          {"insert a member", R"({"a":{"x":1}})", "_.insert('a', 'y', 2);", "applied",
           R"({"a":{"x":1,"y":2}})"},
          {"insert over a member", R"({"a":{"x":1}})", "_.insert('a', 'x', 2);", "applied",
           R"({"a":{"x":2}})"},
          {"insert at an index", R"({"a":["x","z"]})", "_.insert('a', 1, 'y');", "applied",
           R"({"a":["x","y","z"]})"},
          {"insert at the end", R"({"a":["x"]})", "_.insert('a', '-', 'y');", "applied",
           R"({"a":["x","y"]})"},
          {"a key that holds dots", R"({"a":{}})", "_.insert('a', 'x.y', 1);", "applied",
           R"({"a":{"x.y":1}})"},
          {"assign to an array", R"({"a":["x"]})", "_.assign('a', ['y']);", "applied",
           R"({"a":["x",["y"]]})"},
          {"assign to an object", R"({"a":{"x":{"p":1}}})", "_.assign('a', {\"x\":{\"q\":2}});", "applied",
           R"({"a":{"x":{"p":1,"q":2}}})"},
          {"assign to nothing", "{}", "_.assign('a', 'x');", "applied", R"({"a":"x"})"},
          {"assign to null", R"({"a":null})", "_.insert('a', 5);", "applied", R"({"a":5})"},
          {"merge", R"({"a":{"x":{"p":1}}})", "_.merge('a', {\"x\":{\"q\":2}});", "applied",
           R"({"a":{"x":{"p":1,"q":2}}})"},
          {"merge with the old value", R"({"a":{"x":1}})", "_.merge('a', {\"x\":1}, {\"x\":2});", "applied",
           R"({"a":{"x":2}})"},
          {"push", R"({"a":[1]})", "_.push('a', 2);", "applied", R"({"a":[1,2]})"},
          {"move", R"({"a":{"x":1},"b":{}})", "_.move('a.x', 'b.x');", "applied", R"({"a":{},"b":{"x":1}})"},
          {"get", R"({"a":1})", "_.get('a');", "applied"},
          {"callback", "{}", "_.callback('showMessage', 'x', 2);", "rejected tool.unknown"},
      });
}

TEST_CASE("[R003-06, R003-08] a callback's arguments are an array, its name the path") {
  const Read got = read("_.callback('showMessage', '恭喜', {\"level\": 2}, null);\n_.callback('ping');");
  CHECK(got.commands() == R"([{"verb":"call","path":["showMessage"],"value":["恭喜",{"level":2},null]},
                              {"verb":"call","path":["ping"],"value":[]}])");
}

TEST_CASE("[R003-08] path, value, old value and reason are kept") {
  const Read got =
      read(update("_.set('李四.好感度', 10, 13);//送花；// 很多\n_.add('a[0][\"k.x\"]', 2) ; //  空格  \n"));
  CHECK(got.commands() ==
        R"([{"verb":"set","raw_path":"李四.好感度","value":13,"expect_old":10,"reason":"送花；// 很多"},
            {"verb":"add","raw_path":"a[0][\"k.x\"]","value":2,"reason":"空格"}])");
}

TEST_CASE("a different old value is only a warning") {
  const Told told = tell(R"({"a":1})", update("_.set('a', 9, 2);"));
  CHECK(told.said == "applied");
  CHECK(told.data == R"({"a":2})");
  CHECK(told.warned("old.differs") == 1);
}

TEST_CASE("strings have the escapes of JavaScript, in either quote") {
  const auto value = [](const std::string& literal) {
    return tell(R"({"a":0})", "_.set('a', " + literal + ");").data["a"];
  };
  CHECK(value(R"('don\'t')") == R"("don't")");
  CHECK(value(R"("say \"hi\"")") == R"("say \"hi\"")");
  CHECK(value(R"('"')") == R"("\"")");
  CHECK(value(R"("'")") == R"("'")");
  CHECK(value(R"('C:\\')") == R"("C:\\")");
  CHECK(value(R"('\n\r\t\b\f\v')") == R"("\n\r\t\b\f\u000b")");
  CHECK(value(R"('\x41\u4e2d\ud83d\ude00')") == R"("A中😀")");
  CHECK(value(R"('a);//b')") == R"("a);//b")");
  CHECK(value(R"('(([{')") == R"("(([{")");
  CHECK(value("''") == R"("")");
}

TEST_CASE("values are JSON: nested, null, booleans, numbers as they are") {
  const Told told =
      tell("{}", update("_.set('a', {\"b\":[1,{\"c\":\"), (\"}],\"d\":null});\n_.set('e', -2.5e1);\n"
                        "_.set('f', true);_.set('g', null);_.set('h', [ ]);"));
  CHECK(told.said == "applied, applied, applied, applied, applied");
  CHECK(told.data == R"({"a":{"b":[1,{"c":"), ("}],"d":null},"e":-25,"f":true,"g":null,"h":[]})");
}

TEST_CASE("several calls share a line; what follows // is a reason, never a command") {
  check_forms("mvu", {
                         {"three", "{}", "_.set('a', 1);_.set('b', 2); _.set('c', 3);",
                          "applied, applied, applied", R"({"a":1,"b":2,"c":3})"},
                         {"behind a reason", "{}", "_.set('a', 1);//_.set('b', 2);", "applied", R"({"a":1})"},
                         {"a comment line", "{}", update("// _.set('b', 2);\n_.set('a', 1);"), "applied",
                          R"({"a":1})"},
                         {"a call over lines", "{}", update("_.set('a',\n  {\"x\": 1,\n   \"y\": 2}\n);"),
                          "applied", R"({"a":{"x":1,"y":2}})"},
                         {"list marks in the tag", "{}", update("- _.set('a', 1);\n- _.set('b', 2);"),
                          "applied, applied", R"({"a":1,"b":2})"},
                     });
}

TEST_CASE("a missing semicolon at the end of a line is added, with a warning") {
  const Told told = tell("{}", update("_.set('a', 1)\n_.set('b', 2) // 因\n_.set('c', 3)"));
  CHECK(told.said == "applied, applied, applied");
  CHECK(told.data == R"({"a":1,"b":2,"c":3})");
  CHECK(told.warned("repair.") == 3);
}

TEST_CASE("a call that MVU does not know, or without its arguments, is refused by name") {
  for (const char* call :
       {"_.set('a');", "_.add('a');", "_.add('a', 1, 2);", "_.insert('a');", "_.move('a');",
        "_.explode('a', 1);", "_.set();", "_.set(1, 2, 3, 4);", "_.delete();", "_.callback();"}) {
    INFO(std::string(call));
    const Read got = read(update(call));
    CHECK(got.said() == "parse.malformed");
    REQUIRE(got.reading.proposals.size() == 1);
    CHECK_MESSAGE(contains(got.error(), "_."), got.error());
  }
  const Read near = read(update("_.ad('a', 1);"));
  CHECK(contains(near.error(), "add"));
}

TEST_CASE("a call that never closes in a closed tag is refused; its neighbours are kept") {
  const Told told = tell("{}", update("_.set('a', 1);\n_.set('b', [1, 2;\n_.set('c', 3);"));
  CHECK(told.data["a"] == "1");
  CHECK(told.data["b"] == "nothing");
  CHECK(contains(told.said, "rejected parse."));
}

TEST_CASE("text in the tag that is not a call is skipped, and is not narration") {
  const Read got = read("前" + update("好感度上升：\n_.add('a', 1);\n完毕。") + "后");
  CHECK(got.said() == "add");
  CHECK(got.reading.narration == "前后");
}

TEST_CASE("the path is never code: anything but one string is refused") {
  for (const char* call : {"_.set('a' + 'b', 1);", "_.set(['a'], 1);", "_.set({}, 1);"}) {
    INFO(std::string(call));
    const Told told = tell("{}", update(call));
    CHECK(told.data == "{}");
    CHECK(told.said.starts_with("rejected"));
  }
}

}  // namespace
}  // namespace gavel::testing
