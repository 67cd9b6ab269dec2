#include "convert.hpp"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

#include "base/span.hpp"
#include "base/utf8.hpp"
#include "dialects/conversion.hpp"
#include "state/json_writer.hpp"

#include "files.hpp"
#include "show.hpp"

namespace gavel {
namespace {

constexpr int kExitLeft = 1;

constexpr const char* kFooter =
    "The text goes to standard output with its commands in the other dialect and the narration as it was, so "
    "a file\n"
    "of many messages is converted as a whole. What had to be said in another way is noted on standard "
    "error, and an\n"
    "envelope that holds something unreadable or unsayable is left as it stood and named there.\n"
    "Exit code 0 when everything was converted; 1 when something was left; 2 for bad usage or unreadable "
    "input.\n\n"
    "Examples:\n"
    "  gavel convert --to ops chat.txt\n"
    "  gavel convert --from mvu --to ops --text \"_.set('hp', 100, 80);//hit\"\n"
    "  gavel convert --to mvu --json < commands.json";

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
    out += name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + remark.code +
           ": " + printable(remark.message) + suffix + "\n";
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
        "ID")
      ->required();
  auto* file = named(sub->add_option("FILE", file_, "The text; - for standard input (default)"), "or -");
  named(sub->add_option("--text", given_text_, "The text itself, instead of FILE"), "STRING")
      ->excludes(file)
      ->each([this](const std::string&) { has_text_ = true; });
  sub->add_flag("--json", json_, "Answer as JSON: text, converted, left, notes");
  sub->footer(kFooter);
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
  return read_file(file_, limits_.max_text_bytes);
}

int Convert::run() {
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
    out = as_utf8(to_text(json, 2))  // JSON has no place for bytes that are no text
          + "\n";
  } else if (has_text_ && !out.ends_with('\n')) {
    out += '\n';
  }
  if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size() || std::fflush(stdout) != 0)
    return fail(Error(Code::kUnreadable, "cannot write the text to standard output"));
  return done.left.empty() ? kExitJudged : kExitLeft;
}

}  // namespace gavel
