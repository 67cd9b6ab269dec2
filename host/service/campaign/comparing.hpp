// Comparing: where two verdicts on one input part: the one that was answered, and what other rules say.
#pragma once

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

}  // namespace gavel
