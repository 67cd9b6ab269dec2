#include "new.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include "base/joined.hpp"
#include "base/on_disk.hpp"
#include "base/utf8.hpp"
#include "check/trial.hpp"
#include "lua/manifest.hpp"
#include "state/json_writer.hpp"
#include "state/suggest.hpp"
#include "testing/test_stub.hpp"

#include "files.hpp"
#include "log.hpp"
#include "name_plugin.hpp"
#include "recording.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "store_file.hpp"
#include "streams.hpp"
#include "stub_files.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 10> kPluginKinds = {
    "tool", "rule", "budget", "derive", "automation", "claim", "milestone", "callback", "setting", "migrate"};
constexpr std::array<std::string_view, 4> kSchemaKinds = {"core", "extension", "rule", "mode"};
constexpr std::size_t kMostName = 58;  // NAME_take is a tool's name, which has at most 64

// "a_long_name" for people.
std::string title_of(std::string name) {
  std::ranges::replace(name, '_', ' ');
  std::ranges::replace(name, '-', ' ');
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

// A name that would do; empty: there is none near.
std::string mended(const std::string& name, std::size_t most) {
  std::string out;
  for (const char c : name) {
    const char low = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if ((low >= 'a' && low <= 'z') || (low >= '0' && low <= '9' && !out.empty()))
      out += low;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  while (out.ends_with('_')) out.pop_back();
  return out.substr(0, most);
}

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    std::string word = list.substr(begin, end - begin);
    std::erase(word, ' ');
    if (!word.empty()) words.push_back(std::move(word));
    begin = end + 1;
  }
  return words;
}

template <std::size_t kCount>
Result<std::vector<std::string>> kinds_of(const std::string& given,
                                          const std::array<std::string_view, kCount>& known) {
  std::vector<std::string> kinds;
  for (const std::string& kind : words_of(given)) {
    if (std::ranges::find(known, kind) == known.end()) {
      const std::string all = joined(known, " ");
      std::string hint = nearest_hint(kind, known);
      return Error(Code::kUsage, "there is no kind \"" + kind + "\"",
                   hint.empty() ? "the kinds are " + all : hint.append(" (").append(all).append(")"));
    }
    if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
  }
  if (kinds.empty()) return Error(Code::kUsage, "--kind names no kind");
  return kinds;
}

// As a shell takes it.
std::string in_shell(const std::string& text) {
  const bool plain = !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
           c == '.' || c == '_' || c == '-';
  });
  if (plain) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

NewCommand::NewCommand(CLI::App& app) {
  command_ = app.add_subcommand("new", "");
  command_->require_subcommand(1);
  CLI::App* sub = add("plugin");
  sub->add_option("--kind", kinds_);
  sub->add_flag("--add", add_);
  add("ruleset")->add_option("--with", with_);
  add("schema")->add_option("--kind", kinds_);
  sub = add("scenario");
  sub->add_option("--from", from_);
  options_.add(*sub, {"--turn", "--store"});
}

CLI::App* NewCommand::add(const char* name) {
  CLI::App* sub = command_->add_subcommand(name, "");
  sub->add_option("NAME", name_)->required();
  sub->add_option("--in", in_);
  options_.add(*sub, {"--language", "--json"});
  return sub;
}

// Where it belongs: in `folder` of the ruleset that --in names, else in --in itself.
std::string NewCommand::in_ruleset(const char* folder) const {
  const fs::path in(in_);
  return (is_file(in / "ruleset.yaml") ? in / folder : in).lexically_normal().string();
}

Result<void> NewCommand::check_name(std::size_t most) const {
  if (is_plugin_name(name_) && name_.size() <= most) return {};
  const std::string near = mended(name_, most);
  return Error(Code::kUsage, "\"" + name_ + "\" is not a name",
               "a-z, then a-z, 0-9 and _, at most " + std::to_string(most) +
                   (near.empty() ? "" : ", such as " + near));
}

Result<void> NewCommand::begin(const std::string& target) {
  std::error_code error;
  if (!fs::is_directory(in_, error)) return Error(Code::kUnreadable, in_ + ": there is no such folder");
  target_ = target;
  filling_.marks.insert(options_.language);
  filling_.words = {{"name", name_}, {"title", title_of(name_)}, {"language", options_.language}};
  return staging_.open(target);
}

