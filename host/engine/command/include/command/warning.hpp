// A warning: something was mended, ignored or doubtful, and the command goes on.
#pragma once

#include <optional>
#include <string>

#include "base/span.hpp"

namespace gavel {

struct Warning {
  std::string code;  // such as "option.unknown", "old.differs", "repair.trailing_comma"
  std::string message;
  std::optional<Span> span;
  std::string at = {};  // "plugins/love/step.lua:9": where a plugin failed; empty: nowhere
  // Of what a plugin did, for the workshop and no part of a verdict: the error's code ("plugin.error") and
  // the registration ("love/step"). Empty: no plugin did anything.
  std::string cause = {};
  std::string rule = {};
  std::string hint = {};  // how a plugin's failure is mended; empty: nobody knows
};

}  // namespace gavel
