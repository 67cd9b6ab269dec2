#include "ruleset/ruleset_file.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/folder.hpp"
#include "base/limit_table.hpp"
#include "base/utf8.hpp"
#include "ruleset/kinds.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"
#include "state/shape.hpp"
#include "state/suggest.hpp"
#include "state/yaml_reader.hpp"

#include "ruleset_shape.hpp"

namespace gavel {
namespace {

std::string in_quotes(std::string_view text) { return "\"" + printable(shortened(text, 80)) + "\""; }

// Reads member by member what fits its shape; what does not was told by the shape.
class RulesetText {
 public:
  RulesetText(const Limits& limits, std::vector<Problem>& problems) : limits_(limits), problems_(problems) {
    out_.limits = limits;
  }

  RulesetFile read(std::shared_ptr<const YamlTree> tree) {
    out_.tree = std::move(tree);
    const YamlNode top = out_.tree->top();
    const std::size_t first = problems_.size();
    check_shape(top, kRulesetShape, limits_, problems_);
    for (std::size_t i = first; i < problems_.size(); ++i)
      misshapen_.insert({problems_[i].error.where.line, problems_[i].error.where.column});
    read_identity(top);
    for (const YamlNode& node : list(top.member("plugins"))) read_plugin(node);
    read_schemas(top.member("schemas"));
    if (const auto prompt = top.member("prompt"))
      out_.prompt = read_prompt_section(*prompt, limits_, problems_);
    for (const YamlNode& node : texts(top.member("dialects")))
      out_.dialects.push_back(string_of(node.value()));
    if (const auto mounts = top.member("mounts")) read_mounts(*mounts);
    read_fields(list(top.member("fields")));
    for (const YamlNode& node : texts(top.member("described_pairs"))) read_described(node);
    out_.atomic = text_of(top, "batch") == "atomic";
    if (const auto missing = top.member("missing_paths")) read_missing_paths(*missing);
    if (const auto retry = top.member("retry")) read_retry(*retry);
    if (const auto feedback = top.member("feedback"))
      for (const YamlNode& texts : feedback->children()) read_feedback(texts);
    if (const auto milestone = top.member("milestone")) read_milestone(*milestone);
    if (const auto tools = top.member("tools")) read_tools(*tools);
    if (const auto state = text(top, "state")) read_state(*state);
    if (const auto settings = top.member("settings"))
      for (const YamlNode& node : settings->children())
        out_.settings.push_back({std::string(node.key()), node.value(), node.where()});
    if (const auto limits = top.member("limits"))
      for (const YamlNode& node : limits->children()) read_limit(node);
    read_flag(top, "arithmetic", out_.arithmetic);
    out_.shadow = names(top.member("shadow"));
    const std::size_t before = problems_.size();
    for (const Named& rule : out_.shadow)
      if (problems_.size() - before < limits_.max_problems) check_rule(rule);
    read_count(top, "quarantine", out_.quarantine);
    out_.recycle_bin = path_of(text(top, "recycle_bin"));
    out_.root = path_of(text(top, "root"));
    return std::move(out_);
  }

 private:
  static std::optional<YamlNode> text(const YamlNode& node, std::string_view name) {
    std::optional<YamlNode> found = node.member(name);
    return found && found->value().is_string() ? found : std::nullopt;
  }

  static std::string text_of(const YamlNode& node, std::string_view name) {
    const auto found = text(node, name);
    return found ? string_of(found->value()) : std::string();
  }

  static std::vector<YamlNode> list(const std::optional<YamlNode>& node) {
    return node && node->value().is_array() ? node->children() : std::vector<YamlNode>();
  }

  // The filled texts of a list.
  static std::vector<YamlNode> texts(const std::optional<YamlNode>& node) {
    std::vector<YamlNode> out = list(node);
    std::erase_if(out, [](const YamlNode& child) {
      return !child.value().is_string() || string_of(child.value()).empty();
    });
    return out;
  }

