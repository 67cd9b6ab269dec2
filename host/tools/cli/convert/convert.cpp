#include "convert.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <unistd.h>

#include "base/joined.hpp"
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
  CLI::App* sub = app.add_subcommand("convert", "");
  options_.add(*sub, {"FILE", "--text", "--json"});
  sub->add_option("--from", from_);
  sub->add_option("--to", to_);
  sub->add_option("--draft", draft_);
  sub->add_option("--initial", initial_);
  sub->add_option("--final", final_);
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

int Convert::run() {
  if (!draft_.empty() && !to_.empty())
    return options_.fail(
        Error(Code::kUsage, "--draft and --to cannot be used together", "give only one of them"));
  if (!draft_.empty()) return draft();
  if (to_.empty())
    return options_.fail(Error(Code::kUsage, "--to is missing: the dialect to write",
                               "gavel convert --to ops FILE, or --draft DIR for a ruleset"));
  if (!initial_.empty() || !final_.empty())
    return options_.fail(Error(Code::kUsage, "--initial and --final go with --draft"));
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
  const std::string text = TRY(read_file(file, limits_.max_text_bytes, "max_text_bytes"));
  if (text.starts_with("\x89PNG"))
    return Error(Code::kTypeMismatch, file + " is a picture", "export the card as JSON, and give that");
  Limits wide = limits_;
  wide.max_string_bytes = limits_.max_text_bytes;  // a card holds whole pages
  Result<Json> json = file.ends_with(".json") ? read_json(text, wide) : yaml_state(text, file, limits_);
  if (!json) {
    const Where where = json.error().where;
    if (where.offset)
      json.error().message = file + ":" + std::to_string(where.line) + ":" + std::to_string(where.column) +
                             ": " + json.error().message;
    json.error().where.offset.reset();
    return json;
  }
  if (is_card(*json)) {
    CardState card = TRY(state_of_card(*json, file, limits_));
    std::move(card.notes.begin(), card.notes.end(), std::back_inserter(notes));
    return std::move(card.state);
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
  TRY(staging.open(folder.string()));
  TRY(staging.add("ruleset.yaml", draft.ruleset));
  TRY(staging.add("initial.yaml", draft.initial));
  if (!draft.scenario.empty()) TRY(staging.add("scenarios/chat.yaml", draft.scenario));
  return staging.put();
}

}  // namespace

int Convert::draft() {
  std::filesystem::path folder = std::filesystem::path(draft_).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // "game/"
  std::error_code error;
  if (std::filesystem::symlink_status(folder, error).type() != std::filesystem::file_type::not_found)
    return options_.fail(Error(Code::kUsage, draft_ + " is already there, and nothing is overwritten",
                               "name a folder that is not there yet"));
  if (initial_.empty())
    return options_.fail(Error(Code::kUsage, "--initial is missing: the state that the game begins with",
                               "gavel convert --draft DIR --initial FILE chat.jsonl"));
  DraftInput input;
  input.id = id_of(folder);
  std::vector<std::string> notes;
  Result<Json> initial = state_in(initial_, notes);
  if (!initial) return options_.fail(initial.error());
  input.initial = std::move(*initial);
  if (!final_.empty()) {
    Result<Json> last = state_in(final_, notes);
    if (!last) return options_.fail(last.error());
    input.final_state = std::move(*last);
  }
  if (options_.file != "-") {
    Result<std::string> log = read_file(options_.file, limits_.max_text_bytes, "max_text_bytes");
    if (!log) return options_.fail(log.error());
    Result<ChatLog> chat = read_chat_log(*log, limits_);
    if (!chat) {
      chat.error().where.file = options_.file;
      chat.error().message = options_.file + ": " + chat.error().message;
      return options_.fail(chat.error());
    }
    input.chat = std::move(*chat);
    input.chat_name = std::filesystem::path(options_.file).filename().string();
  }
  const std::size_t turns = input.chat.turns.size();
  const RulesetDraft draft = draft_ruleset(std::move(input), limits_);
  if (Result<void> done = write_draft(folder, draft); !done) return options_.fail(done.error());
  notes.insert(notes.end(), draft.notes.begin(), draft.notes.end());
  std::vector<std::string> files = {"ruleset.yaml", "initial.yaml"};
  std::vector<std::string> next = {"gavel check " + draft_};
  if (!draft.scenario.empty()) {
    files.emplace_back("scenarios/chat.yaml");
    next.push_back("gavel test " + draft_);
  }
  note_done();
  if (options_.json) {
    Json made(Json::value_t::object);
    made["made"] = draft_;
    made["files"] = files;
    made["turns"] = turns;
    made["notes"] = notes;
    made["next"] = next;
    return heard(shown_json(made, 2) + "\n");
  }
  std::string out = draft_ + ": " + joined(files);
  if (!draft.scenario.empty()) out += " (" + std::to_string(turns) + " turns)";
  out += "\n";
  for (const std::string& note : notes) out += "  " + printable(note) + "\n";
  return heard(out + "  next: " + joined(next, "; ") + "\n");
}

int Convert::rewrite() {
  Result<const Dialect*> to = target();
  if (!to) return options_.fail(to.error());
  const Result<std::string> source = options_.input(limits_.max_text_bytes, "max_text_bytes", "the text");
  if (!source) return options_.fail(source.error());
  ReadOptions options;
  options.dialect = from_;
  options.limits = limits_;
  options.limits.max_commands = limits_.max_text_bytes;  // it speaks of one message, and here are many
  Conversion done = convert_text(*source, options, **to);
  sort_by_place(done.notes);
  sort_by_place(done.left);
  const std::string& name = options_.source().name;
  show(done.notes, name, *source, "");
  show(done.left, name, *source, "; left unchanged");
  std::string out = std::move(done.text);
  if (options_.json) {
    Json json(Json::value_t::object);
    json["text"] = std::move(out);
    json["converted"] = done.converted;
    json["left"] = remarks_json(done.left);
    json["notes"] = remarks_json(done.notes);
    out = escaped_json(as_utf8(to_text(json, 2)))  // JSON has no place for bytes that are no text
          + "\n";
  } else {
    if (name == "--text" && !out.ends_with('\n')) out += '\n';
    // At a terminal as steers nothing; in a pipe byte for byte.
    if (::isatty(STDOUT_FILENO) != 0) out = printable_lines(out);
  }
  return heard(out, done.left.empty() ? kExitJudged : kExitLeft);
}

}  // namespace gavel
