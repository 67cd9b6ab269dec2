#include <chrono>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "state/json_writer.hpp"
#include "state/yaml_reader.hpp"
#include "support/problems.hpp"

using gavel::Json;
using gavel::Limits;
using gavel::Path;
using gavel::Problem;
using gavel::read_yaml;
using gavel::YamlTree;
using gavel::testing::told;

namespace {

// The value as JSON, or what is said about the text.
std::string read(const std::string& text, const Limits& limits = Limits()) {
  std::vector<Problem> problems;
  const std::optional<YamlTree> tree = read_yaml(text, "f", limits, problems);
  if (!problems.empty()) return told(problems);
  return tree ? gavel::to_text(tree->root()) : "no tree and no problem";
}

struct Row {
  std::string text;
  std::string answer;
};

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(read(row.text) == row.answer);
  }
}

std::string many(const std::string& text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("plain scalars mean what YAML 1.2's core schema says, and nothing else") {
  check({{"[null, ~, Null, NULL]", "[null,null,null,null]"},
         {"[true, True, TRUE, false, False, FALSE]", "[true,true,true,false,false,false]"},
         {"[yes, no, on, off, y, n, Yes, NO]", R"(["yes","no","on","off","y","n","Yes","NO"])"},
         {"[0, -0, +5, -7, 0x1F, 0o17]", "[0,0,5,-7,31,15]"},
         {"[9223372036854775807, -9223372036854775808, 18446744073709551615]",
          "[9223372036854775807,-9223372036854775808,18446744073709551615]"},
         {"[.5, 1., 1e3, -2.5E-1, 0.0, -0.0, 1e-400]", "[0.5,1.0,1000.0,-0.25,0.0,0.0,0.0]"},
         {"[2024-01-01, 1_000, 1.0.0, 0b1, 0x, 0o9, -0x1, e5, ., +, -]",
          R"(["2024-01-01","1_000","1.0.0","0b1","0x","0o9","-0x1","e5",".","+","-"])"},
         {"[nullx, truex, 5x, ~x, '~', \"5\", 'true']", R"(["nullx","truex","5x","~x","~","5","true"])"},
         {"[12:30, http://a.b/c, a#b, 好感度]", R"(["12:30","http://a.b/c","a#b","好感度"])"}});
}

TEST_CASE("numbers that no state can hold are refused at their place") {
  check(
      {{"a: 18446744073709551616",
        "f:1:4: the number 18446744073709551616 fits no 64-bit integer | expected a number from "
        "-9223372036854775808 to 18446744073709551615 | put it in quotes if it is text"},
       {"a: -9223372036854775809",
        "f:1:4: the number -9223372036854775809 fits no 64-bit integer | expected a number from "
        "-9223372036854775808 to 18446744073709551615 | put it in quotes if it is text"},
       {"a: 1e400",
        "f:1:4: the number 1e400 is too large | expected a finite number | put it in quotes if it is text"},
       {"a: [.nan, -.inf]",
        "f:1:5: `.nan` is not a number that a state can hold | expected a finite number | put it in quotes "
        "if "
        "it is text\n"
        "f:1:11: `-.inf` is not a number that a state can hold | expected a finite number | put it in quotes "
        "if it is text"}});
}

TEST_CASE("a number with leading zeros is text, with a warning") {
  check({{"a: 012",
          "f:1:4: warning: `012` starts with a zero and is read as text | expected a number without zeros in "
          "front, or text in quotes | write \"012\" for text, or drop the zeros for a number"}});
  std::vector<Problem> problems;
  const auto tree = read_yaml("a: 012\nb: 007.5", "f", Limits(), problems);
  REQUIRE(tree);
  CHECK(problems.size() == 2);
  CHECK_FALSE(any_error(problems));
  CHECK(gavel::to_text(tree->root()) == R"({"a":"012","b":"007.5"})");
}

TEST_CASE("mappings, lists and block texts are read, and mappings keep their order") {
  check(
      {{"b: 1\na:\n  - x\n  - {c: d}\nempty:\nlist: []\nmap: {}",
        R"({"b":1,"a":["x",{"c":"d"}],"empty":null,"list":[],"map":{}})"},
       {"a: |\n  one\n   two\n\nb: >-\n  one\n  two\n", R"({"a":"one\n two\n","b":"one two"})"},
       {"a: \"x\\ty\\u597d\\x41\"\nb: 'it''s'\n\"c d\": 1", "{\"a\":\"x\\ty好A\",\"b\":\"it's\",\"c d\":1}"},
       {"1: a\ntrue: b\n2.50: c", R"({"1":"a","true":"b","2.50":"c"})"},
       {"\xEF\xBB\xBF"
        "a: 1\r\nb: |\r\n  x\r\n  y\r\n",
        R"({"a":1,"b":"x\ny\n"})"},
       {"# nothing\n", "null"},
       {"", "null"},
       {"--- \na: 1\n...\n", R"({"a":1})"}});
}

TEST_CASE("anchors, aliases, tags and merge keys are refused, all of them at once") {
  check(
      {{"a: &x [1]\nb: *x\nc: !!binary aGk=\n<<: {d: 1}\n\"<<\": 2",
        "f:1:4: found the anchor `&x` | expected plain values: anchors and aliases are not read | write the "
        "value out wherever it is needed, or put text that starts with `&` in quotes\n"
        "f:2:4: found the alias `*x` | expected plain values: anchors and aliases are not read | write the "
        "value out wherever it is needed, or put text that starts with `*` in quotes\n"
        "f:3:4: found the tag `!!binary` | expected plain values: a value's form alone says its type | "
        "delete the tag, or put text that starts with `!` in quotes\n"
        "f:4:1: found the merge key `<<` | expected a key that is text | write the members out, or put << "
        "in quotes if it is a key"},
       {"a: *nobody",
        "f:1:4: found an alias | expected plain values: anchors and aliases are not read | write the value "
        "out, or put text that starts with `*` in quotes"},
       {"a: ! x",
        "f:1:4: found the tag `!` | expected plain values: a value's form alone says its type | delete the "
        "tag, or put text that starts with `!` in quotes"},
       {"a: !<?> 5",
        "f:1:4: found the tag `!<?>` | expected plain values: a value's form alone says its type | delete "
        "the tag, or put text that starts with `!` in quotes"},
       {"!x {a: 1}",
        "f:1:1: found the tag `!x` | expected plain values: a value's form alone says its type | delete "
        "the tag, or put text that starts with `!` in quotes"}});
}

TEST_CASE("an alias bomb is refused quickly, with a bounded number of problems") {
  std::string bomb = "a0: &a0 [x]\n";
  for (int i = 1; i < 5000; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    const std::string name = "a" + std::to_string(i);
    bomb.append(name)
        .append(": &")
        .append(name)
        .append(" [")
        .append(many(last + ", ", 8))
        .append(last)
        .append("]\n");
  }
  std::vector<Problem> problems;
  CHECK_FALSE(read_yaml(bomb, "f", Limits(), problems));
  CHECK(problems.size() == Limits().max_problems);
}

TEST_CASE("a duplicate key is refused however it is written, and both places are named") {
  check(
      {{"a: 1\nb: 2\na: 3",
        "f:3:1: the key \"a\" appears twice; first at 1:1 | expected every key once | delete one of the two"},
       {"好: 1\n\"\\u597d\": 2",
        "f:2:1: the key \"好\" appears twice; first at 1:1 | expected every key once | delete one of the "
        "two"},
       {"x: {'a': 1, \"\\x61\": [2]}",
        "f:1:13: the key \"a\" appears twice; first at 1:5 | expected every key once | delete one of the "
        "two"},
       {"1: a\n'1': b",
        "f:2:1: the key \"1\" appears twice; first at 1:1 | expected every key once | delete one of the "
        "two"}});
}

TEST_CASE("keys are always text") {
  check(
      {{"? [a, b]\n: 1\nc: 2",
        "f:1:3: found a list instead of a key | expected a key that is text | put text that starts "
        "with a bracket in quotes"},
       {"{a: 1}: 2",
        "f:1:1: found a mapping instead of a key | expected a key that is text | put text that "
        "starts with a bracket in quotes"},
       {"null: 1",
        "f:1:1: found a null instead of a key | expected a key that is text | put it in quotes if "
        "it is text"},
       {"a: 1\n: 2",
        "f:2:1: a key is missing here | expected a key that is text | write a key in front of the value, or "
        "delete the rest"},
       {"a: {b:1}",
        "f:1:5: \"b:1\" has no value | expected `key: value`, with a space after the colon | write null if "
        "nothing is meant"},
       {"a: [1,,2]",
        "f:1:7: there is nothing before a comma | expected a value | delete the comma, or write null if "
        "nothing is meant"}});
}

TEST_CASE("a file is one document without directives") {
  check(
      {{"a: 1\n---\nb: 2",
        "f:2:1: there is something after the end of the document | expected one document in one file | check "
        "the indentation of this line, or put what follows `---` into a file of its own"},
       {"- a\nb: 2",
        "f:2:1: there is something after the end of the document | expected one document in one file | check "
        "the indentation of this line, or put what follows `---` into a file of its own"},
       {"# c\n%YAML 1.2\n---\na: 1",
        "f:2:1: found a directive | expected plain YAML 1.2 without directives | delete the line"}});
}

TEST_CASE("syntax errors are reported in words that authors understand") {
  check(
      {{"a: b: c",
        "f:1:5: a second `:` on this line, or a key that does not stand where its siblings do | expected "
        "`key: value`, keys of one mapping in one column | check the indentation, or put a text that holds "
        "`: ` in quotes"},
       {"a:\n    b: 1\n  c: 2",
        "f:3:3: this does not belong to the mapping above | expected keys of one mapping in one column, and "
        "one value after each | check the indentation, and that nothing follows a closing quote"},
       {"a: 1\n\tb: 2",
        "f:2:1: found a tab where the line is indented | expected blanks | this line is indented with a tab: "
        "use spaces"},
       {"a: [1, 2\nb: 3",
        "f:1:4: the `[` is not closed on its line | expected `]` | write `]` at the end of what it holds"},
       {"a: 'x",
        "f:1:4: these quotes are not closed on their line | expected a closing quote | close the quotes; "
        "inside single "
        "quotes, a quote is written twice"},
       {"a: @x",
        "f:1:4: a value cannot start with this character | expected a value | put the text in quotes"},
       {"a: - b",
        "f:1:4: a list cannot start here | expected `- ` at the start of a line | put the `-` on the next "
        "line, indented, or put the text in quotes"}});
}

TEST_CASE("bytes that are not text are refused before anything reads them") {
  check({{std::string("a: \xFF"),
          "f:1:4: the bytes are not valid UTF-8 | expected UTF-8 | save the file as UTF-8"},
         {std::string("a: b\0c", 6),
          "f:1:5: found the control character U+0000 | expected text; lines end with \\n or \\r\\n | delete "
          "it, "
          "or write it as an escape in double quotes"},
         {"a: 1\n\x04 evil: 2",
          "f:2:1: found the control character U+0004 | expected text; lines end with \\n or \\r\\n | delete "
          "it, "
          "or write it as an escape in double quotes"},
         {"a: 2\rb: 3",
          "f:1:5: found the control character U+000D | expected text; lines end with \\n or \\r\\n | delete "
          "it, "
          "or write it as an escape in double quotes"},
         {"a: \"x\\0y\"",
          "f:1:4: found a NUL in a text | expected text without the character U+0000 | delete the `\\0`"},
         {"a: \"x\\Ny\"",
          "f:1:4: found the escape `\\N` or `\\_` | expected another way to write the character | write "
          "\\u0085 or \\u00a0"},
         {"\"a\\0\": 1",
          "f:1:1: found a NUL in a text | expected text without the character U+0000 | delete the `\\0`"}});
}

TEST_CASE("deep nesting of any kind is refused at the limit and uses no stack") {
  const std::string answer = "nested deeper than 128 containers (max_depth)";
  std::string block;
  for (std::size_t i = 0; i < 3000; ++i) block += std::string(i, ' ') + "a:\n";
  for (const std::string& text :
       {many("[", 400'000), many("- ", 1'000'000), many("{a: ", 200'000), many("? ", 1'000'000),
        many("[{a: ", 100'000), many("- a:\n  ", 1) + many("- ", 1'000'000), block}) {
    const std::string said = read(text);
    CAPTURE(said.substr(0, 200));
    CHECK(said.find(answer) != std::string::npos);
  }
  CHECK(read(many("[", 1'000'000)).find("max_yaml_marks") != std::string::npos);
  CHECK(read(many("{a: ", 1'000'000)).find("max_yaml_marks") != std::string::npos);
  CHECK(read(many("[", 128) + many("]", 128)) == many("[", 128) + many("]", 128));
  CHECK(read(many("[", 129) + many("]", 129)).find(answer) != std::string::npos);
}

TEST_CASE("sizes are bounded, and a refusal names the limit") {
  Limits limits;
  limits.max_yaml_bytes = 20;
  limits.max_string_bytes = 5;
  limits.max_key_bytes = 3;
  limits.max_children = 2;
  CHECK(read("a: 12345678901234567890", limits) ==
        "f: the file has 23 bytes; at most 20 (max_yaml_bytes) | expected a smaller file | split the file; a "
        "large state is read faster as JSON");
  CHECK(read("abcd: 'abcdef'", limits) ==
        "f:1:1: a key of 4 bytes; at most 3 (max_key_bytes) | expected a shorter one\n"
        "f:1:7: a text of 6 bytes; at most 5 (max_string_bytes) | expected a shorter one");
  CHECK(read("[1, 2, 3]", limits) ==
        "f:1:10: more than 2 children in one container (max_children) | expected a smaller one");
  CHECK(read(std::string(50U << 20U, 'a')).find("max_yaml_bytes") != std::string::npos);
}

TEST_CASE("every node knows its line and column, and so does its key") {
  std::vector<Problem> problems;
  const auto tree =
      read_yaml("好: {b: 1}\nlist:\n  - x\n  - y: 2\n    z:\nlast: [a, [b, c]]\n", "f", Limits(), problems);
  REQUIRE(tree);
  const auto at = [&tree](const Json& path) {
    const Path place = *gavel::path_from_json(path, Limits());
    const gavel::Where value = tree->where(place);
    const gavel::Where key = tree->where_key(place);
    return std::to_string(key.line) + ":" + std::to_string(key.column) + " " + std::to_string(value.line) +
           ":" + std::to_string(value.column);
  };
  CHECK(at(Json::array()) == "1:1 1:1");
  CHECK(at({"好"}) == "1:1 1:4");
  CHECK(at({"好", "b"}) == "1:5 1:8");
  CHECK(at({"list"}) == "2:1 3:3");
  CHECK(at({"list", 0}) == "3:5 3:5");
  CHECK(at({"list", 1, "y"}) == "4:5 4:8");
  CHECK(at({"list", 1, "z"}) == "5:5 5:5");
  CHECK(at({"last", 1, 1}) == "6:15 6:15");
  CHECK(at({"last", 1, 9}) == "6:11 6:11");
  CHECK(at({"nowhere"}) == "1:1 1:1");
}

TEST_CASE("twice the text takes about twice the time") {
  Limits limits;
  limits.max_string_bytes = 64U << 20U;
  limits.max_key_bytes = 64U << 20U;
  for (const std::string piece : {"a ", "a\n", "\n", "- a\n", "# x\n", "- !a b\n", "- &a b\n", "\"\\n\" ",
                                  "|\n", "a: 5\n", "[a]: b\n", "  \n", "- 012\n", "-", "[],"}) {
    const auto seconds = [&](std::size_t bytes) {
      const std::string text = (piece == "[]," ? "[" : "") + many(piece, bytes / piece.size());
      const auto begin = std::chrono::steady_clock::now();
      static_cast<void>(read(text, limits));
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    CAPTURE(piece);
    const double small = seconds(100'000);
    const double large = seconds(1'600'000);
    CHECK(large < 64 * small + 0.1);
  }
}

TEST_CASE("a correct line is not reported, whatever is wrong below it [B-14]") {
  const auto at = [](const std::string& text) {
    const std::string all = read(text);
    return all.substr(0, all.find(" | "));
  };
  CHECK(at("a: [1,\n  2]\nb: {x: 1,\n  y: 2}\nc: @x\n") == "f:5:4: a value cannot start with this character");
  const std::string twice = "a second `:` on this line, or a key that does not stand where its siblings do";
  // Whatever the reader says, and however far it has come.
  const std::vector<std::string> right = {
      "a: [1,\n  2]\nb: {x: 1,\n  y: 2}\n",
      "text: |\n  a：b\n  x:y\n  - c：d\n",
      "rows:\n  - text: >-\n\n      x:y {a [b\n      a：b\n",
      "text: \"it is\n  x:y\n  a：b\"\n",
      "text: |\n  {a: 1 b: 2} 'x\n",
      "text: 'it''s\n  x:y {'\n",
      "ids:\n  - npc:li\n  - npc：mei\n",
      "names: [甲，乙]\n",
      "a: {x: \"1\n  2\"}\n",
  };
  for (const std::string& text : right) {
    CAPTURE(text);
    std::string place = "f:";
    place += std::to_string(std::ranges::count(text, '\n') + 1);
    CHECK(at(text + "bad: *nope\n") == place + ":6: found an alias");
    place += ":7: ";
    CHECK(at(text + "bad: c: d\n") == place + twice);
  }
  CHECK(at("b: {x: 1,\n  y: 2 z: 3}\nc: 1\n").find("on its line") == std::string::npos);
  // A bracket that several lines leave open is one.
  CHECK(at("a: {x: 1,\n  y: 2\nb: 3\n") == "f:1:4: the `{` is not closed on its line");
}

TEST_CASE("a full-width colon in a flow mapping is reported [B-14]") {
  CHECK(read("z: {b：1}") ==
        "f:1:5: \"b：1\" has no value | expected `key: value`, with a space after the colon | write `: ` for "
        "`：`, with a space after it");
  CHECK(read("z: {\"说：1\"}").find("write null") == std::string::npos);
  CHECK(read("z: {b, c: 1}").find("write null if nothing is meant") != std::string::npos);
}

TEST_CASE("text that cannot be read is reported with the slip that caused it, at its place [B-14]") {
  const auto says = [](const std::string& text, const std::string& part) {
    CAPTURE(text);
    const std::string all = read(text);
    CHECK_MESSAGE(all.find(part) != std::string::npos, all);
  };
  says("a: 1\nversion：0.1.0\ntitle: x\n", "f:2:8: ");
  says("a: 1\nversion：0.1.0\ntitle: x\n", "write `: ` for `：`");
  says("a: 1\nversion:0.1.0\ntitle: x\n", "f:2:8: there is no space after this colon");
  says("a: [1， 2\nb: 3\n", "write `, ` for `，`");
  says("rows:\n  - {path: \"a\"，write: [b]}\n", "`，` is no sign of YAML");
  says("a: {x: 1, y: 2\nb: 3\n", "f:1:4: the `{` is not closed on its line");
  says("a: {x: 1 y: 2}\nb: 3\n", "put a comma in front of `y`");
  says("a: {x: \"1, y: 2}\nb: 3\n", "these quotes are not closed on their line");
  says("x:\n  a: 1\n  version:0.1.0\ntitle: x\n", "f:3:10: there is no space after this colon");
  says("rows:\n  - id:limits\n    with: x\n", "f:2:7: there is no space after this colon");
  // Prose above says what it likes.
  says("text: |-\n  她说：“来。”\n  (a，b)\n bad: 1\n", "check the indentation");
  CHECK(read("text: |-\n  她说：“来。” {a，b}\nnext: 好，[1]\n") != "");
}