  void refuse(const YamlNode& node, std::string message, std::string expected, std::string hint) {
    problems_.push_back(
        node.problem(std::move(message), described(node.value()), std::move(expected), std::move(hint)));
  }

  std::vector<Named> names(const std::optional<YamlNode>& node) {
    std::vector<Named> out;
    std::map<std::string, std::size_t> seen;
    for (const YamlNode& child : texts(node)) {
      const std::string& name = string_of(child.value());
      if (const auto [at, fresh] = seen.emplace(name, out.size()); fresh) {
        out.push_back({name, child.where()});
      } else {
        const Where& first = out[at->second].where;
        refuse(child,
               in_quotes(name) + " is named twice; first at " + std::to_string(first.line) + ":" +
                   std::to_string(first.column),
               "every name once", "delete one of the two");
      }
    }
    return out;
  }

  // A name alone is always in force; {id, active: false} only where it is switched on.
  void read_schemas(const std::optional<YamlNode>& node) {
    std::map<std::string, Where> seen;
    for (const YamlNode& child : list(node)) {
      std::optional<YamlNode> id = child;
      bool active = true;
      if (child.value().is_object()) {
        id = text(child, "id");
        read_flag(child, "active", active);
      }
      if (!id || !id->value().is_string() || string_of(id->value()).empty()) continue;
      const std::string& name = string_of(id->value());
      if (const auto [at, fresh] = seen.emplace(name, id->where()); !fresh) {
        refuse(*id,
               in_quotes(name) + " is named twice; first at " + std::to_string(at->second.line) + ":" +
                   std::to_string(at->second.column),
               "every name once", "delete one of the two");
        continue;
      }
      (active ? out_.schemas : out_.offered).push_back({name, id->where()});
    }
  }

  static void read_flag(const YamlNode& node, std::string_view name, bool& flag) {
    if (const auto found = node.member(name); found && found->value().is_boolean())
      flag = found->value().get<bool>();
  }

  // What is out of range was told by the shape, and nothing is loaded then.
  static void read_count(const YamlNode& node, std::string_view name, std::size_t& count) {
    if (const auto found = node.member(name); found && found->value().is_number_integer())
      count = static_cast<std::size_t>(std::clamp<WideInteger>(wide(found->value()), 0, 1'000'000));
  }

  bool check_name(const YamlNode& node, const std::string& name) {
    if (is_plugin_name(name)) return true;
    refuse(node, in_quotes(name) + " is not a name",
           "lowercase letters, digits and _, a letter first, at most 64 characters", "");
    return false;
  }

  void read_identity(const YamlNode& top) {
    if (const auto name = text(top, "ruleset"); name && !string_of(name->value()).empty()) {
      out_.name = string_of(name->value());
      check_name(*name, out_.name);
    }
    if (const auto version = text(top, "version"); version && !string_of(version->value()).empty()) {
      Result<Version> read = parse_version(string_of(version->value()));
      if (read) out_.version = *read;
      if (!read) refuse(*version, read.error().message, "three numbers, such as 1.0.0", read.error().hint);
    }
    if (const auto title = top.member("title")) out_.title = title->value();
    if (const auto language = text(top, "language")) out_.language = string_of(language->value());
  }

  void read_plugin(const YamlNode& node) {
    PluginUse use;
    use.where = node.where();
    std::optional<YamlNode> id = node;
    if (node.value().is_object()) {
      id = text(node, "id");
      use.as = text_of(node, "as");
      if (const auto as = text(node, "as"); as && !use.as.empty()) check_name(*as, use.as);
      if (const auto with = node.member("with"); with && with->value().is_object()) use.with = with;
      read_flag(node, "shadow", use.shadow);
    }
    if (!id || !id->value().is_string() || string_of(id->value()).empty()) return;
    use.id = string_of(id->value());
    if (!check_name(*id, use.id)) return;
    if (use.as.empty()) use.as = use.id;
    if (out_.plugins.size() == limits_.max_plugins) {
      if (!std::exchange(crowded_, true)) {
        const std::string most = std::to_string(limits_.max_plugins);
        refuse(node, "more than " + most + " plugins (max_plugins)", "fewer plugins", "");
      }
      return;
    }
    out_.plugins.push_back(std::move(use));
  }

