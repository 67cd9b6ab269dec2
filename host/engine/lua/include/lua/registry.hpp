// Registry: what the plugins of a ruleset registered, in load order. It is the allowlist: nothing is called
// that does not stand here. The sandbox does not know what a kind means.
#pragma once

#include <any>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "state/json.hpp"

namespace gavel {

using HandlerId = std::uint32_t;

struct Registration {
  std::string kind;
  std::string id;        // "plugin/name", with the instance's name in front
  std::string plugin;    // the instance's name
  std::size_t pack = 0;  // its place in the load order
  std::string name;
  Json spec;  // the table without its functions
  std::vector<std::pair<std::string, HandlerId>> handlers;
  std::string file;  // where it was registered, as messages show it: "plugins/affection/step.lua"
  std::size_t line = 0;
  std::any typed;  // what Vocabulary::read made of it

  const HandlerId* handler(std::string_view which) const {
    for (const auto& [its_name, its_id] : handlers)
      if (its_name == which) return &its_id;
    return nullptr;
  }
};

// The function behind a handler.
struct HandlerInfo {
  std::size_t registration = 0;  // its place in Registry::all
  std::string which;             // "run", "when" …
  std::string file;
  std::size_t line = 0;  // where the function starts
};

struct Registry {
  std::vector<Registration> all;
  std::vector<HandlerInfo> handlers;  // by HandlerId
};

}  // namespace gavel
