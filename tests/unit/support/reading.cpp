#include "reading.hpp"

#include <stdexcept>
#include <utility>

#include "../../properties/reading_checks.hpp"
#include "state/json_writer.hpp"
#include "turn/turn.hpp"

namespace gavel::testing {
namespace {

void join(std::string& list, std::string_view separator, std::string_view item) {
  if (!list.empty()) list += separator;
  list += item;
}

std::string slice(const std::string& text, Span span) {
  return span.end <= text.size() ? text.substr(span.begin, span.end - span.begin) : "(outside)";
}

std::size_t count_codes(const std::vector<Warning>& warnings, std::string_view code) {
  std::size_t count = 0;
  for (const Warning& warning : warnings) count += warning.code.starts_with(code) ? 1 : 0;
  return count;
}

void check_form(std::string_view dialect, const Form& form) {
  INFO(std::string(form.title) << " (" << std::string(dialect) << "): " << form.text);
  read_as(dialect, form.text);
  const Told told = tell(form.state, form.text, dialect);
  INFO(told.commands.text());
  CHECK(told.said == std::string(form.said));
  CHECK(told.data == (form.after == nullptr ? form.state : form.after));
}

}  // namespace

std::string Read::said() const {
  std::string list;
  for (const Proposal& proposal : reading.proposals)
    join(list, ", ", proposal.command ? verb_name(proposal.command->verb) : code_name(proposal.error->code));
  return list;
}

Shown Read::commands() const {
  Json list(Json::value_t::array);
  for (const Proposal& proposal : reading.proposals) {
    if (!proposal.command) continue;
    Json command = write_command(*proposal.command);
    object_of(command).erase("origin");
    list.push_back(std::move(command));
  }
  return {list};
}

std::string Read::slices() const {
  std::string list;
  for (const Proposal& proposal : reading.proposals) join(list, " | ", slice(text, proposal.span));
  return list;
}

std::string Read::regions() const {
  std::string list;
  for (const Region& region : reading.regions) {
    std::string name(region_name(region.kind));
    if (!region.dialect.empty()) name += " " + region.dialect;
    join(list, ", ", name);
  }
  return list;
}

std::string Read::stands(Region::Kind kind) const {
  std::string list;
  for (const Region& region : reading.regions)
    if (region.kind == kind) join(list, " | ", slice(text, region.span));
  return list;
}

std::vector<Warning> Read::warnings() const {
  std::vector<Warning> all = reading.warnings;
  for (const Proposal& proposal : reading.proposals)
    all.insert(all.end(), proposal.warnings.begin(), proposal.warnings.end());
  return all;
}

std::size_t Read::warned(std::string_view code) const { return count_codes(warnings(), code); }

std::string Read::warning(std::string_view code) const {
  for (const Warning& warning : warnings()) {
    if (!warning.code.starts_with(code)) continue;
    return warning.code + ": " + warning.message + ": " +
           (warning.span ? slice(text, *warning.span) : std::string("nowhere"));
  }
  return "none";
}

std::string Read::error(std::size_t index) const {
  const Proposal& proposal = reading.proposals.at(index);
  return proposal.error ? proposal.error->message + "; " + proposal.error->hint : "";
}

Read read(std::string_view text, const ReadOptions& options) {
  Read read{std::string(text), read_text(text, options)};
  const std::string broken = broken_promise(read.reading, text, options);
  CHECK_MESSAGE(broken.empty(), broken << "\nin " << read.text.substr(0, 500) << "\n"
                                       << dump(read.reading).substr(0, 4000));
  return read;
}

Read read_as(std::string_view dialect, std::string_view text) {
  ReadOptions options;
  options.dialect = dialect;
  return read(text, options);
}

std::size_t Told::warned(std::string_view code) const {
  std::size_t count = 0;
  for (const Json& warning : warnings.json) count += string_of(warning["code"]).starts_with(code) ? 1 : 0;
  return count;
}

Told tell(std::string_view state, std::string_view text, std::string_view dialect, const Guards& guards) {
  Result<Document> document = Document::load(parsed(state), Json(), Limits());
  if (!document) throw std::runtime_error("the document does not load: " + document.error().message);
  TurnInput input;
  TurnRules rules;
  input.parts.back().text = text;
  input.parts.back().dialect = dialect;
  rules.guards = guards;
  Result<Verdict> verdict = run_turn(*document, input, rules);
  if (!verdict) throw std::runtime_error("not judged: " + verdict.error().message);
  const Json json = verdict_json(*verdict);
  CHECK(verdict_text(*verdict) == to_text(json));
  Told told;
  for (const Json& line : json["commands"]) {
    std::string word = string_of(line["status"]);
    if (line.contains("code")) word += " " + string_of(line["code"]);
    join(told.said, ", ", word);
  }
  told.commands = {json["commands"]};
  told.data = {document->data()};
  told.warnings = {json["warnings"]};
  told.narration = verdict->reading.narration;
  return told;
}

void check_forms(std::string_view dialect, std::initializer_list<Form> forms) {
  for (const Form& form : forms) {
    check_form("auto", form);
    check_form(dialect, form);
  }
}

void check_forms(std::initializer_list<Form> forms) {
  for (const Form& form : forms) check_form("auto", form);
}

void check_narration(std::initializer_list<const char*> texts) {
  for (const char* text : texts) {
    const Read got = read(text);
    INFO(got.text);
    CHECK(got.said() == "");
    CHECK(got.reading.narration == got.text);
  }
}

std::string repeated(std::string_view piece, std::size_t times) {
  std::string text;
  text.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

}  // namespace gavel::testing
