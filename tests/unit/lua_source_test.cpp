// What SourceReader finds in Lua without running it, and what it leaves alone.
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "check/review.hpp"

namespace gavel {
namespace {

// "2:7 unused_local, 3:1 unknown_global", in order.
std::string found(std::string_view text) {
  const LuaText file{"a.lua", text};
  std::string out;
  std::vector<Problem> problems = read_lua({&file, 1}, Limits()).problems;
  std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
    return std::pair(a.error.where.line, a.error.where.column) <
           std::pair(b.error.where.line, b.error.where.column);
  });
  for (const Problem& problem : problems) {
    const Where& where = problem.error.where;
    out += (out.empty() ? "" : ", ") + std::to_string(where.line) + ":" + std::to_string(where.column) + " " +
           (problem.finding ? std::string(finding_row(*problem.finding).name) : problem.error.message);
  }
  return out;
}

// The first problem; one that says nothing where there is none.
Problem first(std::string_view text) {
  const LuaText file{"a.lua", text};
  const std::vector<Problem> problems = read_lua({&file, 1}, Limits()).problems;
  return problems.empty() ? Problem{Error(Code::kUsage, ""), {}, {}} : problems.front();
}

std::string hint(std::string_view text) { return first(text).error.hint; }
std::string said(std::string_view text) { return first(text).error.message; }

// "1:5 k -> _": what --fix would write; empty: it leaves it to people.
std::string mended(std::string_view text) {
  const Problem problem = first(text);
  if (!problem.edit) return "";
  const Where& where = problem.edit->where;
  return std::to_string(where.line) + ":" + std::to_string(where.column) + " " + problem.edit->before +
         " -> " + problem.edit->behind;
}

TEST_CASE("unknown names are found, with the nearest known one [B-14]") {
  CHECK(found("return mth.floor(1)") == "1:8 unknown_global");
  CHECK(hint("return mth.floor(1)") == "did you mean math?");
  CHECK(found("return math.flor(1)") == "1:13 unknown_member");
  CHECK(hint("return math.flor(1)") == "did you mean floor?");
  CHECK(found("return math.random(6)") == "1:13 unknown_member");
  CHECK(hint("return math.random(6)").find("ctx.roll") != std::string::npos);
  CHECK(found("print('x')") == "1:1 unknown_global");
  CHECK(found("local level = 1\nreturn levl") == "1:7 unused_local, 2:8 unknown_global");
  CHECK(hint("local level = 1\nlocal _ = level\nreturn levl") == "did you mean level?");
  // Columns count letters, not bytes.
  CHECK(found("local _ = '灯' .. lampe") == "1:18 unknown_global");
}

TEST_CASE("scopes are those of Lua") {
  CHECK(found("do local a = 1; local _ = a end\nreturn a") == "2:8 unknown_global");
  CHECK(found("local a = a\nreturn a") == "1:11 unknown_global");
  CHECK(found("local function f() return f() end\nreturn f") == "");
  CHECK(found("local f = function() return f end\nreturn f") == "1:29 unknown_global");
  CHECK(found("repeat local done = true until done") == "");
  CHECK(found("repeat local done = true until done\nreturn done") == "2:8 unknown_global");
  CHECK(found("for i = 1, i do local _ = i end") == "1:12 unknown_global");
  CHECK(found("for _, v in ipairs({}) do local _ = v end return v") == "1:50 unknown_global");
  CHECK(found("local t = {}\nfunction t:a() return self end\nfunction t.b() return self end\nreturn t") ==
        "3:23 unknown_global");
  CHECK(found("local function f(...) local a <const> = ...; return a end return f") == "");
  CHECK(found("for i = 1, 2 do if i == 1 then goto next end ::next:: end") == "");
  CHECK(found("local a, b = 1, 2\na, b = b, a\nreturn a, b") == "");
  CHECK(found("return { a = 1, [b] = 2, c; d }") ==
        "1:18 unknown_global, 1:26 unknown_global, 1:29 unknown_global");
  CHECK(found("return ('x'):rep(2), #'a' .. -1, {1, 2}[1]") != "crash");
  CHECK(found("local s = [==[ local unused ]] ]==] --[[ local x\n]] return s") == "");
  CHECK(found("local a = function(b) return function(c) return b + c end end\nreturn a(1)(2)") == "");
  CHECK(found("while true do local x = 1 if x then break end end") == "");
}

