#include "help.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <unistd.h>

#include "state/embedded.hpp"
#include "state/json.hpp"

#include "options.hpp"
#include "streams.hpp"
#include "wrap.hpp"

namespace gavel {

std::span<const EmbeddedFile> help_texts();
std::span<const EmbeddedFile> completion_scripts();

namespace {

constexpr std::string_view kExamples = "Examples:";

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    const std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    // Examples are for copying: they stay in one line.
    const std::size_t examples = std::min(text.rfind(kExamples), text.size());
    return wrapped(std::string_view(text).substr(0, examples), terminal_columns(STDOUT_FILENO)) +
           text.substr(examples);
  }
};

// "gavel campaign turn"
std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name() : full_name(*app.get_parent()) + " " + app.get_name();
}

std::vector<CLI::App*> commands_of(CLI::App& app) { return app.get_subcommands({}); }

// The app and every command below it.
std::vector<CLI::App*> all_commands(CLI::App& app) {
  std::vector<CLI::App*> all = {&app};
  for (std::size_t i = 0; i < all.size(); ++i)
    for (CLI::App* sub : commands_of(*all[i])) all.push_back(sub);
  return all;
}

// "--state", or what a positional is called.
std::string name_of(const CLI::Option& option) {
  return option.nonpositional() ? "--" + option.get_lnames().front() : option.get_name(true);
}

// "--state FILE", "-V,--version", "FILE or -": whether that is the option, and what its value is called.
std::optional<std::string> value_name(std::string_view key, std::string_view option) {
  const std::size_t end = std::min(key.find(' '), key.size());
  std::string_view name = key.substr(0, end);
  if (name.ends_with(option) &&
      (name.size() == option.size() || name[name.size() - option.size() - 1] == ','))
    return std::string(key.substr(std::min(end + 1, key.size())));
  return std::nullopt;
}

// The texts of a command, then those of what it belongs to, then those that all share.
std::vector<const Json*> texts_for(const Json& texts, const CLI::App& app) {
  std::vector<const Json*> found;
  for (const CLI::App* at = &app; at != nullptr && (at->get_parent() != nullptr || at == &app);
       at = at->get_parent()) {
    const std::string name = full_name(*at);
    const Json* own = member(texts, at->get_parent() == nullptr ? name : name.substr(name.find(' ') + 1));
    const Json* options = own == nullptr ? nullptr : member(*own, "options");
    if (options != nullptr) found.push_back(options);
  }
  found.push_back(member(texts, "shared"));
  return found;
}

void describe_option(CLI::Option& option, const std::vector<const Json*>& texts) {
  for (const Json* one : texts) {
    for (const auto& [key, text] : object_of(*one)) {
      const std::optional<std::string> value = value_name(key, name_of(option));
      if (!value) continue;
      option.description(string_of(text));
      option.option_text(value->empty() ? " " : *value);
      return;
    }
  }
}

std::string footer_of(const Json& own) {
  std::string text;
  if (const Json* after = member(own, "after"); after != nullptr) text = string_of(*after) + "\n";
  const Json* examples = member(own, "examples");
  if (examples != nullptr) text += kExamples;
  if (examples != nullptr)
    for (const Json& one : array_of(*examples)) text += "\n  " + string_of(one);
  return text;
}

}  // namespace

void describe(CLI::App& app) {
  const Json texts = embedded_yaml(help_texts(), "help.yaml");
  for (CLI::App* one : all_commands(app)) {
    const std::string name = full_name(*one);
    const Json* own = member(texts, one == &app ? name : name.substr(name.find(' ') + 1));
    one->formatter(std::make_shared<HelpFormatter>());
    if (own == nullptr) continue;
    one->description(string_of(*member(*own, "about")));
    one->footer(footer_of(*own));
    const std::vector<const Json*> found = texts_for(texts, *one);
    for (CLI::Option* option :
         one->get_options([&](const CLI::Option* each) { return each != one->get_help_ptr(); }))
      describe_option(*option, found);
  }
}

