#include "param.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"
#include "state/pattern.hpp"
#include "state/shape.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

constexpr std::array<std::string_view, 9> kTypes = {"integer", "number",  "string", "boolean", "enum",
                                                    "path",    "pattern", "list",   "object"};
constexpr Shape kType = {.kinds = kText, .words = kTypes};
constexpr Shape kAny = {};
constexpr Shape kBound = {.kinds = kNumber};
constexpr Shape kValues = {.kinds = kList, .expected = "a list of the values allowed"};
constexpr Shape kInner = {.kinds = kMapping, .expected = "a parameter, such as {type: integer}"};
constexpr Shape kInnerByName = {.kinds = kMapping, .expected = "parameters by their names", .each = &kInner};
constexpr Shape kFlag = {.kinds = kBoolean};
constexpr Shape kParamSentence = {.kinds = kText, .filled = true};
constexpr std::array kParamTexts = {Member{"en", &kParamSentence}, Member{"zh", &kParamSentence}};
constexpr Shape kParamSummary = {
    .kinds = kText | kMapping, .expected = "{en: …, zh: …}", .members = kParamTexts, .filled = true};
constexpr std::array kParamMembers = {
    Member{"type", &kType, Need::kRequired},
    Member{"default", &kAny},
    Member{"min", &kBound},
    Member{"max", &kBound},
    Member{"values", &kValues},
    Member{"each", &kInner},
    Member{"members", &kInnerByName},
    Member{"optional", &kFlag},
    Member{"summary", &kParamSummary},
};
constexpr Shape kParam = {.kinds = kMapping,
                          .expected = "a parameter, such as {type: integer, default: 5}",
                          .members = kParamMembers};

std::string expected_of(const Param& param) {
  std::string out = param.type;
  if (param.type == "enum") return "one of " + to_text(Json(param.values));
  if (param.type == "path") return "a path such as places.inn.name";
  if (param.type == "pattern") return "a pattern such as places.*.name";
  const bool counted = param.type != "integer" && param.type != "number";
  if (!param.min && !param.max) return out;
  out += counted ? " with a length" : "";
  if (param.min) out += " from " + to_text(*param.min);
  if (param.max) out += " up to " + to_text(*param.max);
  return out;
}

bool is_of_type(const Param& param, const Json& value) {
  if (param.type == "integer") return has_type(value, "integer");
  if (param.type == "number") return value.is_number();
  if (param.type == "boolean") return value.is_boolean();
  if (param.type == "list") return value.is_array();
  if (param.type == "object") return value.is_object();
  if (param.type == "enum") return true;
  return value.is_string();
}

// What is measured against min and max.
Json measure(const Json& value) {
  if (value.is_number()) return value;
  if (value.is_string()) return Json(count_code_points(string_of(value)));
  return Json(value.size());
}

// Empty: the value fits.
std::string wrong_value(const Param& param, const Json& value, const Limits& limits) {
  if (!is_of_type(param, value)) return described(value) + " is not of type " + param.type;
  if (param.type == "enum") {
    return param.listed.find(param.values, value) ? "" : described(value) + " is not one of the values";
  }
  if (param.type == "path") {
    const Result<PathText> path = PathText::parse(string_of(value), limits);
    return path ? "" : described(value) + " is not a path: " + path.error().message;
  }
  if (param.type == "pattern") {
    const Result<Pattern> pattern = Pattern::parse(string_of(value), limits);
    return pattern ? "" : described(value) + " is not a pattern: " + pattern.error().message;
  }
  if (param.type == "boolean") return {};
  const Json size = measure(value);
  if (param.min && number_less(size, *param.min)) return described(value) + " is below the least";
  if (param.max && number_less(*param.max, size)) return described(value) + " is above the most";
  return {};
}

std::string meant(const Param& param, const Json& value) {
  if (param.type != "enum" || !value.is_string()) return {};
  std::vector<std::string_view> words;
  for (const Json& allowed : param.values)
    if (allowed.is_string()) words.push_back(string_of(allowed));
  return nearest_hint(string_of(value), words);
}

// What a value becomes: itself, with the defaults of what it leaves out, at any depth. Nothing: it does not
// fit.
std::optional<Json> fitted(const Param& param, const YamlNode& node, const std::string& what,
                           const Limits& limits, std::vector<Problem>& problems);

// Which of `params` the members of `node` are. `whose` and `missing` say it in messages.
Json fitted_members(const std::vector<Param>& params, const YamlNode* node, const std::string& whose,
                    const auto& missing, const Limits& limits, std::vector<Problem>& problems) {
  Json out = Json::object();
  std::vector<std::string_view> names;
  names.reserve(params.size());
  for (const Param& param : params) names.push_back(param.name);
  const std::size_t first = problems.size();
  for (const YamlNode& child : node == nullptr ? std::vector<YamlNode>() : node->children()) {
    if (problems.size() - first >= limits.max_problems) break;
    if (std::find(names.begin(), names.end(), child.key()) != names.end()) continue;
    problems.push_back(
        child.key_problem(whose + " has no parameter `" + printable(shortened(child.key(), 64)) + "`",
                          names.empty() ? "no parameters" : listed(names), nearest_hint(child.key(), names)));
  }
  for (const Param& param : params) {
    const std::optional<YamlNode> value = node == nullptr ? std::nullopt : node->member(param.name);
    if (value) {
      std::optional<Json> fit = fitted(param, *value, "`" + param.name + "` of " + whose, limits, problems);
      if (fit) out[param.name] = std::move(*fit);
    } else if (param.fallback) {
      out[param.name] = *param.fallback;
    } else if (!param.optional) {
      problems.push_back(missing(param));
    }
  }
  return out;
}

