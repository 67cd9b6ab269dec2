#include "apply.hpp"

#include <chrono>
#include <cstdio>
#include <unistd.h>

#include "base/utf8.hpp"
#include "command/audit.hpp"
#include "state/json_writer.hpp"

#include "files.hpp"
#include "log.hpp"
#include "marked_text.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "state_file.hpp"
#include "streams.hpp"

namespace gavel {
namespace {

constexpr const char* kApplyFooter =
    "The verdict goes to standard output: for people on a terminal, as JSON in a pipe. The JSON is the "
    "verdict plus\n"
    "\"state\" (the data afterwards) and \"meta\" (what the host keeps about it).\n"
    "Exit code 0 when the text was judged, even if commands were rejected; 2 for bad usage or unreadable "
    "input.\n\n"
    "Examples:\n"
    "  gavel apply --state state.json reply.txt\n"
    "  gavel apply --state state.json --explain --format people reply.txt\n"
    "  gavel apply --state state.json commands.json\n"
    "  gavel apply --ruleset rulesets/first --out game.json reply.txt\n"
    "  gavel apply --ruleset rulesets/first --document game.json --out game.json next.txt\n"
    "  gavel apply --state state.json --text '[{\"verb\":\"add\",\"path\":[\"hp\"],\"value\":-5}]' --json\n"
    "  gavel apply --document doc.json --out doc.json --now 2025-09-20T08:00:00Z commands.json";

Time apply_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
}

// Which file it was that did not load.
Result<Document> named_after(const std::string& file, Result<Document> loaded) {
  if (!loaded) loaded.error().message = file + ": " + loaded.error().message;
  return loaded;
}

}  // namespace

