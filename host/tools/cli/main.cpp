// gavel: one file for each subcommand; this one knows their names.

#include <cstdio>

#include "apply.hpp"
#include "args.hpp"
#include "campaign.hpp"
#include "check.hpp"
#include "claims.hpp"
#include "convert.hpp"
#include "demo.hpp"
#include "docs.hpp"
#include "explain_command.hpp"
#include "log.hpp"
#include "new.hpp"
#include "prompt.hpp"
#include "repl.hpp"
#include "run.hpp"
#include "streams.hpp"
#include "test.hpp"

namespace {

int run_command(int argc, char** argv) {
  CLI::App app("Gavel: the model proposes; Gavel rules.", "gavel");
  app.set_version_flag("--version", std::string("gavel ") + GAVEL_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Examples:\n  gavel demo\n  gavel apply --dialect ir --state state.json commands.json\n"
      "  gavel convert --to ops chat.txt\n\nEvery command has --help. Exit code 3, of any "
      "command: what was asked\nwas done, and only the answer could not be written to standard output.");
  gavel::Apply apply(app);
  gavel::CampaignCommand campaign(app);
  gavel::Check check(app);
  gavel::Claims claims(app);
  gavel::Convert convert(app);
  gavel::Demo demo(app);
  gavel::Docs docs(app);
  gavel::ExplainCommand explain(app);
  gavel::NewCommand fresh(app);
  gavel::PromptCommand prompt(app);
  gavel::ReplCommandLine repl(app);
  gavel::RunCommand run(app);
  gavel::TestCommand test(app);
  gavel::add_log_option(app);
  if (const int code = gavel::parse_args(app, argc, argv); code >= 0) return code;
  if (!gavel::open_log()) return gavel::kExitUsage;
  if (app.got_subcommand("campaign")) return campaign.run();
  if (app.got_subcommand("demo")) return demo.run();
  if (app.got_subcommand("docs")) return docs.run();
  if (app.got_subcommand("explain")) return explain.run();
  if (app.got_subcommand("new")) return fresh.run();
  if (app.got_subcommand("test")) return test.run();
  if (app.got_subcommand("check")) return check.run();
  if (app.got_subcommand("prompt")) return prompt.run();
  if (app.got_subcommand("repl")) return repl.run();
  if (app.got_subcommand("run")) return run.run();
  if (app.got_subcommand("claims")) return claims.run();
  return app.got_subcommand("convert") ? convert.run() : apply.run();
}

}  // namespace

int main(int argc, char** argv) {
  gavel::prepare_streams();
  return gavel::finish_streams(run_command(argc, argv));
}
