#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "lua/load_order.hpp"
#include "support/problems.hpp"

using gavel::Pack;
using gavel::Problem;
using gavel::testing::told;

namespace {

struct Need {
  std::string plugin;
  std::string range = "*";
};

Pack pack(const std::string& plugin, const std::vector<Need>& needs = {}, const std::string& as = "",
          const std::string& version = "1.3.0") {
  Pack out;
  out.manifest.plugin = plugin;
  out.manifest.version = *gavel::parse_version(version);
  out.as = as.empty() ? plugin : as;
  out.folder = "plugins/" + plugin;
  out.asked.file = "ruleset.yaml";
  out.asked.line = 4;
  out.asked.column = 2;
  std::size_t line = 5;
  for (const Need& need : needs) {
    out.manifest.requirements.push_back(
        {need.plugin, *gavel::VersionRange::parse(need.range), need.range, line++, 3});
  }
  return out;
}

// The instances in order, or what is wrong.
std::string order(const std::vector<Pack>& packs) {
  std::vector<Problem> problems;
  const auto steps = gavel::order_packs(packs, problems);
  if (!problems.empty()) return told(problems);
  std::string out;
  for (const gavel::LoadStep& step : steps) out += (out.empty() ? "" : " ") + packs[step.pack].as;
  return out;
}

}  // namespace

TEST_CASE("plugins load by the depth of what they require, then by name") {
  std::vector<Pack> packs{pack("a", {{"z"}}), pack("z"), pack("m"), pack("b", {{"a"}, {"m"}}),
                          pack("c", {{"m"}})};
  std::vector<std::size_t> at{0, 1, 2, 3, 4};
  do {
    std::vector<Pack> shuffled;
    shuffled.reserve(at.size());
    for (const std::size_t i : at) shuffled.push_back(packs[i]);
    CHECK(order(shuffled) == "m z a c b");
  } while (std::next_permutation(at.begin(), at.end()));
}

TEST_CASE("the order can be printed with its reasons") {
  const std::vector<Pack> packs{pack("affection", {{"calendar"}, {"dice"}}, "love"), pack("dice"),
                                pack("calendar")};
  std::vector<Problem> problems;
  const auto steps = gavel::order_packs(packs, problems);
  CHECK(gavel::to_text(steps, packs) ==
        "1. calendar (calendar 1.3.0), depth 0\n2. dice (dice 1.3.0), depth 0\n"
        "3. love (affection 1.3.0), depth 1: behind calendar, dice\n");
  CHECK(gavel::arranged(packs, steps)[2].as == "love");
}

TEST_CASE("a requirement means every instance of the plugin") {
  CHECK(order({pack("a", {{"x"}}), pack("x", {}, "x2"), pack("x", {}, "x1")}) == "x1 x2 a");
}

TEST_CASE("everything that is missing or out of range is told at once") {
  CHECK(
      order({pack("a", {{"calender"}, {"dice", ">=2"}, {"nowhere"}, {"love"}}), pack("calendar"),
             pack("dice"), pack("affection", {}, "love")}) ==
      "plugins/a/plugin.yaml:5:3: a requires calender, which the ruleset does not list | expected the plugin "
      "calender * | did you mean \"calendar\"?\n"
      "plugins/a/plugin.yaml:6:3: a needs dice >=2, found 1.3.0 | expected dice >=2 | use another version of "
      "one "
      "of the two\n"
      "plugins/a/plugin.yaml:7:3: a requires nowhere, which the ruleset does not list | expected the plugin "
      "nowhere * | add nowhere to the ruleset's `plugins`\n"
      "plugins/a/plugin.yaml:8:3: a requires love, which the ruleset does not list | expected the plugin "
      "love * | "
      "love is the name of an instance: require affection");
}

TEST_CASE("cycles are reported with their members, each once") {
  CHECK(order({pack("c", {{"a"}}), pack("b", {{"c"}}), pack("a", {{"b"}}), pack("d", {{"a"}}),
               pack("e", {{"e"}})}) ==
        "plugins/a/plugin.yaml:5:3: the plugins require each other: a -> b -> c -> a | expected requirements "
        "without a cycle | move what they share into a plugin that all of them require\n"
        "plugins/e/plugin.yaml:5:3: the plugin requires itself: e -> e | expected requirements without a "
        "cycle "
        "| remove it from its `requires`");
}

TEST_CASE("two instances cannot have the same name") {
  CHECK(order({pack("a"), pack("b", {}, "a")}) ==
        "ruleset.yaml:4:2: two plugins are called a; the first at 4:2 | expected a name for every instance | "
        "give "
        "one of them a name of its own: {id: b, as: …}");
}

TEST_CASE("attack ruleset-quadratic: requirements of plugins that are not listed, of many plugins") {
  std::vector<Pack> packs;
  const std::string middle(20, 'x');
  for (int i = 0; i < 100; ++i) {
    std::vector<Need> needs;
    needs.reserve(50);
    for (int j = 0; j < 50; ++j) needs.push_back({"y" + middle + std::to_string(1000 + j)});
    packs.push_back(pack("p" + middle + std::to_string(1000 + i), needs));
  }
  std::vector<Problem> problems;
  gavel::order_packs(packs, problems);
  CHECK(problems.size() == 5'000);
  const auto hinted = std::count_if(problems.begin(), problems.end(), [](const Problem& one) {
    return one.error.hint.starts_with("did you mean");
  });
  CHECK(hinted > 0);
  CHECK(hinted < 500);
}
