#include "attacks.hpp"

#include <doctest/doctest.h>

#include "support/sandbox.hpp"

namespace gavel::test {

namespace {

// The attack runs twice with something harmless around it, in another plugin too. What it says, where, what
// it has spent must be the same; what is harmless must stay right; the document must be as it was.
void run(const Attack& attack) {
  const std::string id = attack.id;
  CAPTURE(id);
  std::vector<Pack> packs;
  packs.push_back(pack("p", {{"init.lua", handler(attack.body, attack.top)}}));
  packs.push_back(
      pack("q", {{"init.lua", handler("return ('x'):upper() .. #tostring(12) .. ctx.get('a.b.c')")}}));
  Box box(load_packs(std::move(packs)));
  box.sandbox->set_deadline(60'000);  // a broken guard must not hang the tests
  CHECK(box.said("q/t") == "\"X27\"");
  const std::size_t held = box.sandbox->held_bytes();
  const Json before = box.world.data;
  const auto first = box.run();
  const Spent spent = box.spent;
  CHECK_MESSAGE(text_of(first).find(attack.expected) != std::string::npos, text_of(first));
  if (!first.ok()) {
    CHECK(first.error().where.rule == "p/t");
    CHECK(first.error().where.file == "plugins/p/init.lua");
    const bool returned = first.error().message.find("the returned value") != std::string::npos;
    const bool kept = first.error().message.find("changed '") != std::string::npos;
    // What is wrong with a result is known only when the handler has ended.
    const bool ended = returned || kept || id == "M25" || id == "M26";
    if (*attack.top == '\0') CHECK(first.error().where.line == (ended ? 2 : 3));
    CHECK(first.error().message.size() < 5000);
    CHECK(box.world.data == before);
  }
  CHECK(box.said("q/t") == "\"X27\"");
  box.world.data = before;
  ++box.world.writes;
  const auto second = box.run();
  CHECK(text_of(second) == text_of(first));
  CHECK(box.spent.fuel == spent.fuel);
  CHECK(box.spent.bytes == spent.bytes);
  CHECK(box.said("q/t") == "\"X27\"");
  CHECK(box.sandbox->held_bytes() < held + (2U << 20U));
}

}  // namespace

TEST_CASE("no handler escapes from the sandbox") {
  for (const Attack& attack : escapes()) run(attack);
}
TEST_CASE("every handler ends, whatever it calls and catches") {
  for (const Attack& attack : endless()) run(attack);
}
TEST_CASE("no handler gets more memory than its share") {
  for (const Attack& attack : memory_hogs()) run(attack);
}
TEST_CASE("no value reaches the host that JSON cannot hold") {
  for (const Attack& attack : data_tricks()) run(attack);
}
TEST_CASE("results that vary between runs of plain Lua are always the same here") {
  for (const Attack& attack : determinism()) run(attack);
}
TEST_CASE("nothing that a handler does survives its call") {
  for (const Attack& attack : lasting()) run(attack);
}

}  // namespace gavel::test
