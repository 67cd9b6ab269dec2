// gavel: one file for each subcommand; this one knows their names.

#include <functional>
#include <map>
#include <string>

#include "apply.hpp"
#include "args.hpp"
#include "campaign.hpp"
#include "check.hpp"
#include "claims.hpp"
#include "convert.hpp"
#include "demo.hpp"
#include "docs.hpp"
#include "explain_command.hpp"
#include "help.hpp"
#include "log.hpp"
#include "new.hpp"
#include "prompt.hpp"
#include "repl.hpp"
#include "run.hpp"
#include "show.hpp"
#include "streams.hpp"
#include "test.hpp"

namespace {

// {"name", "version", "compiler", "share": where what ships with Gavel is found}
std::string version_json() {
  gavel::Json json(gavel::Json::value_t::object);
  json["name"] = "gavel";
  json["version"] = GAVEL_VERSION;
  json["compiler"] = __VERSION__;
  json["share"] = gavel::shipped("");
  return gavel::shown_json(json, 2);
}

int run_command(int argc, char** argv) {
  CLI::App app("", "gavel");
  bool json = false;
  CLI::Option* as_json = app.add_flag("--json", json);
  as_json->needs(app.set_version_flag(
      "-V,--version", [&json] { return json ? version_json() : std::string("gavel ") + GAVEL_VERSION; }));
  app.require_subcommand(1);
  gavel::Apply apply(app);
  gavel::CampaignCommand campaign(app);
  gavel::Check check(app);
  gavel::Claims claims(app);
  gavel::CompletionsCommand completions(app);
  gavel::Convert convert(app);
  gavel::Demo demo(app);
  gavel::Docs docs(app);
  gavel::ExplainCommand explain(app);
  gavel::HelpCommand help(app);
  gavel::NewCommand fresh(app);
  gavel::PromptCommand prompt(app);
  gavel::ReplCommandLine repl(app);
  gavel::RunCommand run(app);
  gavel::TestCommand test(app);
  gavel::add_log_option(app);
  if (const int code = gavel::parse_args(app, argc, argv); code >= 0) return code;
  if (!gavel::open_log()) return gavel::kExitUsage;
  const std::map<std::string, std::function<int()>> works = {
      {"apply", [&] { return apply.run(); }},     {"campaign", [&] { return campaign.run(); }},
      {"check", [&] { return check.run(); }},     {"claims", [&] { return claims.run(); }},
      {"convert", [&] { return convert.run(); }}, {"completions", [&] { return completions.run(); }},
      {"demo", [&] { return demo.run(); }},       {"docs", [&] { return docs.run(); }},
      {"explain", [&] { return explain.run(); }}, {"help", [&] { return help.run(); }},
      {"new", [&] { return fresh.run(); }},       {"prompt", [&] { return prompt.run(); }},
      {"repl", [&] { return repl.run(); }},       {"run", [&] { return run.run(); }},
      {"test", [&] { return test.run(); }}};
  return works.at(app.get_subcommands().front()->get_name())();
}

}  // namespace

int main(int argc, char** argv) {
  gavel::prepare_streams();
  return gavel::finish_streams(run_command(argc, argv));
}
