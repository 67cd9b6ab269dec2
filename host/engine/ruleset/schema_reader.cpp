#include "ruleset/schema_reader.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "state/shape.hpp"
#include "state/suggest.hpp"
#include "state/yaml_reader.hpp"

namespace gavel {
namespace {

constexpr std::array<std::string_view, 2> kTypes = {"augmentation", "override"};
constexpr std::array<std::string_view, 3> kTargets = {"system_instruction", "pre_history", "post_history"};
constexpr std::array<std::string_view, 4> kBehaviors = {"ignore", "display", "execute_script",
                                                        "display_component"};
constexpr std::size_t kMostTagBytes = 40;  // more is never read as a tag

constexpr Shape kWord = {.kinds = kText, .filled = true};
constexpr Shape kPlain = {.kinds = kText};
constexpr std::array kBoth = {Member{"zh", &kWord}, Member{"en", &kWord}};
constexpr Shape kTold = {
    .kinds = kText | kMapping, .expected = "a text, or {zh: …, en: …}", .members = kBoth, .filled = true};
constexpr Shape kId = {.kinds = kText, .expected = "an id such as variable_update_base", .filled = true};
constexpr Shape kType = {.kinds = kText, .words = kTypes};
constexpr Shape kIds = {.kinds = kList, .expected = "a list of schemas' ids", .each = &kId};
constexpr Shape kTexts = {.kinds = kList, .expected = "a list of texts", .each = &kWord};
constexpr std::array kMetaMembers = {Member{"id", &kId, Need::kRequired}, Member{"name", &kTold},
                                     Member{"version", &kWord},           Member{"author", &kPlain},
                                     Member{"description", &kTold},       Member{"type", &kType},
                                     Member{"dependencies", &kIds}};
constexpr Shape kMeta = {.kinds = kMapping, .expected = "a mapping with `id`", .members = kMetaMembers};
constexpr Shape kTarget = {.kinds = kText, .words = kTargets};
constexpr Shape kPriority = {.kinds = kInteger, .least = -1'000'000, .most = 1'000'000};
constexpr std::array kInjectionMembers = {Member{"target", &kTarget}, Member{"priority", &kPriority}};
constexpr Shape kInjection = {.kinds = kMapping,
                              .expected = "{target: system_instruction, priority: 100}",
                              .members = kInjectionMembers};
constexpr std::array kExampleMembers = {Member{"input", &kTold, Need::kRequired},
                                        Member{"output", &kTold, Need::kRequired}};
constexpr Shape kExample = {
    .kinds = kMapping, .expected = "{input: …, output: …}", .members = kExampleMembers};
constexpr Shape kExamples = {
    .kinds = kList, .expected = "a list of {input: …, output: …}", .each = &kExample};
constexpr Shape kTag = {.kinds = kText, .expected = "a tag's name, such as live", .filled = true};
constexpr Shape kBehavior = {.kinds = kText, .words = kBehaviors};
constexpr std::array kHintMembers = {Member{"root_tag", &kTag, Need::kRequired},
                                     Member{"behavior", &kBehavior}};
constexpr Shape kHints = {
    .kinds = kMapping, .expected = "{root_tag: …, behavior: …}", .members = kHintMembers};
constexpr std::array kActivationMembers = {Member{"on", &kTexts}, Member{"off", &kTexts}};
constexpr Shape kActivation = {
    .kinds = kMapping, .expected = "{on: [words], off: [words]}", .members = kActivationMembers};
constexpr std::array kMembers = {Member{"meta", &kMeta, Need::kRequired}, Member{"injection", &kInjection},
                                 Member{"instruction", &kTold},           Member{"examples", &kExamples},
                                 Member{"parser_hints", &kHints},         Member{"activation", &kActivation}};
constexpr Shape kSchema = {
    .kinds = kMapping, .expected = "a mapping with `meta` and `instruction`", .members = kMembers};

bool is_id(std::string_view text) {
  const auto fits = [](char c) { return is_ascii_letter(c) || is_ascii_digit(c) || c == '_' || c == '-'; };
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), fits);
}

// What may stand behind '<': no blank, nothing that ends a tag.
bool is_tag(std::string_view text) {
  const auto fits = [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 || is_ascii_letter(c) || is_ascii_digit(c) || c == '_' ||
           c == '-' || c == ':' || c == '.';
  };
  return !text.empty() && text.size() <= kMostTagBytes && std::all_of(text.begin(), text.end(), fits) &&
         !is_ascii_digit(text[0]) && text[0] != '-' && text[0] != '.';
}