TEST_CASE("unused locals, and locals that shadow others, are found") {
  CHECK(found("local a = 1") == "1:7 unused_local");
  CHECK(found("local a\na = 1") == "1:7 unused_local");
  CHECK(found("local function f() end") == "1:16 unused_local");
  CHECK(found("local _, _x = 1, 2") == "");
  CHECK(found("for k, v in pairs({}) do local _ = v end") == "1:5 unused_local");
  CHECK(found("return function(args) return 1 end") == "");
  CHECK(found("local function f(a) local a = a return a end return f") == "1:27 shadowed_local");
  CHECK(found("local a = 1\nlocal function f(a) return a end\nreturn f(a)") == "");
  CHECK(found("local t = {}\nfunction t:a() local self = self.b return self end\nreturn t") == "");
  CHECK(said("local a = 1") == "the local 'a' is never read");
  CHECK(said("local a\na = 1") == "the local 'a' is set, but never read");
  CHECK(said("local function f() end") == "the local function 'f' is never called");
  CHECK(hint("for k, v in pairs({}) do local _ = v end") == "call it _");
  CHECK(mended("for k, v in pairs({}) do local _ = v end") == "1:5 k -> _");
  CHECK(mended("local a = 1") == "");
}

TEST_CASE("uses of ctx that a handler may not make are found before it runs") {
  const auto rule = [](const std::string& body) {
    return found("rule \"r\" { path = \"a\", run = function(effect, ctx) " + body + " return allow() end }");
  };
  CHECK(rule("local _ = ctx.get('a')") == "");
  CHECK(rule("ctx.set('a', 1)").ends_with("forbidden_call"));
  CHECK(rule("ctx.memory.x = 1").ends_with("forbidden_call"));
  CHECK(rule("local _ = ctx.memory.x").empty());
  CHECK(rule("local _ = ctx:get('a')").ends_with("colon_call"));
  CHECK(rule("local _ = ctx.gett('a')").ends_with("unknown_ctx"));
  CHECK(rule("local _ = effect.befor").ends_with("unknown_member"));
  CHECK(rule("local _ = effect.match[1]").empty());
  CHECK(rule("ctx.turn = 1").ends_with("forbidden_call"));
  CHECK(found("derive \"d\" { path = \"a\", run = function(ctx) return ctx.roll('1d6') end }")
            .ends_with("forbidden_call"));
  CHECK(found("derive \"d\" { path = \"a\", run = function(ctx) return ctx.turn end }")
            .ends_with("forbidden_call"));
  CHECK(found("derive \"d\" { path = \"a\", run = function(ctx) return ctx.settings.x end }") == "");
  CHECK(found("local function step(effect, ctx) ctx.set('a', 1) return allow() end\nrule \"r\" { path = "
              "\"a\", run = step }") == "1:38 forbidden_call");
  CHECK(found("automation \"a\" { on = \"turn_end\", run = function(event, ctx) ctx.set('a', nil) end }")
            .ends_with("nil_written"));
  CHECK(found("automation \"a\" { on = \"turn_end\", run = function(event, ctx) ctx.set('a') end }")
            .ends_with("wrong_count"));
  CHECK(found("automation \"a\" { on = \"turn_end\", run = function(ctx) ctx.set('a', 1) end }")
            .ends_with("wrong_count"));
  CHECK(
      found("automation \"a\" { on = \"turn_end\", run = function(event, ctx) ctx.set(event.path, f()) end }")
          .ends_with("unknown_global"));
}

