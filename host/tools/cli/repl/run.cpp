#include "run.hpp"

#include <cstdio>
#include <unistd.h>

#include "state/json_writer.hpp"

#include "files.hpp"
#include "run_text.hpp"
#include "show.hpp"
#include "streams.hpp"

namespace gavel {
namespace {

constexpr int kExitRefused = 1;
constexpr const char* kRunFooter =
    "HANDLER is kind:id, such as rule:affection/step, or only its name where one handler has it. Without "
    "one: all "
    "that there are.\n"
    "ARGS, by what the handler is:\n"
    "  tool, callback   its arguments: delta=-5 cause=\"a fall\", or one JSON object\n"
    "  rule, budget     the write it is asked of: PATH=VALUE, or VERB PATH VALUE, or a command as JSON\n"
    "  derive           what the wildcards of its path stand for\n"
    "  automation       the event, and its data as key=value; for `changed`, the change by --set PATH=VALUE\n"
    "  claim            a narration, or --narration FILE\n"
    "  milestone        its parameters as key=value\n"
    "Nothing is stored. Exit code 0 when the handler ran and nothing was refused, 1 when it failed, refused "
    "or "
    "was not asked,\n2 for bad usage or a ruleset that does not load.\n\n"
    "Examples:\n"
    "  gavel run rulesets/first\n"
    "  gavel run rulesets/first tool:hp_delta target_character_id=alice delta=-5\n"
    "  gavel run rulesets/first rule:affection/step characters.alice.affection=60 --trace\n"
    "  gavel run plugins/affection step 好感度=9 --state state.json --json";

Json list_json(const std::vector<Handler>& handlers) {
  Json all(Json::value_t::array);
  for (const Handler& one : handlers) {
    Json json(Json::value_t::object);
    json["handler"] = one.kind + ":" + one.id;
    json["about"] = one.about;
    json["at"] = one.at;
    all.push_back(std::move(json));
  }
  return all;
}

}  // namespace

RunCommand::RunCommand(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("run", "Ask one handler on a state: what it would write, and why");
  game_.add(*sub);
  named(sub->add_option("HANDLER", handler_, "tool:move, rule:affection/step, or a name that is unique"),
        " ");
  named(sub->add_option("ARGS", words_.args, "What it is asked; see below"), " ");
  named(sub->add_option("--set", words_.write, "A write that it is asked of, or that comes before its event"),
        "PATH=VALUE");
  named(sub->add_option("--narration", narration_file_, "Of a claim: the narration, from a file or -"),
        "FILE");
  sub->add_flag("--trace", trace_, "Every call of ctx in order: place, arguments, answer, fuel");
  sub->add_flag("--json", json_, "What came of it as JSON");
  named(sub->add_option("--color", colour_, "auto (default), always or never"), "WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  sub->footer(kRunFooter);
}

int RunCommand::fail(const Error& error) const {
  show_error(error, "", "", use_colour(Colour::kAuto, STDERR_FILENO));
  if (json_) print_error_json(error, game_.folder());
  return kExitUsage;
}

int RunCommand::print(const std::string& text) const { return heard(text); }

int RunCommand::list(const Standpoint& at) const {
  const std::vector<Handler> handlers = handlers_of(*at.ruleset);
  if (json_) return print(shown_json(list_json(handlers), 2) + "\n");
  const bool colour = use_colour(Colour::kAuto, STDOUT_FILENO);
  return print(handlers.empty() ? "no plugin of this ruleset registers a handler\n"
                                : handlers_for_people(handlers, colour));
}

Result<Tried> RunCommand::ask(Standpoint& at) {
  const Result<Handler> handler = handler_named(*at.ruleset, handler_);
  if (!handler) return handler.error();
  if (!narration_file_.empty()) {
    Result<std::string> text =
        read_file(narration_file_, at.ruleset->limits().max_input_bytes, "max_input_bytes");
    if (!text) return std::move(text).error();
    words_.narration = std::move(*text);
  }
  const Result<HandlerQuestion> question = question_of(*at.ruleset, *handler, words_, at.facts);
  if (!question) return question.error();
  Result<std::unique_ptr<Sandbox>> sandbox = at.ruleset->pool().take();
  if (!sandbox) return std::move(sandbox).error();
  return try_handler(*at.ruleset, **sandbox, at.document, *handler, *question, at.facts);
}

int RunCommand::run() {
  Result<Standpoint> at = game_.load();
  if (!at) return fail(at.error());
  if (handler_.empty()) return list(*at);
  const Result<Tried> tried = ask(*at);
  if (!tried) return fail(tried.error());
  const bool colour = colour_ == "always" || (colour_ == "auto" && use_colour(Colour::kAuto, STDOUT_FILENO));
  const int printed = print(json_ ? shown_json(tried_json(*tried, trace_), 2) + "\n"
                                  : tried_for_people(*tried, trace_, colour));
  if (printed != 0) return printed;
  const bool good = tried->reply.asked && !tried->reply.outcome.error;
  return good ? 0 : kExitRefused;
}

}  // namespace gavel
