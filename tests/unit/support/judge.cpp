#include "judge.hpp"

#include <stdexcept>
#include <utility>

#include "command/audit.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

#include "audit_replay.hpp"

namespace gavel::testing {
namespace {

Document load(const Json& data, const Json& meta) {
  Result<Document> document = Document::load(data, meta, Limits());
  if (!document) throw std::runtime_error("the document does not load: " + document.error().message);
  return std::move(*document);
}

Context context_of(const Asking& asking) {
  Context context = asking.context;
  Result<Time> now = parse_time(asking.now);
  if (!now) throw std::runtime_error("no time: " + asking.now);
  context.now = *now;
  for (const std::string& text : asking.described) {
    Result<Pattern> pattern = Pattern::parse(text, context.limits);
    if (!pattern) throw std::runtime_error("no pattern: " + text);
    context.described.push_back(std::move(*pattern));
  }
  return context;
}

Judged judged_of(const Verdict& verdict, const Document& document) {
  Judged judged;
  const Json json = verdict_json(verdict);
  CHECK(verdict_text(verdict) == to_text(json));
  judged.commands = {json["commands"]};
  judged.changes = {json["changes"]};
  judged.warnings = {json["warnings"]};
  judged.audit = {audit_json(verdict.audit)};
  judged.data = {document.data()};
  judged.meta = {document.meta()};
  for (const Json& line : json["commands"]) {
    if (!judged.said.empty()) judged.said += ", ";
    judged.said += string_of(line["status"]);
    std::string text;
    if (line.contains("code")) {
      judged.said += " " + string_of(line["code"]);
      text = string_of(line["message"]);
    }
    if (line.contains("hint")) text += "; " + string_of(line["hint"]);
    judged.messages.push_back(std::move(text));
  }
  return judged;
}

std::string canonical_of(const Document& document) {
  return canonical(document.data()) + "\n" + canonical(document.meta());
}

void check_replay(const Row& row, const Judged& judged, const std::string& after) {
  Document document = load(parsed(row.state), parsed("{}"));
  const std::string before = canonical_of(document);
  for (const Json& record : judged.audit.json) CHECK(redo_record(document, record, Limits()).ok());
  CHECK_MESSAGE(canonical_of(document) == after, "the record alone redoes the command");
  for (auto record = judged.audit.json.rbegin(); record != judged.audit.json.rend(); ++record) {
    CHECK(undo_record(document, *record, Limits()).ok());
  }
  CHECK_MESSAGE(canonical_of(document) == before, "the record alone undoes the command");
}

// The same text as Shown, so that a failure prints both sides alike.
Shown expected(const char* text) {
  return std::string_view(text) == "nothing" ? Shown{Json(), false} : Shown{parsed(text)};
}

void check_row(const Row& row, const Asking& asking) {
  INFO(std::string(row.title) << ": " << std::string(row.command));
  Table table(row.state);
  const std::string before = canonical_of(table.document());
  const Judged judged = table.turn(row.command, asking);
  INFO(judged.commands.text());
  CHECK(judged.said == std::string(row.said));
  if (row.after != nullptr) CHECK(judged.data == expected(row.after));
  if (row.after == nullptr) CHECK(canonical_of(table.document()) == before);
  if (row.result != nullptr) CHECK(judged.result() == expected(row.result));
  if (row.words != nullptr) CHECK_MESSAGE(contains(judged.message(), row.words), judged.message());
  const std::string after = canonical_of(table.document());
  table.undo();
  CHECK(canonical_of(table.document()) == before);
  table.redo();
  CHECK(canonical_of(table.document()) == after);
  check_replay(row, judged, after);
}

}  // namespace

Json parsed(std::string_view text) {
  Result<Json> json = read_json(text, Limits());
  if (!json) throw std::runtime_error("no JSON: " + std::string(text) + ": " + json.error().message);
  return std::move(*json);
}

const Shown Shown::operator[](std::string_view key) const {
  const Json* found = member(json, key);
  return found == nullptr ? Shown{Json(), false} : Shown{*found};
}

const Shown Shown::operator[](std::size_t index) const {
  return index < json.size() && json.is_array() ? Shown{array_of(json)[index]} : Shown{Json(), false};
}

std::string Shown::text() const { return there ? to_text(json) : "nothing"; }

bool Shown::operator==(const char* text) const {
  if (std::string_view(text) == "nothing") return !there;
  return there && equal(json, parsed(text));
}

bool Shown::operator==(const Shown& other) const { return there == other.there && equal(json, other.json); }

doctest::String toString(const Shown& shown) {
  return (shown.there ? canonical(shown.json) : std::string("nothing")).c_str();
}

Asking by(Actor actor) {
  Asking asking;
  asking.actor = actor;
  return asking;
}

Asking at(std::string now) {
  Asking asking;
  asking.now = std::move(now);
  return asking;
}

Asking describing(std::string pattern) {
  Asking asking;
  asking.described.push_back(std::move(pattern));
  return asking;
}

Table::Table(std::string_view data, std::string_view meta) : document_(load(parsed(data), parsed(meta))) {}

Judged Table::turn(std::string_view commands, const Asking& asking) {
  document_.forget();
  TurnInput input;
  TurnRules rules;
  input.parts.back().text = commands;
  input.parts.back().dialect = "ir";
  input.parts.back().role = asking.actor;
  input.turn = "t-" + std::to_string(++turns_);
  rules.context = context_of(asking);
  input.now = rules.context.now;
  const Result<Verdict> verdict = run_turn(document_, input, rules);
  if (!verdict) throw std::runtime_error("the text was not judged: " + verdict.error().message);
  return judged_of(*verdict, document_);
}

Outcome Table::run(const Command& command, const Asking& asking) {
  document_.forget();
  return execute(document_, command, context_of(asking), nullptr);
}

void Table::undo() { undone_ = document_.undo({}); }
void Table::redo() { document_.redo(std::exchange(undone_, {})); }

Judged judge(std::string_view state, std::string_view commands, const Asking& asking) {
  return Table(state).turn(commands, asking);
}

void check_rows(std::initializer_list<Row> rows, const Asking& asking) {
  for (const Row& row : rows) {
    SUBCASE(row.title) { check_row(row, asking); }
  }
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace gavel::testing
