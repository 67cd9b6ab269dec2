#include "rules/mending.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "guards/fields.hpp"
#include "ruleset/kinds.hpp"
#include "ruleset/shapes.hpp"
#include "state/as_type.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

std::string_view kind_of(const Json& shape) {
  const Json* kind = member(shape, "kind");
  return kind != nullptr && kind->is_string() ? std::string_view(string_of(*kind)) : std::string_view();
}

std::string_view type_of(std::string_view kind) {
  if (kind == "int") return "integer";
  if (kind == "num") return "number";
  if (kind == "bool") return "boolean";
  if (kind == "list") return "array";
  if (kind == "object") return "object";
  return kind == "any" ? std::string_view() : "string";
}

bool may_be_left_out(const Json& shape) {
  const Json* optional = member(shape, "optional");
  return member(shape, "default") != nullptr || (optional != nullptr && *optional == Json(true));
}

// The first `most` characters.
std::string cut(const std::string& text, std::size_t most) {
  std::size_t at = 0, seen = 0;
  while (at < text.size()) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U && seen++ == most) break;
    ++at;
  }
  return text.substr(0, at);
}

// What mending one call may cost: values that are compared, and names that are looked for.
struct MendBudget {
  std::size_t left = kMostCompared;
  HintBudget& hints;
};

// Numbers into their range, texts and lists to their length, words to the nearest that is allowed.
void bring_inside(const Json& shape, Json& value, MendBudget& budget) {
  const Json* min = member(shape, "min");
  const Json* max = member(shape, "max");
  if (value.is_number()) {
    if (min != nullptr && number_less(value, *min)) value = *min;
    if (max != nullptr && number_less(*max, value)) value = *max;
  } else if (max != nullptr && max->is_number_integer()) {
    const auto most = static_cast<std::size_t>(std::max<WideInteger>(0, wide(*max)));
    if (value.is_string() && count_code_points(string_of(value)) > most) value = cut(string_of(value), most);
    if (value.is_array() && value.size() > most) array_of(value).resize(most);
  }
  const Json* values = member(shape, "values");
  if (values == nullptr || !values->is_array()) return;
  const Json* near = nearest_value(array_of(*values), value, budget.left);
  value = near != nullptr ? *near : array_of(*values).front();
}

Json mend_members(const Json& shapes, const Json& given, MendBudget& budget);

// Recursion is as deep as shapes lie in one another, which check_shapes has bounded.
std::optional<Json> mend_value(const Json& shape, const Json& given, MendBudget& budget) {
  const std::string_view type = type_of(kind_of(shape));
  std::optional<Json> value = given;
  if (!type.empty()) value = as_type(given, type);
  // What a model writes as 5.0 is the integer 5.
  if (value && type == "integer" && value->is_number_float()) value = as_type(*value, "integer");
  if (!value) return std::nullopt;
  bring_inside(shape, *value, budget);
  const Json* of = member(shape, "of");
  if (of == nullptr || !of->is_object()) return value;
  const bool alike = !kind_of(*of).empty();
  if (value->is_object() && !alike) return mend_members(*of, *value, budget);
  if (value->is_array())
    for (Json& element : array_of(*value))
      element = mend_value(*of, element, budget).value_or(example_of(*of));
  if (value->is_object())
    for (auto& [key, child] : object_of(*value))
      child = mend_value(*of, child, budget).value_or(example_of(*of));
  return value;
}

// The arguments that were not given: what is misspelt was probably meant for one of them.
std::vector<std::string_view> free_names(const Json& shapes, const Json& given) {
  std::vector<std::string_view> free;
  for (const auto& [known, shape] : object_of(shapes))
    if (!given.contains(known)) free.push_back(known);
  return free;
}

// What was given, in its order, and behind it what is missing.
Json mend_members(const Json& shapes, const Json& given, MendBudget& budget) {
  Json mended(Json::value_t::object);
  const std::vector<std::string_view> free =
      given.is_object() ? free_names(shapes, given) : std::vector<std::string_view>();
  if (given.is_object())
    for (const auto& [name, value] : object_of(given)) {
      std::string_view known = name;
      if (!shapes.contains(name)) known = budget.hints.nearest(name, free).value_or(std::string_view());
      if (known.empty() || member(mended, known) != nullptr) continue;
      std::optional<Json> fitting = mend_value(*member(shapes, known), value, budget);
      if (fitting) mended[std::string(known)] = std::move(*fitting);
    }
  for (const auto& [name, shape] : object_of(shapes))
    if (member(mended, name) == nullptr && !may_be_left_out(shape)) mended[name] = example_of(shape);
  return mended;
}

std::optional<MendedCall> mend_tool(const Kinds& kinds, const Tool& tool, const Json& args,
                                    MendBudget& budget) {
  Json mended = mend_members(tool.args, args, budget);
  if (budget.left == 0 || !fit_arguments(tool.args, mended, kinds.shape_values)) return std::nullopt;
  return MendedCall{tool.source.name, std::move(mended)};
}

std::optional<MendedCall> mend_callback(const Kinds& kinds, const Callback& callback, const Json& args,
                                        MendBudget& budget) {
  JsonArray mended;
  const bool listed = args.is_array();
  if (callback.args.is_array())
    for (const Json& shape : array_of(callback.args)) {
      const std::size_t i = mended.size();
      const bool given = listed && i < args.size();
      if (!given && may_be_left_out(shape)) break;
      std::optional<Json> fitting = given ? mend_value(shape, array_of(args)[i], budget) : std::nullopt;
      mended.push_back(fitting ? std::move(*fitting) : example_of(shape));
    }
  Json all(std::move(mended));
  if (budget.left == 0 || !fit_positional(callback.args, all, kinds.shape_values)) return std::nullopt;
  return MendedCall{callback.source.name, std::move(all)};
}

}  // namespace

std::optional<MendedCall> mend_call(const Ruleset& ruleset, std::string_view name, const Json& args,
                                    HintBudget& hints) {
  if (hints.is_used_up()) return std::nullopt;
  const Kinds& kinds = ruleset.kinds();
  const auto allowed = [&kinds](std::string_view tool) {
    return std::ranges::find(kinds.allowed_tools, tool) != kinds.allowed_tools.end();
  };
  std::vector<std::string_view> names(kinds.allowed_tools.begin(), kinds.allowed_tools.end());
  for (const Callback& callback : kinds.callbacks) names.push_back(callback.source.name);
  const bool known = std::ranges::find(names, name) != names.end();
  const std::optional<std::string_view> right = known ? name : hints.nearest(name, names);
  if (!right) return std::nullopt;
  const Callback* callback = kinds.callback(*right);
  const Tool* tool = allowed(*right) ? kinds.tool(*right) : nullptr;
  if (callback == nullptr && tool == nullptr) return std::nullopt;
  MendBudget budget{kMostCompared, hints};
  const bool in_order = callback != nullptr && (args.is_array() || tool == nullptr);
  std::optional<MendedCall> mended =
      in_order ? mend_callback(kinds, *callback, args, budget) : mend_tool(kinds, *tool, args, budget);
  hints.spend(kMostCompared - budget.left);
  return mended;
}

}  // namespace gavel
