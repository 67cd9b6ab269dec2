#include "log.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/ansicolor_sink.h>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "store/sqlite_store.hpp"

#include "show.hpp"

namespace gavel {
namespace {

constexpr const char* kVariable = "GAVEL_LOG";
constexpr LogLevel kDefault = LogLevel::kWarn;

// Of this process: what was asked for, and the log that came of it.
std::string asked_level;
Log the_log;

using LoggerSink = spdlog::sinks::ansicolor_stderr_sink<spdlog::details::console_mutex>;

Json json_of(const LogField& field) {
  if (const auto* number = std::get_if<std::uint64_t>(&field.value)) return *number;
  return as_utf8(std::get<std::string_view>(field.value));
}

// "store.opened  file=games.db for=writing"
std::string text_line(const LogEvent& event) {
  std::string line(event.name);
  for (const LogField& field : event.fields) {
    const auto* text = std::get_if<std::string_view>(&field.value);
    const bool plain =
        text == nullptr || (!text->empty() && text->find_first_of(" \"=") == std::string::npos);
    line.append(" ").append(field.name).append("=");
    line += plain && text != nullptr ? printable(*text) : shown_json(json_of(field));
  }
  return line;
}

// The rest of a line of JSON whose time stands before it.
std::string json_line(const LogEvent& event) {
  Json json(Json::value_t::object);
  json["level"] = level_name(event.level);
  json["event"] = event.name;
  for (const LogField& field : event.fields) json[field.name] = json_of(field);
  return to_text(json).substr(1);
}

// An object of its own: what spdlog keeps for the whole process stays empty.
Log make_log(LogLevel least) {
  const bool terminal = ::isatty(STDERR_FILENO) == 1;
  const bool colour = use_colour(Colour::kAuto, STDERR_FILENO);
  auto sink = std::make_shared<LoggerSink>(colour ? spdlog::color_mode::always : spdlog::color_mode::never);
  auto logger = std::make_shared<spdlog::logger>("gavel", std::move(sink));
  logger->set_level(spdlog::level::trace);
  logger->set_formatter(std::make_unique<spdlog::pattern_formatter>(
      terminal ? "%T.%e %^%-5l%$ %v" : R"({"time":"%Y-%m-%dT%T.%eZ",%v)",
      terminal ? spdlog::pattern_time_type::local : spdlog::pattern_time_type::utc));
  return {least, [logger = std::move(logger), terminal](const LogEvent& event) {
            const auto level = static_cast<spdlog::level::level_enum>(event.level);  // theirs are ours
            logger->log(level, terminal ? text_line(event) : json_line(event));
          }};
}

}  // namespace

void add_log_option(CLI::App& app) {
  const auto check = CLI::Validator(
      [](std::string& given) {
        return level_of(given) ? std::string() : "a level is trace, debug, info, warn, error or off";
      },
      "");
  app.add_option("--log", asked_level)->check(check);
  std::vector<CLI::App*> apps = app.get_subcommands([](CLI::App*) { return true; });
  for (std::size_t i = 0; i < apps.size(); ++i) {
    apps[i]->add_option("--log", asked_level)->group("")->check(check);
    for (CLI::App* sub : apps[i]->get_subcommands([](CLI::App*) { return true; })) apps.push_back(sub);
  }
}

bool open_log() {
  std::string name = asked_level;
  if (name.empty()) {
    const char* given = std::getenv(kVariable);  // NOLINT(concurrency-mt-unsafe): before any thread
    name = given == nullptr || *given == '\0' ? level_name(kDefault) : given;
  }
  const std::optional<LogLevel> level = level_of(name);
  if (!level) {
    std::fprintf(stderr,
                 "gavel: $%s is \"%s\", which is no level\n  trace, debug, info, warn, error or off\n",
                 kVariable, printable(name).c_str());
    return false;
  }
  if (*level == LogLevel::kOff) return true;
  the_log = make_log(*level);
  log_recoveries(the_log);
  return true;
}

const Log& program_log() { return the_log; }

CampaignsOptions logged_campaigns() {
  CampaignsOptions options;
  options.log = the_log;
  options.slow_turn_milliseconds = 5'000;  // whoever waits at the terminal sees what is quicker
  options.stopwatch = [] {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
  };
  return options;
}

Ruleset::Built load_logged(const std::string& folder, const std::vector<std::string>& plugin_dirs,
                           const Limits& limits, const SchemaPlaces& schemas, std::string* image,
                           std::vector<Pack>* packs) {
  Ruleset::Built built = load_rules(folder, plugin_dirs, limits, schemas, image, packs);
  log_loaded(the_log, folder, built);
  return built;
}

}  // namespace gavel
