#include "ruleset/shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/lookup_work.hpp"
#include "state/members.hpp"
#include "state/path_text.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

struct Form {
  std::string_view name;
  std::string_view type;  // as has_type and people name it; empty: any
  std::string_view members;
};
constexpr std::array kForms = {
    Form{"str", "string", "min max values id_of"},
    Form{"int", "integer", "min max"},
    Form{"num", "number", "min max"},
    Form{"bool", "boolean", ""},
    Form{"enum", "string", "values"},
    Form{"list", "array", "of min max"},
    Form{"object", "object", "of"},
    Form{"any", "", ""},
    Form{"path", "string", ""},
};
constexpr std::string_view kCommon = "kind optional default summary";
constexpr std::size_t kDeepest = 8;  // shapes inside one another

const Form* form_of(const Json& shape) {
  const Json* kind = member(shape, "kind");
  if (kind == nullptr || !kind->is_string()) return nullptr;
  for (const Form& form : kForms)
    if (form.name == string_of(*kind)) return &form;
  return nullptr;
}

bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

// What stands for an argument that is left out; nullptr: it has no default. An empty table of Lua's may be an
// empty list.
const Json* default_of(const Json& shape) {
  static const Json kNoElements(Json::value_t::array);
  const Json* fallback = member(shape, "default");
  const Form* form = form_of(shape);
  const bool empty_list = fallback != nullptr && form != nullptr && form->name == "list" &&
                          is_container(*fallback) && fallback->empty();
  return empty_list ? &kNoElements : fallback;
}

// The shapes inside a shape: an element's, or each member's.
void push_inner(const Json& shape, const std::string& name, std::size_t depth,
                std::vector<std::tuple<std::string, const Json*, std::size_t>>& todo) {
  const Json* of = member(shape, "of");
  if (of == nullptr || !of->is_object()) return;
  if (of->contains("kind") && form_of(*of) != nullptr) {
    todo.emplace_back(name + "[]", of, depth + 1);
    return;
  }
  for (const auto& [key, inner] : object_of(*of)) {
    std::string inside = name;
    inside.append(".").append(key);
    todo.emplace_back(std::move(inside), &inner, depth + 1);
  }
}

void check_bounds(const Json& shape, const std::string& name, std::vector<std::string>& problems) {
  const Json* min = member(shape, "min");
  const Json* max = member(shape, "max");
  for (const Json* bound : {min, max})
    if (bound != nullptr && !bound->is_number())
      problems.push_back("`" + name + "`: min and max are numbers, not " + to_text(*bound));
  const bool counts = member(shape, "kind") != nullptr && *member(shape, "kind") != Json("int") &&
                      *member(shape, "kind") != Json("num");
  for (const Json* bound : {min, max})
    if (counts && bound != nullptr && bound->is_number() && number_less(*bound, Json(0)))
      problems.push_back("`" + name + "`: min and max are lengths, from 0, not " + to_text(*bound));
  if (min != nullptr && max != nullptr && min->is_number() && max->is_number() && number_less(*max, *min))
    problems.push_back("`" + name + "`: min " + to_text(*min) + " is above max " + to_text(*max));
  const Json* values = member(shape, "values");
  if (values != nullptr && (!values->is_array() || values->empty()))
    problems.push_back("`" + name + "`: values is a list of what is allowed");
}

// Units of a bound: characters of a text, elements of a list, a number itself.
Json measured(const Json& value) {
  if (value.is_string()) return Json(static_cast<std::int64_t>(count_code_points(string_of(value))));
  if (value.is_array()) return Json(static_cast<std::int64_t>(value.size()));
  return value;
}

std::string unit_of(const Json& value) {
  if (value.is_string()) return " characters";
  return value.is_array() ? " elements" : "";
}

// One fitting of a value with all that is in it.
struct Fitting {
  static constexpr std::size_t kMostTold = 8;

  const ShapeValues& known;
  HintBudget hints;
  ShapeValues own;  // of lists that nobody knew
  std::vector<std::string> problems;

