#include "fuzz_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "state/path_text.hpp"

namespace gavel {
namespace {

constexpr std::array<std::string_view, 12> kOddTexts = {
    "",       "a",     " ", "0", "-1", "true", "null", "你好，世界", "constructor", "\xF0\x9F\x8E\xB2",
    "a.b[0]", "\"'`\\"};
constexpr std::array<std::int64_t, 16> kOddNumbers = {
    0,         1,        -1, 2, 3, 5, 9, 100, -100, 1000, 1000000, -1000000, 2147483648, 1000000000000,
    INT64_MAX, INT64_MIN};
constexpr std::array<double, 7> kOddFloats = {0.5, -0.5, 1.5, 0.1, 1e18, -1e300, 1e308};
constexpr std::array<std::string_view, 6> kNewNames = {"new", "小明", "nobody", "x", "0", "a b"};

const Json* text_member(const Json& json, std::string_view name) {
  const Json* found = member(json, name);
  return found != nullptr && found->is_string() ? found : nullptr;
}

// Beyond what a float holds there is no JSON.
Json finite(Json number) {
  if (number.is_number_float() && !std::isfinite(number.get<double>())) return 1e308;
  return number;
}
Json plus(const Json& a, const Json& b) { return finite(sum(a, b)); }
Json minus(const Json& a, const Json& b) { return finite(difference(a, b)); }

}  // namespace

std::string FuzzValues::name() {
  const std::size_t kind = random_.below(100);
  if (kind < 12) return std::string(random_.pick(kNewNames));
  if (kind < 50) return random_.pick(around_.ids);
  return kind < 80 ? random_.pick(around_.names) : random_.pick(around_.words);
}

Json FuzzValues::number() {
  if (random_.chance(40)) return random_.pick(kOddNumbers);
  const Json& known = random_.pick(around_.numbers);
  return random_.chance(50) ? known : plus(known, Json(random_.chance(50) ? 1 : -1));
}

Json FuzzValues::wild() {
  switch (random_.below(12)) {
    case 0:
      return nullptr;
    case 1:
      return random_.chance(50);
    case 2:
      return random_.pick(kOddFloats);
    case 3:
      return std::string(random_.pick(kOddTexts));
    case 4:
      return std::string(1 + random_.below(3000), 'x');
    case 5:
      return Json(Json::value_t::array);
    case 6:
      return Json(Json::value_t::object);
    case 7: {
      Json deep = 1;
      for (std::size_t i = 1 + random_.below(24); i != 0; --i) {
        Json outer(random_.chance(50) ? Json::value_t::array : Json::value_t::object);
        if (outer.is_array()) {
          outer.push_back(std::move(deep));
        } else {
          outer["a"] = std::move(deep);
        }
        deep = std::move(outer);
      }
      return deep;
    }
    case 8:
      return Json(JsonArray{number(), name()});
    case 9: {
      Json object(Json::value_t::object);
      object[name()] = number();
      object[name()] = name();
      return object;
    }
    case 10:
      return name();
    default:
      return number();
  }
}

Json FuzzValues::near_number(const Json& now) {
  switch (random_.below(9)) {
    case 0:
      return plus(now, Json(1));
    case 1:
      return plus(now, Json(-1));
    case 2:
      return 0;
    case 3:
      return minus(Json(0), now);
    case 4:
      return plus(now, now);
    case 5:
      return plus(now, number());
    case 6:
      return plus(now, Json(0.5));
    default:
      return number();
  }
}

Json FuzzValues::changed_object(const Json& now) {
  Json changed = now;
  if (!now.empty() && random_.chance(70)) {
    const std::string key =
        std::next(object_of(now).begin(), static_cast<std::ptrdiff_t>(random_.below(now.size())))->first;
    if (random_.chance(30)) {
      changed.erase(key);
    } else {
      const Json& child = *member(now, key);
      changed[key] = is_container(child) || random_.chance(30) ? wild() : near(child);
    }
    return changed;
  }
  changed[name()] = random_.chance(50) ? number() : wild();
  return changed;
}

Json FuzzValues::changed_array(const Json& now) {
  Json changed = now;
  if (!now.empty() && random_.chance(40)) {
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(random_.below(now.size())));
  } else if (!now.empty() && random_.chance(50)) {
    changed.push_back(random_.pick(array_of(now)));
  } else {
    changed.push_back(random_.chance(50) ? Json(name()) : wild());
  }
  return changed;
}

// Something of the same type, mostly. A container inside is not gone into.
Json FuzzValues::near(const Json& now) {
  if (now.is_boolean() && random_.chance(80)) return !now.get<bool>();
  if (now.is_number()) return near_number(now);
  if (now.is_string()) return random_.chance(85) ? Json(name()) : Json(string_of(now) + "x");
  if (now.is_object()) return changed_object(now);
  if (now.is_array()) return changed_array(now);
  return wild();
}

Json FuzzValues::of_type(std::string_view type, const Json* now) {
  if (now != nullptr && has_type(*now, type)) return near(*now);
  if (type == "integer" || type == "number") return number();
  if (type == "string") return name();
  if (type == "boolean") return random_.chance(50);
  if (type == "null") return nullptr;
  if (type == "object") return changed_object(Json(Json::value_t::object));
  return changed_array(Json(Json::value_t::array));
}