Result<void> NewCommand::write(const std::string& name, const std::string& from) {
  const std::string text = TRY(filled(from, filling_));
  written_.push_back((name.empty() ? fs::path(target_) : fs::path(target_) / name).string());
  return staging_.add(name, text);
}

Result<void> NewCommand::write_editor_files(const std::shared_ptr<const Ruleset>& rules) {
  std::vector<PackFile> files = TRY(stub_files({rules}, options_.language));
  for (PackFile& file : files) file.name = ".gavel/" + file.name;
  files.push_back({".luarc.json", language_server_config(".gavel")});
  files.push_back({".luacheckrc", luacheck_config(".gavel", test_names())});
  for (const PackFile& file : files) {
    TRY(staging_.add(file.name, file.text));
    if (!file.name.starts_with(".gavel/")) written_.push_back((fs::path(target_) / file.name).string());
  }
  written_.push_back((fs::path(target_) / ".gavel").string() + "/");
  return {};
}

// What is to be put into place, loaded and tried on its own state. Problems are told as of where it will lie.
Result<std::shared_ptr<const Ruleset>> NewCommand::loaded() const {
  Ruleset::Built built = load_logged(staging_.place(), {}, Limits());
  if (built.ruleset != nullptr)
    for (Problem& problem : try_out(*built.ruleset)) built.problems.push_back(std::move(problem));
  if (built.ruleset != nullptr && !any_error(built.problems)) return built.ruleset;
  for (Problem& problem : built.problems) {
    std::string& file = problem.error.where.file;
    if (file.starts_with(staging_.place())) file.replace(0, staging_.place().size(), target_);
  }
  show_problems(built.problems);
  return Error(Code::kPluginInvalid, target_ + " would not load, and was not made");
}

// ruleset.yaml with the plugin in its list.
Result<std::string> NewCommand::named_in_ruleset() const {
  const fs::path file = fs::path(in_) / "ruleset.yaml";
  if (!is_file(file))
    return Error(Code::kUsage, "--add needs a ruleset, and " + in_ + " is none",
                 "name its folder: --in RULESET");
  std::string text = TRY(read_found(file.string(), Limits().max_yaml_bytes, "max_yaml_bytes"));
  return with_plugin(text, name_, Limits());
}

Result<void> NewCommand::plugin() {
  TRY(check_name(kMostName));
  const std::vector<std::string> kinds = TRY(kinds_of(kinds_.empty() ? "tool,rule" : kinds_, kPluginKinds));
  if (is_file(fs::path(in_) / "plugin.yaml"))
    return Error(
        Code::kUsage, in_ + " is a plugin's own folder, and plugins cannot be nested",
        "name the folder above: --in " + in_shell((fs::path(in_) / "..").lexically_normal().string()));
  std::string named;
  if (add_) named = TRY(named_in_ruleset());
  const bool game = is_file(fs::path(in_) / "ruleset.yaml");
  TRY(begin((fs::path(in_ruleset("plugins")) / name_).string()));
  std::vector<std::string> files;
  for (const std::string& kind : kinds) {
    filling_.marks.insert(kind);
    files.push_back(kind + ".lua");
  }
  filling_.words["files"] = joined(files);
  TRY(write("plugin.yaml", "plugin/plugin.yaml"));
  for (const std::string& file : files) TRY(write(file, "plugin/" + file));
  TRY(write(name_ + "_test.lua", "plugin/test.lua"));
  const std::shared_ptr<const Ruleset> rules = TRY(loaded());
  const bool has_editor_files = game && is_file(fs::path(in_) / ".luarc.json");
  if (!has_editor_files) {
    TRY(write("README.md", "plugin/README.md"));
    TRY(write_editor_files(rules));
  }
  TRY(staging_.put());
  const std::string file = (fs::path(in_) / "ruleset.yaml").lexically_normal().string();
  if (add_) {
    if (Result<void> wrote = write_file(file, named); !wrote) {
      staging_.take_back();
      return wrote;
    }
    written_.push_back(file);
  } else if (game) {
    next_.push_back("add " + name_ + " to `plugins` in " + file + " (--add does)");
  }
  next_.push_back("gavel check " + in_shell(target_));
  next_.push_back("gavel test " + in_shell(target_));
  if (has_editor_files)
    next_.push_back("gavel docs " + in_shell(in_) + " --stubs " +
                    in_shell((fs::path(in_) / ".gavel").string()));
  return {};
}

