// Shapes: the declared form of a tool's arguments, as a plugin writes it (`delta = int{min = -9, max = 9}`),
// and the check of what a model gave against it.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "state/json.hpp"
#include "state/suggest.hpp"
#include "state/value_set.hpp"

namespace gavel {

// The indexes of long lists of `values`, made when shapes are read, or once for all that is fitted at a time.
class ShapeValues {
 public:
  ShapeValues() = default;
  ShapeValues(const ShapeValues&) = delete;
  ShapeValues& operator=(const ShapeValues&) = delete;

  // All lists in a declaration. REQUIRES: it stays as it is and where it is, as long as this is used.
  void add(const Json& shapes);
  // nullptr: this list is not among them.
  const ValueSet* of(const JsonArray& values) const;
  const ValueSet& made_for(const JsonArray& values);

 private:
  std::unordered_map<const JsonArray*, ValueSet> by_list_;
};

// What is wrong with a declaration: `args` of a registration, {name: {kind, …}}. Empty: nothing.
std::vector<std::string> check_shapes(const Json& shapes);

// The arguments as the handler gets them: defaults filled in, in the declaration's order. An error names
// the first arguments that do not fit, and what that took is lookup_work. `known` may know the declaration's
// lists; `hints` is what suggestions may cost. REQUIRES: check_shapes found nothing.
Result<Json> fit_arguments(const Json& shapes, const Json& given, const ShapeValues& known = {},
                           HintBudget hints = HintBudget());
// The same for arguments in order, as a callback gets them. The declaration is an array of shapes.
Result<Json> fit_positional(const Json& shapes, const Json& given, const ShapeValues& known = {},
                            HintBudget hints = HintBudget());

// One line for people and models: "delta: integer, -999 to 999".
std::string describe_shape(std::string_view name, const Json& shape);
// A value that fits, for corrected examples.
Json example_of(const Json& shape);

// The JSON Schema of a declaration, for clients that know no other.
Json json_schema(const Json& shapes);

// The names of the shapes: the words that plugins write.
std::vector<std::string> shape_names();
// What one of them takes: "min", "max" … ; empty: there is no such shape.
std::vector<std::string_view> shape_options(std::string_view name);

}  // namespace gavel