  // What is told no more need not be put into words.
  bool is_told_enough() const { return problems.size() >= kMostTold; }

  std::optional<std::string_view> near(std::string_view word, const std::vector<std::string_view>& names) {
    const std::size_t before = hints.spent();
    const auto found = hints.nearest(word, names);
    lookup_work += hints.spent() - before;
    return found;
  }

  bool lists(const JsonArray& values, const Json& value) {
    const ValueSet* set = known.of(values);
    return (set != nullptr ? *set : own.made_for(values)).find(values, value).has_value();
  }
};

void fit_values(const JsonArray& values, const Json& value, const std::string& name, Fitting& fitting) {
  if (fitting.lists(values, value)) return;
  std::vector<std::string_view> names;
  for (const Json& allowed : values)
    if (allowed.is_string()) names.push_back(string_of(allowed));
  std::string what =
      "`" + name + "` is " + shortened(to_text(value), 64) + ", which is none of " + to_text(Json(values));
  if (value.is_string())
    if (const auto near = fitting.near(string_of(value), names))
      what += "; did you mean \"" + std::string(*near) + "\"?";
  fitting.problems.push_back(std::move(what));
}

void fit_bounds(const Json& shape, const Json& value, const std::string& name, Fitting& fitting) {
  std::vector<std::string>& problems = fitting.problems;
  const Json size = measured(value);
  const Json* min = member(shape, "min");
  const Json* max = member(shape, "max");
  if (min != nullptr && size.is_number() && number_less(size, *min))
    problems.push_back("`" + name + "` is " + to_text(size) + unit_of(value) + "; at least " + to_text(*min));
  if (max != nullptr && size.is_number() && number_less(*max, size))
    problems.push_back("`" + name + "` is " + to_text(size) + unit_of(value) + "; at most " + to_text(*max));
  const Json* values = member(shape, "values");
  if (values != nullptr) fit_values(array_of(*values), value, name, fitting);
}

// A default that does not fit would be blamed on every caller who leaves the argument out.
void check_default(const Json& shape, const std::string& name, std::vector<std::string>& problems) {
  const Json* fallback = default_of(shape);
  if (fallback == nullptr || !problems.empty()) return;
  const ShapeValues none;
  Fitting fitting{none, HintBudget(), {}, {}};
  std::vector<std::string>& wrong = fitting.problems;
  Json value = *fallback;
  const Form& form = *form_of(shape);
  if (!form.type.empty() && !has_type(value, form.type)) {
    wrong.push_back("`" + name + "` is " + std::string(type_name(value)) + " " +
                    shortened(to_text(value), 64));
  } else {
    fit_bounds(shape, value, name, fitting);
  }
  for (const std::string& what : wrong) problems.push_back("the default of " + what);
}

void check_shape(const Json& shape, const std::string& name, std::vector<std::string>& problems) {
  const Form* form = form_of(shape);
  if (form == nullptr) {
    problems.push_back("`" + name + "` has no shape; write for example " + name + " = str{} or int{min = 0}");
    return;
  }
  for (const auto& [key, value] : object_of(shape)) {
    if (has_word(kCommon, key) || has_word(form->members, key)) continue;
    std::string what = "`";
    what.append(name).append("`: ").append(form->name).append("{} has no `").append(key).append("`");
    if (!form->members.empty()) what.append("; it has ").append(form->members);
    problems.push_back(std::move(what));
  }
  // Any other value would count as false, and the argument as needed.
  if (const Json* optional = member(shape, "optional"); optional != nullptr && !optional->is_boolean())
    problems.push_back("`" + name + "`: optional is true or false, not " + shortened(to_text(*optional), 64));
  if (form->name == "enum" && member(shape, "values") == nullptr)
    problems.push_back("`" + name + "`: enum{} needs values = {…}");
  if (const Json* place = member(shape, "id_of");
      place != nullptr && !(place->is_string() && PathText::parse(string_of(*place), Limits())))
    problems.push_back("`" + name + "`: id_of is the path of an object whose keys are meant, not " +
                       shortened(to_text(*place), 64));
  check_bounds(shape, name, problems);
  check_default(shape, name, problems);
}