TEST_CASE("calls of ctx are checked for their number of arguments, and each is reported once") {
  const auto night = [](const std::string& body) {
    return found(
        "local function two() return 'a', 1 end\nlocal _ = two\n"
        "automation \"a\" { on = \"turn_end\", run = function(event, ctx) " +
        body + " end }");
  };
  CHECK(night("ctx.set('a', 1)") == "");
  CHECK(night("ctx.set('a', 1, 2, 3)") == "3:66 wrong_count");
  CHECK(night("ctx.set(two())") == "");
  CHECK(night("ctx:set('a')") == "3:65 colon_call");
  CHECK(night("ctx:sett('a')") == "3:65 colon_call, 3:66 unknown_ctx");
  const auto rule = [](const std::string& body) {
    return found("rule \"r\" { path = \"a\", run = function(effect, ctx) " + body + " return allow() end }");
  };
  // What a handler puts in the place of its effect has other members.
  CHECK(rule("effect = { far = 1 } local _ = effect.far") == "");
  const std::string wrong = "automation \"a\" { on = \"turn_end\", run = function(ctx) ctx.set('a', 1) end }";
  CHECK(said(wrong) == "automation \"a\": ctx is not parameter 1 of run");
  CHECK(hint(wrong) == "write run = function(event, ctx)");
  const std::string without = "rule \"r\" { path = \"a\", run = function() return allow(effect.after) end }";
  CHECK(said(without) == "rule \"r\" has no parameter 'effect'");
  CHECK(hint(without) == "write run = function(effect, ctx)");
}

TEST_CASE("a registration is recognised however it is called") {
  const std::string body = "{ path = \"a\", run = function(effect) local _ = effect end }";
  CHECK(found("rule \"r\" " + body) == "1:30 missing_return");
  CHECK(found("rule(\"r\", " + body + ")") == "1:31 missing_return");
  CHECK(found("local id = \"r\"\nrule(id .. \"_a\") " + body) == "2:38 missing_return");
}

TEST_CASE("answers must be complete, called and returned") {
  const auto rule = [](const std::string& body) {
    return found("rule \"r\" {\npath = \"a\",\nrun = function(effect, ctx)\n" + body + "\nend }");
  };
  CHECK(rule("return allow()") == "");
  CHECK(rule("local _ = 1") == "3:7 missing_return");
  CHECK(rule("if effect.after then return allow() end") == "5:1 missing_return");
  CHECK(rule("if effect.after then return allow() else return deny('no') end") == "");
  CHECK(rule("if effect.after then return allow() elseif effect.before then return deny('no') end") ==
        "5:1 missing_return");
  CHECK(rule("do return allow() end") == "");
  CHECK(rule("error('never')") == "3:7 missing_return");
  CHECK(rule("if effect.after then return allow() end error('never')") == "");
  CHECK(rule("local f = function() return 1 end f()") == "3:7 missing_return");
  CHECK(rule("return deny") == "4:8 uncalled_answer");
  CHECK(rule("deny('no') return allow()") == "4:1 unreturned_answer");
  CHECK(rule("return reject('no')") == "4:8 wrong_answer");
  CHECK(rule("return amend(1)") == "4:8 wrong_answer");
  CHECK(rule("return amend()") == "4:8 wrong_count, 4:8 wrong_answer");
  CHECK(rule("return deny('a', 'b', 'c', 'd')") == "4:8 wrong_count");
  CHECK(rule("return deny({ en = 'no' })") == "4:13 missing_language");
  CHECK(rule("return deny({ en = 'no', zh = '不' })") == "");
  CHECK(rule("return deny({} and 'no')") == "");
  CHECK(found("rule \"r\" { mode = \"amend\", path = \"a\", run = function(effect) return amend(1) end }") ==
        "");
  CHECK(found("derive \"d\" { path = \"a\", run = function(ctx) local _ = ctx end }")
            .ends_with("missing_return"));
  // A mode that is misspelt is told where it is registered, and not twice.
  CHECK(found("rule \"r\" { mod = \"amend\", path = \"a\", run = function(effect) return amend(1) end }") ==
        "");
  // Who makes `allow` anew is told of that, and of nothing that follows from it.
  CHECK(found("function allow() return 1 end\n"
              "rule \"r\" { path = \"a\", run = function(effect) return allow end }") ==
        "1:10 unknown_member");
}

