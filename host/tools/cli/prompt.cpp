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
  CLI::App* sub = app.add_subcommand("prompt", "");
  sub->add_option("RULESET", folder_);
  options_.add(*sub, {"--plugins", "--schemas", "--campaign", "--store", "--user", "--turn", "--language",
                      "--json", "--color"});
  sub->add_option("--schema", schemas_)->allow_extra_args(false);
  sub->add_option("--replaces", request_.replaces);
  one_of(sub->add_option("--dialog", dialog_), {"scene", "action", "rules", "free_chat"});
  sub->add_option("--tokens", request_.tokens);
  one_of(sub->add_option("--tools", api_), {"openai", "anthropic"});
  sub->add_flag("--explain", explain_);
}

Result<std::shared_ptr<const Ruleset>> PromptCommand::ruleset() const {
  std::vector<Named> wanted;
  for (const std::string& id : schemas_) wanted.push_back({id, {}});
  return options_.load_ruleset(folder_, std::move(wanted));
}

Result<Prompt> PromptCommand::of_ruleset() {
  const std::shared_ptr<const Ruleset> taken = TRY(ruleset());
  const Ruleset& rules = *taken;
  const Document document = TRY(Document::load(rules.initial_state(), Json(), rules.limits()));
  Json own(Json::value_t::object);
  if (!dialog_.empty()) own["dialog.manual_type"] = dialog_;
  Json settings = TRY(rules.settings(own));
  std::vector<Warning> warnings;
  PromptInput input;
  input.ruleset = &rules;
  input.document = &document;
  input.settings = std::move(settings);
  input.active = active_schemas(rules, schemas_after(rules, schemas_, request_.user_text, warnings));
  input.user_text = request_.user_text;
  input.language = request_.language;
  input.tokens = request_.tokens;
  Prompt prompt = assemble(input);
  prompt.warnings.insert(prompt.warnings.begin(), warnings.begin(), warnings.end());
  return prompt;
}

Result<Prompt> PromptCommand::of_campaign() const {
  const std::unique_ptr<Store> store = TRY(open_store(store_file(options_.store)));
  return Campaigns(*store).prompt(options_.campaign, request_);
}

int PromptCommand::print_tools() {
  const Result<std::shared_ptr<const Ruleset>> taken = ruleset();
  if (!taken) return options_.fail(taken.error());
  const std::string& language = request_.language.empty() ? (*taken)->file().language : request_.language;
  const std::optional<Json> tools = tools_for(api_, **taken, std::nullopt, language);
  return heard(shown_json(tools.value_or(Json()), 2) + "\n");
}

int PromptCommand::run() {
  request_.user_text = options_.user;
  request_.turn = options_.turn;
  request_.language = options_.language;
  if (folder_.empty() == options_.campaign.empty())
    return options_.fail(Error(Code::kUsage, "give a ruleset folder or --campaign, not both",
                               "gavel prompt rulesets/tabletop, or gavel prompt --campaign evening"));
  if (!api_.empty() && !options_.campaign.empty())
    return options_.fail(
        Error(Code::kUsage, "--tools needs a ruleset", "gavel prompt rulesets/tabletop --tools " + api_));
  if (!api_.empty()) return print_tools();
  const Result<Prompt> prompt = options_.campaign.empty() ? of_ruleset() : of_campaign();
  if (!prompt) return options_.fail(prompt.error());
  if (options_.json) return heard(shown_json(prompt_json(*prompt, explain_), 2) + "\n");
  for (const Warning& warning : prompt->warnings)
    std::fprintf(stderr, "gavel: note: %s: %s\n", warning.code.c_str(), printable(warning.message).c_str());
  if (explain_) return heard(printable_lines(explained(*prompt)));
  return heard(for_people(*prompt, options_.colour()));
}

}  // namespace gavel