struct Task {
  const Json* shape;
  Json* value;
  std::string name;
};

void tell_unknown(const Json& shapes, const Json& given, const std::string& prefix, Fitting& fitting) {
  std::vector<std::string_view> names;
  for (const auto& [name, value] : object_of(given)) {
    if (fitting.is_told_enough()) return;
    if (shapes.contains(name)) continue;
    if (names.empty())
      for (const auto& [declared, shape] : object_of(shapes)) names.push_back(declared);
    std::string what = "there is no argument `" + prefix + shortened(printable(name), 64) + "`";
    if (const auto near = fitting.near(name, names)) what += "; did you mean `" + std::string(*near) + "`?";
    fitting.problems.push_back(std::move(what));
  }
}

// Checks the members of an object against {name: shape}, fills in defaults, and leaves what is inside to
// `todo`.
void fit_members(const Json& shapes, Json& given, const std::string& prefix, std::vector<Task>& todo,
                 Fitting& fitting) {
  tell_unknown(shapes, given, prefix, fitting);
  Json filled(Json::value_t::object);
  for (const auto& [name, shape] : object_of(shapes)) {
    const Json* value = member(given, name);
    const Json* fallback = default_of(shape);
    if (value != nullptr) {
      filled[name] = *value;
    } else if (fallback != nullptr) {
      filled[name] = *fallback;
    } else if (!flag_at(shape, "optional") && !fitting.is_told_enough()) {
      std::string what = "`";
      what.append(prefix)
          .append(name)
          .append("` is missing (")
          .append(describe_shape(name, shape))
          .append(")");
      fitting.problems.push_back(std::move(what));
    }
  }
  given = std::move(filled);
  for (auto& [name, value] : object_of(given)) todo.push_back({member(shapes, name), &value, prefix + name});
}

void fit_one(const Task& task, std::vector<Task>& todo, Fitting& fitting) {
  std::vector<std::string>& problems = fitting.problems;
  const Form& form = *form_of(*task.shape);
  Json& value = *task.value;
  // What a model writes as 5.0 is the integer 5.
  if (form.name == "int" && value.is_number_float() && has_type(value, "integer") &&
      std::abs(value.get<double>()) < 9e15)
    value = static_cast<std::int64_t>(value.get<double>());
  if (!form.type.empty() && !has_type(value, form.type)) {
    problems.push_back("`" + task.name + "` is " + std::string(type_name(value)) + " " +
                       shortened(to_text(value), 64) + "; " + describe_shape(task.name, *task.shape));
    return;
  }
  fit_bounds(*task.shape, value, task.name, fitting);
  const Json* of = member(*task.shape, "of");
  if (of == nullptr) return;
  if (value.is_array()) {
    std::size_t i = 0;
    for (Json& element : array_of(value))
      todo.push_back({of, &element, task.name + "[" + std::to_string(i++) + "]"});
  } else if (value.is_object() && form_of(*of) != nullptr) {
    for (auto& [key, inner] : object_of(value)) todo.push_back({of, &inner, task.name + "." + key});
  } else if (value.is_object()) {
    fit_members(*of, value, task.name + ".", todo, fitting);
  }
}

Result<void> fit_all(std::vector<Task>& todo, Fitting& fitting) {
  const std::vector<std::string>& problems = fitting.problems;
  for (std::size_t i = 0; i < todo.size() && !fitting.is_told_enough(); ++i) {
    const Task task = todo[i];
    fit_one(task, todo, fitting);
  }
  if (problems.empty()) return {};
  std::string message = problems.front();
  for (std::size_t i = 1; i < std::min(problems.size(), Fitting::kMostTold); ++i)
    message += "; " + problems[i];
  lookup_work += message.size();
  return Error(Code::kToolInvalidArgs, std::move(message));
}

}  // namespace