TEST_CASE("a wrong answer is reported with the right one") {
  const auto run = [](const std::string& kind, const std::string& which, const std::string& body) {
    return kind + " \"x\" { " + which + " = function() " + body + " end }";
  };
  CHECK(hint(run("rule", "run", "local _ = 1")) == "end it with return allow()");
  CHECK(hint(run("tool", "when", "local _ = 1")) == "return true, false, or reject(\"why\")");
  CHECK(hint(run("budget", "window", "local _ = 1")) ==
        "return something that changes when the budget starts again: return ctx.turn");
  CHECK(hint(run("claim", "find", "local _ = 1")) ==
        "return the facts that it found: return { { kind = …, span = … } }");
  CHECK(hint(run("derive", "run", "local _ = 1")) == "return the value");
  CHECK(hint(run("rule", "run", "return reject('no')")) == "it may say allow, amend, deny, abstain");
  CHECK(hint(run("derive", "run", "return deny('no')")) == "it may say abstain");
  CHECK(mended(run("rule", "run", "return allow")) == "1:36 allow -> allow()");
  CHECK(mended(run("tool", "run", "return reject")) == "");  // which reason, its author knows
}

TEST_CASE("values that a handler keeps between calls are found") {
  CHECK(
      found(
          "local n = 0\nautomation \"a\" { on = \"turn_end\", run = function(event, ctx) n = n + 1 end }") ==
      "2:62 kept_between_calls");
  CHECK(found("automation \"a\" { on = \"turn_end\", run = function(event, ctx) n = 1 end }") ==
        "1:62 kept_between_calls");
  CHECK(
      found("automation \"a\" { on = \"turn_end\", run = function(event, ctx) local n = 0 n = n + 1 end }") ==
      "");
  CHECK(found("n = 1") == "1:1 global_write");
  CHECK(found("math = 1") == "1:1 unknown_member");
}

TEST_CASE("a tool may give only the reasons that it declares") {
  const auto tool = [](const std::string& rejects, const std::string& said) {
    return found("tool \"t\" { rejects = " + rejects + ",\nrun = function(args, ctx) return reject(" + said +
                 ") end }");
  };
  CHECK(tool("{ far = \"too far\" }", "\"far\"") == "");
  CHECK(tool("{ far = \"too far\" }", "\"farr\"") == "1:24 unused_reason, 2:41 undeclared_reason");
  CHECK(tool("{ far = \"too far\" }", "args.why") == "");
  CHECK(tool("{ far = \"too far\", near = \"too near\" }", "\"far\", \"x\"") == "1:41 unused_reason");
  CHECK(tool("{ [\"far\"] = \"too far\" }", "\"far\"") == "");
  // A function of the file says reasons for all tools of it.
  const std::string tools =
      "tool \"t\" { rejects = { far = \"too far\" },\nrun = function() return no() end }";
  CHECK(found("local function no() return reject(\"far\") end\n" + tools) == "");
  CHECK(found("local function no() return reject(\"farr\") end\n" + tools) ==
        "1:35 undeclared_reason, 2:24 unused_reason");
  CHECK(said("local function no() return reject(\"farr\") end\n" + tools) ==
        "no tool of the plugin declares the reason \"farr\"");
}

