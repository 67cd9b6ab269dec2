// Any bytes as a game under a table of fields: bytes are the source of chance of
// properties/fields_random.hpp, the first of them for the rules. What properties/fields_play.hpp says must
// hold.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <span>
#include <string>

#include "fields_play.hpp"
#include "promise.hpp"

using gavel::testing::FieldsCase;
using gavel::testing::Random;

namespace {

constexpr std::size_t kRuleBytes = 32;
constexpr std::size_t kMostRulesets = 64;

struct Table {
  FieldsCase game;
  std::unique_ptr<gavel::Sandbox> sandbox;
};

// Making a ruleset takes longer than a game does.
Table& table_of(std::span<const std::uint8_t> bytes) {
  static std::map<std::string, Table> tables;
  const std::string key(bytes.begin(), bytes.end());
  if (const auto found = tables.find(key); found != tables.end()) return found->second;
  if (tables.size() == kMostRulesets) tables.clear();
  Table& table = tables[key];
  Random random(bytes);
  gavel::testing::choose_rules(table.game, random);
  table.sandbox = std::move(table.game.ruleset->pool().take()).value();
  return table;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::uint8_t> bytes(data, size);
  const std::size_t rules = std::min(size, kRuleBytes);
  Table& table = table_of(bytes.first(rules));
  Random random(bytes.subspan(rules));
  gavel::testing::choose_play(table.game, random);
  const std::string failure = play(table.game, *table.sandbox, nullptr);
  if (!failure.empty()) std::fprintf(stderr, "%s\n", shrunk(table.game, *table.sandbox, failure).c_str());
  gavel::testing::promise(failure.empty(), "what may not be read or written tells nothing and stays");
  return 0;
}