std::optional<Json> fitted(const Param& param, const YamlNode& node, const std::string& what,
                           const Limits& limits, std::vector<Problem>& problems) {
  std::string wrong = wrong_value(param, node.value(), limits);
  if (!wrong.empty()) {
    std::string hint = meant(param, node.value());
    if (hint.empty())
      hint = "write " + expected_of(param) +
             (node.value().is_string() && (param.type == "integer" || param.type == "number")
                  ? ", without quotes"
                  : "");
    problems.push_back(
        node.problem(what + ": " + wrong, described(node.value()), expected_of(param), std::move(hint)));
    return std::nullopt;
  }
  const std::size_t before = problems.size();
  Json out = node.value();
  if (!param.each.empty()) {
    JsonArray filled;
    for (const YamlNode& child : node.children()) {
      if (problems.size() - before >= limits.max_problems) break;
      std::optional<Json> fit = fitted(param.each.front(), child, "an entry of " + what, limits, problems);
      if (fit) filled.push_back(std::move(*fit));
    }
    out = Json(std::move(filled));
  } else if (!param.members.empty()) {
    const auto missing = [&](const Param& member) {
      return node.problem(what + " needs `" + member.name + "`", described(node.value()), expected_of(member),
                          "add `" + member.name + ": …`");
    };
    out = fitted_members(param.members, &node, what, missing, limits, problems);
  }
  if (problems.size() != before) return std::nullopt;
  return out;
}

// Members that only some types have.
bool check_members(const YamlNode& node, const Param& param, std::vector<Problem>& problems) {
  const std::size_t before = problems.size();
  const bool is_enum = param.type == "enum";
  if (const auto values = node.member("values"); values && (!is_enum || values->value().empty())) {
    problems.push_back(values->problem(is_enum ? "`values` is empty" : "`values` belongs to the type enum",
                                       described(values->value()),
                                       is_enum ? "at least one value" : "type: enum",
                                       is_enum ? "" : "write type: enum, or delete `values`"));
  }
  if (is_enum && !node.member("values")) {
    problems.push_back(
        node.problem("`values` is missing", "", "a list of the values allowed", "add `values: [a, b]`"));
  }
  for (const auto& [inner, type] : {std::pair("each", "list"), std::pair("members", "object")}) {
    const auto found = node.member(inner);
    if (found && param.type != type)
      problems.push_back(found->key_problem("`" + std::string(inner) + "` belongs to the type " + type,
                                            "type: " + std::string(type), "delete it"));
  }
  for (const char* bound : {"min", "max"}) {
    const auto found = node.member(bound);
    const bool unmeasured = param.type == "boolean" || param.type == "path" || param.type == "pattern";
    if (found && (is_enum || unmeasured)) {
      problems.push_back(found->key_problem(
          "`" + std::string(bound) + "` means nothing for the type " + param.type, "no bound", "delete it"));
    }
  }
  if (param.min && param.max && number_less(*param.max, *param.min)) {
    problems.push_back(node.member("min")->problem("`min` is above `max`", to_text(*param.min),
                                                   "at most " + to_text(*param.max), "swap the two"));
  }
  return problems.size() == before;
}

// What a list or an object holds. REQUIRES: the depth of the YAML is bounded, as its reader does.
bool read_inner(const YamlNode& node, Param& param, const Limits& limits, std::vector<Problem>& problems) {
  std::vector<YamlNode> specs;
  const auto each = node.member("each");
  if (each) specs.push_back(*each);
  if (const auto members = node.member("members")) specs = members->children();
  bool good = true;
  for (const YamlNode& spec : specs) {
    std::optional<Param> inner = read_param_spec(spec, limits, problems);
    good = good && inner;
    if (inner) (each ? param.each : param.members).push_back(std::move(*inner));
  }
  return good;
}

}  // namespace

std::optional<Param> read_param_spec(const YamlNode& node, const Limits& limits,
                                     std::vector<Problem>& problems) {
  if (!check_shape(node, kParam, limits, problems)) return std::nullopt;
  Param param;
  param.name = node.key();
  param.type = string_of(node.member("type")->value());
  if (const auto min = node.member("min")) param.min = min->value();
  if (const auto max = node.member("max")) param.max = max->value();
  if (const auto values = node.member("values")) param.values = array_of(values->value());
  if (const auto summary = node.member("summary")) param.summary = read_summary(*summary, problems);
  if (const auto optional = node.member("optional")) param.optional = optional->value() == Json(true);
  if (!check_members(node, param, problems) || !read_inner(node, param, limits, problems))
    return std::nullopt;
  if (const auto fallback = node.member("default")) {
    param.fallback = fitted(param, *fallback, "the default of `" + param.name + "`", limits, problems);
    if (!param.fallback) return std::nullopt;
  }
  return param;
}

Json check_params(const Manifest& manifest, const YamlNode* given, const Where& asked, const Limits& limits,
                  std::vector<Problem>& problems) {
  const std::string whose = "plugin " + manifest.plugin;
  const auto missing = [&](const Param& param) -> Problem {
    return {Error(Code::kPluginInvalid, whose + " needs the parameter `" + param.name + "`",
                  "add `with: {" + param.name + ": …}`", asked),
            {},
            expected_of(param)};
  };
  return fitted_members(manifest.params, given, whose, missing, limits, problems);
}

}  // namespace gavel