TEST_CASE("a function that several registrations share is not checked as one of them alone") {
  const auto two = [](const std::string& body, const std::string& one, const std::string& other) {
    return found("local function both(args, ctx) " + body + " end\n" + one + "\n" + other);
  };
  const std::string key = "tool 'a' { args = { key = str{} }, rejects = { far = 'far' }, run = both }";
  const std::string door = "tool 'b' { args = { door = str{} }, rejects = { shut = 'shut' }, run = both }";
  CHECK(two("return args.key or args.door", "", door) == "1:44 unknown_member");
  CHECK(two("return args.key or args.door or reject('far') or reject('shut')", key, door) == "");
  CHECK(two("if args.path then return amend(1) end return allow()", "rule 'a' { path = 'a', run = both }",
            "rule 'b' { path = 'b', mode = 'amend', run = both }") == "");
  CHECK(two("return args.door or args.key", door, "return both({ key = 1 })") == "");
}

TEST_CASE("what no handler may ask, no function may ask either") {
  CHECK(found("local function spill(ctx) ctx.set('a', 1) end\nlocal function pour(ctx) spill(ctx) end\n"
              "rule \"r\" { path = \"a\", run = function(effect, ctx) pour(ctx) return allow() end }") ==
        "3:52 forbidden_call");
  CHECK(found("local function spill(ctx) ctx.set('a', 1) end\n"
              "automation \"a\" { on = \"turn_end\", run = function(event, ctx) spill(ctx) end }") == "");
  CHECK(found("local function keep(ctx) ctx.memory.x = 1 end\n"
              "rule \"r\" { path = \"a\", run = function(effect, ctx) keep(ctx) return allow() end }") ==
        "2:52 forbidden_call");
  // What stands in a name that is set again, nobody knows.
  CHECK(found("local function spill(ctx) ctx.set('a', 1) end\nspill = function() end\n"
              "rule \"r\" { path = \"a\", run = function(effect, ctx) spill(ctx) return allow() end }") ==
        "");
}

// Of bytes that the compiler never sees, too.
std::size_t read_bytes(std::string_view text) {
  static const Vocabulary kWords;
  static const SourceReader kReader(kWords);
  const LuaText file{"a.lua", text};
  return kReader.read({&file, 1}, nullptr, Limits()).problems.size();
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST_CASE("nesting that is too deep for the compiler is reported with its place and a fix [B-14]") {
  const auto at = [](const std::string& text) {
    const LuaText file{"a.lua", text};
    const std::vector<Problem> problems = read_lua({&file, 1}, Limits()).problems;
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].error.message.starts_with("nested too deep"));
    CHECK(problems[0].error.hint.find("locals or functions") != std::string::npos);
    CHECK(problems[0].error.detail.find("--> ") != std::string::npos);
    return problems[0].error.where;
  };
  // Lua takes about 200 levels: what lies outside the brackets moves the place by just so much.
  const Where brackets = at("return\n\n  " + repeated("(", 300) + "1" + repeated(")", 300));
  CHECK(brackets.line == 3);
  CHECK(brackets.column > 150);
  CHECK(brackets.column < 210);
  const Where inside = at("return\n\n  (((((\n" + repeated("(", 295) + "1" + repeated(")", 300));
  CHECK(inside.line == 4);
  CHECK(inside.column + 5 + 2 == brackets.column);
  const Where blocks = at(repeated("if a then\n", 300) + repeated("end\n", 300));
  CHECK(blocks.line > 150);
  CHECK(blocks.line < 210);
  CHECK(blocks.column == 1);
  CHECK(at("return " + repeated("'a' ..\n", 300) + "'a'").line > 150);
}

