#include <set>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "base/codes.hpp"

using gavel::all_codes;
using gavel::Code;
using gavel::code_meaning;
using gavel::code_name;
using gavel::code_of;

namespace {

// The list of CONTRACTS.md, as it stands there.
constexpr const char* kContract =
    "parse.malformed parse.truncated parse.ambiguous path.invalid path.forbidden path.unknown path.outside "
    "type.mismatch value.range value.enum precondition.equals precondition.version precondition.old "
    "precondition.unique precondition.exists precondition.not_empty dialect.superseded expect.failed "
    "test.failed "
    "authority.denied protected batch.rolled_back limit.depth limit.size limit.count tool.unknown "
    "tool.not_allowed tool.invalid_args tool.actor_state tool.rejected tool.repeat_illegal rule.denied "
    "budget.exceeded plugin.error plugin.fuel plugin.memory automation.loop turn.conflict turn.rolled_back";

std::set<std::string> contract() {
  std::istringstream words(kContract);
  std::set<std::string> names;
  for (std::string word; words >> word;) names.insert(word);
  return names;
}

}  // namespace

TEST_CASE(
    "the registry holds exactly the codes of the contract and those added for plugins, dialects, stores, "
    "embedding programs and the command line") {
  std::set<std::string> wanted = contract();
  REQUIRE(wanted.size() == 39);
  for (const char* beyond : {"plugin.deadline", "plugin.invalid", "dialect.unlisted"}) wanted.insert(beyond);
  for (const char* what : {"unknown_campaign", "unknown", "exists", "moved", "invalid", "busy", "full",
                           "read_only", "corrupt", "newer", "io"})
    wanted.insert(std::string("store.") + what);
  for (const char* beside : {"embedder.failed", "host.failed"}) wanted.insert(beside);
  wanted.insert("usage");
  wanted.insert("unreadable");
  std::set<std::string> have;
  for (const Code code : all_codes()) have.insert(std::string(code_name(code)));
  CHECK(have == wanted);
  CHECK(all_codes().size() == wanted.size());
}

TEST_CASE("every code is found by its name and explains itself") {
  std::set<std::string_view> meanings;
  for (const Code code : all_codes()) {
    CAPTURE(code_name(code));
    CHECK(code_of(code_name(code)) == code);
    CHECK(code_meaning(code).ends_with("."));
    CHECK(meanings.insert(code_meaning(code)).second);
  }
}

TEST_CASE("a name that is not a code is not found, however similar it is") {
  for (const char* name :
       {"", "parse", "parse.malformed ", "Parse.malformed", "parse.malforme", "protected.x"}) {
    CAPTURE(name);
    CHECK_FALSE(code_of(name).has_value());
  }
}
