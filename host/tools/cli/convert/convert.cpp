#include "convert.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <unistd.h>

#include "base/span.hpp"
#include "base/utf8.hpp"
#include "dialects/conversion.hpp"
#include "lua/manifest.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

#include "card_state.hpp"
#include "chat_log.hpp"
#include "draft_ruleset.hpp"
#include "files.hpp"
#include "show.hpp"
#include "staging.hpp"
#include "state_file.hpp"
#include "streams.hpp"

namespace gavel {
namespace {

constexpr int kExitLeft = 1;

constexpr const char* kConvertFooter =
    "The text goes to standard output with its commands in the other dialect and the narration as it was, so "
    "a file\n"
    "of many messages is converted as a whole. What had to be said in another way is noted on standard "
    "error, and an\n"
    "envelope that holds something unreadable or unsayable is left as it stood and named there.\n"
    "--draft makes a ruleset of what another engine kept: initial state, fields and described pairs, and "
    "the chat as a\n"
    "scenario that expects the states recorded in it. --initial takes a state, or a card or world book in "
    "JSON, of which\n"
    "it reads the entries called [initvar] or [memoryinit]. A chat log is a JSON list of messages, or has "
    "one "
    "a line:\n"
    "{\"mes\", \"is_user\", \"variables\"} as SillyTavern writes it, or {\"role\", \"content\", "
    "\"state\"}.\n"
    "Exit code 0 when everything was converted; 1 when something was left; 2 for bad usage or unreadable "
    "input.\n\n"
    "Examples:\n"
    "  gavel convert --to ops chat.txt\n"
    "  gavel convert --from mvu --to ops --text \"_.set('hp', 100, 80);//hit\"\n"
    "  gavel convert --to mvu --json < commands.json\n"
    "  gavel convert --draft my_game --initial initvar.yaml chat.jsonl\n"
    "  gavel convert --draft my_game --initial card.json chat.jsonl";

// Walks forward through a text, so that many places cost one pass.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text) {}