Result<void> NewCommand::ruleset() {
  TRY(check_name(kMostName));
  TRY(begin((fs::path(in_) / name_).lexically_normal().string()));
  std::vector<std::string> plugins = words_of(with_);
  plugins.emplace_back("cookies");
  filling_.words["plugins"] = joined(plugins);
  const std::array<std::array<const char*, 2>, 6> files = {
      {{"ruleset.yaml", "ruleset/ruleset.yaml"},
       {"initial.yaml", "ruleset/initial.yaml"},
       {"plugins/cookies/plugin.yaml", "ruleset/plugin.yaml"},
       {"plugins/cookies/cookies.lua", "ruleset/cookies.lua"},
       {"scenarios/first_turn.yaml", "ruleset/first_turn.yaml"},
       {"README.md", "ruleset/README.md"}}};
  for (const auto& [name, from] : files) TRY(write(name, from));
  const std::shared_ptr<const Ruleset> rules = TRY(loaded());
  TRY(write_editor_files(rules));
  next_ = {"gavel check " + in_shell(target_), "gavel test " + in_shell(target_),
           "gavel docs " + in_shell(target_) + " --for models"};
  return staging_.put();
}

Result<void> NewCommand::schema() {
  TRY(check_name(kMostName));
  const std::vector<std::string> kinds = TRY(kinds_of(kinds_.empty() ? "rule" : kinds_, kSchemaKinds));
  if (kinds.size() > 1) return Error(Code::kUsage, "a schema is of one kind");
  TRY(begin((fs::path(in_ruleset("schemas")) / (name_ + ".yaml")).string()));
  filling_.marks.insert(kinds.front());
  TRY(write("", "schema/schema.yaml"));
  next_.push_back("gavel check " + in_shell(target_));
  const std::string file = (fs::path(in_) / "ruleset.yaml").lexically_normal().string();
  if (is_file(file)) next_.push_back("add " + name_ + " to `schemas` in " + file);
  return staging_.put();
}

Result<void> NewCommand::scenario() {
  TRY(check_name(kMostName));
  if (!is_file(fs::path(in_) / "ruleset.yaml"))
    return Error(Code::kUsage, in_ + " is not a ruleset folder", "a scenario plays one: --in RULESET");
  if (from_.empty() && !options_.turn.empty()) return Error(Code::kUsage, "--turn needs --from CAMPAIGN");
  TRY(begin((fs::path(in_ruleset("scenarios")) / (name_ + ".yaml")).string()));
  if (from_.empty()) {
    TRY(write("", "scenario/scenario.yaml"));
  } else {
    const std::string text = TRY(recorded());
    TRY(staging_.add("", text));
    written_.push_back(target_);
  }
  next_.push_back("gavel test " + in_shell(target_));
  return staging_.put();
}

Result<std::string> NewCommand::recorded() const {
  const std::unique_ptr<Store> store = TRY(open_store(store_file(options_.store)));
  const std::shared_ptr<const Ruleset> rules = TRY(options_.load_ruleset(in_));
  return recorded_scenario(*store, {from_, options_.turn, title_of(name_), rules.get()});
}

void NewCommand::say() const {
  if (options_.json) {
    Json made(Json::value_t::object);
    made["made"] = target_;
    made["files"] = written_;
    made["next"] = next_;
    put(shown_json(made, 2) + "\n");
    return;
  }
  for (const std::string& file : written_) std::printf("%s\n", printable(file).c_str());
  std::printf("\n%s\n", options_.language == "zh" ? "接下来：" : "Next:");
  for (const std::string& line : next_) std::printf("  %s\n", printable(line).c_str());
}

int NewCommand::run() {
  if (options_.language.empty()) options_.language = prefers_chinese() ? "zh" : "en";
  const Result<void> made = command_->got_subcommand("plugin")    ? plugin()
                            : command_->got_subcommand("ruleset") ? ruleset()
                            : command_->got_subcommand("schema")  ? schema()
                                                                  : scenario();
  if (!made) return options_.fail(made.error());
  say();
  return heard();
}

}  // namespace gavel