TEST_CASE("text that would take the compiler too long is reported with limit, place and fix [B-14]") {
  const std::size_t most = Limits().max_lua_jumps;
  const auto many = [](const std::string& one) { return repeated(one + "\n", Limits().max_lua_jumps + 1); };
  const std::string links = "one expression has too many `and` and `or`; at most 1024 (limits.max_lua_jumps)";
  const std::string branches = "one `if` has too many `elseif`; at most 1024 (limits.max_lua_jumps)";
  const std::string jumps =
      "one function has too many `goto`, `break` and labels; at most 1024 (limits.max_lua_jumps)";
  const std::string functions = "functions are nested too deep; at most 16 (limits.max_function_depth)";
  const std::string half = "(a" + repeated(" or a", most / 2 + 1) + ")";
  struct Row {
    std::string text, said;
  };
  const Row rows[] = {
      {"local a return a\n" + many("or a"), links},
      {"local a return a\n" + many("and a"), links},
      {"local a return not (a\n" + many("or a == 'x' and a") + ")", links},
      {"local f return f(f\n" + many("or f(1, f)") + ")", links},
      {"local a return {a = {[a\n" + many("or {a, function() return a end} and a.b[1]:c'x'") + "] = 1}}",
       links},
      {"local a while a\n" + many("and a") + " do end", links},
      {"local a repeat a = nil until a\n" + many("or a"), links},
      {"local a return " + half + " or\n" + half, links},
      {"local a return not (" + half + ") and\n" + half, links},
      {"local a if a then a = 1\n" + many("elseif a then a = 2") + "end", branches},
      {"local a while a do\n" + many("if a then break end") + "end", jumps},
      {"local a\n" + many("if a then goto out end") + "::out::", jumps},
      {"local a\n" + many("while a do a = nil break end"), jumps},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text.substr(0, 60));
    const Problem problem = first(row.text);
    CHECK(problem.error.message == row.said);
    CHECK(problem.error.where.file == "a.lua");
    CHECK(problem.error.where.line > 1);
    CHECK(problem.error.hint.find("look it up in a table") == 0);
  }
  // Lines end as they do for Lua: what is a comment or a string here is one there.
  for (const std::string start : {"--\rlocal a return a", "local a local x = \"\\\r\n\" or a",
                                  "local a return '\\\n\r' or a", "local a return '\\\r' or a"})
    CHECK(said(start + repeated(" or a", most + 1)) == links);
  std::string labels;
  for (std::size_t i = 0; i <= most; ++i) labels += "do ::l" + std::to_string(i) + ":: end\n";
  CHECK(said(labels) == jumps);
  CHECK(first(labels).error.where.line == most + 1);
  const auto nested = [](std::size_t depth) {
    return repeated("local function f()\n", depth) + repeated("end ", depth);
  };
  CHECK(said(nested(17)) == functions);
  CHECK(first(nested(17)).error.where.line == 17);
  CHECK(hint(nested(17)).find("move the inner functions out") == 0);
  CHECK(said(nested(16)) != functions);
}

TEST_CASE("many constructs are accepted if each is in a list of its own [B-14]") {
  constexpr std::size_t kMany = 3000;
  const std::string texts[] = {
      "local a, b " + repeated("a = a or b ", kMany) + "return a",
      "local a, b " + repeated("a = a and b or 1; ", kMany) + "return a",
      "local a, b " + repeated("a.x = a and 'b' b = a or {} a.f(a or b) ", kMany) + "return a",
      "local a return {" + repeated("a or 1, ", kMany) + "}",
      "local a return {" + repeated("x = a or 1; ", kMany) + "}",
      "local a a(1)" + repeated(" (a or 1)", kMany),
      "local a return a" + repeated(" .. a(a or 1, a and 2)", 150),
      "local a return {" + repeated("{a or 1, f = function(b) return b or a end}, ", kMany) + "}",
      "local a " + repeated("if a or 1 then a = 1 elseif a and 2 then a = 3 else a = a or 4 end ", kMany) +
          "return a",
      "local a return {" +
          repeated("function() while a do if a then break end goto x ::x:: end end, ", kMany) + "}",
      "local a return {" + repeated("function(x) if x then return a or x end end, ", kMany) + "}",
      "local a " + repeated("while a and 1 do a = a or 1 end repeat a = 1 until a or 2 ", kMany) + "return a",
  };
  for (const std::string& text : texts) {
    CAPTURE(text.substr(0, 80));
    CHECK(said(text).find("limits.max_") == std::string::npos);
  }
}

