// Comparing: where two verdicts on one input part: the one that was answered, and what other rules or the
// same ones say now.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "state/json.hpp"

namespace gavel {

// Empty: they agree. Each difference is {what, stored, now, …}, `stored` and `now` null where there is
// nothing on that side:
//   outcome                        "accepted"
//   command {index, verb, path}    {status, code?, message?, rule?, at?, effective?, result?}
//   change {path}                  {before?, after?, cause}
//   conflict, event                the row
//   failure                        {code, message}: a rule, a derived value, an automation … failed
//   more {count}                   beyond the first 100
Json verdict_differences(const Json& stored, const Json& now);

// Where what is stored and what came out when it was judged again part.
struct Difference {
  std::string code;  // "engine.changed": another version of Gavel judged it; empty: the same one
  std::string what;  // "the record differs at byte 12: stored …, now …"
};
// Nothing: they agree. Under the same engine every byte counts. Another one may say things in other words:
// then sentences are left out, and what else differs is no damage. `what`: "the record"; both are JSON texts.
std::optional<Difference> difference_of(std::string_view what, std::string_view stored, std::string_view now,
                                        std::string_view engine);

}  // namespace gavel
