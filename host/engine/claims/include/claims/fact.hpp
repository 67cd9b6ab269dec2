// Fact: what a claim plugin says that the narration asserts, read and checked. See "Claims" in README.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.hpp"
#include "state/document.hpp"
#include "state/json.hpp"
#include "state/path.hpp"

namespace gavel {

// From low to high, both inclusive.
struct Range {
  Json low;
  Json high;
  bool holds(const Json& number) const { return !number_less(number, low) && !number_less(high, number); }
};

struct Fact {
  enum class Form { kEquals, kDiffers, kWithin, kShare, kDelta, kChanged, kExists, kRolled };
  enum class Change { kAny, kUp, kDown };

  std::string kind;
  std::string subject;
  Span span;
  std::vector<Path> paths;    // of kRolled none; more than one only of kChanged
  std::optional<Json> where;  // the elements at the path that have these members
  std::string field;          // counts: this member of such elements; "": the value at the path itself
  Form form = Form::kEquals;
  Json value;   // of kEquals, kDiffers, kExists, kRolled
  Range range;  // of kWithin, kShare, kDelta
  Path of;      // of kShare: the whole
  Change change = Change::kAny;
  Json claimed;  // as verdicts tell it
};

// The fact that a plugin gave. An error says what is wrong with it. Text paths are resolved in `root`; adds
// the steps that it takes.
Result<Fact> read_fact(const Json& json, std::string_view narration, const Json& root, const Limits& limits,
                       std::uint64_t& steps);

// The members that a fact may have, for manuals.
std::vector<std::string_view> fact_members();

}  // namespace gavel