  std::string path_of(const std::optional<YamlNode>& node) {
    if (!node) return {};
    check_path_text(*node, string_of(node->value()), false);
    return string_of(node->value());
  }

  void check_path_text(const YamlNode& node, std::string_view text, bool key) {
    const Result<PathText> path = PathText::parse(text, limits_);
    if (path) return;
    Problem problem = node.problem(in_quotes(text) + " is not a path: " + path.error().message,
                                   printable(text), "a path such as characters.li_si", path.error().hint);
    if (key) problem.error.where = node.where_key();
    problems_.push_back(std::move(problem));
  }

  void read_mounts(const YamlNode& node) {
    if (const auto tavern = node.member("tavern"); tavern && tavern->value().is_object()) {
      for (const YamlNode& child : tavern->children()) {
        if (!child.value().is_string()) continue;
        check_path_text(child, child.key(), true);
        out_.tavern_mounts.push_back({std::string(child.key()), path_of(child)});
      }
    }
    const auto memory = node.member("memory");
    if (!memory) return;
    if (const auto at = text(*memory, "status")) out_.memory_status = path_of(at);
    if (const auto at = text(*memory, "attribute")) out_.memory_attribute = path_of(at);
    if (const auto at = text(*memory, "memory")) out_.memory_memory = path_of(at);
  }

  // Row by row, so that every problem stands at its row; then all of them as one table.
  void read_fields(const std::vector<YamlNode>& rows) {
    Json good = Json::array();
    std::vector<Where> marks;
    std::map<Pattern, Where> seen;
    for (const YamlNode& row : rows) {
      const auto path = text(row, "path");
      if (!path || string_of(path->value()).empty()) continue;
      const Result<FieldTable> alone = FieldTable::from_json(Json::array({row.value()}), limits_);
      if (!alone) {
        tell_row(row, alone.error());
        continue;
      }
      const Pattern pattern = *Pattern::parse(string_of(path->value()), limits_);
      const auto [at, fresh] = seen.emplace(pattern, path->where());
      if (fresh) {
        good.push_back(row.value());
        // Verdicts name the row, and are the same wherever the folder lies.
        Where mark;
        mark.file = "ruleset.yaml";
        mark.line = path->where().line;
        marks.push_back(std::move(mark));
      } else {
        refuse(*path,
               "the pattern " + in_quotes(pattern.text()) + " appears twice; first at " +
                   std::to_string(at->second.line) + ":" + std::to_string(at->second.column),
               "every pattern once", "merge the two rows");
      }
    }
    Result<FieldTable> table = FieldTable::from_json(good, limits_, marks);
    if (table) out_.fields = std::move(*table);
  }

  // What the shape of a row tells is not told again.
  void tell_row(const YamlNode& row, const Error& error) {
    if (is_misshapen(row)) return;
    constexpr std::string_view kPrefix = "fields[0]: ";
    std::string message = error.message;
    if (message.starts_with(kPrefix)) message.erase(0, kPrefix.size());
    const YamlNode at = row.member(message.find("above") != std::string::npos ? "min" : "path").value_or(row);
    refuse(at, std::move(message), "a row such as {path: \"goal\", write: [operator]}", error.hint);
  }

  // Whether the shape has told something about the row or a part of it.
  bool is_misshapen(const YamlNode& row) const {
    const auto told = [this](const Where& where) { return misshapen_.contains({where.line, where.column}); };
    if (told(row.where())) return true;
    for (const YamlNode& child : row.children()) {
      if (told(child.where()) || told(child.where_key())) return true;
      for (const YamlNode& inner : child.children())
        if (told(inner.where())) return true;
    }
    return false;
  }

