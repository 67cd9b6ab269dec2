#include <doctest/doctest.h>

#include "lua/probe.hpp"
#include "support/sandbox.hpp"

namespace gavel::test {

namespace {

// Work of every sort: strings short and long, tables with deletions, closures, errors, sorting, patterns,
// views.
constexpr const char* kWork = R"(
  local t = {}
  for i = 1, 300 do t['k' .. i] = {i, tostring(i * 1.5)} end
  for i = 1, 300, 3 do t['k' .. i] = nil end
  for i = 1, 200 do t[i] = function() return i end end
  local o = {}
  for k in pairs(t) do o[#o + 1] = tostring(k) end
  table.sort(o, function(a, b) return a > b end)
  local s = table.concat(o, ','):gsub('%d+', function(d) return '<' .. d .. '>' end)
  local seen = {}
  for i = 1, 50 do seen[{}] = i end
  for k, v in ipairs(ctx.get('list')) do s = s .. v end
  local ok, e = pcall(function() local x = nil return x.y end)
  local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
  s = s .. deep(300) .. tostring(e)
  for w in s:gmatch('k%d') do seen[w] = (seen[w] or '') .. w end
  return {#s, s:sub(1, 20), args}
)";

// Leaves a state as different as a plugin can make it: strings, garbage, a grown stack, other handlers' work.
constexpr const char* kDirt = R"(
  local t = {}
  for i = 1, 20000 do t['k' .. i] = 'v' .. i end
  local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
  pcall(deep, 2000)
  pcall(error, 'attempt to index a nil value')
  for i = 1, 300 do local _ = 'k' .. i .. 'x' end
  return ctx.get('people').zoe.age
)";

std::string work() {
  return handler(kWork) + "tool \"dirt\" { run = function(args, ctx)" + kDirt + "end }\n" +
         "tool \"spin\" { run = function() while true do end end }\n" +
         "tool \"hog\" { run = function() local s = 'x' while true do s = s .. s end end }\n" +
         "tool \"fall\" { run = function() local function f() return 1 + f() end return f() end }\n";
}

Box workbench() { return Box(work()); }

// Counts every line and every call.
class Counting final : public Probe {
 public:
  void begins() override { ++begun; }
  void ended(const Ended& call) override {
    ++done;
    fuel += call.spent.fuel;
  }
  FileLines* lines_of(const std::string& file) override { return &files[file]; }
  bool wants_lines() const override { return true; }