TEST_CASE("compiler errors are reported with a fix [B-14]") {
  const auto fix = [](const std::string& text) { return hint(text); };
  CHECK(fix("local a = 'x\nreturn a").find("close the quotes") == 0);
  CHECK(fix("return [[x").find("close it") == 0);
  CHECK(fix("return 3x").find("write a number such as 5") == 0);
  CHECK(fix("return '\\q'").find("write \\\\ for a backslash") == 0);
  CHECK(fix("break").find("use `return`") == 0);
  CHECK(found("\n\nbreak\n\n\n").starts_with("3:0 break outside loop"));
  CHECK(fix("goto away").find("put ::its_name::") == 0);
  CHECK(fix("local a <const> = 1\na = 2").find("declare it without") == 0);
  CHECK(fix("return function() return ... end").find("name `...`") == 0);
  CHECK(fix(repeated("local a = 1\n", 201)).find("put them into a table") == 0);
  CHECK(fix("return 1 +").find("look at this line") == 0);
  CHECK(fix("a").find("a line calls something") == 0);
}

TEST_CASE("many names of one table, and many uses of them, are searched once") {
  constexpr std::size_t kMany = 8'000;
  std::string args, uses, rejects, said, members, tools;
  for (std::size_t i = 0; i < kMany; ++i) {
    const std::string name = "a" + std::to_string(i);
    args += name + " = str{}, ";
    uses += "_ = args." + name + " ";
    rejects += name + " = 'no', ";
    said += "if _ then return reject('" + name + "') end ";
    members += name + " = 1, ";
    tools += "tool '" + name + "' { rejects = { no = 'no' }, run = function() return reject('no') end } ";
  }
  CHECK(found("tool 't' { args = { " + args + "}, run = function(args) local _ " + uses + "return _ end }") ==
        "");
  CHECK(found("tool 't' { rejects = { " + rejects + "}, run = function(_) " + said + "end }") == "");
  CHECK(found(tools) == "");
  const std::string amends = repeated("if effect.after then return amend(1) end ", kMany);
  CHECK(found("rule 'r' { " + members + "mod = 'amend', run = function(effect) " + amends +
              "return allow() end }") == "");
}

