#include "prompt.hpp"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "turn/protocols.hpp"

#include "log.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "store_file.hpp"
#include "streams.hpp"

namespace gavel {
namespace {

constexpr const char* kPromptFooter =
    "For a ruleset: the request before the first turn, on its initial state. For a campaign: the next one, "
    "with the "
    "feedback\nof an attempt that is to be made again.\n"
    "Exit code 0, or 2 where there is no such request.\n\n"
    "Examples:\n"
    "  gavel prompt rulesets/tabletop --user \"I open the gate.\"\n"
    "  gavel prompt rulesets/tabletop --explain --dialog rules\n"
    "  gavel prompt rulesets/tabletop --tools openai\n"
    "  gavel prompt --campaign evening --store games.db --json";

std::string padded_name(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 2, width), ' ');
  return text;
}

// Each part with its source and tokens.
std::string explained(const Prompt& prompt) {
  std::string out =
      padded_name("part", 30) + padded_name("tokens", 8) + padded_name("message", 9) + "source\n";
  for (const PromptBlock& block : prompt.blocks) {
    out += padded_name(block.part, 30) + padded_name(std::to_string(block.tokens), 8) +
           padded_name(std::to_string(block.message + 1), 9) + block.source + "\n";
    if (!block.left_out.empty()) out += "  left out for want of room: " + block.left_out + "\n";
  }
  out += std::to_string(prompt.tokens) + " of " + std::to_string(prompt.budget) + " tokens, dialog " +
         prompt.dialog;
  for (std::size_t i = 0; i < prompt.schemas.size(); ++i)
    out += (i == 0 ? "; schemas " : ", ") + prompt.schemas[i];
  return out + "\n";
}

std::string for_people(const Prompt& prompt, bool colour) {
  std::string out;
  for (const PromptMessage& message : prompt.messages) {
    out += colour ? "\033[1m" : "";
    out += "[" + printable(message.role) + "]";
    out += colour ? "\033[0m\n" : "\n";
    out += printable_lines(message.content) + "\n\n";
  }
  return out;
}

}  // namespace

