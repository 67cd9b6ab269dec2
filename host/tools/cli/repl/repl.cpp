#include "repl.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include "base/utf8.hpp"
#include "explain/parse_cli_value.hpp"
#include "rules/report_rows.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"
#include "state/suggest.hpp"

#include "explain_text.hpp"
#include "files.hpp"
#include "paint.hpp"
#include "repl_words.hpp"
#include "rules.hpp"
#include "run_text.hpp"
#include "show.hpp"
#include "state_file.hpp"
#include "streams.hpp"
#include "value_text.hpp"

namespace gavel {
namespace {

constexpr int kExitLineFailed = 1;
// What Ctrl-C ends while a line runs. Set before the handler is installed.
std::atomic<Session*> running = nullptr;

void on_interrupt(int /*signal*/) {
  if (Session* session = running.load()) session->stop();
}

void listen_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

class Runs {
 public:
  explicit Runs(Session& session) { running.store(&session); }
  ~Runs() { running.store(nullptr); }
  Runs(const Runs&) = delete;
  Runs& operator=(const Runs&) = delete;
};

std::string trimmed_line(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

bool is_file(const std::string& name) {
  return !name.empty() && name.find('\n') == std::string::npos && name.size() < 4096 &&
         ::access(name.c_str(), R_OK) == 0;
}

Json error_json(const Error& error) {
  Json json(Json::value_t::object);
  put_error(json, error);
  return json;
}

}  // namespace

ReplCommandLine::ReplCommandLine(CLI::App& app) { game_.add_game(*app.add_subcommand("repl", "")); }

ReplCommandLine::Answer ReplCommandLine::failed(const Error& error) const {
  Answer answer;
  answer.failed = true;
  answer.json["error"] = error_json(error);
  answer.text = laid_out(cli_layouts(), "failed", answer.json, look_of(colour_));
  answer.refused = {refusal_of(error)};
  return answer;
}

ReplCommandLine::Answer ReplCommandLine::said(const std::string& text) const {
  Answer answer;
  answer.text = text + "\n";
  answer.json["said"] = text;
  return answer;
}

ReplCommandLine::Answer ReplCommandLine::type(const std::string& text, bool& incomplete) {
  const Runs runs(*session_);
  Result<Typed> typed = session_->type(text);
  if (!typed) return failed(typed.error());
  incomplete = typed->evaluated.incomplete;
  Answer answer;
  if (incomplete) return answer;
  if (session_->tracing) answer.text += trace_for_people(typed->trace, true, colour_);
  if (typed->evaluated.renewed)
    answer.text += "  ! a line before outgrew its Lua state: the globals of this session are gone\n";
  const std::string shown = values_for_people(typed->evaluated.rows, false);
  answer.text += values_for_people(typed->evaluated.rows, colour_);
  Json done(Json::value_t::object);
  done["effects"] = effects_json(typed->effects);
  done["remembered"] = effects_json(typed->kept);
  put_notes(done, typed->notes);
  answer.text += laid_out(cli_layouts(), "answer", done, look_of(colour_));
  Json& values = answer.json["values"] = Json(Json::value_t::array);
  for (const std::optional<Json>& value : typed->evaluated.values) values.push_back(value ? *value : Json());
  answer.json["shown"] = shown;
  answer.json["effects"] = std::move(done["effects"]);
  answer.json["fuel"] = typed->spent.fuel;
  answer.json["bytes"] = typed->spent.bytes;
  answer.refused = refusals_of(typed->notes);
  return answer;
}

ReplCommandLine::Answer ReplCommandLine::help(const std::string& /*rest*/) {
  const Paint paint(colour_);
  Answer answer;
  answer.text = "Lua as in a handler of " + paint(kBold, session_->plugin()) + ", as a " +
                std::string(session_->as()) +
                ": expressions show their values, statements run; ctx is live.\n"
                "Each line is a call of its own: what ctx gave, such as a list, is read in the line that "
                "asked for it.\n";
  Json& rows = answer.json["commands"] = Json(Json::value_t::array);
  for (const ReplCommand& one : repl_commands()) {
    std::string usage = std::string(one.name) + (one.args.empty() ? "" : " " + std::string(one.args));
    rows.push_back(usage);
    usage.resize(std::max<std::size_t>(usage.size(), 20), ' ');
    answer.text += "  " + paint(kBold, usage) + "  " + std::string(one.what) + "\n";
  }
  answer.text +=
      LineEditor::edits()
          ? "Tab completes, the arrows go back; Ctrl-C ends a line that runs, Ctrl-D the session.\n"
          : "Ctrl-C ends a line that runs, Ctrl-D the session.\n";
  return answer;
}

ReplCommandLine::Answer ReplCommandLine::state(const std::string& rest) {
  const Json& data = session_->document().data();
  const Result<PathText> text = PathText::parse(rest, session_->ruleset().limits());
  if (!text) return failed(text.error());
  const Path path = text->resolve(data);
  const Json* node = session_->document().find(path);
  if (node == nullptr) {
    const std::optional<Path> near = nearest_path(data, path);
    return failed(Error(Code::kPathUnknown, "there is nothing at " + printable(rest),
                        near ? "did you mean " + to_dotted(*near) + "?" : ""));
  }
  Answer answer;
  answer.text = values_for_people(dump_json(*node), colour_);
  answer.json["value"] = *node;
  return answer;
}

ReplCommandLine::Answer ReplCommandLine::tried(const Result<Tried>& tried) const {
  if (!tried) return failed(tried.error());
  Answer answer;
  const HandlerReply& reply = tried->reply;
  answer.failed = reply.outcome.error.has_value() || !reply.asked;
  if (session_->tracing) answer.text += trace_for_people(tried->trace, true, colour_);
  if (reply.outcome.result) answer.text += values_for_people(dump_json(*reply.outcome.result), colour_);
  answer.json = tried_json(*tried, session_->tracing);
  Json rest = answer.json;
  rest.erase("result");  // it was just shown
  answer.text += laid_out(cli_layouts(), "answer", rest, look_of(colour_));
  answer.refused = refusals_of(*tried);
  return answer;
}

ReplCommandLine::Answer ReplCommandLine::set(const std::string& rest) {
  const Runs runs(*session_);
  return tried(session_->write(split_words(rest)));
}

ReplCommandLine::Answer ReplCommandLine::call(const std::string& rest) {
  std::vector<std::string> words = split_words(rest);
  if (words.empty()) {
    Answer answer;
    answer.text = handlers_for_people(handlers_of(session_->ruleset()), colour_);
    return answer;
  }
  TryWords given;
  const std::string name = words.front();
  given.args.assign(words.begin() + 1, words.end());
  const Runs runs(*session_);
  return tried(session_->call(name, given));
}

ReplCommandLine::Answer ReplCommandLine::user(const std::string& rest) {
  user_text_ = rest;
  return said(rest.empty() ? "the player says nothing in the next turn"
                           : "the player will say: " + printable(rest));
}

ReplCommandLine::Answer ReplCommandLine::turn(const std::string& rest) {
  std::string text = rest;
  if (is_file(rest)) {
    Result<std::string> read =
        read_file(rest, session_->ruleset().limits().max_input_bytes, "max_input_bytes");
    if (!read) return failed(read.error());
    text = std::move(*read);
  }
  const Runs runs(*session_);
  const Result<Verdict> verdict = session_->turn(text, user_text_);
  if (!verdict) return failed(verdict.error());
  user_text_.clear();
  Answer answer;
  answer.text = trace_for_people(session_->last_turn()->trace, true, colour_) +
                verdict_lines(shown_verdict(*verdict), look_of(colour_));
  answer.json = verdict_json(*verdict);
  answer.failed = verdict->decision != Decision::kAccepted;
  answer.refused = refusals_of(*verdict);
  return answer;
}

ReplCommandLine::Answer ReplCommandLine::explain(const std::string& /*rest*/) {
  const std::optional<Session::Turn>& last = session_->last_turn();
  if (!last) return failed(Error(Code::kUsage, "no turn has been played yet", ":turn TEXT plays one"));
  Answer answer;
  answer.text = turn_for_people(last->story, explaining());
  answer.json = last->story;
  return answer;
}

Look ReplCommandLine::explaining() const {
  return look_of(colour_, session_->ruleset().file().language.starts_with("zh") ? "zh" : "en");
}

ReplCommandLine::Answer ReplCommandLine::why(const std::string& rest) {
  Answer answer;
  if (!rest.empty()) {
    const Result<Json> code = code_explained(rest);
    if (!code) {
      answer = failed(code.error());
      answer.refused.reset();
      return answer;
    }
    answer.text = laid_out(cli_layouts(), "code", *code, explaining());
    answer.json = *code;
    return answer;
  }
  if (!refused_) {
    answer = failed(Error(Code::kUsage, "nothing has been run yet, so there is nothing to explain",
                          ":why CODE explains a code"));
    answer.refused.reset();
    return answer;
  }
  answer.json = why_json(*refused_);
  answer.text = refused_->empty() ? "nothing was refused by what was typed last\n"
                                  : laid_out(cli_layouts(), "why", answer.json, explaining());
  return answer;
}

ReplCommandLine::Answer ReplCommandLine::diff(const std::string& /*rest*/) {
  const EffectRows rows = session_->differences();
  Answer answer;
  answer.json["effects"] = effects_json(rows);
  answer.text = rows.empty() ? "  nothing differs from the state at the beginning\n"
                             : laid_out(cli_layouts(), "answer", answer.json, look_of(colour_));
  return answer;
}

ReplCommandLine::Answer ReplCommandLine::undo(const std::string& /*rest*/) {
  const Result<void> gone = session_->undo();
  if (!gone) return failed(gone.error());
  return said("one step back");
}

ReplCommandLine::Answer ReplCommandLine::redo(const std::string& /*rest*/) {
  const Result<void> gone = session_->redo();
  if (!gone) return failed(gone.error());
  return said("made again");
}

ReplCommandLine::Answer ReplCommandLine::reload(const std::string& /*rest*/) {
  const Paint paint(colour_);
  const SessionReload done = session_->reload(game_.rebuild());
  Answer answer;
  answer.failed = !done.exchanged;
  Json& problems = answer.json["problems"] = Json(Json::value_t::array);
  for (const Problem& problem : done.problems) {
    answer.text += problem_line(problem, colour_) + "\n";
    problems.push_back(problem_json(problem));
  }
  answer.json["exchanged"] = done.exchanged;
  Json& changes = answer.json["changes"] = Json(Json::value_t::array);
  for (const std::string& change : done.changes) {
    answer.text += "  " + printable(change) + "\n";
    changes.push_back(change);
  }
  for (const PluginChange& plugin : done.migrated)
    for (const PluginChange::Run& run : plugin.ran)
      answer.text += "  » " + printable(run.id) + "  " + printable(run.at) + "\n";
  Json written(Json::value_t::object);
  written["effects"] = effects_json(done.effects);
  answer.text += laid_out(cli_layouts(), "answer", written, look_of(colour_));
  answer.json["effects"] = std::move(written["effects"]);
  answer.text += !done.exchanged        ? paint(kRed, "✗ the old rules stay") + "\n"
                 : done.changes.empty() ? "= nothing has changed\n"
                                        : paint(kGreen, "✓ reloaded; the state stayed") + "\n";
  return answer;
}

ReplCommandLine::Answer ReplCommandLine::load(const std::string& rest) {
  if (rest.empty()) return failed(Error(Code::kUsage, "say which file", ":load state.json"));
  Result<Json> json = state_file(rest, session_->ruleset().limits(), StateForm::kDocument);
  if (!json) return failed(json.error());
  const bool document =
      json->is_object() && json->size() == 2 && json->contains("data") && json->contains("meta");
  Result<void> loaded =
      document ? session_->load((*json)["data"], (*json)["meta"]) : session_->load(std::move(*json), Json());
  if (!loaded) return failed(loaded.error());
  return said("loaded " + printable(rest));
}

ReplCommandLine::Answer ReplCommandLine::save(const std::string& rest) {
  if (rest.empty()) return failed(Error(Code::kUsage, "say which file", ":save game.json"));
  Json both(Json::value_t::object);
  both["data"] = session_->document().data();
  both["meta"] = session_->document().meta();
  const Result<void> written = write_file(rest, to_text(both, 2) + "\n");
  if (!written) return failed(written.error());
  return said("written to " + printable(rest) + "; :load and --document read it");
}

ReplCommandLine::Answer ReplCommandLine::as(const std::string& rest) {
  const std::vector<std::string> words = split_words(rest);
  if (!words.empty()) {
    const Result<void> spoken = session_->speak_as(words[0], words.size() > 1 ? words[1] : "");
    if (!spoken) return failed(spoken.error());
  }
  return said("lines run as a " + std::string(session_->as()) + " of " + session_->plugin());
}

ReplCommandLine::Answer ReplCommandLine::seed(const std::string& rest) {
  if (!rest.empty()) session_->facts().seed = as_utf8(rest);
  return said("the seed is " + printable(session_->facts().seed));
}

ReplCommandLine::Answer ReplCommandLine::now(const std::string& rest) {
  if (!rest.empty()) {
    const Result<Time> time = parse_time(rest);
    if (!time) return failed(time.error());
    session_->facts().now = *time;
  }
  return said("it is " + format_time(session_->facts().now));
}

ReplCommandLine::Answer ReplCommandLine::trace(const std::string& rest) {
  if (!rest.empty() && rest != "on" && rest != "off")
    return failed(Error(Code::kUsage, ":trace takes on or off; found \"" + printable(rest) + "\""));
  if (!rest.empty()) session_->tracing = rest == "on";
  return said(session_->tracing ? "every call of ctx is shown" : "calls of ctx are not shown");
}

ReplCommandLine::Answer ReplCommandLine::obey(const std::string& line) {
  constexpr std::pair<std::string_view, Work> kWork[] = {
      {":help", &ReplCommandLine::help},       {":state", &ReplCommandLine::state},
      {":set", &ReplCommandLine::set},         {":call", &ReplCommandLine::call},
      {":user", &ReplCommandLine::user},       {":turn", &ReplCommandLine::turn},
      {":explain", &ReplCommandLine::explain}, {":why", &ReplCommandLine::why},
      {":diff", &ReplCommandLine::diff},       {":undo", &ReplCommandLine::undo},
      {":redo", &ReplCommandLine::redo},       {":reload", &ReplCommandLine::reload},
      {":load", &ReplCommandLine::load},       {":save", &ReplCommandLine::save},
      {":as", &ReplCommandLine::as},           {":seed", &ReplCommandLine::seed},
      {":now", &ReplCommandLine::now},         {":trace", &ReplCommandLine::trace}};
  const std::size_t end = std::min(line.find_first_of(" \t\n"), line.size());
  const std::string name = line.substr(0, end);
  const std::string rest = trimmed_line(std::string_view(line).substr(end));
  if (name == ":quit" || name == ":q" || name == ":exit") {
    quit_ = true;
    return {};
  }
  for (const auto& [known, work] : kWork)
    if (known == name) return (this->*work)(rest);
  std::vector<std::string_view> names;
  for (const ReplCommand& one : repl_commands()) names.push_back(one.name);
  return failed(Error(Code::kUsage, "there is no command " + printable(name) + did_you_mean(name, names),
                      ":help lists all"));
}

std::string ReplCommandLine::prompt(bool more) const {
  const std::string who = session_->plugin() + " (" + std::string(session_->as()) + ")";
  return more ? std::string(count_code_points(who), ' ') + ". " : who + "> ";
}

bool ReplCommandLine::tell(const Answer& answer) {
  if (answer.refused) refused_ = answer.refused;
  any_failed_ = any_failed_ || answer.failed;
  std::string text = answer.text;
  if (game_.json) text = answer.json.empty() ? "" : shown_json(answer.json) + "\n";
  return put(text);
}

int ReplCommandLine::loop(LineEditor& editor) {
  std::string pending, line;
  while (!quit_) {
    const LineEditor::Read read = editor.next(prompt(!pending.empty()), line);
    if (read == LineEditor::Read::kDropped) {
      pending.clear();
      continue;
    }
    if (read == LineEditor::Read::kEnd) break;
    if (pending.empty() && trimmed_line(line).empty()) continue;
    if (pending.empty() && trimmed_line(line).starts_with(':')) {
      if (!tell(obey(trimmed_line(line)))) return kExitUnheard;
      continue;
    }
    pending += (pending.empty() ? "" : "\n") + as_utf8(line);
    bool incomplete = false;
    const Answer answer = type(pending, incomplete);
    if (incomplete) continue;
    pending.clear();
    if (!tell(answer)) return kExitUnheard;
  }
  if (!pending.empty() && !tell(failed(Error(Code::kPluginInvalid, "the last line is not complete"))))
    return kExitUnheard;
  if (editor.interactive()) std::fputs("\n", stdout);
  return any_failed_ && !editor.interactive() ? kExitLineFailed : 0;
}

int ReplCommandLine::run() {
  Result<Standpoint> at = game_.load();
  if (!at) return game_.fail(at.error());
  Result<std::unique_ptr<Session>> session =
      Session::open(std::move(at->ruleset), std::move(at->document), std::move(at->facts));
  if (!session) return game_.fail(session.error());
  session_ = std::move(*session);
  colour_ = game_.colour() && (!game_.json || game_.color == "always");
  const char* history = std::getenv("GAVEL_HISTORY");  // NOLINT(concurrency-mt-unsafe): before any thread
  LineEditor editor([this](const std::string& text) { return complete_line(*session_, text); },
                    history == nullptr ? "" : history);
  if (editor.interactive()) {
    listen_for_interrupts();
    if (!game_.json)
      std::printf("gavel repl: %s %s; :help says what may be typed\n",
                  session_->ruleset().file().name.c_str(),
                  to_text(session_->ruleset().file().version).c_str());
  }
  return loop(editor);
}

}  // namespace gavel
