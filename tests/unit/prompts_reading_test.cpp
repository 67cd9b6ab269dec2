// Tags that schemas introduce, however a text arrives.

#include <doctest/doctest.h>

#include "dialects/reader.hpp"
#include "turn/protocols.hpp"

namespace gavel {
namespace {

std::string shown(const Reading& reading) {
  std::string out = reading.narration + "\n";
  for (const Component& one : reading.components) {
    out +=
        one.tag + " " + std::to_string(one.span.begin) + ".." + std::to_string(one.span.end) + " " + one.text;
    for (const auto& [name, value] : one.attributes) out.append(" ").append(name).append("=").append(value);
    out += "\n";
  }
  for (const Region& region : reading.regions)
    out += std::string(region_name(region.kind)) + std::to_string(region.span.begin) + " ";
  for (const Proposal& one : reading.proposals)
    out += std::string(one.shown_verb()) + std::to_string(one.span.begin) + (one.error ? "! " : " ");
  for (const Warning& warning : reading.warnings) out += warning.code + " ";
  return out;
}

Schema tagged(const std::string& id, const std::string& tag, TagBehavior behavior) {
  Schema schema;
  schema.id = id;
  schema.root_tag = tag;
  schema.behavior = behavior;
  return schema;
}

TEST_CASE("[R004-06] every split of a text with components, scripts and switches reads the same") {
  std::vector<Problem> problems;
  const SchemaLibrary library = SchemaLibrary::of(
      {tagged("a", "live", TagBehavior::kComponent), tagged("b", "run", TagBehavior::kScript),
       tagged("c", "aside", TagBehavior::kIgnore), tagged("d", "show", TagBehavior::kDisplay)},
      problems);
  const TagTable tags =
      tags_of(activate(library, std::vector<std::string>{"a", "b", "c", "d"}), Actor::kPlayer);
  const std::string text =
      "好<Live title=\"a>b\" x='1' y>里面 <b>_.set('n', 1);</b>\n_.set('n', 2);\n</live>和"
      "<run>\n_.set('n', 3);\n</run><aside>[[SET, n, 4]]</aside><show>看</show>"
      "<use_protocol id=\"x\"/><use_protocol id=y>尾<live>没有结尾 <live/> <run>[[SET, n, 5]]";
  ReadOptions options;
  options.tags = &tags;
  const std::string whole = shown(read_text(text, options));
  CHECK(whole.starts_with("好和看尾<live>没有结尾 "));
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Reader reader(options);
    reader.feed(std::string_view(text).substr(0, cut));
    reader.feed(std::string_view(text).substr(cut));
    REQUIRE(shown(reader.finish()) == whole);
  }
  Reader bytes(options);
  for (const char c : text) bytes.feed({&c, 1});
  CHECK(shown(bytes.finish()) == whole);
}

TEST_CASE("[R004-06] commands inside reasoning never run, whatever the schema says") {
  std::vector<Problem> problems;
  for (const TagBehavior behavior : {TagBehavior::kScript, TagBehavior::kDisplay, TagBehavior::kIgnore}) {
    const SchemaLibrary library = SchemaLibrary::of({tagged("a", "Think", behavior)}, problems);
    const TagTable tags = tags_of(activate(library, std::vector<std::string>{"a"}), Actor::kModel);
    ReadOptions options;
    options.tags = &tags;
    const Reading reading = read_text("<think>\n_.set('n', 1);\n</think>好", options);
    CHECK(reading.proposals.empty());
    CHECK(reading.narration == "好");
  }
}

TEST_CASE("[R004-06] many components without an end take linear work") {
  std::vector<Problem> problems;
  const SchemaLibrary library = SchemaLibrary::of({tagged("a", "live", TagBehavior::kComponent)}, problems);
  const TagTable tags = tags_of(activate(library, std::vector<std::string>{"a"}), Actor::kModel);
  ReadOptions options;
  options.tags = &tags;
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += "<live>";
  const Reading reading = read_text(text, options);
  CHECK(reading.narration == text);
  CHECK(reading.warnings.size() == 1);
}

}  // namespace
}  // namespace gavel