Apply::Apply(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("apply", "Judge one text against a state, without a store");
  auto* state = named(sub->add_option("--state", state_file_,
                                      "A JSON or YAML file with the state (default: an empty object)"),
                      "FILE");
  named(sub->add_option("--document", document_file_,
                        "A file {data, meta}, as --out writes it, instead of --state"),
        "FILE")
      ->excludes(state);
  named(
      sub->add_option(
          "--dialect", dialect_,
          "How the commands are written: auto (default), or only one of tavern ops mvu patch filament memory "
          "tools ir"),
      "ID");
  named(sub->add_option("--actor", actor_, "Who speaks: model (default), player or operator"), "NAME");
  named(sub->add_option(
            "--now", now_,
            "The turn's clock, ISO 8601 with a zone; decides ttl and expiresAt (default: the machine's)"),
        "TIME");
  named(sub->add_option("--ruleset", ruleset_folder_, "The game's rules: a folder with ruleset.yaml"), "DIR");
  named(sub->add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--schemas", schema_dirs_, "Look for schemas here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--seed", seed_, "Seed for dice rolls (default: 0)"), "TEXT");
  named(sub->add_option(
               "--attempt", attempt_,
               "Which attempt at this turn it is; after the ruleset's retries a failed one is reported "
               "(default: 1)")
            ->check(CLI::Range(1, 1000)),
        "N");
  named(sub->add_option("--out", out_file_, "Write {data, meta} here afterwards"), "FILE");
  auto* file =
      named(sub->add_option("FILE", file_, "The text to judge; - for standard input (default)"), "or -");
  named(sub->add_option("--text", given_text_, "The text itself, instead of FILE"), "STRING")
      ->excludes(file)
      ->each([this](const std::string&) { has_text_ = true; });
  named(sub->add_option("--format", format_, "auto (default), people or json"), "FORM")
      ->check(CLI::IsMember({"auto", "people", "json"}));
  named(sub->add_option("--root", root_,
                        "The only part of the state that commands may name, such as character.saveData"),
        "PATH");
  named(sub->add_option("--turn", turn_, "The turn's id, with which its audit ids begin (default: t-1)"),
        "ID");
  sub->add_flag(
      "--explain", explain_,
      "Show the text with every part of it named: narration, reasoning, envelope, command, repair, refusal");
  sub->add_flag("--audit", audit_, "Add the audit records of the turn to the JSON");
  sub->add_flag("--json", json_, "The same as --format json");
  named(sub->add_option("--color", colour_, "auto (default), always or never"), "WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  sub->footer(kApplyFooter);
}

Colour Apply::colour_wish() const {
  if (colour_ == "always") return Colour::kAlways;
  return colour_ == "never" ? Colour::kNever : Colour::kAuto;
}

int Apply::fail(const Error& error) const {
  show_error(error, source_.name, source_.text, use_colour(colour_wish(), STDERR_FILENO));
  if (!json_ && format_ != "json") return kExitUsage;
  print_error_json(error, source_.name);
  return kExitUsage;
}

Result<Document> Apply::load() {
  const std::string& name = document_file_.empty() ? state_file_ : document_file_;
  if (name.empty() && ruleset_ != nullptr)
    return named_after(ruleset_folder_, Document::load(ruleset_->initial_state(), Json(), limits_));
  if (name.empty()) return Document();
  Result<std::string> text = read_file(name, limits_.max_state_bytes, "max_state_bytes");
  if (!text) return std::move(text).error();
  source_ = {name, std::move(*text)};
  Result<Json> json = read_state(source_.text, name, limits_,
                                 document_file_.empty() ? StateForm::kState : StateForm::kDocument);
  if (!json) return std::move(json).error();
  if (document_file_.empty()) {
    const bool document =
        json->is_object() && json->size() == 2 && json->contains("data") && json->contains("meta");
    if (document)
      std::fprintf(stderr, "gavel: note: %s looks like a document; give it by --document\n",
                   printable(name).c_str());
    return named_after(name, Document::load(std::move(*json), Json(), limits_));
  }
  const Json* data = member(*json, "data");
  if (data == nullptr) {
    return Error(Code::kTypeMismatch, name + " is no document: it has no \"data\"",
                 "give a plain state by --state");
  }
  const Json* meta = member(*json, "meta");
  return named_after(name, Document::load(*data, meta == nullptr ? Json() : *meta, limits_));
}

Result<TurnInput> Apply::input() {
  TurnInput input;
  if (dialect_ != "auto") {
    Result<const Dialect*> dialect = find_dialect(dialect_);
    if (!dialect) return std::move(dialect).error();
    input.dialect = (*dialect)->id;
  }
  input.turn = turn_;
  input.context.root = root_;
  const std::optional<Actor> actor = actor_of(actor_);
  if (!actor || *actor > Actor::kOperator) {
    return Error(Code::kUsage, "--actor is model, player or operator, not \"" + actor_ + "\"");
  }
  input.actor = *actor;
  Result<Time> now = now_.empty() ? Result<Time>(apply_clock()) : parse_time(now_);
  if (!now) return Error(Code::kUsage, "--now: " + now.error().message, now.error().hint);
  input.context.now = *now;
  input.context.limits = limits_;
  if (ruleset_ != nullptr) {
    input.ruleset = ruleset_.get();
    input.sandbox = sandbox_.get();
    input.facts.seed = seed_;
    input.attempt = attempt_;
    Result<Json> settings = ruleset_->settings(Json());
    if (!settings) return std::move(settings).error();
    input.facts.settings = std::move(*settings);
  }
  if (has_text_) {
    source_ = {"--text", given_text_};
  } else {
    if (file_ == "-" && ::isatty(STDIN_FILENO) != 0)
      std::fputs("gavel: reading the text from standard input\n", stderr);
    Result<std::string> text = read_file(file_, limits_.max_input_bytes, "max_input_bytes");
    if (!text) return std::move(text).error();
    source_ = {file_ == "-" ? "standard input" : file_, std::move(*text)};
  }
  input.text = source_.text;
  return input;
}

Result<void> Apply::write_out(const Document& document) const {
  if (out_file_.empty()) return {};
  Json both(Json::value_t::object);
  both["data"] = document.data();
  both["meta"] = document.meta();
  return write_file(out_file_, to_text(both, 2) + "\n");
}

bool Apply::print(const Verdict& verdict, const Document& document) const {
  const bool people = format_ == "people" || (format_ == "auto" && !json_ && ::isatty(STDOUT_FILENO) != 0);
  std::string text;
  if (people) {
    const bool colour = use_colour(colour_wish(), STDOUT_FILENO);
    text = explain_ ? explanation_for_people(verdict, source_.text, colour) + "\n"
                    : reading_for_people(verdict, colour);
    text += verdict_for_people(verdict, colour);
  } else {
    Json json = verdict_json(verdict);
    json["state"] = document.data();
    json["meta"] = document.meta();
    if (audit_) json["audit"] = audit_json(verdict.audit);
    if (explain_) json["regions"] = explanation_json(verdict, source_.text);
    text = shown_json(json, 2) + "\n";
  }
  return put(text);
}

std::optional<int> Apply::load_ruleset() {
  if (ruleset_folder_.empty()) return std::nullopt;
  Ruleset::Built built = load_logged(ruleset_folder_, plugin_dirs_, limits_, {schema_dirs_, {}});
  const bool colour = use_colour(colour_wish(), STDERR_FILENO);
  for (const Problem& problem : built.problems)
    std::fprintf(stderr, "%s\n", problem_line(problem, colour).c_str());
  Result<std::unique_ptr<Sandbox>> sandbox =
      built.ruleset == nullptr
          ? Error(Code::kPluginInvalid, ruleset_folder_ + " does not load", "gavel check " + ruleset_folder_)
          : built.ruleset->pool().take();
  if (!sandbox) return fail(sandbox.error());
  ruleset_ = std::move(built.ruleset);
  sandbox_ = std::move(*sandbox);
  limits_ = ruleset_->limits();
  return std::nullopt;
}

int Apply::run() {
  if (const std::optional<int> code = load_ruleset()) return *code;
  Result<Document> document = load();
  if (!document) return fail(document.error());
  Result<TurnInput> turn = input();
  if (!turn) return fail(turn.error());
  Result<Verdict> verdict = run_turn(*document, *turn);
  if (!verdict) return fail(verdict.error());
  if (Result<void> written = write_out(*document); !written) return fail(written.error());
  if (!print(*verdict, *document)) return kExitUnheard;
  return kExitJudged;
}

}  // namespace gavel
