#include "lua/manifest.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/folder.hpp"
#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/shape.hpp"
#include "state/yaml_reader.hpp"

#include "param.hpp"

namespace gavel {
namespace {

constexpr Shape kName = {.kinds = kText, .expected = "a name such as calendar", .filled = true};
constexpr Shape kVersion = {.kinds = kText, .expected = "three numbers, such as 1.0.0", .filled = true};
constexpr Shape kApi = {.kinds = kInteger, .expected = "1"};
constexpr Shape kSentence = {.kinds = kText, .filled = true};
constexpr std::array kTexts = {Member{"en", &kSentence}, Member{"zh", &kSentence}};
constexpr Shape kSummary = {
    .kinds = kText | kMapping, .expected = "{en: …, zh: …}", .members = kTexts, .filled = true};
// A range may look like a number; the reader of it says what is wrong with that.
constexpr Shape kRange = {.kinds = kText | kInteger | kNumber,
                          .expected = "a range of versions, such as \">=1.2 <2\""};
constexpr std::array kRequirement = {Member{"id", &kName, Need::kRequired}, Member{"version", &kRange}};
constexpr Shape kRequired = {.kinds = kText | kMapping,
                             .expected = "a plugin's name, or {id: …, version: …}",
                             .members = kRequirement,
                             .filled = true};
constexpr Shape kFile = {.kinds = kText, .expected = "a file's name, such as init.lua", .filled = true};
constexpr Shape kFiles = {.kinds = kList, .expected = "a list of files, such as [init.lua]", .each = &kFile};
constexpr Shape kParams = {.kinds = kMapping,
                           .expected = "a mapping of parameters, such as step: {type: integer}"};
constexpr Shape kRequires = {.kinds = kList | kMapping, .expected = "a list of plugins, such as [calendar]"};
constexpr std::array kMembers = {
    Member{"plugin", &kName, Need::kRequired},
    Member{"version", &kVersion, Need::kRequired},
    Member{"api", &kApi, Need::kRequired},
    Member{"summary", &kSummary, Need::kRequired},
    Member{"requires", &kRequires},
    Member{"files", &kFiles},
    Member{"params", &kParams},
};
constexpr Shape kManifest = {.kinds = kMapping,
                             .expected = "a mapping with `plugin`, `version`, `api` and `summary`",
                             .members = kMembers};

class ManifestText {
 public:
  ManifestText(const Limits& limits, std::vector<Problem>& problems) : limits_(limits), problems_(problems) {}

  Manifest read(const YamlNode& top) {
    check_shape(top, kManifest, limits_, problems_);
    if (const auto name = text(top, "plugin")) read_name(*name);
    if (const auto version = text(top, "version")) {
      Result<Version> read = parse_version(string_of(version->value()));
      if (read) out_.version = *read;
      if (!read) refuse(*version, std::move(read).error(), "three numbers, such as 1.0.0");
    }
    if (const auto api = top.member("api"); api && api->value().is_number_integer()) read_api(*api);
    if (const auto summary = top.member("summary")) out_.summary = read_summary(*summary, problems_);
    if (const auto required = top.member("requires")) read_requirements(*required);
    read_files(top.member("files"));
    const auto params = top.member("params");
    if (params && !too_many(*params, limits_.max_plugin_params, "max_plugin_params"))
      for (const YamlNode& param : params->children()) read_param(param);
    return std::move(out_);
  }

 private:
  static std::optional<YamlNode> text(const YamlNode& node, std::string_view name) {
    std::optional<YamlNode> found = node.member(name);
    return found && found->value().is_string() && !string_of(found->value()).empty() ? found : std::nullopt;
  }

  void refuse(const YamlNode& node, Error error, std::string expected) {
    problems_.push_back(node.problem(std::move(error.message), described(node.value()), std::move(expected),
                                     std::move(error.hint)));
  }

  bool check_name(const YamlNode& node, const std::string& name) {
    if (is_plugin_name(name)) return true;
    problems_.push_back(node.problem("\"" + printable(shortened(name, 80)) + "\" is not a name",
                                     described(node.value()),
                                     "lowercase letters, digits and _, a letter first, at most 64 characters",
                                     "names of plugins also stand in the ids of their rules and tools"));
    return false;
  }

  void read_name(const YamlNode& node) {
    out_.plugin = string_of(node.value());
    check_name(node, out_.plugin);
  }

  void read_api(const YamlNode& node) {
    if (wide(node.value()) == Manifest::kApi) return;
    const std::string needed = to_text(node.value());
    problems_.push_back(node.problem(
        "the plugin needs api " + needed + ", this host has " + std::to_string(Manifest::kApi), needed,
        std::to_string(Manifest::kApi), "use a version of the plugin that was written for this host"));
  }

  // Lists are compared entry by entry, so their length is bounded. True: too long.
  bool too_many(const YamlNode& node, std::size_t most, std::string_view limit) {
    if (node.value().size() <= most) return false;
    problems_.push_back(node.problem(
        "`" + std::string(node.key()) + "` has " + std::to_string(node.value().size()) + " entries",
        described(node.value()), "at most " + std::to_string(most) + " (" + std::string(limit) + ")", ""));
    return true;
  }

