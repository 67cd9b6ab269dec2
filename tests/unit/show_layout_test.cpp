// Layouts: how JSON is written for people, and the one text form of a verdict.
#include <string>

#include <doctest/doctest.h>

#include "show/layout.hpp"
#include "show/verdict_lines.hpp"

using gavel::Json;
using gavel::laid_out;
using gavel::Look;

namespace {

// The rows of one layout, applied to a value.
std::string shown(const char* rows, const char* value, const Look& look = {}) {
  Json layouts = Json::parse(R"({"words":{"ok":{"style":"good","sign":"+","zh":"好"}}})");
  layouts["layouts"]["it"] = Json::parse(rows);
  layouts["layouts"]["name"] = Json::parse(R"(["{first}[ {last}]"])");
  return laid_out(layouts, "it", Json::parse(value), look);
}

Look marked(std::string language = "en") {
  return {std::move(language), [](std::string_view style, std::string_view text) {
            return "<" + std::string(style) + ":" + std::string(text) + ">";
          }};
}

}  // namespace

TEST_CASE("a place in a layout is filled with its member, in the form it asks for") {
  CHECK(shown(R"(["{a} {b.c} {l.1}"])", R"({"a":"x","b":{"c":2},"l":[1,"y"]})") == "x 2 y\n");
  CHECK(shown(R"(["{a 4}|{b:value}|{c:path}|{d:list}|{e:count}|{f:change}"])",
              R"({"a":"x","c":["k",0],"d":["p","q"],"e":[1,2],"f":{"before":1,"after":null}})") ==
        "x   |∅|k[0]|p, q|2|1 → null\n");
  CHECK(shown(R"(["{a|none} {p:@name} {ps:@name}"])",
              R"({"p":{"first":"A"},"ps":[{"first":"B","last":"C"},{"first":"D"}]})") == "none A B C, D\n");
}

TEST_CASE("an optional part, a line and a name without anything in it are left out") {
  CHECK(shown(R"(["{a}[ by {b}[, {c}]]", "[{b}]", {"name":"n","text":"{b}"}])", R"({"a":1})") == "1\n");
  CHECK(shown(R"(["{a}[ by {b}[, {c}]]"])", R"({"a":1,"b":2})") == "1 by 2\n");
  CHECK(shown(R"([{"name":"n","text":"{b}"}])", R"({"b":2})") == "n             2\n");
}

TEST_CASE("rows are repeated, chosen and moved to the right by the value alone") {
  CHECK(shown(R"([{"each":"l","most":2,"indent":2,"rows":["{.}"]}])", R"({"l":[1,2,3,4]})") ==
        "  1\n  2\n  … and 2 more\n");
  CHECK(shown(R"([{"each":"o","rows":["{name}={value}"]}])", R"({"o":{"a":1,"b":2}})") == "a=1\nb=2\n");
  CHECK(
      shown(
          R"([{"if":"a","rows":["yes"]},{"if":"!a","rows":["no"]},{"if":"b?","rows":["there"]},{"if":"c=x","rows":["x"]},{"if":"!c=x","rows":["other"]}])",
          R"({"a":[],"b":false,"c":"y"})") == "no\nthere\nother\n");
  CHECK(shown(R"([{"in":"o","rows":["{a}"]},{"in":"gone","rows":["-"]},{"block":"t","indent":1}])",
              R"({"o":{"a":1},"t":"x\n\ny"})") == "1\n x\n y\n");
}

TEST_CASE("styles, words and languages are the caller's, and nothing shown steers a terminal") {
  CHECK(shown(R"(["<bad>{a}</> {s:word} {s:sign}"])", R"({"a":"x","s":"ok"})", marked("zh")) ==
        "<bad:x> <good:好> <good:+>\n");
  CHECK(shown(R"(["{s:word}", {"en":"one","zh":"一"}])", R"({"s":"ok"})") == "ok\none\n");
  CHECK(shown(R"(["\\<{a}\\>"])", R"({"a":"t"})") == "<t>\n");
  CHECK(shown(R"(["{a} {b:json}", {"block":"a"}])", R"({"a":"\u001b[2J","b":"\u0007"})")
            .find_first_of("\x1b\x07") == std::string::npos);
}

TEST_CASE(
    "a verdict's warnings stand with the command that they are about, and what followed with its cause") {
  const Json verdict = Json::parse(R"({"turn":"t-1","attempt":1,"outcome":"accepted","narration":"Night.",
    "commands":[{"index":0,"status":"applied","verb":"set","path":["a"],"span":[0,9],"effects":[{"path":["a"],"before":1,"after":2}]},
                {"index":1,"status":"rejected","verb":"add","path":["b"],"span":[10,20],"code":"path.unknown","message":"no b","hint":"a?"}],
    "changes":[{"path":["a"],"before":1,"after":2,"cause":"command 0"},{"path":["c"],"before":0,"after":4,"cause":"derive p/c"},
               {"path":["old"],"before":5,"cause":"ttl"}],
    "warnings":[{"code":"w.one","message":"about the second","span":[11,12]},{"code":"w.two","message":"about nothing"}]})");
  CHECK(gavel::verdict_lines(verdict) ==
        "t-1  accepted  attempt 1\n"
        "  Night.\n"
        "  ⌛ expired   old  5\n"
        "  ✓ 0  applied   set     a\n"
        "      a  1 → 2\n"
        "  ✗ 1  rejected  add     b\n"
        "      path.unknown  no b\n"
        "      ↳ a?\n"
        "      ! w.one  about the second\n"
        "  » derive p/c\n"
        "      c  0 → 4\n"
        "  ! w.two  about nothing\n"
        "  1 applied, 1 rejected\n");
}