template <typename T>
std::size_t place(const T& words, std::string_view word) {
  return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

// Reads what fits its shape; what does not was told by the shape.
class SchemaText {
 public:
  SchemaText(const YamlTree& tree, const Limits& limits, std::vector<Problem>& problems)
      : tree_(tree), limits_(limits), problems_(problems) {}

  std::optional<Schema> read() {
    const YamlNode top = tree_.top();
    check_shape(top, kSchema, limits_, problems_);
    const std::optional<YamlNode> meta = top.member("meta");
    const std::optional<YamlNode> id = meta ? text(*meta, "id") : std::nullopt;
    if (!id) return std::nullopt;
    read_meta(*meta, *id);
    if (const auto injection = top.member("injection")) read_injection(*injection);
    if (const auto instruction = top.member("instruction")) {
      schema_.instruction = said(*instruction);
      schema_.said_at = instruction->where();
    }
    if (const auto examples = top.member("examples"))
      for (const YamlNode& one : examples->children()) read_example(one);
    if (const auto hints = top.member("parser_hints")) read_hints(*hints);
    if (const auto activation = top.member("activation")) {
      schema_.on = words(*activation, "on");
      schema_.off = words(*activation, "off");
    }
    if (schema_.instruction.empty() && schema_.examples.empty() && schema_.root_tag.empty())
      problems_.push_back(meta->key_problem("the schema has no content",
                                            "an `instruction`, `examples` or `parser_hints`",
                                            "under `instruction`, write what to tell the model"));
    return std::move(schema_);
  }

 private:
  static std::optional<YamlNode> text(const YamlNode& node, std::string_view name) {
    std::optional<YamlNode> found = node.member(name);
    return found && found->value().is_string() && !string_of(found->value()).empty() ? found : std::nullopt;
  }

  void refuse(const YamlNode& node, std::string message, std::string expected, std::string hint) {
    problems_.push_back(
        node.problem(std::move(message), described(node.value()), std::move(expected), std::move(hint)));
  }

  // A language that was left out is said in the other one.
  static Said said(const YamlNode& node) {
    Said both;
    if (node.value().is_string()) both.zh = both.en = string_of(node.value());
    if (const auto zh = text(node, "zh")) both.zh = string_of(zh->value());
    if (const auto en = text(node, "en")) both.en = string_of(en->value());
    if (both.zh.empty()) both.zh = both.en;
    if (both.en.empty()) both.en = both.zh;
    return both;
  }

  std::vector<std::string> words(const YamlNode& node, std::string_view name) {
    std::vector<std::string> out;
    const auto list = node.member(name);
    if (!list || !list->value().is_array()) return out;
    for (const YamlNode& one : list->children())
      if (one.value().is_string() && !string_of(one.value()).empty()) out.push_back(string_of(one.value()));
    return out;
  }

  void check_id(const YamlNode& node) {
    if (is_id(string_of(node.value()))) return;
    refuse(node, "this is no id", "letters, digits, _ and -, at most 64",
           "an id such as variable_update_base");
  }

  void read_meta(const YamlNode& meta, const YamlNode& id) {
    schema_.id = string_of(id.value());
    schema_.where = id.where();
    schema_.said_at = id.where();
    check_id(id);
    schema_.name.zh = schema_.name.en = schema_.id;
    if (const auto name = meta.member("name")) schema_.name = said(*name);
    if (const auto about = meta.member("description")) schema_.description = said(*about);
    if (const auto version = text(meta, "version")) schema_.version = string_of(version->value());
    if (const auto author = text(meta, "author")) schema_.author = string_of(author->value());
    if (const auto type = text(meta, "type")) schema_.overrides = string_of(type->value()) == "override";
    const auto needs = meta.member("dependencies");
    if (!needs || !needs->value().is_array()) return;
    for (const YamlNode& need : needs->children()) {
      if (!need.value().is_string() || string_of(need.value()).empty()) continue;
      check_id(need);
      schema_.dependencies.push_back({string_of(need.value()), need.where()});
    }
  }

  void read_injection(const YamlNode& node) {
    if (const auto target = text(node, "target")) {
      const std::size_t which = place(kTargets, string_of(target->value()));
      if (which < kTargets.size()) schema_.target = static_cast<InjectionTarget>(which);
    }
    const auto priority = node.member("priority");
    if (priority && priority->value().is_number_integer())
      schema_.priority =
          static_cast<std::int64_t>(std::clamp<WideInteger>(wide(priority->value()), -1'000'000, 1'000'000));
  }

  void read_example(const YamlNode& node) {
    const auto input = node.member("input");
    const auto output = node.member("output");
    if (input && output) schema_.examples.push_back({said(*input), said(*output), output->where()});
  }

  void read_hints(const YamlNode& node) {
    if (const auto tag = text(node, "root_tag")) {
      schema_.root_tag = string_of(tag->value());
      if (!is_tag(schema_.root_tag))
        refuse(*tag, "this is not a valid tag name",
               "letters, digits, `_`, `-`, `:` and `.`; at most 40 bytes",
               "write the name alone, such as live");
    }
    if (const auto behavior = text(node, "behavior")) {
      const std::size_t which = place(kBehaviors, string_of(behavior->value()));
      if (which < kBehaviors.size()) schema_.behavior = static_cast<TagBehavior>(which + 1);
    }
  }

  const YamlTree& tree_;
  const Limits& limits_;
  std::vector<Problem>& problems_;
  Schema schema_;
};

}  // namespace

std::string_view target_name(InjectionTarget target) { return kTargets[static_cast<std::size_t>(target)]; }

std::optional<Schema> read_schema(std::string_view text, const std::string& file, const Limits& limits,
                                  std::vector<Problem>& problems) {
  const std::size_t first = problems.size();
  const std::optional<YamlTree> tree = read_yaml(text, file, limits, problems);
  if (!tree) return std::nullopt;
  std::optional<Schema> schema = SchemaText(*tree, limits, problems).read();
  in_order_of_lines(problems, first, limits);
  return schema;
}

}  // namespace gavel
