// The rows of the kernel's verbs: a few commands over a document of many elements, and many commands over one
// of a few. The unit is what the document counts (Document::work), beside the text itself and a share for
// each command.

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>

#include "command/verb.hpp"
#include "state/json_reader.hpp"
#include "turn/turn.hpp"

#include "linear.hpp"

namespace gavel::bench {
namespace {

constexpr std::size_t kCommands = 16;   // over a big document
constexpr double kCommandUnits = 4096;  // reading, judging and writing down one that looks at nothing
constexpr double kTextUnits = 16;       // for each byte of text

std::string list_of(std::size_t elements) {
  std::string text = "[";
  for (std::size_t i = 0; i < elements; ++i)
    text += std::string(i == 0 ? "" : ",") + R"({"id":)" + std::to_string(i) + R"(,"half":)" +
            (i % 2 == 0 ? "true" : "false") + R"(,"name":"element","tags":["a","b"]})";
  return text + "]";
}

// As many words below "deep".
std::string deep_path(std::size_t words) {
  std::string path = "deep";
  for (std::size_t i = 1; i < words; ++i) path += ".a";
  return path;
}

std::string state_of(std::size_t elements) {
  const std::size_t depth = std::min<std::size_t>(elements, 56);
  std::string deep = "1";
  for (std::size_t i = 1; i < depth; ++i) deep.insert(0, "{\"a\":").append("}");
  std::string map = "{";
  for (std::size_t i = 0; i < elements; ++i)
    map += std::string(i == 0 ? "" : ",") + "\"k" + std::to_string(i) + R"(":{"v":1})";
  return R"({"num":1,"deep":)" + deep + R"(,"list":)" + list_of(elements) + R"(,"map":)" + map +
         R"(},"small":{"a":[1,2,3],"b":{"c":1}},"text":")" + std::string(elements * 4, 'a') +
         R"(","texts":[")" + std::string(elements * 4, 'a') + "\"]}";
}

// Commands that look at much, by verb; several forms of a verb are tried one after the other.
const std::multimap<std::string_view, std::string>& forms() {
  static const std::multimap<std::string_view, std::string> kForms = {
      {"set", R"("path":["small","new"],"value":[1,2,3])"},
      {"set", R"("path":["num"],"value":1,"options":{"expect":{"min":0}})"},
      {"merge", R"("path":["map"],"value":{"k1":{"v":2},"x":{"y":1}},"options":{"mergeStrategy":"deep"})"},
      {"ensure", R"("path":["map","k2"],"value":1)"},
      {"add", R"("path":["num"],"value":1)"},
      {"mul", R"("path":["num"],"value":1)"},
      {"div", R"("path":["num"],"value":1)"},
      {"insert", R"("path":["list",0],"value":{"id":-1})"},
      {"insert",
       R"("path":["list",0],"value":{"id":-1,"name":"element","tags":["a","c"]},"options":{"dedupe":true})"},
      {"insert",
       R"("path":["list"],"value":{"id":-1,"name":"element"},"options":{"uniqueBy":["name","id"]})"},
      {"push",
       R"("path":["list"],"value":{"id":-1,"name":"element","tags":["a","b"]},"options":{"dedupe":true})"},
      {"push", R"("path":["list"],"value":{"id":-1},"options":{"position":"head"})"},
      {"push", R"("path":["list"],"value":{"id":-1},"options":{"ttl":3600})"},
      {"pop", R"("path":["list"])"},
      {"pull", R"("path":["list"],"value":{"id":5,"name":"element"})"},
      {"pull", R"("path":["list"],"options":{"where":{"name":"element","tags":["a","c"]}})"},
      {"pull", R"("path":["texts"],"options":{"where":{"contains":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"}})"},
      {"pull", R"("path":["list"],"options":{"where":{"half":true}})"},
      {"splice", R"("path":["list"],"value":{"start":0,"deleteCount":1,"items":[1,2]})"},
      {"delete", R"("path":["list",0])"},
      {"delete", R"("path":["map"],"options":{"all":true,"cascade":false})"},
      {"delete", R"("path":["map","k1"],"options":{"allowMissing":true,"softDelete":true})"},
      {"restore", R"("path":["map","k1"],"options":{"recycleBinKey":"map"})"},
      {"move", R"("from":["list",0],"path":["list","-"])"},
      {"move", R"("from":["map"],"path":["num","at","all"])"},
      {"copy", R"("from":["list"],"path":["num","at","all"])"},
      {"copy", R"("from":["map"],"path":["small","copy"])"},
      {"get", R"("path":["list"])"},
      {"test", R"("path":["text"],"value":"aaaa")"},
      {"call", R"("path":["tool"],"value":{"a":1})"},
  };
  return kForms;
}

std::string text_of(std::string_view verb, const std::string& form, std::size_t commands) {
  std::string text = "[";
  for (std::size_t i = 0; i < commands; ++i)
    text += std::string(i == 0 ? "" : ",\n") + "{\"verb\":\"" + std::string(verb) + "\"," + form + "}";
  return text + "]";
}

Run turn(std::size_t elements, std::string text, std::size_t commands) {
  Limits limits;
  auto document = std::make_shared<Document>(
      Document::load(read_json(state_of(elements), limits).value(), Json(), limits).value());
  return [document, commands, text = std::move(text)] {
    const Document::Savepoint begin = document->savepoint();
    TurnInput input;
    TurnRules rules;
    input.parts.back().text = text;
    input.parts.back().dialect = "ir";
    input.now = Time{1'000};
    rules.context.limits.max_commands = 1U << 20U;
    rules.context.limits.max_turn_work = std::size_t(1) << 50U;
    if (!run_turn(*document, input, rules)) std::abort();
    const double units = static_cast<double>(document->work()) +
                         kTextUnits * static_cast<double>(text.size()) +
                         kCommandUnits * static_cast<double>(commands);
    document->rollback(begin);
    document->forget();
    return Cost{units};
  };
}

}  // namespace

Registry verb_rows() {
  Registry registry{"verbs: time over the work that is charged", {}, {}};
  for (const std::string_view name : verb_names()) registry.names.emplace_back(name);
  std::map<std::string_view, int> numbers;
  for (const auto& [verb, form] : forms()) {
    const std::string name = std::string(verb) + " " + std::to_string(++numbers[verb]);
    registry.rows.push_back({name + ", elements",
                             [verb = verb, form = form](std::size_t size) {
                               return turn(size, text_of(verb, form, kCommands), kCommands);
                             },
                             256});
    registry.rows.push_back(
        {name + ", commands",
         [verb = verb, form = form](std::size_t size) { return turn(64, text_of(verb, form, size), size); },
         64});
  }
  registry.rows.push_back({"get by a deep text",
                           [](std::size_t size) {
                             const std::string path = R"("path":")" + deep_path(size) + "\"";
                             return turn(size, text_of("get", path, kCommands), kCommands);
                           },
                           7});
  return registry;
}

}  // namespace gavel::bench
