#include "gavel/json.hpp"

#include <cmath>

#include "state/child_at.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "impl.hpp"

namespace gavel::v1 {
namespace {

const core::Json kNull;

// What could not be built, as a node that is no JSON.
struct Refused : core::Json {
  explicit Refused(Error error_in) : core::Json(core::Json::value_t::discarded), error(std::move(error_in)) {}
  Error error;
};

const Error* error_of_node(const core::Json& node) {
  return node.is_discarded() ? &static_cast<const Refused&>(node).error : nullptr;
}

}  // namespace

const core::Json& JsonAccess::of(const Json& json) noexcept {
  return json.node_ == nullptr ? kNull : *static_cast<const core::Json*>(json.node_.get());
}

const core::Json& JsonAccess::given(const Json& json) {
  if (const Error* error = error_of_node(of(json))) throw CallRefused{*error};
  return of(json);
}

Json JsonAccess::made(core::Json json) {
  if (json.is_null()) return {};
  return Json(std::shared_ptr<const void>(std::make_shared<const core::Json>(std::move(json))));
}

Json::Json() noexcept = default;
Json::Json(const char* text) : Json(std::string_view(text == nullptr ? "" : text)) {}
Json::Json(std::string_view text) : Json(JsonAccess::made(core::Json(core::as_utf8(text)))) {}
Json Json::of_bool(bool truth) { return JsonAccess::made(core::Json(truth)); }
Json Json::of_signed(std::int64_t number) { return JsonAccess::made(core::Json(number)); }
Json Json::of_unsigned(std::uint64_t number) { return JsonAccess::made(core::Json(number)); }
Json Json::of_double(double number) {
  return std::isfinite(number) ? JsonAccess::made(core::Json(number)) : Json();
}

// What is built is no deeper than what is read: deeper values are copied by recursion.
Json JsonAccess::built(core::Json json) {
  const std::size_t most = core::Limits().max_depth;
  if (core::depth_of(json) <= most) return made(std::move(json));
  return refused(public_error(core::over_limit(core::Code::kLimitDepth,
                                               "a value was built of too many containers in one another",
                                               most, "max_depth")));
}

Json JsonAccess::refused(Error error) {
  const auto node = std::make_shared<const Refused>(std::move(error));
  return Json(std::shared_ptr<const void>(node, static_cast<const core::Json*>(node.get())));
}

Json Json::array(const std::vector<Json>& elements) {
  core::Json built(core::Json::value_t::array);
  for (const Json& one : elements) {
    if (one.kind() == Kind::kRefused) return one;
    core::array_of(built).push_back(JsonAccess::of(one));
  }
  return JsonAccess::built(std::move(built));
}

template <typename Members>
Json JsonAccess::object(const Members& members) {
  core::Json object(core::Json::value_t::object);
  for (const auto& [key, value] : members) {
    if (value.kind() == Json::Kind::kRefused) return value;
    const std::string name = core::as_utf8(key);
    if (core::member(object, name) != nullptr)
      return refused(error_of(core::Code::kParseMalformed,
                              "the key \"" + core::shortened(name, 64) + "\" was given twice to one object"));
    object[name] = of(value);
  }
  return built(std::move(object));
}

Json Json::object(std::initializer_list<std::pair<std::string_view, Json>> members) {
  return JsonAccess::object(members);
}

Json Json::object(const std::vector<std::pair<std::string, Json>>& members) {
  return JsonAccess::object(members);
}

Result<Json> Json::parse(std::string_view text) noexcept {
  return guarded([&]() -> Result<Json> { return public_json(core::read_json(text, core::Limits())); });
}

Json::Kind Json::kind() const noexcept {
  const core::Json& json = JsonAccess::of(*this);
  if (json.is_discarded()) return Kind::kRefused;
  if (json.is_null()) return Kind::kNull;
  if (json.is_boolean()) return Kind::kBoolean;
  if (json.is_number_integer()) return Kind::kInteger;
  if (json.is_number()) return Kind::kNumber;
  if (json.is_string()) return Kind::kString;
  return json.is_array() ? Kind::kArray : Kind::kObject;
}

Result<void> Json::check() const noexcept {
  const Error* error = error_of_node(JsonAccess::of(*this));
  return error == nullptr ? Result<void>() : guarded([&]() -> Result<void> { return *error; });
}

bool Json::boolean(bool fallback) const noexcept {
  return kind() == Kind::kBoolean ? JsonAccess::of(*this).get<bool>() : fallback;
}

std::int64_t Json::integer(std::int64_t fallback) const noexcept {
  const core::Json& json = JsonAccess::of(*this);
  if (json.is_number_integer()) {
    const core::WideInteger wide = core::wide(json);
    const bool holds = wide <= INT64_MAX && wide >= INT64_MIN;
    return holds ? static_cast<std::int64_t>(wide) : fallback;
  }
  if (!json.is_number()) return fallback;
  constexpr double kBeyond = 9223372036854775808.0;  // 2^63
  const double number = json.get<double>();
  if (std::trunc(number) != number || number < -kBeyond || number >= kBeyond) return fallback;
  return static_cast<std::int64_t>(number);
}

std::uint64_t Json::unsigned_integer(std::uint64_t fallback) const noexcept {
  const core::Json& json = JsonAccess::of(*this);
  if (json.is_number_integer()) {
    const core::WideInteger wide = core::wide(json);
    return wide >= 0 ? static_cast<std::uint64_t>(wide) : fallback;
  }
  if (!json.is_number()) return fallback;
  constexpr double kBeyond = 18446744073709551616.0;  // 2^64
  const double number = json.get<double>();
  if (std::trunc(number) != number || number < 0 || number >= kBeyond) return fallback;
  return static_cast<std::uint64_t>(number);
}

double Json::number(double fallback) const noexcept {
  const core::Json& json = JsonAccess::of(*this);
  return json.is_number() ? json.get<double>() : fallback;
}

std::string Json::string(std::string_view fallback) const {
  return is_string() ? core::string_of(JsonAccess::of(*this)) : std::string(fallback);
}

std::size_t Json::size() const noexcept {
  const core::Json& json = JsonAccess::of(*this);
  return core::is_container(json) ? json.size() : 0;
}

bool Json::has(std::string_view key) const noexcept {
  return core::member(JsonAccess::of(*this), key) != nullptr;
}

Json Json::operator[](std::string_view key) const noexcept {
  const core::Json* found = core::member(JsonAccess::of(*this), key);
  return found == nullptr ? Json() : JsonAccess::part(*this, *found);
}

Json Json::operator[](std::size_t index) const noexcept {
  const core::Json& json = JsonAccess::of(*this);
  if (!json.is_array() || index >= json.size()) return {};
  return JsonAccess::part(*this, core::array_of(json)[index]);
}

Json Json::operator[](int index) const noexcept {
  return index < 0 ? Json() : (*this)[static_cast<std::size_t>(index)];
}

Json Json::at(std::string_view path) const noexcept {
  const Result<Json> found = guarded([&]() -> Result<Json> {
    const core::Result<core::PathText> parsed = core::PathText::parse(path, core::Limits());
    if (!parsed) return Json();
    const core::Json& root = JsonAccess::of(*this);
    const core::Json* node = core::find_at(root, parsed->resolve(root));
    return node == nullptr ? Json() : JsonAccess::part(*this, *node);
  });
  return found ? *found : Json();
}

std::vector<Json> Json::elements() const {
  if (!is_array()) return {};
  return each_of(core::array_of(JsonAccess::of(*this)),
                 [this](const core::Json& one) { return JsonAccess::part(*this, one); });
}

std::vector<std::pair<std::string, Json>> Json::members() const {
  std::vector<std::pair<std::string, Json>> all;
  if (!is_object()) return all;
  all.reserve(size());
  for (const auto& [key, value] : core::object_of(JsonAccess::of(*this)))
    all.emplace_back(key, JsonAccess::part(*this, value));
  return all;
}

std::string Json::text(int indent) const {
  return kind() == Kind::kRefused ? std::string() : core::to_text(JsonAccess::of(*this), indent);
}

bool operator==(const Json& a, const Json& b) noexcept {
  const bool whole = a.kind() != Json::Kind::kRefused && b.kind() != Json::Kind::kRefused;
  return whole && core::equal(JsonAccess::of(a), JsonAccess::of(b));
}

}  // namespace gavel::v1
