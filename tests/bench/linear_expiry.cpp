// The rows of what expires: many places that go at one turn's beginning. The unit is what the document counts
// (Document::work), beside a share for each place: judging it, and writing its record down.

#include <cstdlib>
#include <memory>

#include "state/delta.hpp"
#include "turn/turn.hpp"

#include "linear.hpp"

namespace gavel::bench {
namespace {

constexpr std::int64_t kNow = 1'000'000;
constexpr double kPlaceUnits = 4096;

struct Expiring {
  Json data = Json(Json::value_t::object);
  Json expires = Json(Json::value_t::object);

  void expire(const std::string& place) { expires[place] = std::to_string(kNow - 1) + " model"; }
};

// An array in which every `step`th element goes.
Expiring list_of(std::size_t size, std::size_t step, const Json& value, bool inside) {
  Expiring made;
  made.data["l"] = Json(Json::value_t::array);
  for (std::size_t i = 0; i < size; ++i) {
    made.data["l"].push_back(value.is_null() ? Json(i) : value);
    const std::string place = "/l/" + std::to_string(i);
    if (i % step == 0) made.expire(place);
    if (inside) made.expire(place + "/x");
  }
  return made;
}

Expiring arrays_of(std::size_t size) {
  Expiring made;
  for (std::size_t i = 0; i < size; ++i) {
    made.data["arrays"]["a" + std::to_string(i)] = Json(JsonArray{1, 2, 3});
    made.expire("/arrays/a" + std::to_string(i) + "/1");
  }
  return made;
}

Expiring members_of(std::size_t size) {
  Expiring made;
  for (std::size_t i = 0; i < size; ++i) {
    made.data["map"]["k" + std::to_string(i)] = i;
    if (i % 2 == 0) made.expire("/map/k" + std::to_string(i));
  }
  return made;
}

Run sweep_of(const Expiring& expiring) {
  Json meta(Json::value_t::object);
  meta["expires"] = expiring.expires;
  auto document =
      std::make_shared<Document>(Document::load(expiring.data, std::move(meta), Limits()).value());
  return [document, places = expiring.expires.size()] {
    TurnInput input;
    input.parts.back().text = "[]";
    input.parts.back().dialect = "ir";
    input.now = Time{kNow};
    if (!run_turn(*document, input)) std::abort();
    if (delta_since(*document, {0}).empty()) std::abort();
    const double units = static_cast<double>(document->work()) + kPlaceUnits * static_cast<double>(places);
    document->rollback({0});
    document->forget();
    return Cost{units};
  };
}

}  // namespace

Registry expiry_rows() {
  Registry registry{"what expires: time over the work that is charged", {"expiry"}, {}};
  Json node(Json::value_t::object), kept(Json::value_t::object);
  node["x"] = 1;
  kept["_is_protected"] = true;
  kept["x"] = 1;
  const auto row = [&](const char* name, const std::function<Expiring(std::size_t)>& make) {
    registry.rows.push_back(
        {std::string("expiry ") + name, [make](std::size_t size) { return sweep_of(make(size)); }, 512});
  };
  row("of all elements", [](std::size_t n) { return list_of(n, 1, Json(), false); });
  row("of every second element", [](std::size_t n) { return list_of(n, 2, Json(), false); });
  row("of equal elements", [](std::size_t n) { return list_of(n, 2, Json("equal"), false); });
  row("of elements and in them", [node](std::size_t n) { return list_of(n, 2, node, true); });
  row("of elements that stay", [kept](std::size_t n) { return list_of(n, 1, kept, true); });
  row("in many arrays", arrays_of);
  row("of members", members_of);
  return registry;
}

}  // namespace gavel::bench
