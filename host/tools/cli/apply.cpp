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

Apply::Apply(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("apply", "");
  options_.add(*sub, {"FILE", "--text", "--state", "--document", "--ruleset", "--plugins", "--schemas",
                      "--dialect", "--actor", "--now", "--seed", "--json", "--color"});
  sub->add_option("--attempt", attempt_)->check(CLI::Range(1, 1000));
  sub->add_option("--out", out_file_);
  sub->add_option("--root", root_);
  sub->add_option("--turn", turn_);
  one_of(sub->add_option("--format", options_.format), {"auto", "people", "json"});
  sub->add_flag("--explain", explain_);
  sub->add_flag("--audit", audit_);
}

Result<Document> Apply::load() {
  if (ruleset_ == nullptr) return options_.load_document(Json(Json::value_t::object), limits_);
  return options_.load_document(ruleset_->initial_state(), limits_);
}

Result<TurnInput> Apply::input() {
  TurnInput input;
  input.turn = turn_;
  const Actor actor = TRY(options_.speaker());
  input.now = TRY(options_.time());
  if (ruleset_ != nullptr) {
    input.seed = options_.seed.empty() ? "0" : options_.seed;
    input.attempt = attempt_;
    input.settings = TRY(ruleset_->settings(Json()));
  }
  TRY(options_.input(limits_.max_input_bytes, "max_input_bytes", "the text"));
  input.parts = parts_of({}, options_.source().text, actor, options_.dialect);
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
  std::string text;
  if (options_.for_people()) {
    const bool colour = options_.colour();
    Json shown = shown_verdict(verdict);
    if (explain_) {
      text = explanation_for_people(verdict, options_.source().text, colour) + "\n";
      shown.erase("narration");  // it was just shown
    }
    text += verdict_lines(shown, look_of(colour));
  } else {
    Json json = shown_verdict(verdict);
    json["state"] = document.data();
    json["meta"] = document.meta();
    if (audit_) json["audit"] = audit_json(verdict.audit);
    if (explain_) json["regions"] = explanation_json(verdict, options_.source().text);
    text = shown_json(json, 2) + "\n";
  }
  return put(text);
}

Result<void> Apply::load_ruleset() {
  if (options_.ruleset.empty()) return {};
  ruleset_ = TRY(options_.load_ruleset(options_.ruleset));
  sandbox_ = TRY(ruleset_->pool().take());
  limits_ = ruleset_->limits();
  return {};
}

int Apply::run() {
  if (Result<void> loaded = load_ruleset(); !loaded) return options_.fail(loaded.error());
  Result<Document> document = load();
  if (!document) return options_.fail(document.error());
  Result<TurnInput> turn = input();
  if (!turn) return options_.fail(turn.error());
  TurnRules rules;
  rules.context.root = root_;
  rules.context.limits = limits_;
  rules.ruleset = ruleset_.get();
  rules.sandbox = sandbox_.get();
  Result<Verdict> verdict = run_turn(*document, *turn, rules);
  if (!verdict) return options_.fail(verdict.error());
  if (Result<void> written = write_out(*document); !written) return options_.fail(written.error());
  if (!print(*verdict, *document)) return kExitUnheard;
  return kExitJudged;
}

}  // namespace gavel
