#include "test_words.hpp"

namespace gavel {

Vocabulary test_vocabulary() {
  Vocabulary words = vocabulary();
  words.context = "t";
  Kind test;
  test.name = "test";
  test.handlers = {"run"};
  test.members = {"summary"};
  test.sentence = true;
  Kind fixture;
  fixture.name = "fixture";
  fixture.named = false;
  fixture.members = {"ruleset",  "with",      "plugins",  "state",    "fields", "described_pairs",
                     "settings", "limits",    "language", "dialects", "batch",  "missing_paths",
                     "retry",    "milestone", "mounts",   "tools",    "shadow"};
  words.kinds.push_back(std::move(test));
  words.kinds.push_back(std::move(fixture));
  words.uses.push_back({"test", "run", {"t"}, "", kAllTestAsks, 0, {}, false, false});
  words.fields.clear();
  words.tables.clear();
  words.functions = {{"exists", 1, 1, ""},
                     {"log", 1, 8, ""},
                     {"state", 1, 2, ""},
                     {"now", 0, 1, ""},
                     {"settings", 1, 1, ""},
                     {"seed", 1, 1, ""},
                     {"campaign", 1, 1, ""},
                     {"turn", 1, 2, ""},
                     {"call", 1, 3, ""},
                     {"command", 1, 2, ""},
                     {"set", 2, 3, ""},
                     {"merge", 2, 3, ""},
                     {"insert", 2, 3, ""},
                     {"push", 2, 3, ""},
                     {"pull", 2, 3, ""},
                     {"delete", 1, 2, ""},
                     {"move", 2, 3, ""},
                     {"add", 2, 3, ""},
                     {"equal", 2, 3, "", "expect"},
                     {"near", 3, 4, "", "expect"},
                     {"error", 1, 2, "", "expect", true},
                     {"verdict", 2, 2, "", "expect"},
                     {"is_true", 1, 2, "", "expect"}};
  return words;
}

}  // namespace gavel