// As a row of `fields` has it: mostly what fits, on its edges, and just beyond.
Json FuzzValues::bounded(const Json& row, const Json* now) {
  if (const Json* values = member(row, "enum"); values != nullptr && values->is_array() && !values->empty())
    return random_.chance(90) ? random_.pick(array_of(*values)) : wild();
  std::vector<Json> edges;
  for (const char* name : {"min", "max"}) {
    const Json* bound = member(row, name);
    if (bound == nullptr || !bound->is_number()) continue;
    for (const int away : {0, 1, -1}) edges.push_back(plus(*bound, Json(away)));
  }
  if (!edges.empty() && random_.chance(60)) return random_.pick(edges);
  if (const Json* type = text_member(row, "type")) return of_type(string_of(*type), now);
  if (const Json* types = member(row, "type"); types != nullptr && types->is_array() && !types->empty())
    if (const Json& type = random_.pick(array_of(*types)); type.is_string())
      return of_type(string_of(type), now);
  return now != nullptr ? near(*now) : wild();
}

Json FuzzValues::value_for(PathView path, const Json* now) {
  if (random_.chance(8)) return wild();
  for (const FuzzSurroundings::Bound& bound : around_.bounds) {
    const bool speaks = bound.row.contains("type") || bound.row.contains("min") ||
                        bound.row.contains("max") || bound.row.contains("enum");
    if (speaks && bound.pattern.matches(path) && random_.chance(75)) return bounded(bound.row, now);
  }
  if (now != nullptr) return near(*now);
  return random_.chance(50) ? number() : random_.chance(50) ? Json(name()) : wild();
}

Json FuzzValues::amount_for(const Json* now) {
  if (random_.chance(5)) return wild();
  if (random_.chance(50)) return static_cast<std::int64_t>(random_.below(21)) - 10;
  if (now != nullptr && now->is_number() && random_.chance(20)) return minus(Json(0), *now);
  return random_.chance(10) ? Json(random_.pick(kOddFloats)) : number();
}

Json FuzzValues::sized_number(const Json& shape, bool whole, bool fits) {
  const Json* min = member(shape, "min");
  const Json* max = member(shape, "max");
  std::vector<Json> some;
  for (const Json* bound : {min, max}) {
    if (bound == nullptr || !bound->is_number()) continue;
    some.push_back(*bound);
    some.push_back(plus(*bound, Json(bound == min ? 1 : -1)));
    if (!fits) some.push_back(plus(*bound, Json(bound == min ? -1 : 1)));
  }
  Json value = some.empty() || random_.chance(50) ? number() : random_.pick(some);
  if (!whole && random_.chance(30)) value = plus(value, Json(0.5));
  if (!fits) return value;
  if (min != nullptr && number_less(value, *min)) value = *min;
  if (max != nullptr && number_less(*max, value)) value = *max;
  if (whole && !has_type(value, "integer")) value = min != nullptr ? *min : Json(1);
  return value;
}

Json FuzzValues::scalar_of(const Json& shape, std::string_view kind, bool fits) {
  if (const Json* values = member(shape, "values"); values != nullptr && values->is_array() && fits)
    return random_.pick(array_of(*values));
  if (kind == "int" || kind == "num") return sized_number(shape, kind == "int", fits);
  if (kind == "bool") return random_.chance(50);
  if (kind == "path") return to_dotted(random_.pick(around_.places));
  if (kind == "any") return random_.chance(40) ? wild() : random_.chance(50) ? number() : Json(name());
  return random_.chance(95) ? Json(name()) : Json(std::string(random_.pick(kOddTexts)));
}

// A value of a shape. Shapes inside shapes are few (host/engine/rules checks how deep), and filled one after
// the other.
Json FuzzValues::shaped(const Json& shape, bool fits) {
  struct Task {
    const Json* shape;
    Json* value;
  };
  Json result;
  std::vector<Task> todo{{&shape, &result}};
  while (!todo.empty()) {
    const auto [one, value] = todo.back();
    todo.pop_back();
    const Json* kind = text_member(*one, "kind");
    const std::string name_of_kind = kind == nullptr ? "any" : string_of(*kind);
    const Json* of = member(*one, "of");
    if (name_of_kind == "list") {
      *value = Json(JsonArray(random_.below(4)));
      for (Json& element : array_of(*value)) {
        if (of != nullptr) todo.push_back({of, &element});
        if (of == nullptr) element = name();
      }
    } else if (name_of_kind == "object" && of != nullptr && of->is_object() && !of->contains("kind")) {
      *value = Json(Json::value_t::object);
      for (const auto& [key, inner] : object_of(*of)) (*value)[key] = nullptr;
      for (const auto& [key, inner] : object_of(*of)) todo.push_back({&inner, &(*value)[key]});
    } else if (name_of_kind == "object") {
      *value = Json(Json::value_t::object);
      (*value)[name()] = of != nullptr && of->is_object() ? scalar_of(*of, "any", fits) : wild();
    } else {
      *value = scalar_of(*one, name_of_kind, fits);
    }
  }
  return result;
}

Json FuzzValues::arguments_for(const FuzzSurroundings::Callable& callable) {
  const bool odd = random_.chance(12);  // one of them does not fit
  Json args(callable.in_order ? Json::value_t::array : Json::value_t::object);
  if (callable.in_order) {
    if (callable.args.is_array())
      for (const Json& shape : array_of(callable.args))
        args.push_back(odd && random_.chance(50) ? wild() : shaped(shape, true));
    if (odd && random_.chance(30) && !args.empty()) array_of(args).pop_back();
    return args;
  }
  if (callable.args.is_object()) {
    for (const auto& [name_of, shape] : object_of(callable.args)) {
      const Json* optional = member(shape, "optional");
      const bool may_lack = (optional != nullptr && *optional == true) || shape.contains("default");
      if (may_lack ? random_.chance(50) : odd && random_.chance(20)) continue;
      args[name_of] = odd && random_.chance(50) ? wild() : shaped(shape, !odd || random_.chance(50));
    }
  }
  if (odd && random_.chance(20)) args[name()] = number();
  return args;
}

}  // namespace gavel