void ShapeValues::add(const Json& shapes) {
  std::vector<const Json*> todo{&shapes};
  while (!todo.empty()) {
    const Json& one = *todo.back();
    todo.pop_back();
    if (one.is_array())
      for (const Json& child : array_of(one)) todo.push_back(&child);
    if (!one.is_object()) continue;
    const Json* values = form_of(one) == nullptr ? nullptr : member(one, "values");
    if (values != nullptr && values->is_array()) made_for(array_of(*values));
    for (const auto& [key, child] : object_of(one))
      if (&child != values) todo.push_back(&child);
  }
}

const ValueSet* ShapeValues::of(const JsonArray& values) const {
  const auto found = by_list_.find(&values);
  return found == by_list_.end() ? nullptr : &found->second;
}

const ValueSet& ShapeValues::made_for(const JsonArray& values) {
  const auto found = by_list_.find(&values);
  return found != by_list_.end() ? found->second : by_list_.emplace(&values, ValueSet(values)).first->second;
}

std::vector<std::string> shape_names() {
  std::vector<std::string> names;
  names.reserve(kForms.size());
  for (const Form& form : kForms) names.emplace_back(form.name);
  return names;
}

std::vector<std::string_view> shape_options(std::string_view name) {
  std::vector<std::string_view> options;
  for (const Form& form : kForms) {
    if (form.name != name) continue;
    for (const std::string_view words : {form.members, kCommon}) {
      for (std::size_t begin = 0; begin < words.size();) {
        const std::size_t end = std::min(words.find(' ', begin), words.size());
        const std::string_view word = words.substr(begin, end - begin);
        if (word != "kind") options.push_back(word);  // the shape says it itself
        begin = end + 1;
      }
    }
  }
  return options;
}

std::vector<std::string> check_shapes(const Json& shapes) {
  std::vector<std::string> problems;
  std::vector<std::tuple<std::string, const Json*, std::size_t>> todo;
  if (shapes.is_array()) {
    std::size_t i = 0;
    for (const Json& shape : array_of(shapes)) todo.emplace_back(std::to_string(++i), &shape, 1);
  } else if (shapes.is_object()) {
    for (const auto& [name, shape] : object_of(shapes)) todo.emplace_back(name, &shape, 1);
  } else {
    return {"`args` is a table of shapes, such as { delta = int{min = -9, max = 9} }"};
  }
  for (std::size_t i = 0; i < todo.size(); ++i) {
    const auto [name, shape, depth] = todo[i];
    if (depth > kDeepest) {
      problems.push_back("`" + name + "`: shapes stand at most " + std::to_string(kDeepest) + " deep");
      continue;
    }
    check_shape(*shape, name, problems);
    if (form_of(*shape) != nullptr) push_inner(*shape, name, depth, todo);
  }
  return problems;
}

Result<Json> fit_arguments(const Json& shapes, const Json& given, const ShapeValues& known,
                           HintBudget hints) {
  if (!given.is_object() && !given.is_null())
    return Error(Code::kToolInvalidArgs, "the arguments are an object, not " + std::string(type_name(given)));
  // An empty table of declarations may have come as an empty array.
  const Json none(Json::value_t::object);
  Json filled = given.is_null() ? none : given;
  Fitting fitting{known, hints, {}, {}};
  std::vector<Task> todo;
  fit_members(shapes.is_object() ? shapes : none, filled, "", todo, fitting);
  TRY(fit_all(todo, fitting));
  return filled;
}

