#include "game.hpp"

#include "state/json_writer.hpp"

namespace gavel::testing {
namespace {

Pack pack_of(const PluginText& text, std::vector<Problem>& problems) {
  Pack pack;
  const std::string yaml =
      "plugin: " + text.name + "\nversion: 1.0.0\napi: 1\nsummary: {en: A test., zh: 测试。}\n" +
      (text.manifest.find("files:") == std::string::npos ? "files: [" + text.name + ".lua]\n" : "") +
      text.manifest + "\n";
  pack.manifest = read_manifest(yaml, text.name + "/plugin.yaml", Limits(), problems);
  pack.manifest_text = yaml;
  pack.folder = "plugins/" + text.name;
  pack.files.push_back({text.name + ".lua", text.lua});
  return pack;
}

std::string shown(const std::vector<Problem>& problems) {
  std::string all;
  for (const Problem& problem : problems)
    all += problem.error.where.file + ":" + std::to_string(problem.error.where.line) + ": " +
           problem.error.message + "\n" + problem.error.detail + "\n";
  return all;
}

}  // namespace

RulesetSource source_of(const std::vector<PluginText>& plugins, std::string_view ruleset,
                        std::string_view state) {
  std::vector<Problem> problems;
  RulesetSource source;
  std::string yaml = "ruleset: test\nversion: 1.0.0\n" + std::string(ruleset) + "\n";
  // Most tests look at one judgement after the other; those of retrying say so.
  if (ruleset.find("retry:") == std::string_view::npos) yaml += "retry: {on: []}\n";
  if (ruleset.find("plugins:") == std::string_view::npos) {
    yaml += "plugins: [";
    for (const PluginText& plugin : plugins) yaml += (yaml.back() == '[' ? "" : ", ") + plugin.name;
    yaml += "]\n";
  }
  source.file = read_ruleset_file(yaml, "ruleset.yaml", Limits(), problems);
  for (const PluginUse& use : source.file.plugins) {
    for (const PluginText& plugin : plugins) {
      if (plugin.name != use.id) continue;
      Pack pack = pack_of(plugin, problems);
      pack.as = use.as;
      pack.params =
          check_params(pack.manifest, use.with ? &*use.with : nullptr, use.where, Limits(), problems);
      source.packs.push_back(std::move(pack));
    }
  }
  source.state = parsed(state);
  INFO(shown(problems));
  REQUIRE_FALSE(any_error(problems));
  return source;
}

Ruleset::Built build(const std::vector<PluginText>& plugins, std::string_view ruleset,
                     std::string_view state) {
  return Ruleset::build(source_of(plugins, ruleset, state));
}

std::string Played::said() const {
  std::string all;
  for (std::size_t i = 0; i < verdict["commands"].size(); ++i) {
    const Shown line = verdict["commands"][i];
    all += (i == 0 ? "" : ", ") + string_of(line["status"].json);
    if (line["code"].there) all += " " + string_of(line["code"].json);
  }
  return all;
}

std::string Played::message(std::size_t index) const {
  const Shown line = verdict["commands"][index];
  std::string all = line["message"].there ? string_of(line["message"].json) : "";
  if (line["hint"].there) all += " " + string_of(line["hint"].json);
  return all;
}

Game::Game(const std::vector<PluginText>& plugins, std::string_view ruleset, std::string_view state)
    : Game([&] {
        Ruleset::Built built = build(plugins, ruleset, state);
        INFO(shown(built.problems));
        REQUIRE(built.ruleset != nullptr);
        return built.ruleset;
      }()) {}

Game::Game(std::shared_ptr<const Ruleset> ruleset)
    : ruleset_(std::move(ruleset)),
      sandbox_(std::move(ruleset_->pool().take()).value()),
      document_(std::move(Document::load(ruleset_->initial_state(), Json(), ruleset_->limits())).value()) {}

void Game::replace(std::shared_ptr<const Ruleset> ruleset) {
  sandbox_.reset();
  ruleset_ = std::move(ruleset);
  sandbox_ = std::move(ruleset_->pool().take()).value();
}

Game Game::restarted() const {
  Game other(ruleset_);
  other.document_ = std::move(Document::load(document_.data(), document_.meta(), ruleset_->limits())).value();
  other.turns_ = turns_;
  other.seed = seed;
  other.now = now;
  return other;
}

Verdict Game::judge(Document& document, Sandbox& sandbox, DeriveMemory* derived, std::string_view text,
                    Actor actor, const std::string& name, Trace* trace) const {
  TurnInput input = campaign.value_or(TurnInput());
  TurnRules rules;
  rules.keeps_progress = campaign.has_value();
  input.parts = parts_of(said, std::string(text), actor);
  input.turn = name;
  input.now = parse_time(now).value();
  rules.ruleset = ruleset_.get();
  rules.sandbox = &sandbox;
  rules.derived = derived;
  input.seed = seed;
  input.attempt = attempt;
  input.tools = allowed_tools;
  rules.trace = trace;
  input.campaign = campaign_fields;
  rules.history = history.is_array() ? &history : nullptr;
  input.settings = ruleset_->settings(settings).value();
  Result<Verdict> verdict = run_turn(document, input, rules);
  REQUIRE(verdict.ok());
  return std::move(*verdict);
}

Played Game::play(std::string_view text, Actor actor) {
  document_.forget();
  const std::string name = turn.empty() ? "t-" + std::to_string(++turns_) : turn;
  Document copy = std::move(Document::load(document_.data(), document_.meta(), ruleset_->limits())).value();
  const std::unique_ptr<Sandbox> fresh = std::move(ruleset_->pool().take()).value();
  Trace trace;
  trace.with_asks = true;
  const Json again = verdict_json(judge(copy, *fresh, nullptr, text, actor, name, &trace));
  const Verdict verdict = judge(document_, *sandbox_, &derived_, text, actor, name, nullptr);
  if (verdict.failed) derived_ = DeriveMemory();
  failed_calls_ = verdict.failed_calls;
  const Json json = verdict_json(verdict);
  CHECK(verdict_text(verdict) == to_text(json));
  REQUIRE(to_text(again) == to_text(json));
  REQUIRE(to_text(copy.data()) == to_text(document_.data()));
  REQUIRE(to_text(copy.meta()) == to_text(document_.meta()));
  return {{json}, {document_.data()}, {document_.meta()}};
}

}  // namespace gavel::testing