  void read_described(const YamlNode& node) {
    Result<Pattern> pattern = Pattern::parse(string_of(node.value()), limits_);
    if (pattern) {
      out_.described_pairs.push_back(std::move(*pattern));
    } else {
      refuse(node, in_quotes(string_of(node.value())) + " is not a pattern: " + pattern.error().message,
             "a pattern such as \"stat_data.**\"", pattern.error().hint);
    }
  }

  void read_missing_paths(const YamlNode& node) {
    const auto meant = [](const Json& word) {
      return word.is_string() && string_of(word) == "known_only" ? MissingPaths::kKnownOnly
                                                                 : MissingPaths::kCreate;
    };
    if (!node.value().is_object()) {
      out_.missing_paths = meant(node.value());
      return;
    }
    for (const YamlNode& child : node.children()) {
      if (std::find(kDialectNames.begin(), kDialectNames.end(), child.key()) == kDialectNames.end()) {
        problems_.push_back(child.key_problem("unknown dialect " + in_quotes(child.key()),
                                              listed(kDialectNames),
                                              hints_.nearest_hint(child.key(), kDialectNames)));
      } else {
        out_.missing_paths_of.emplace_back(std::string(child.key()), meant(child.value()));
      }
    }
  }

  void read_retry(const YamlNode& node) {
    RetrySettings& retry = out_.retry;
    read_count(node, "max", retry.max);
    read_flag(node, "intercept_output", retry.intercept_output);
    read_flag(node, "with_debug", retry.with_debug);
    read_count(node, "feedback_tokens", retry.feedback_tokens);
    if (const auto on = node.member("on")) read_troubles(*on);
  }

  // {tool: report, command: accept}, or [tool]: all of them report.
  void read_troubles(const YamlNode& node) {
    out_.retry.on.fill(AfterRetries::kNoRetry);
    const bool words = node.value().is_object();
    for (const YamlNode& child : node.children()) {
      if (!child.value().is_string()) continue;
      const std::string& word = string_of(child.value());
      const auto at = std::ranges::find(kTroubleNames, words ? child.key() : std::string_view(word));
      if (at == kTroubleNames.end()) continue;
      out_.retry.on[static_cast<std::size_t>(at - kTroubleNames.begin())] =
          words && word == "accept" ? AfterRetries::kAccept : AfterRetries::kReport;
    }
  }

  // The texts of one language.
  void read_feedback(const YamlNode& texts) {
    if (!texts.value().is_object()) return;
    const std::span<const FeedbackRow> rows = feedback_rows();
    for (const YamlNode& child : texts.children()) {
      const auto row =
          std::ranges::find_if(rows, [&](const FeedbackRow& one) { return one.key == child.key(); });
      if (row == rows.end()) {
        std::vector<std::string_view> keys;
        for (const FeedbackRow& one : rows) keys.push_back(one.key);
        problems_.push_back(child.key_problem("unknown text " + in_quotes(child.key()), listed(keys),
                                              hints_.nearest_hint(child.key(), keys)));
      } else if (child.value().is_string()) {
        const std::string& text = string_of(child.value());
        const Result<void> checked = check_feedback_text(*row, text);
        if (!checked)
          refuse(child, std::string(row->key) + ": " + checked.error().message,
                 "a text with the placeholders of `" + std::string(row->key) + "`", checked.error().hint);
        if (checked) out_.feedback.put(texts.key(), row->key, text);
      }
    }
  }

  void read_milestone(const YamlNode& node) {
    const auto policy = node.value().is_object() ? text(node, "policy") : std::nullopt;
    if (!policy) return;
    MilestoneUse use;
    use.policy = string_of(policy->value());
    use.where = use.where_with = policy->where();
    if (const auto with = node.member("with"); with && with->value().is_object()) {
      use.with = with->value();
      use.where_with = with->where();
    }
    out_.milestone = std::move(use);
  }