  void read_requirements(const YamlNode& node) {
    if (too_many(node, limits_.max_plugins, "max_plugins")) return;
    for (const YamlNode& child : node.children()) {
      if (node.value().is_object()) {
        if (check_shape(child, kRange, limits_, problems_)) require(child, std::string(child.key()), child);
      } else if (check_shape(child, kRequired, limits_, problems_)) {
        const bool bare = child.value().is_string();
        const YamlNode name = bare ? child : *child.member("id");
        require(name, string_of(name.value()), bare ? std::nullopt : child.member("version"));
      }
    }
  }

  void require(const YamlNode& at, std::string name, const std::optional<YamlNode>& range) {
    if (!check_name(at, name)) return;
    const bool twice = std::any_of(out_.requirements.begin(), out_.requirements.end(),
                                   [&name](const Requirement& other) { return other.plugin == name; });
    if (twice) {
      problems_.push_back(at.problem("`" + name + "` is required twice", name, "every plugin once",
                                     "make one entry of the two"));
      return;
    }
    std::string written = "*";
    if (range && range->value().is_number_float()) {
      problems_.push_back(range->problem("a range is written as a number, which drops the zeros at its end",
                                         described(range->value()), "text, such as \"1.10\"",
                                         "put it in quotes"));
      return;
    }
    if (range) written = range->value().is_string() ? string_of(range->value()) : to_text(range->value());
    Result<VersionRange> read = VersionRange::parse(written);
    if (!read) {
      refuse(*range, std::move(read).error(), "a range of versions");
      return;
    }
    const Where where = at.key() == name ? at.where_key() : at.where();
    out_.requirements.push_back(
        {std::move(name), std::move(*read), std::move(written), where.line, where.column});
  }

  void read_files(const std::optional<YamlNode>& node) {
    if (!node || !node->value().is_array()) {
      out_.files = {"init.lua"};
      out_.file_marks = {Where{}};
      return;
    }
    if (too_many(*node, limits_.max_plugin_files, "max_plugin_files")) return;
    if (node->value().empty()) {
      problems_.push_back(node->problem("`files` names no file", "an empty list", "a list such as [init.lua]",
                                        "delete the line for init.lua"));
    }
    for (const YamlNode& child : node->children())
      if (child.value().is_string() && !string_of(child.value()).empty()) read_file_name(child);
  }

  void read_file_name(const YamlNode& node) {
    const std::string& name = string_of(node.value());
    constexpr std::string_view kExpected = "a .lua file inside the plugin's folder";
    const std::string shown = "\"" + printable(shortened(name, 80)) + "\": ";
    if (Result<void> good = check_file_name(name); !good) {
      Error error = std::move(good).error();
      error.message = shown + error.message;
      refuse(node, std::move(error), std::string(kExpected));
    } else if (!name.ends_with(".lua")) {
      refuse(node, {Code::kPluginInvalid, shown + "the name does not end with .lua"}, std::string(kExpected));
    } else if (name.ends_with("_test.lua")) {
      refuse(node, {Code::kPluginInvalid, shown + "a test is no part of a plugin", "delete it from `files`"},
             std::string(kExpected));
    } else if (std::find(out_.files.begin(), out_.files.end(), name) != out_.files.end()) {
      refuse(node, {Code::kPluginInvalid, shown + "the file is named twice", "keep the first"},
             std::string(kExpected));
    } else {
      out_.files.push_back(name);
      out_.file_marks.push_back(node.where());
    }
  }

  void read_param(const YamlNode& node) {
    if (!is_plugin_name(node.key())) {
      problems_.push_back(
          node.key_problem("\"" + printable(shortened(node.key(), 80)) + "\" is not a name",
                           "lowercase letters, digits and _, a letter first, at most 64 characters", ""));
    }
    if (std::optional<Param> param = read_param_spec(node, limits_, problems_))
      out_.params.push_back(std::move(*param));
  }

  const Limits& limits_;
  std::vector<Problem>& problems_;
  Manifest out_;
};

}  // namespace

bool is_plugin_name(std::string_view name) {
  const auto small = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto fits = [&small](char c) { return small(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && name.size() <= 64 && small(name.front()) &&
         std::all_of(name.begin(), name.end(), fits);
}

Json read_summary(const YamlNode& node, std::vector<Problem>& problems) {
  constexpr std::array<std::string_view, 2> kLanguages = {"en", "zh"};
  Json texts = Json::object();
  if (node.value().is_string()) {
    for (const std::string_view language : kLanguages) texts[std::string(language)] = node.value();
    problems.push_back(node.problem("`" + std::string(node.key()) + "` is one text for both languages",
                                    described(node.value()), "{en: …, zh: …}",
                                    "write one text for each language"));
    problems.back().warning = true;
    return texts;
  }
  if (!node.value().is_object()) return texts;
  texts = node.value();
  for (const std::string_view language : kLanguages) {
    if (texts.contains(language)) continue;
    problems.push_back(
        node.problem("`" + std::string(node.key()) + "` has no text for " + std::string(language), "",
                     "{en: …, zh: …}", "add `" + std::string(language) + ": …`"));
    problems.back().warning = true;
  }
  return texts;
}

Manifest read_manifest(std::string_view text, const std::string& file, const Limits& limits,
                       std::vector<Problem>& problems) {
  const std::size_t first = problems.size();
  const std::optional<YamlTree> tree = read_yaml(text, file, limits, problems);
  if (!tree) return {};
  Manifest manifest = ManifestText(limits, problems).read(tree->top());
  in_order_of_lines(problems, first, limits);
  return manifest;
}

}  // namespace gavel
