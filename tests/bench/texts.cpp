#include "texts.hpp"

#include <cstdlib>

#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

#include "samples.hpp"

namespace gavel::bench {
std::string people_text(std::size_t bytes) {
  std::string text = R"({"people":{)";
  const auto add = [&text](std::string_view before, std::size_t number) {
    text += before;
    text += std::to_string(number);
  };
  for (std::size_t i = 0; text.size() < bytes; ++i) {
    add(i == 0 ? R"("person_)" : R"(,"person_)", i);
    add(R"(":{"name":"林黛玉 )", i);
    add(R"(","level":)", i % 90);
    add(R"(,"gold":)", i * 7919 % 100'000);
    add(R"(,"weight":)", i % 80);
    text += i % 7 == 0 ? R"(.25,"alive":false)" : R"(.5,"alive":true)";
    add(R"(,"mood":"calm","position":{"x":)", i % 640);
    add(R"(,"y":-)", i % 480);
    text += R"(,"region":"大观园"},"bag":["rope","灯笼","key ⑦"],"spouse":null,)";
    text +=
        R"("story":"She said \"not today\", and closed the door.\nThe rain had stopped; 竹影参差，苔痕浓淡。"})";
  }
  return text + "}}";
}

void measure_text(std::string_view name, const std::string& text, std::size_t repeats) {
  using Sorted = nlohmann::json;
  using Ordered = nlohmann::ordered_json;
  const auto measure = [&](std::string_view what, auto body) {
    const double ns = ns_each(repeats, [&](std::size_t) { body(); });
    sample(what, name, static_cast<double>(text.size()) * 1000 / ns);
  };
  measure("read_json", [&] {
    if (!read_json(text, Limits()).ok()) std::abort();
  });
  measure("nlohmann::json::parse", [&] { keep(Sorted::parse(text)); });
  measure("nlohmann::ordered_json::parse", [&] { keep(Ordered::parse(text)); });
  const Json own = read_json(text, Limits()).value();
  const Sorted sorted = Sorted::parse(text);
  measure("to_text", [&] { keep(to_text(own)); });
  measure("canonical", [&] { keep(canonical(own)); });
  measure("nlohmann::json::dump", [&] { keep(sorted.dump()); });
}

}  // namespace gavel::bench
