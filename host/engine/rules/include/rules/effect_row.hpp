// An effect as people, models and claims are shown it: a row of a verdict's `effects` and `changes`.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "state/json_text.hpp"
#include "state/path.hpp"

namespace gavel {

struct EffectRow {
  Path path;
  std::optional<Json> before;  // a container without its contents: they have rows of their own
  std::optional<Json> after;
  std::string cause;  // empty: the command whose row it is
};
using EffectRows = std::vector<EffectRow>;

// {path, before?, after?, cause?}
template <typename Out>
void tell_effect(Out& out, const EffectRow& row, std::string_view cause) {
  out.open_object();
  out.member("path", PathView(row.path));
  if (row.before) out.member("before", *row.before);
  if (row.after) out.member("after", *row.after);
  if (!cause.empty()) out.member("cause", cause);
  out.close_object();
}

}  // namespace gavel
