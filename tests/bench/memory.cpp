#include "memory.hpp"

#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

#include "state/json_reader.hpp"

#include "samples.hpp"

namespace gavel::bench {
namespace {

std::size_t text_bytes(const std::string& text) { return text.capacity() > 15 ? text.capacity() + 1 : 0; }

// What stands behind a value, without the value itself. Recursive: the shapes are four levels deep.
std::size_t bytes_behind(const Json& json) {
  if (json.is_string()) return sizeof(std::string) + text_bytes(string_of(json));
  std::size_t bytes = 0;
  if (json.is_array()) {
    bytes = sizeof(JsonArray) + array_of(json).capacity() * sizeof(Json);
    for (const Json& child : array_of(json)) bytes += bytes_behind(child);
  } else if (json.is_object()) {
    bytes = object_of(json).memory();
    for (const auto& [key, child] : object_of(json)) bytes += text_bytes(key) + bytes_behind(child);
  }
  return bytes;
}

double resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  long total = 0;
  long resident = 0;
  if (file == nullptr || std::fscanf(file, "%ld %ld", &total, &resident) != 2) std::abort();
  std::fclose(file);
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

template <typename Body>
void in_child(Body body) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    body();
    std::fflush(stdout);
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) std::abort();
}

template <typename Value, typename Read>
std::vector<Value> load(const Shape& shape, std::size_t copies, const char* name, Read read) {
  const std::string text = state_text(shape);
  std::vector<Value> values;
  values.reserve(copies);
  const double before = resident_bytes();
  for (std::size_t i = 0; i < copies; ++i) values.push_back(read(text));
  sample(name, shape.name, (resident_bytes() - before) / static_cast<double>(copies * shape.leaves()));
  return values;
}

}  // namespace

void measure_memory(const Shape& shape, std::size_t least_leaves) {
  const std::size_t copies = 1 + (least_leaves - 1) / shape.leaves();
  in_child([&] {
    const auto read = [](const std::string& text) { return read_json(text, Limits()).value(); };
    const std::vector<Json> values = load<Json>(shape, copies, "resident bytes per leaf", read);
    const auto bytes = static_cast<double>(sizeof(Json) + bytes_behind(values.front()));
    sample("bytes per leaf", shape.name, bytes / static_cast<double>(shape.leaves()));
  });
  in_child([&] {
    const auto read = [](const std::string& text) { return nlohmann::json::parse(text); };
    load<nlohmann::json>(shape, copies, "resident bytes per leaf, nlohmann::json", read);
  });
}

}  // namespace gavel::bench