  LineColumn at(std::size_t offset) {
    if (offset < offset_) {
      offset_ = 0;
      at_ = LineColumn();
    }
    const LineColumn step = line_column(text_.substr(offset_), offset - offset_);
    at_ = {at_.line + step.line - 1, step.line == 1 ? at_.column + step.column - 1 : step.column};
    offset_ = offset;
    return at_;
  }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  LineColumn at_;
};

void sort_by_place(std::vector<Conversion::Remark>& remarks) {
  std::stable_sort(remarks.begin(), remarks.end(),
                   [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
}

void show(const std::vector<Conversion::Remark>& remarks, const std::string& name, std::string_view text,
          const char* suffix) {
  Places places(text);
  std::string out;
  for (const Conversion::Remark& remark : remarks) {
    const LineColumn at = places.at(remark.span.begin);
    out += printable(name) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
           remark.code + ": " + printable(remark.message) + suffix + "\n";
    if (!remark.hint.empty()) out += "  " + printable(remark.hint) + "\n";
  }
  std::fputs(out.c_str(), stderr);
}

Json remarks_json(const std::vector<Conversion::Remark>& remarks) {
  Json list(Json::value_t::array);
  for (const Conversion::Remark& remark : remarks) {
    Json json(Json::value_t::object);
    json["span"] = Json::array({remark.span.begin, remark.span.end});
    json["code"] = remark.code;
    json["message"] = remark.message;
    if (!remark.hint.empty()) json["hint"] = remark.hint;
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

Convert::Convert(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("convert", "Rewrite the commands of a text in another dialect");
  named(sub->add_option("--from", from_, "How the commands are written: auto (default) or one dialect"),
        "ID");
  named(sub->add_option("--to", to_, "The dialect to write: tavern, ops, mvu, patch, filament, memory or ir"),
        "ID");
  named(sub->add_option("--draft", draft_, "Write the draft of a ruleset here: FILE is a chat log, if given"),
        "DIR");
  named(sub->add_option("--initial", initial_,
                        "The state that the other game begins with, YAML or JSON, or its card; with --draft"),
        "STATE");
  named(sub->add_option("--final", final_, "The state that its chat ended with; with --draft"), "STATE");
  auto* file = named(sub->add_option("FILE", file_, "The text; - for standard input (default)"), "or -");
  named(sub->add_option("--text", given_text_, "The text itself, instead of FILE"), "STRING")
      ->excludes(file)
      ->each([this](const std::string&) { has_text_ = true; });
  sub->add_flag("--json", json_, "Answer as JSON: text, converted, left, notes");
  sub->footer(kConvertFooter);
}

int Convert::fail(const Error& error) const {
  show_error(error, file_, "", use_colour(Colour::kAuto, STDERR_FILENO));
  if (json_) print_error_json(error, file_);
  return kExitUsage;
}

Result<const Dialect*> Convert::target() const {
  if (from_ != "auto") {
    if (Result<const Dialect*> from = find_dialect(from_); !from) {
      from.error().message = "--from: " + from.error().message;
      return from;
    }
  }
  Result<const Dialect*> to = find_dialect(to_);
  if (!to) {
    to.error().message = "--to: " + to.error().message;
    return to;
  }
  if ((*to)->write == nullptr)
    return Error(Code::kUsage, "--to: the dialect \"" + to_ + "\" is only read", "write ir, ops or tavern");
  return to;
}

Result<std::string> Convert::text() const {
  if (has_text_) return given_text_;
  if (file_ == "-" && ::isatty(STDIN_FILENO) != 0)
    std::fputs("gavel: reading the text from standard input\n", stderr);
  return read_file(file_, limits_.max_text_bytes, "max_text_bytes");
}

int Convert::run() {
  if (!draft_.empty() && !to_.empty())
    return fail(Error(Code::kUsage, "--draft and --to are two different things", "give one of them"));
  if (!draft_.empty()) return draft();
  if (to_.empty())
    return fail(Error(Code::kUsage, "--to is missing: the dialect to write",
                      "gavel convert --to ops FILE, or --draft DIR for a ruleset"));
  if (!initial_.empty() || !final_.empty())
    return fail(Error(Code::kUsage, "--initial and --final go with --draft"));
  return rewrite();
}

namespace {

// What MVU keeps beside a message: the state, and what is made of it.
const Json* kept_by_mvu(const Json& json) {
  const Json* state = member(json, "stat_data");
  if (state == nullptr || !state->is_object()) return nullptr;
  for (const char* beside : {"schema", "display_data", "delta_data", "initialized_lorebooks"})
    if (member(json, beside) != nullptr) return state;
  return nullptr;
}

}  // namespace

Result<Json> Convert::state_in(const std::string& file, std::vector<std::string>& notes) const {
  const Result<std::string> text = read_file(file, limits_.max_text_bytes, "max_text_bytes");
  if (!text) return text.error();
  if (text->starts_with("\x89PNG"))
    return Error(Code::kTypeMismatch, file + " is a picture", "export the card as JSON, and give that");
  Limits wide = limits_;
  wide.max_string_bytes = limits_.max_text_bytes;  // a card holds whole pages
  Result<Json> json = file.ends_with(".json") ? read_json(*text, wide) : yaml_state(*text, file, limits_);
  if (!json) {
    const Where where = json.error().where;
    if (where.offset)
      json.error().message = file + ":" + std::to_string(where.line) + ":" + std::to_string(where.column) +
                             ": " + json.error().message;
    json.error().where.offset.reset();
    return json;
  }
  if (is_card(*json)) {
    Result<CardState> card = state_of_card(*json, file, limits_);
    if (!card) return std::move(card).error();
    std::move(card->notes.begin(), card->notes.end(), std::back_inserter(notes));
    return std::move(card->state);
  }
  if (const Json* state = kept_by_mvu(*json)) {
    notes.push_back("the state is the stat_data of " + file);
    return *state;
  }
  if (!json->is_object())
    return Error(Code::kTypeMismatch, file + " holds " + described(*json), "a state is an object");
  return json;
}

namespace {

// The name of a folder as a ruleset's id, which begins with a letter.
std::string id_of(const std::filesystem::path& folder) {
  std::string id;
  for (const char c : folder.filename().string()) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool capital = c >= 'A' && c <= 'Z';
    const bool later = (c >= '0' && c <= '9') || c == '_' || c == '-';
    if (letter || (later && !id.empty()))
      id += capital ? static_cast<char>(c - 'A' + 'a') : c == '-' ? '_' : c;
  }
  return is_plugin_name(id) ? id : "migrated";
}

// All files, or none; what stands there already is the author's.
Result<void> write_draft(const std::filesystem::path& folder, const RulesetDraft& draft) {
  Staging staging;
  if (Result<void> done = staging.open(folder.string()); !done) return done;
  if (Result<void> done = staging.add("ruleset.yaml", draft.ruleset); !done) return done;
  if (Result<void> done = staging.add("initial.yaml", draft.initial); !done) return done;
  if (!draft.scenario.empty())
    if (Result<void> done = staging.add("scenarios/chat.yaml", draft.scenario); !done) return done;
  return staging.put();
}

}  // namespace

int Convert::draft() {
  std::filesystem::path folder = std::filesystem::path(draft_).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // "game/"
  std::error_code error;
  if (std::filesystem::symlink_status(folder, error).type() != std::filesystem::file_type::not_found)
    return fail(Error(Code::kUsage, draft_ + " is already there, and nothing is overwritten",
                      "name a folder that is not there yet"));
  if (initial_.empty())
    return fail(Error(Code::kUsage, "--initial is missing: the state that the game begins with",
                      "gavel convert --draft DIR --initial FILE chat.jsonl"));
  DraftInput input;
  input.id = id_of(folder);
  std::vector<std::string> notes;
  Result<Json> initial = state_in(initial_, notes);
  if (!initial) return fail(initial.error());
  input.initial = std::move(*initial);
  if (!final_.empty()) {
    Result<Json> last = state_in(final_, notes);
    if (!last) return fail(last.error());
    input.final_state = std::move(*last);
  }
  if (file_ != "-") {
    Result<std::string> log = read_file(file_, limits_.max_text_bytes, "max_text_bytes");
    if (!log) return fail(log.error());
    Result<ChatLog> chat = read_chat_log(*log, limits_);
    if (!chat) {
      chat.error().where.file = file_;
      chat.error().message = file_ + ": " + chat.error().message;
      return fail(chat.error());
    }
    input.chat = std::move(*chat);
    input.chat_name = std::filesystem::path(file_).filename().string();
  }
  const std::size_t turns = input.chat.turns.size();
  const RulesetDraft draft = draft_ruleset(std::move(input), limits_);
  if (Result<void> done = write_draft(folder, draft); !done) return fail(done.error());
  std::string out = draft_ + ": ruleset.yaml, initial.yaml";
  if (!draft.scenario.empty()) out += ", scenarios/chat.yaml (" + std::to_string(turns) + " turns)";
  out += "\n";
  notes.insert(notes.end(), draft.notes.begin(), draft.notes.end());
  for (const std::string& note : notes) out += "  " + printable(note) + "\n";
  out += "  next: gavel check " + draft_ + (draft.scenario.empty() ? "" : "; gavel test " + draft_) + "\n";
  note_done();
  return heard(out);
}

int Convert::rewrite() {
  Result<const Dialect*> to = target();
  if (!to) return fail(to.error());
  Result<std::string> source = text();
  if (!source) return fail(source.error());
  ReadOptions options;
  options.dialect = from_;
  options.limits = limits_;
  options.limits.max_commands = limits_.max_text_bytes;  // it speaks of one message, and here are many
  Conversion done = convert_text(*source, options, **to);
  sort_by_place(done.notes);
  sort_by_place(done.left);
  const std::string name = has_text_ ? "--text" : (file_ == "-" ? "standard input" : file_);
  show(done.notes, name, *source, "");
  show(done.left, name, *source, "; left as it stood");
  std::string out = std::move(done.text);
  if (json_) {
    Json json(Json::value_t::object);
    json["text"] = std::move(out);
    json["converted"] = done.converted;
    json["left"] = remarks_json(done.left);
    json["notes"] = remarks_json(done.notes);
    out = escaped_json(as_utf8(to_text(json, 2)))  // JSON has no place for bytes that are no text
          + "\n";
  } else {
    if (has_text_ && !out.ends_with('\n')) out += '\n';
    // At a terminal as steers nothing; in a pipe byte for byte.
    if (::isatty(STDOUT_FILENO) != 0) out = printable_lines(out);
  }
  return heard(out, done.left.empty() ? kExitJudged : kExitLeft);
}

}  // namespace gavel