Result<Json> fit_positional(const Json& shapes, const Json& given, const ShapeValues& known,
                            HintBudget hints) {
  static const JsonArray kNone;
  const JsonArray& declared = shapes.is_array() ? array_of(shapes) : kNone;
  if (!given.is_array()) return Error(Code::kToolInvalidArgs, "the arguments must be an array");
  if (given.size() > declared.size())
    return Error(Code::kToolInvalidArgs, "there are " + std::to_string(given.size()) +
                                             " arguments; at most " + std::to_string(declared.size()));
  Json filled = given;
  Fitting fitting{known, hints, {}, {}};
  std::vector<Task> todo;
  for (std::size_t i = 0; i < declared.size(); ++i) {
    const std::string name = std::to_string(i + 1);
    const Json* fallback = default_of(declared[i]);
    if (i < filled.size()) continue;
    if (fallback != nullptr) {
      filled.push_back(*fallback);
    } else if (!flag_at(declared[i], "optional")) {
      fitting.problems.push_back("argument " + describe_shape(name, declared[i]) + " is missing");
    } else {
      filled.push_back(nullptr);
    }
  }
  for (std::size_t i = 0; i < given.size(); ++i)
    todo.push_back({&declared[i], &array_of(filled)[i], std::to_string(i + 1)});
  TRY(fit_all(todo, fitting));
  return filled;
}

std::string describe_shape(std::string_view name, const Json& shape) {
  const Form* form = form_of(shape);
  std::string text = std::string(name) + ": ";
  text += form == nullptr || form->type.empty() ? "anything" : form->type;
  if (form != nullptr && form->name == "path") text = std::string(name) + ": path";
  const Json* place = member(shape, "id_of");
  const Json* min = place != nullptr ? nullptr : member(shape, "min");
  const Json* max = place != nullptr ? nullptr : member(shape, "max");
  const std::string unit = form != nullptr && form->type == "string" ? " characters" : "";
  if (place != nullptr) text = std::string(name) + ": id of " + string_of(*place);
  if (min != nullptr && max != nullptr) {
    text += ", " + to_text(*min) + " to " + to_text(*max) + unit;
  } else if (min != nullptr) {
    text += ", at least " + to_text(*min) + unit;
  } else if (max != nullptr) {
    text += ", at most " + to_text(*max) + unit;
  }
  if (const Json* values = member(shape, "values")) text += ", one of " + to_text(*values);
  if (flag_at(shape, "optional") || member(shape, "default") != nullptr) text += ", optional";
  return text;
}

Json example_of(const Json& shape) {
  if (const Json* fallback = member(shape, "default")) return *fallback;
  if (const Json* values = member(shape, "values")) return array_of(*values).front();
  const Form* form = form_of(shape);
  if (form == nullptr || form->type.empty()) return nullptr;
  if (form->type == "string") return form->name == "path" ? "a.b" : "…";
  if (form->type == "boolean") return true;
  if (form->type == "array") return Json(Json::value_t::array);
  if (form->type == "object") return Json(Json::value_t::object);
  const Json* min = member(shape, "min");
  return min != nullptr && number_less(Json(1), *min) ? *min : Json(1);
}

Json json_schema(const Json& shapes) {
  Json schema(Json::value_t::object);
  schema["type"] = "object";
  Json properties(Json::value_t::object);
  Json required(Json::value_t::array);
  if (shapes.is_object()) {
    for (const auto& [name, shape] : object_of(shapes)) {
      const Form* form = form_of(shape);
      Json property(Json::value_t::object);
      if (form != nullptr && !form->type.empty()) property["type"] = std::string(form->type);
      const bool text = form != nullptr && form->type == "string";
      if (const Json* min = member(shape, "min")) property[text ? "minLength" : "minimum"] = *min;
      if (const Json* max = member(shape, "max")) property[text ? "maxLength" : "maximum"] = *max;
      if (const Json* values = member(shape, "values")) property["enum"] = *values;
      if (const Json* fallback = member(shape, "default")) property["default"] = *fallback;
      if (const Json* summary = member(shape, "summary"); summary != nullptr && summary->is_string())
        property["description"] = *summary;
      properties[name] = std::move(property);
      if (!flag_at(shape, "optional") && member(shape, "default") == nullptr) required.push_back(name);
    }
  }
  schema["properties"] = std::move(properties);
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

}  // namespace gavel