HelpCommand::HelpCommand(CLI::App& app) : app_(app) {
  app.add_subcommand("help", "")->add_option("COMMAND", words_);
}

int HelpCommand::run() {
  describe(app_);
  const CLI::App* at = &app_;
  for (const std::string& word : words_) {
    const std::vector<const CLI::App*> below = at->get_subcommands({});
    const auto found = std::ranges::find(below, word, [](const CLI::App* one) { return one->get_name(); });
    if (found == below.end()) {
      say_unknown(*at, word);
      return kExitUsage;
    }
    at = *found;
  }
  return heard(at->get_formatter()->make_help(at, full_name(*at), CLI::AppFormatMode::Normal));
}

// ---- completions

namespace {

// What a shell offers as an option's value: file, dir, text, the words themselves; a flag: nothing.
std::string values_of(const CLI::Option& option) {
  if (option.get_type_size() == 0) return {};
  const std::string type = option.get_type_name();  // "TEXT:{en,zh}"
  if (const std::size_t open = type.find('{'); open != std::string::npos) {
    std::string words = type.substr(open + 1, type.find('}') - open - 1);
    std::ranges::replace(words, ',', ' ');
    return words;
  }
  const std::string& shown = option.get_option_text();
  if (shown == "DIR") return "dir";
  return shown == "FILE" || shown == "STATE" ? "file" : "text";
}

// One row for each command and option: where|command or option or word|name|values|what it is.
std::vector<std::string> completion_rows(CLI::App& app) {
  std::vector<std::string> rows;
  const auto add = [&](const std::string& where, const char* kind, const std::string& name,
                       const std::string& values, std::string about) {
    std::ranges::replace(about, '|', '/');
    rows.push_back(where + "|" + kind + "|" + name + "|" + values + "|" + about);
  };
  for (CLI::App* one : all_commands(app)) {
    const std::string where = full_name(*one);
    const std::string after_help = "gavel help" + where.substr(app.get_name().size());
    for (const CLI::App* sub : commands_of(*one))
      for (const std::string& place : {where, after_help})
        add(place, "command", sub->get_name(), "", sub->get_description());
    for (const CLI::Option* option :
         one->get_options([](const CLI::Option* each) { return !each->get_group().empty(); })) {
      const std::string values = values_of(*option);
      if (option->nonpositional())
        add(where, "option", name_of(*option), values, option->get_description());
      else if (values != "text" && values != "file" && values != "dir")
        add(where, "word", name_of(*option), values, option->get_description());
    }
  }
  return rows;
}

// As a word in single quotes holds it.
std::string in_single_quotes(const std::string& text, bool fish) {
  std::string out;
  for (const char c : text) {
    if (c == '\'')
      out += fish ? "\\'" : "'\\''";
    else if (c == '\\' && fish)
      out += "\\\\";
    else
      out += c;
  }
  return out;
}

}  // namespace

CompletionsCommand::CompletionsCommand(CLI::App& app) : app_(app) {
  CLI::App* sub = app.add_subcommand("completions", "");
  one_of(sub->add_option("SHELL", shell_)->required(), {"bash", "zsh", "fish"});
}

int CompletionsCommand::run() {
  describe(app_);
  const bool fish = shell_ == "fish";
  std::string table;
  for (const std::string& row : completion_rows(app_))
    table += fish ? "  '" + in_single_quotes(row, true) + "' \\\n" : in_single_quotes(row, false) + "\n";
  const std::span<const EmbeddedFile> scripts = completion_scripts();
  std::string script(std::ranges::find(scripts, shell_ + ".sh", &EmbeddedFile::name)->text);
  constexpr std::string_view kTable = "{{table}}\n";
  script.replace(script.find(kTable), kTable.size(), table);
  return heard(script);
}

}  // namespace gavel
