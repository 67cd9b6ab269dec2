#include "options.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <utility>
#include <variant>

#include "base/utf8.hpp"

#include "files.hpp"
#include "log.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "state_file.hpp"

namespace gavel {
namespace {

using Words = std::vector<std::string>;

struct SharedOption {
  std::string_view name;
  std::variant<std::string CliOptions::*, std::vector<std::string> CliOptions::*, bool CliOptions::*> value;
  Words words = {};
};

const std::vector<SharedOption>& shared_options() {
  static const std::vector<SharedOption> kAll = {
      {"FILE", &CliOptions::file},
      {"--text", &CliOptions::text},
      {"--ruleset", &CliOptions::ruleset},
      {"--plugins", &CliOptions::plugins},
      {"--schemas", &CliOptions::schemas},
      {"--state", &CliOptions::state},
      {"--document", &CliOptions::document},
      {"--campaign", &CliOptions::campaign},
      {"--store", &CliOptions::store},
      {"--now", &CliOptions::now},
      {"--seed", &CliOptions::seed},
      {"--turn", &CliOptions::turn},
      {"--user", &CliOptions::user},
      {"--actor", &CliOptions::actor},
      {"--dialect", &CliOptions::dialect},
      {"--language", &CliOptions::language, {"en", "zh"}},
      {"--watch", &CliOptions::watch},
      {"--json", &CliOptions::json},
      {"--color", &CliOptions::color, {"auto", "always", "never"}},
  };
  return kAll;
}

constexpr std::array<std::pair<const char*, const char*>, 2> kExclusions = {
    {{"--state", "--document"}, {"FILE", "--text"}}};

}  // namespace

CLI::Option* one_of(CLI::Option* option, std::vector<std::string> words) {
  return option->check(CLI::IsMember(std::move(words)));
}

Result<Document> document_of(const Json& both, const Limits& limits) {
  const Json* data = both.is_object() ? member(both, "data") : nullptr;
  const Json* meta = both.is_object() ? member(both, "meta") : nullptr;
  if (data == nullptr)
    return Error(Code::kTypeMismatch, "this is not a document: it has no \"data\"",
                 "give a plain state with --state");
  return Document::load(*data, meta == nullptr ? Json() : *meta, limits);
}

void CliOptions::add(CLI::App& sub, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const auto shared = std::ranges::find(shared_options(), name, &SharedOption::name);
    const auto declare = [&]<class Value>(Value CliOptions::*value) {
      if constexpr (std::is_same_v<Value, bool>)
        return sub.add_flag(std::string(name), this->*value);
      else
        return sub.add_option(std::string(name), this->*value);
    };
    CLI::Option* option = std::visit(declare, shared->value);
    if (std::holds_alternative<std::vector<std::string> CliOptions::*>(shared->value))
      option->allow_extra_args(false);
    if (!shared->words.empty()) one_of(option, shared->words);
    if (name == "--text") option->each([this](const std::string&) { has_text_ = true; });
  }
  for (const auto& [one, other] : kExclusions)
    if (sub.get_option_no_throw(one) != nullptr && sub.get_option_no_throw(other) != nullptr)
      sub.get_option(one)->excludes(sub.get_option(other));
}

bool CliOptions::for_people() const {
  return format == "people" || (format == "auto" && !json && ::isatty(STDOUT_FILENO) != 0);
}

bool CliOptions::colour(int descriptor) const {
  return use_colour(color == "always"  ? Colour::kAlways
                    : color == "never" ? Colour::kNever
                                       : Colour::kAuto,
                    descriptor);
}

Result<Time> CliOptions::time() const {
  if (now.empty()) {
    const auto passed = std::chrono::system_clock::now().time_since_epoch();
    return Time{std::chrono::duration_cast<std::chrono::milliseconds>(passed).count()};
  }
  Result<Time> given = parse_time(now);
  if (!given) return Error(Code::kUsage, "--now: " + given.error().message, given.error().hint);
  return given;
}

Result<Actor> CliOptions::speaker() const {
  const std::optional<Actor> given = actor_of(actor);
  if (given && *given <= Actor::kOperator) return *given;
  return Error(Code::kUsage, "--actor is model, player or operator, not \"" + actor + "\"");
}

Result<std::string> CliOptions::input(std::size_t most, std::string_view limit, const char* what) {
  if (has_text_) {
    source_ = {"--text", text};
    return text;
  }
  if (file == "-" && ::isatty(STDIN_FILENO) != 0)
    std::fprintf(stderr, "gavel: reading %s from standard input\n", what);
  Result<std::string> read = read_file(file, most, limit);
  if (read) source_ = {file == "-" ? "standard input" : file, *read};
  return read;
}

Result<std::shared_ptr<const Ruleset>> CliOptions::load_ruleset(const std::string& folder,
                                                                std::vector<Named> wanted) const {
  Ruleset::Built built = load_logged(folder, plugins, Limits(), {schemas, std::move(wanted)});
  show_problems(built.problems);
  if (built.ruleset == nullptr)
    return Error(Code::kPluginInvalid, folder + " does not load", "gavel check " + folder);
  return std::move(built.ruleset);
}

Result<std::string> CliOptions::image_of(const std::string& folder, std::vector<Named> wanted) const {
  std::vector<Problem> problems;
  Result<std::string> image = load_image(folder, plugins, Limits(), problems, {schemas, std::move(wanted)});
  show_problems(problems);
  return image;
}

Result<Document> CliOptions::load_document(const Json& otherwise, const Limits& limits) {
  const std::string& name = document.empty() ? state : document;
  if (name.empty()) return Document::load(otherwise, Json(), limits);
  const StateForm form = document.empty() ? StateForm::kState : StateForm::kDocument;
  std::string bytes = TRY(read_file(name, limits.max_state_bytes, "max_state_bytes"));
  source_ = {name, std::move(bytes)};
  Json json = TRY(read_state(source_.text, name, limits, form));
  if (form == StateForm::kState && json.is_object() && json.size() == 2 && json.contains("data") &&
      json.contains("meta"))
    std::fprintf(stderr, "gavel: note: %s looks like a document; give it with --document\n",
                 printable(name).c_str());
  Result<Document> loaded =
      form == StateForm::kState ? Document::load(std::move(json), Json(), limits) : document_of(json, limits);
  if (!loaded) loaded.error().message = name + ": " + loaded.error().message;
  return loaded;
}

int CliOptions::fail(const Error& error) const {
  show_error(error, source_.name, source_.text, colour(STDERR_FILENO));
  if (wants_json()) print_error_json(error, source_.name);
  return kExitUsage;
}

}  // namespace gavel
