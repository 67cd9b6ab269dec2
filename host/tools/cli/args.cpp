#include "args.hpp"

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.hpp"
#include "state/suggest.hpp"

#include "help.hpp"

namespace gavel {
namespace {

// The names of all flags, or of all subcommands, of an app.
std::vector<std::string> names_of(const CLI::App& app, bool flags) {
  std::vector<std::string> names;
  if (!flags) {
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(sub->get_name());
    return names;
  }
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The subcommand in use, or the app itself.
const CLI::App& used(const CLI::App& app) {
  const CLI::App* at = &app;
  for (auto subs = app.get_subcommands(); !subs.empty(); subs = at->get_subcommands()) at = subs.front();
  return *at;
}

}  // namespace

void say_unknown(const CLI::App& app, const std::string& extra) {
  const bool flag = extra.starts_with("-");
  const std::string word = extra.substr(0, extra.find('='));
  const std::vector<std::string> names = names_of(app, flag);
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  std::fprintf(stderr, "gavel: unknown %s %s%s\n",
               flag ? "flag" : (candidates.empty() ? "argument" : "command"), printable(word).c_str(),
               did_you_mean(word, candidates, "", "").c_str());
}

int parse_args(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    return -1;
  } catch (const CLI::Success& answer) {
    if (answer.get_exit_code() == 0 && answer.get_name() != "CallForVersion") describe(app);
    return app.exit(answer);
  } catch (const CLI::ParseError& error) {
    const CLI::App& at = used(app);
    const std::vector<std::string> extras = app.remaining(true);
    for (const std::string& extra : extras) say_unknown(at, extra);
    if (extras.empty()) std::fprintf(stderr, "gavel: %s\n", printable_lines(error.what()).c_str());
    std::string name;
    for (const CLI::App* one = &at; one != &app; one = one->get_parent())
      name.insert(0, " " + one->get_name());
    name = "gavel" + name;
    std::fprintf(stderr, "Run \"%s --help\" for help.\n", name.c_str());
  }
  return kExitUsage;
}

}  // namespace gavel
