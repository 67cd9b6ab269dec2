#include "claims/fact.hpp"

#include <array>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostName = 256;
constexpr std::size_t kMostPaths = 16;

struct FormName {
  std::string_view name;
  Fact::Form form;
};
constexpr std::array<FormName, 8> kFactForms = {{{"equals", Fact::Form::kEquals},
                                                 {"differs", Fact::Form::kDiffers},
                                                 {"within", Fact::Form::kWithin},
                                                 {"share", Fact::Form::kShare},
                                                 {"delta", Fact::Form::kDelta},
                                                 {"changed", Fact::Form::kChanged},
                                                 {"exists", Fact::Form::kExists},
                                                 {"rolled", Fact::Form::kRolled}}};

Error wrong(std::string what) {
  return {Code::kPluginError, "a fact " + std::move(what),
          "{ kind = …, subject = …, path = …, equals = …, span = { b, e } }; host/engine/claims/README.md "
          "lists all forms"};
}

Result<std::string> name_of(const Json& json, std::string_view which) {
  const Json* value = member(json, which);
  // What stands in a list is called by its number.
  if (value != nullptr && value->is_number_integer()) return to_text(*value);
  if (value == nullptr || !value->is_string() || string_of(*value).empty() ||
      string_of(*value).size() > kMostName)
    return wrong("has no `" + std::string(which) + "`, a text of 1 to " + std::to_string(kMostName) +
                 " bytes");
  return string_of(*value);
}

// {b, e}: bytes from 1, both inclusive, as string.find gives them.
Result<Span> span_of(const Json& json, std::string_view narration) {
  const Json* span = member(json, "span");
  const bool two = span != nullptr && span->is_array() && span->size() == 2 &&
                   array_of(*span)[0].is_number_integer() && array_of(*span)[1].is_number_integer();
  if (!two) return wrong("has no `span` = { first byte, last byte }");
  const WideInteger b = wide(array_of(*span)[0]), e = wide(array_of(*span)[1]);
  if (b < 1 || e < b || e > static_cast<WideInteger>(narration.size()))
    return wrong("has a span outside the narration: " + to_text(*span));
  return Span{static_cast<std::size_t>(b - 1), static_cast<std::size_t>(e)};
}

Result<Path> path_of(const Json& given, const Json& root, const Limits& limits, std::uint64_t& steps) {
  if (given.is_array()) return path_from_json(given, limits);
  if (!given.is_string()) return wrong("has a path that is neither a text nor a list of keys");
  PathText text = TRY(PathText::parse(string_of(given), limits));
  return text.resolve(root, {}, &steps);
}

Result<Range> range_of(const Json& value, std::string_view form) {
  if (value.is_number()) return Range{value, value};
  const bool two = value.is_array() && value.size() == 2 && array_of(value)[0].is_number() &&
                   array_of(value)[1].is_number();
  if (!two) return wrong("has `" + std::string(form) + "`, which is a number or { low, high }");
  return Range{array_of(value)[0], array_of(value)[1]};
}

Result<void> read_form(const Json& json, Fact& fact) {
  const Json* value = nullptr;
  std::string_view name;
  for (const FormName& one : kFactForms) {
    const Json* given = member(json, one.name);
    if (given == nullptr) continue;
    if (value != nullptr)
      return wrong("has both `" + std::string(name) + "` and `" + std::string(one.name) + "`");
    value = given;
    name = one.name;
    fact.form = one.form;
  }
  if (value == nullptr)
    return wrong("says neither equals differs within share delta changed exists nor rolled");
  fact.value = *value;
  if (fact.form == Fact::Form::kWithin || fact.form == Fact::Form::kShare ||
      fact.form == Fact::Form::kDelta) {
    fact.range = TRY(range_of(*value, name));
  }
  if (fact.form == Fact::Form::kChanged && value->is_string()) {
    if (string_of(*value) != "up" && string_of(*value) != "down")
      return wrong("has `changed`, which is true, \"up\" or \"down\"");
    fact.change = string_of(*value) == "up" ? Fact::Change::kUp : Fact::Change::kDown;
  }
  if (fact.form == Fact::Form::kEquals) {
    fact.claimed = *value;
  } else {
    fact.claimed = Json(Json::value_t::object);
    fact.claimed[std::string(name)] = *value;
  }
  return {};
}

Result<void> read_paths(const Json& json, const Json& root, const Limits& limits, Fact& fact,
                        std::uint64_t& steps) {
  const Json* path = member(json, "path");
  const Json* paths = member(json, "paths");
  if (fact.form == Fact::Form::kRolled) return {};
  if ((path == nullptr) == (paths == nullptr)) return wrong("has no `path`, or `paths` beside it");
  const JsonArray given = path != nullptr     ? JsonArray{*path}
                          : paths->is_array() ? array_of(*paths)
                                              : JsonArray{};
  const bool one = path != nullptr || fact.form == Fact::Form::kChanged;
  if (!one || given.empty() || given.size() > kMostPaths)
    return wrong("has `paths`, which is a list of 1 to " + std::to_string(kMostPaths) +
                 " and goes with `changed`");
  for (const Json& text : given) {
    Result<Path> read = path_of(text, root, limits, steps);
    if (!read) return wrong("has the path " + shortened(to_text(text), 64) + ": " + read.error().message);
    fact.paths.push_back(std::move(*read));
  }
  const Json* of = member(json, "of");
  if (fact.form != Fact::Form::kShare) return {};
  if (of == nullptr) return wrong("has `share` without `of`, the path of the whole");
  fact.of = TRY(path_of(*of, root, limits, steps));
  return {};
}

}  // namespace

std::vector<std::string_view> fact_members() {
  std::vector<std::string_view> names = {"kind", "subject", "span", "path", "paths", "of", "where", "field"};
  for (const FormName& form : kFactForms) names.push_back(form.name);
  return names;
}

Result<Fact> read_fact(const Json& json, std::string_view narration, const Json& root, const Limits& limits,
                       std::uint64_t& steps) {
  if (!json.is_object()) return wrong("is no table: " + shortened(to_text(json), 64));
  Fact fact;
  fact.kind = TRY(name_of(json, "kind"));
  fact.subject = TRY(name_of(json, "subject"));
  fact.span = TRY(span_of(json, narration));
  TRY(read_form(json, fact));
  TRY(read_paths(json, root, limits, fact, steps));
  const Json* where = member(json, "where");
  if (where != nullptr && where->is_object()) fact.where = *where;
  const Json* field = member(json, "field");
  if (field != nullptr && field->is_string()) fact.field = string_of(*field);
  if (fact.where && fact.field.empty()) return wrong("has `where` without `field`, the member that counts");
  return fact;
}

}  // namespace gavel
