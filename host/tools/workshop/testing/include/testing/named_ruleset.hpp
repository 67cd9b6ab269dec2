// The folder of a ruleset that somebody else's file names: a test's fixture, a scenario's swap. Such files
// come with plugins and rulesets, which may be anybody's, so what they name stays near them.
#pragma once

#include <string>

#include "base/result.hpp"

namespace gavel {

// The folder `named`, seen from the folder `from`; nothing absolute, inside `top`, and behind no link in it.
// It need not be there.
Result<std::string> named_ruleset(const std::string& named, const std::string& from, const std::string& top);

// What the tests of a plugin that lies in no ruleset may reach: the folder that it lies in, and above that
// the one with its `plugins`. Tests in a ruleset's folder reach that folder.
std::string reach_of_plugin(const std::string& plugin);
// What a ruleset's scenarios may swap to: what lies in the folder that it lies in.
std::string reach_of_ruleset(const std::string& ruleset);

}  // namespace gavel
