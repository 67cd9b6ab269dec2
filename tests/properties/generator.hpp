#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "random.hpp"

namespace gavel::testing {

using Json = nlohmann::ordered_json;

struct Batch {
  Json commands = Json::array();
  std::string actor = "model";
  std::int64_t now_ms = 0;
  bool leave_undone = false;
};

struct Case {
  Json document = Json::object();
  std::vector<Batch> batches;
};

Json case_to_json(const Case& failing);

// A place in a document: its path array and what stands there.
struct Place {
  Json path;
  const Json* node;
};
std::vector<Place> places_of(const Json& data);
// Null where nothing stands.
const Json* look_up(const Json& data, const Json& path);

// Values.
Json random_value(Random& random, int depth);
Json random_scalar(Random& random);
Json random_document(Random& random);
std::string random_key(Random& random);
// Something like `value`: itself, or changed a little.
Json variation(Random& random, const Json& value);

// Paths.
Json random_path(Random& random, const Json& data, const std::string& verb);
// Puts `path` into the command as `name`, or in a text form as `raw_<name>`.
void put_path(Random& random, Json& command, const std::string& name, const Json& path);

// Options that go with the verb at this path, most of them valid.
Json random_options(Random& random, const std::string& verb, const Json& data, const Json& path,
                    std::int64_t now_ms);

// Batches for one document, one after the other; the clock advances between them.
class Generator {
 public:
  explicit Generator(std::uint64_t seed);
  Json document();
  Batch batch(const Json& data);

 private:
  Json command(const Json& data, const std::string& actor);
  Json random_restore(const Json& data);
  void add_value(Json& command, const std::string& verb, const Json* target);

  Random random_;
  std::int64_t now_ms_;
  std::vector<Json> recent_;  // to be sent again word for word
};

}  // namespace gavel::testing
