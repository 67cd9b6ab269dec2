// Any bytes as a plugin's Lua: nothing comes out but an answer, the same every time, and what another
// plugin's handler answers and spends is the same whether the bytes ran or not.
//
// The first byte says what the bytes are: a whole file, or the body of a handler.
#include <cstdint>
#include <string>
#include <string_view>

#include "support/sandbox.hpp"

#include "promise.hpp"

using gavel::testing::promise;

namespace {

gavel::Limits small_limits() {
  gavel::Limits limits;
  limits.max_handler_fuel = 100'000;
  limits.max_load_fuel = 100'000;
  limits.max_handler_bytes = 8U << 20U;
  limits.max_lua_bytes = 16U << 20U;
  limits.max_lua_string_bytes = 1U << 20U;
  limits.max_turn_milliseconds = 60'000;
  return limits;
}

constexpr const char* kNeighbour =
    "local t = {} for i = 1, 50 do t[i] = { i, 'k' .. i } end return #t .. ctx.get('n')";

struct Answer {
  std::string text;
  gavel::Spent spent;
};

// What every handler of the plugin answers, with the neighbour asked behind each.
std::vector<Answer> ask_all(gavel::test::Box& box, const Answer& neighbour) {
  std::vector<Answer> answers;
  for (const gavel::Registration& one : box.loaded.program->registry().all) {
    if (one.plugin != "p") continue;
    for (const auto& [which, handler] : one.handlers) {
      box.world.data = gavel::test::World().data;
      box.world.memory = gavel::Json::object();
      ++box.world.writes;
      const gavel::Result<gavel::Returned> said = box.run(one.id, nullptr, gavel::test::kAllFunctions, which);
      answers.push_back({gavel::test::text_of(said), box.spent});
      if (!said) {
        promise(said.error().where.rule.starts_with("p/") || said.error().where.rule == "p",
                "an error says whose it is");
        promise(said.error().message.size() < 8192, "an error is no longer than may be shown");
      }
      box.world.data = gavel::test::World().data;
      ++box.world.writes;
      promise(box.said("q/t") == neighbour.text, "the neighbour answers as it does alone");
      promise(box.spent.fuel == neighbour.spent.fuel && box.spent.bytes == neighbour.spent.bytes,
              "the neighbour spends what it does alone");
    }
  }
  return answers;
}

const Answer& neighbour_alone() {
  static const Answer kAlone = [] {
    gavel::test::Box box(
        gavel::test::load_packs({gavel::test::pack("q", {{"init.lua", gavel::test::handler(kNeighbour)}})}));
    Answer alone;
    alone.text = box.said("q/t");
    alone.spent = box.spent;
    return alone;
  }();
  return kAlone;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Answer& neighbour = neighbour_alone();
  std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  if ((data[0] & 1U) != 0) text = gavel::test::handler(text);
  std::vector<gavel::Pack> packs;
  packs.push_back(gavel::test::pack("p", {{"init.lua", text}}));
  packs.push_back(gavel::test::pack("q", {{"init.lua", gavel::test::handler(kNeighbour)}}));
  gavel::Program::Loaded loaded = gavel::test::load_packs(packs, {}, small_limits());
  if (loaded.program == nullptr) {
    promise(!loaded.problems.empty(), "what does not load says why");
    return 0;
  }
  gavel::test::Box box(std::move(loaded));
  const std::vector<Answer> first = ask_all(box, neighbour);
  const std::vector<Answer> second = ask_all(box, neighbour);
  promise(first.size() == second.size(), "the same handlers are there");
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i].spent.by_chance || second[i].spent.by_chance) continue;
    promise(first[i].text == second[i].text, "the same call gives the same answer");
    promise(first[i].spent.fuel == second[i].spent.fuel && first[i].spent.bytes == second[i].spent.bytes,
            "the same call spends the same");
  }
  return 0;
}
