// ContextClasses: the kinds of ctx there are, by what handlers may ask: one class for all handlers that may
// ask the same.
#pragma once

#include <array>
#include <string_view>

#include "ruleset/words.hpp"

namespace gavel {

struct ContextClass {
  std::string_view name;
  std::string_view parent;  // all of which it has, too
  std::uint64_t functions = 0;
  std::uint32_t fields = kAllFields;
};
inline constexpr std::array kContextClasses = {
    ContextClass{"gavel.PureContext", "", kPure, kPureFields},
    ContextClass{"gavel.Context", "gavel.PureContext", kReads},
    ContextClass{"gavel.ClaimContext", "gavel.PureContext", kClaims},
    ContextClass{"gavel.WriterContext", "gavel.Context", kReads | kWrites},
};

consteval const ContextClass& context_class(std::string_view name) {
  for (const ContextClass& one : kContextClasses)
    if (one.name == name) return one;
  throw "there is no such class";
}

// INVARIANT: every handler has its class, and a class has all that its parent has.
consteval bool are_complete() {
  for (const Permission& permission : kPermissions) {
    bool found = false;
    for (const ContextClass& one : kContextClasses)
      found = found || (one.functions == permission.functions && one.fields == permission.fields);
    if (!found) return false;
  }
  for (const ContextClass& one : kContextClasses) {
    if (one.parent.empty()) continue;
    const ContextClass& parent = context_class(one.parent);
    if ((parent.functions & ~one.functions) != 0 || (parent.fields & ~one.fields) != 0) return false;
  }
  return true;
}
static_assert(are_complete());

// The class of a handler's ctx. REQUIRES: it stands in kPermissions.
constexpr const ContextClass& class_of(const Permission& permission) {
  for (const ContextClass& one : kContextClasses)
    if (one.functions == permission.functions && one.fields == permission.fields) return one;
  return kContextClasses.front();
}

}  // namespace gavel