  void read_tools(const YamlNode& node) {
    const auto allow = node.member("allow");
    if (!allow || !allow->value().is_array()) return;
    out_.allowed_tools = names(allow);
    for (const YamlNode& child : texts(allow)) {
      const std::string& name = string_of(child.value());
      if (!is_tool_name(name))
        refuse(child, in_quotes(name) + " is not a tool name",
               "lowercase letters, digits and _, at most 64 characters", "");
    }
  }

  void read_state(const YamlNode& node) {
    out_.state = string_of(node.value());
    out_.state_mark = node.where();
    if (out_.state.empty()) return;
    constexpr std::string_view kExpected = "a .yaml or .json file in the ruleset's folder";
    if (Result<void> good = check_file_name(out_.state); !good) {
      refuse(node, in_quotes(out_.state) + ": " + good.error().message, std::string(kExpected),
             "name a file in the ruleset's folder, such as initial.yaml");
      out_.state.clear();
    } else if (!out_.state.ends_with(".yaml") && !out_.state.ends_with(".yml") &&
               !out_.state.ends_with(".json")) {
      refuse(node, in_quotes(out_.state) + " ends with neither .yaml nor .json", std::string(kExpected), "");
      out_.state.clear();
    }
  }

  void read_limit(const YamlNode& node) {
    const LimitRow* row = find_limit(node.key());
    if (row == nullptr) {
      std::vector<std::string_view> known;
      for (const LimitRow& other : limit_table()) known.push_back(other.name);
      std::string hint = hints_.nearest_hint(node.key(), known);
      problems_.push_back(node.key_problem("unknown limit " + in_quotes(node.key()), "the name of a limit",
                                           hint.empty() ? "the names stand in the manual" : std::move(hint)));
      return;
    }
    if (!node.value().is_number_integer()) return;
    const WideInteger number = wide(node.value());
    if (number < 1) return;  // told by the shape
    if (number < static_cast<WideInteger>(row->least) || number > static_cast<WideInteger>(row->most)) {
      refuse(node, "`" + std::string(row->name) + "` is out of range",
             "a number from " + std::to_string(row->least) + " to " + std::to_string(row->most), "");
      return;
    }
    out_.limits.*row->member = static_cast<std::size_t>(number);
  }

  void check_rule(const Named& rule) {
    const std::size_t slash = rule.name.find('/');
    const std::string_view instance = std::string_view(rule.name).substr(0, slash);
    std::string message;
    std::string hint;
    if (slash == std::string::npos || slash + 1 == rule.name.size()) {
      message = in_quotes(rule.name) + " is not a rule id";
      hint = "write PLUGIN/RULE";
    } else if (std::none_of(out_.plugins.begin(), out_.plugins.end(),
                            [instance](const PluginUse& use) { return use.as == instance; })) {
      std::vector<std::string_view> known;
      for (const PluginUse& use : out_.plugins) known.push_back(use.as);
      message = "no plugin is called " + in_quotes(instance);
      hint = hints_.nearest_hint(instance, known);
    }
    if (message.empty()) return;
    problems_.push_back({Error(Code::kPluginInvalid, std::move(message), std::move(hint), rule.where),
                         rule.name, "the id of a rule: an instance's name, /, the rule's name"});
  }

  const Limits& limits_;
  std::vector<Problem>& problems_;
  RulesetFile out_;
  std::set<std::pair<std::size_t, std::size_t>> misshapen_;  // lines and columns of what the shape told
  HintBudget hints_;
  bool crowded_ = false;
};

}  // namespace

std::span<const std::string_view> dialect_names() { return kDialectNames; }

RulesetFile read_ruleset_file(std::string_view text, const std::string& file, const Limits& limits,
                              std::vector<Problem>& problems) {
  const std::size_t first = problems.size();
  std::optional<YamlTree> tree = read_yaml(text, file, limits, problems);
  if (!tree) return {};
  RulesetFile ruleset =
      RulesetText(limits, problems).read(std::make_shared<const YamlTree>(std::move(*tree)));
  in_order_of_lines(problems, first, limits);
  return ruleset;
}

}  // namespace gavel