TEST_CASE("columns in one long line are counted once, in characters") {
  const std::string line = "automation 'a' { on = 'turn_end', run = function(event, ctx) local _ = event " +
                           repeated("_ = ctx.get('灯') ", 60'000) + "return _, x end }";
  CHECK(found(line) == "1:" + std::to_string(line.size() - 2 * 60'000 - 6) + " unknown_global");
  CHECK(found("local _ = [[\n\n灯]] .. x\n.. y") == "3:8 unknown_global, 4:4 unknown_global");
}

TEST_CASE("arbitrary bytes are read in linear time") {
  std::string deep;
  for (int i = 0; i < 50'000; ++i) deep += "function(";
  CHECK(read_bytes(deep) == 0);
  CHECK(read_bytes(std::string(1'000'000, '(')) == 0);
  CHECK(read_bytes(std::string(1'000'000, '{')) == 0);
  CHECK(read_bytes(std::string(1'000'000, '[')) == 0);
  CHECK(read_bytes(std::string(1'000'000, '=')) == 0);
  std::string wide = "local a = 1\n";
  for (int i = 0; i < 100'000; ++i) wide += "a = (a + ({a})[1]) ";
  CHECK(read_bytes(wide) == 0);
  std::string many;
  for (int i = 0; i < 50'000; ++i) many += "return_" + std::to_string(i) + "() ";
  CHECK(read_bytes(many) <= Limits().max_problems);
  for (const char* odd : {"",
                          "\"",
                          "[[",
                          "--[[",
                          "[=",
                          "goto",
                          "::",
                          "local",
                          "local function",
                          "function",
                          "for",
                          "for a",
                          "return return",
                          "end",
                          "else",
                          "until",
                          "{",
                          "}",
                          "a.",
                          "a:",
                          "function a.",
                          "function f(",
                          "repeat until",
                          "\xff\xfe",
                          "0x",
                          "1e+",
                          "#!x",
                          "local a <",
                          "rule",
                          "rule \"",
                          "rule {",
                          "a = ",
                          "a, b",
                          "if then",
                          "then",
                          "do",
                          "function(",
                          "return function"})
    CHECK(read_bytes(odd) <= 2);
}

TEST_CASE("valid Lua that cannot be intended is found before it runs [B-14]") {
  const std::string rule = "rule 'r' { path = 'a', run = function(effect, ctx) ";
  CHECK(found(rule + "return true end }") == "1:59 wrong_answer");
  CHECK(hint(rule + "return true end }") == "write return allow()");
  CHECK(found(rule + "if effect.after then return 'allow' end return allow() end }") == "1:80 wrong_answer");
  CHECK(found(rule +
              "local f = function() return true end if f() then return allow() end return deny() end }") ==
        "");
  CHECK(found(rule + "effect.after = 1 return allow() end }") == "1:59 forbidden_call");
  CHECK(hint(rule + "effect.after = 1 return allow() end }").find("return amend(") != std::string::npos);
  for (const char* body : {"return 0 <= effect.after and allow() or deny('no')",
                           "return 'x' == effect.after and allow() or deny('no')", "return false or allow()",
                           "return true and allow()", "return {} == effect.after and deny('no') or allow()",
                           "return { { allow } } ~= effect and allow() or deny('no')"})
    CHECK_MESSAGE(found(rule + body + " end }") == "", body);
  CHECK(found(rule + "if effect.after then return 0 else return {} end end }") ==
        "1:80 wrong_answer, 1:94 wrong_answer");
  CHECK(found(rule + "return { ok = { true } }; end }") == "1:59 wrong_answer");
  CHECK(found(rule + "return true, 'fine' end }") == "1:59 wrong_answer");
  CHECK(found(rule + "repeat return nil until true return allow() end }") == "1:66 wrong_answer");
  const std::string tool = "tool 't' { args = { text = str{}, count = int{} }, run = function(args, ctx) ";
  // What is given to a tool is its own: it may put more into it.
  CHECK(found(tool + "args.z = 1 return args.z end }") == "");
  CHECK(found(tool + "args.z = 1 return args.zz end }") == "1:101 unknown_member");
  CHECK(found(tool + "args['z'] = 1 return args.z end }") == "");
  CHECK(found("local function fill(a) a.z = 1 end " + tool + "fill(args) return args.z end }") == "");
  CHECK(found(tool + "return args.txt end }") == "1:90 unknown_member");
  CHECK(hint(tool + "return args.txt end }") == "did you mean text?");
  CHECK(found(tool + "return args.text end }") == "");
  CHECK(
      found("local shared = {} tool 't' { args = shared, run = function(args, ctx) return args.any end }") ==
      "");
  CHECK(found(tool + "return ctx.len['a'] end }") == "1:89 unknown_ctx");
  CHECK(hint(tool + "return ctx.len['a'] end }") == "write ctx.len(…)");
  CHECK(found(tool + "return ctx.get('a.*.b') end }") == "1:93 no_such_place");
  CHECK(found(tool + "return #ctx.changes('a.*.b') end }") == "");
  CHECK(hint("return None") == "nothing is written nil, and JSON's null null");
  CHECK(hint("return True") == "write true");
}

}  // namespace
}  // namespace gavel
