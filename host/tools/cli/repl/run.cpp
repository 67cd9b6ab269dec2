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

}  // namespace

RunCommand::RunCommand(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("run", "");
  game_.add_game(*sub);
  sub->add_option("HANDLER", handler_);
  sub->add_option("ARGS", words_.args);
  sub->add_option("--set", words_.write);
  sub->add_option("--narration", narration_file_);
  sub->add_flag("--trace", trace_);
}

int RunCommand::print(const std::string& text) const { return heard(text); }

int RunCommand::list(const Standpoint& at) const {
  const std::vector<Handler> handlers = handlers_of(*at.ruleset);
  if (game_.json) return print(shown_json(handlers_json(handlers), 2) + "\n");
  return print(handlers.empty() ? "no plugin of this ruleset registers a handler\n"
                                : handlers_for_people(handlers, game_.colour()));
}

Result<Tried> RunCommand::ask(Standpoint& at) {
  const Handler handler = TRY(handler_named(*at.ruleset, handler_));
  if (!narration_file_.empty()) {
    words_.narration =
        TRY(read_file(narration_file_, at.ruleset->limits().max_input_bytes, "max_input_bytes"));
  }
  const HandlerQuestion question = TRY(question_of(*at.ruleset, handler, words_, at.facts));
  std::unique_ptr<Sandbox> sandbox = TRY(at.ruleset->pool().take());
  return try_handler(*at.ruleset, *sandbox, at.document, handler, question, at.facts);
}

int RunCommand::run() {
  Result<Standpoint> at = game_.load();
  if (!at) return game_.fail(at.error());
  if (handler_.empty()) return list(*at);
  const Result<Tried> tried = ask(*at);
  if (!tried) return game_.fail(tried.error());
  const int printed = print(game_.json ? shown_json(tried_json(*tried, trace_), 2) + "\n"
                                       : tried_for_people(*tried, trace_, game_.colour()));
  if (printed != 0) return printed;
  const bool good = tried->reply.asked && !tried->reply.outcome.error;
  return good ? 0 : kExitRefused;
}

}  // namespace gavel