  std::size_t begun = 0, done = 0;
  std::uint64_t fuel = 0;
  std::map<std::string, FileLines> files;
};

}  // namespace

TEST_CASE("a call gives and spends the same in a fresh state and in a used one") {
  Box fresh = workbench();
  const std::string expected = fresh.said("p/t", "x");
  const Spent spent = fresh.spent;
  CHECK(spent.fuel > 1000);
  CHECK(spent.bytes > 10'000);
  Box used = workbench();
  for (const char* before : {"p/dirt", "p/spin", "p/hog", "p/fall", "p/t", "p/dirt", "p/dirt"}) {
    CAPTURE(before);
    used.said(before);
    CHECK(used.said("p/t", "x") == expected);
    CHECK(used.spent.fuel == spent.fuel);
    CHECK(used.spent.bytes == spent.bytes);
  }
}

TEST_CASE("states made from source and from bytecode behave alike") {
  Box box = workbench();
  const std::string expected = box.said("p/t", "x");
  const Spent spent = box.spent;
  for (int i = 0; i < 3; ++i) {
    auto made = box.loaded.program->make();
    REQUIRE(made.ok());
    box.sandbox = std::move(*made);
    CHECK(box.said("p/t", "x") == expected);
    CHECK(box.spent.fuel == spent.fuel);
    CHECK(box.spent.bytes == spent.bytes);
  }
}

TEST_CASE("counting every line changes neither what a call gives nor what it spends [B-14]") {
  Box alone = workbench();
  Counting probe;
  Box watched(load(work(), {}, {}, {}, &probe));
  for (const char* id : {"p/t", "p/dirt", "p/spin", "p/hog", "p/fall", "p/t"}) {
    CAPTURE(id);
    const std::string expected = alone.said(id, "x");
    CHECK(watched.said(id, "x") == expected);
    CHECK(watched.spent.fuel == alone.spent.fuel);
    CHECK(watched.spent.bytes == alone.spent.bytes);
  }
  CHECK(probe.begun == 6);
  CHECK(probe.done == 6);
  for (const std::uint64_t fuel : {100U, 1000U, 5000U, 12'345U, 20'000U}) {
    alone.allowance.fuel = watched.allowance.fuel = fuel;
    const auto first = alone.run("p/t", "x");
    const auto second = watched.run("p/t", "x");
    CHECK(text_of(first) == text_of(second));
    CHECK(watched.spent.fuel == alone.spent.fuel);
    if (!first.ok()) CHECK(first.error().detail == second.error().detail);
  }
}

TEST_CASE("a probe counts each line with code as often as it ran, and the calls of functions [B-14]") {
  Counting probe;
  Box box(load(R"(-- a comment
local function half(n)
  if n % 2 == 1 then
    return nil, "odd"
  end
  return n // 2
end

tool "t" {
  run = function(args, ctx)
    local sum = 0
    for i = 1, 3 do
      sum = sum + half(2 * i)
    end
    return sum
  end,
}
)",
               {}, {}, {}, &probe));
  const auto lines = [&probe] {
    std::string out;
    for (const auto& [file, one] : probe.files)
      for (std::size_t line = 1; line < one.runs.size(); ++line)
        if (one.runs[line] != FileLines::kNothing)
          out += std::to_string(line) + ":" + std::to_string(one.runs[line]) + " ";
    return out;
  };
  const std::string loaded = lines();
  CHECK(loaded.starts_with("3:0 4:0 6:0 7:1 "));
  CHECK(box.said("p/t") == "6");
  CHECK(lines().find("3:3 4:0 6:3") != std::string::npos);
  CHECK(lines().find("11:1 12:4 13:3 15:1") != std::string::npos);
  REQUIRE(probe.files.size() == 1);
  const auto& functions = probe.files.begin()->second.functions;
  REQUIRE(functions.size() == 2);
  CHECK(functions.at(2).calls == 3);
  CHECK(functions.at(10).calls == 1);
  CHECK(functions.at(10).last_line == 16);
}

TEST_CASE("every limit trips at the same step") {
  Box a = workbench();
  Box b = workbench();
  b.said("p/dirt");
  for (const std::uint64_t fuel : {100U, 1000U, 5000U, 12'345U, 20'000U}) {
    a.allowance.fuel = b.allowance.fuel = fuel;
    const auto first = a.run("p/t", "x");
    const auto second = b.run("p/t", "x");
    CHECK(text_of(first) == text_of(second));
    CHECK(a.spent.fuel == b.spent.fuel);
    if (first.ok()) continue;
    CHECK(first.error().detail == second.error().detail);
  }
  a.allowance = b.allowance = {};
  for (const std::uint64_t bytes : {100U, 1000U, 5000U, 12'345U, 20'000U}) {
    a.allowance.bytes = b.allowance.bytes = bytes;
    const auto first = a.run("p/t", "x");
    const auto second = b.run("p/t", "x");
    CHECK(text_of(first) == text_of(second));
    CHECK(a.spent.bytes == b.spent.bytes);
    if (!first.ok()) CHECK(first.error().detail == second.error().detail);
  }
}

TEST_CASE("a handler called within a handler has its own budget, stack and memory") {
  Box box(
      "tool \"outer\" { run = function(args, ctx) local n = 0 for i = 1, 20 do pcall(ctx.call) n = n + 1 end "
      "return n end }\n"
      "tool \"inner\" { run = function() while true do end end }\n"
      "tool \"fine\" { run = function(args, ctx) local a = ctx.call() return {a, ctx.get('n')} end }\n"
      "tool \"leaf\" { run = function(args, ctx) return ctx.get('n') end }\n"
      "local kept = 0\n"
      "tool \"sly\" { run = function(args, ctx) kept = 1 return ctx.call() end }\n");
  std::vector<std::string> inner;
  const auto call = [&](const std::string& id, std::uint64_t fuel) {
    for (const Registration& one : box.loaded.program->registry().all) {
      if (one.id != id) continue;
      Spent spent;
      Call nested;
      nested.handler = one.handlers.front().second;
      nested.allowance.fuel = fuel;
      nested.functions = kAllFunctions;
      const Json none;
      const Argument argument = &none;
      nested.args = {&argument, 1};
      return box.sandbox->call(nested, box.world, spent);
    }
    throw std::runtime_error("no " + id);
  };
  box.world.on_call = [&](std::span<const Json>) -> Result<Json> {
    auto result = call("p/inner", 1'000'000);
    inner.push_back(text_of(result));
    if (!result.ok()) return result.error();
    return Json();
  };
  CHECK(box.said("p/outer") == "20");
  CHECK(inner.size() == 20);
  CHECK(inner.back().starts_with("plugin.fuel: p/inner (run) used up its fuel: more than 1000000"));
  CHECK(box.spent.fuel < 10'000);

  box.world.on_call = [&](std::span<const Json>) -> Result<Json> {
    auto result = call("p/leaf", 0);
    if (!result.ok()) return result.error();
    return std::move(result->value);
  };
  CHECK(box.said("p/fine") == "[3,3]");
  CHECK(box.said("p/sly").find("changed 'kept'") != std::string::npos);

  box.world.on_call = [&](std::span<const Json>) -> Result<Json> {
    auto result = call("p/fine", 0);
    if (!result.ok()) return result.error();
    return std::move(result->value);
  };
  CHECK_MESSAGE(
      box.said("p/fine").find("handlers call one another too deeply; at most 16") != std::string::npos,
      box.said("p/fine"));
}

}  // namespace gavel::test