PromptCommand::PromptCommand(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("prompt", "Show the request that goes to the model");
  named(sub->add_option("RULESET", folder_, "A folder with ruleset.yaml"), " ");
  named(sub->add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--schemas", schema_dirs_, "Look for schemas here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--schema", schemas_, "With this schema switched on; may be given again"), "ID")
      ->allow_extra_args(false);
  named(sub->add_option("--campaign", campaign_, "The next request of this campaign, instead of a ruleset's"),
        "ID");
  add_store_option(*sub, store_file_);
  named(sub->add_option("--user", request_.user_text, "What the player says"), "TEXT");
  named(sub->add_option("--turn", request_.turn, "Of a campaign: the turn's id (default: the next)"), "ID");
  named(sub->add_option("--replaces", request_.replaces,
                        "Of a campaign: the request for a re-roll of this turn"),
        "TURN");
  named(sub->add_option("--dialog", dialog_, "Of a ruleset: scene, action, rules or free_chat"), "TYPE")
      ->check(CLI::IsMember({"scene", "action", "rules", "free_chat"}));
  named(sub->add_option("--language", request_.language, "zh or en (default: the ruleset's)"), "ID")
      ->check(CLI::IsMember({"zh", "en"}));
  named(sub->add_option("--tokens", request_.tokens, "The room (default: the ruleset's prompt.tokens)"), "N");
  named(sub->add_option("--tools", api_, "Only the tools, as this API takes them: openai or anthropic"),
        "API")
      ->check(CLI::IsMember({"openai", "anthropic"}));
  sub->add_flag("--explain", explain_, "Each part, where it comes from, and how much room it takes");
  sub->add_flag("--json", json_, "The messages as JSON");
  named(sub->add_option("--color", colour_, "auto (default), always or never"), "WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  sub->footer(kPromptFooter);
}

int PromptCommand::fail(const Error& error) const {
  show_error(error, "", "", use_colour(Colour::kAuto, STDERR_FILENO));
  if (json_) print_error_json(error, folder_);
  return kExitUsage;
}

int PromptCommand::print(const std::string& text) const { return heard(text); }

namespace {

Result<std::shared_ptr<const Ruleset>> loaded(const std::string& folder,
                                              const std::vector<std::string>& plugins,
                                              const std::vector<std::string>& schema_dirs,
                                              const std::vector<std::string>& schemas) {
  SchemaPlaces places{schema_dirs, {}};
  for (const std::string& id : schemas) places.wanted.push_back({id, {}});
  Ruleset::Built built = load_logged(folder, plugins, Limits(), places);
  for (const Problem& problem : built.problems)
    std::fprintf(stderr, "%s\n", problem_line(problem, use_colour(Colour::kAuto, STDERR_FILENO)).c_str());
  if (built.ruleset == nullptr)
    return Error(Code::kPluginInvalid, folder + " does not load", "gavel check " + folder);
  return built.ruleset;
}

}  // namespace

Result<Prompt> PromptCommand::of_ruleset() {
  Result<std::shared_ptr<const Ruleset>> taken = loaded(folder_, plugin_dirs_, schema_dirs_, schemas_);
  if (!taken) return std::move(taken).error();
  const Ruleset& ruleset = **taken;
  const Result<Document> document = Document::load(ruleset.initial_state(), Json(), ruleset.limits());
  if (!document) return document.error();
  Json own(Json::value_t::object);
  if (!dialog_.empty()) own["dialog.manual_type"] = dialog_;
  Result<Json> settings = ruleset.settings(own);
  if (!settings) return std::move(settings).error();
  std::vector<Warning> warnings;
  PromptInput input;
  input.ruleset = &ruleset;
  input.document = &*document;
  input.settings = std::move(*settings);
  input.active = active_schemas(ruleset, schemas_after(ruleset, schemas_, request_.user_text, warnings));
  input.user_text = request_.user_text;
  input.language = request_.language;
  input.tokens = request_.tokens;
  Prompt prompt = assemble(input);
  prompt.warnings.insert(prompt.warnings.begin(), warnings.begin(), warnings.end());
  return prompt;
}

Result<Prompt> PromptCommand::of_campaign() const {
  const Result<std::unique_ptr<Store>> store = open_store(store_file(store_file_));
  if (!store) return store.error();
  return Campaigns(**store).prompt(campaign_, request_);
}

int PromptCommand::print_tools() {
  Result<std::shared_ptr<const Ruleset>> taken = loaded(folder_, plugin_dirs_, schema_dirs_, schemas_);
  if (!taken) return fail(taken.error());
  const std::string& language = request_.language.empty() ? (*taken)->file().language : request_.language;
  const std::optional<Json> tools = tools_for(api_, **taken, std::nullopt, language);
  return print(shown_json(tools.value_or(Json()), 2) + "\n");
}

int PromptCommand::run() {
  if (folder_.empty() == campaign_.empty())
    return fail(Error(Code::kUsage, "a prompt is of a ruleset or of a campaign",
                      "gavel prompt rulesets/tabletop, or gavel prompt --campaign evening"));
  if (!api_.empty() && !campaign_.empty())
    return fail(
        Error(Code::kUsage, "--tools is of a ruleset", "gavel prompt rulesets/tabletop --tools " + api_));
  if (!api_.empty()) return print_tools();
  const Result<Prompt> prompt = campaign_.empty() ? of_ruleset() : of_campaign();
  if (!prompt) return fail(prompt.error());
  if (json_) return print(shown_json(prompt_json(*prompt, explain_), 2) + "\n");
  for (const Warning& warning : prompt->warnings)
    std::fprintf(stderr, "gavel: note: %s: %s\n", warning.code.c_str(), printable(warning.message).c_str());
  const Colour wish = colour_ == "always"  ? Colour::kAlways
                      : colour_ == "never" ? Colour::kNever
                                           : Colour::kAuto;
  if (explain_) return print(printable_lines(explained(*prompt)));
  return print(for_people(*prompt, use_colour(wish, STDOUT_FILENO)));
}

}  // namespace gavel
