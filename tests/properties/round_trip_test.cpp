// What a writer says without a note is read back as the same commands, whatever stands in their strings and
// keys. GAVEL_CASES says how many random texts each dialect gets, GAVEL_SEED which ones.
#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "dialects/dialect.hpp"
#include "dialects/reader.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "command_random.hpp"

using gavel::Command;
using gavel::Dialect;
using gavel::Json;
using gavel::Limits;
using gavel::Path;
using gavel::Proposal;
using gavel::Reading;
using gavel::Result;
using gavel::Written;
using gavel::testing::chosen_seed;
using gavel::testing::Random;
using gavel::testing::random_command;
using gavel::testing::simpler_commands;

namespace {

std::size_t chosen_cases() {
  const char* wish = std::getenv("GAVEL_CASES");
  return wish == nullptr ? 3000 : std::strtoull(wish, nullptr, 10);
}

// The place without a document. A pointer does not tell an index from a key of digits, and no array or object
// does.
std::string place_of(const Path& path, const std::optional<std::string>& raw) {
  if (!raw) return to_pointer(path);
  const auto text = gavel::PathText::parse(*raw, Limits());
  return text ? to_pointer(text->resolve(Json(Json::value_t::object))) : "no path: " + *raw;
}

// Everything of a command that must survive, as one text. Options are written in one order, numbers keep
// their kind.
std::string essence(const Command& command) {
  Json options = command.options.given.is_object() ? command.options.given : Json(Json::value_t::object);
  options.erase("reason");
  std::string out = std::string(verb_name(command.verb)) + " " + place_of(command.path, command.raw_path);
  if (command.from || command.raw_from)
    out += "\n  from " + place_of(command.from.value_or(Path()), command.raw_from);
  if (command.value) out += "\n  value " + to_text(*command.value);
  if (command.expect_old) out += "\n  old " + to_text(*command.expect_old);
  return out + "\n  options " + canonical(options) + "\n  why " + to_text(Json(command.why()));
}

std::optional<Command> command_of(const Json& json) {
  std::vector<gavel::Warning> warnings;
  Result<Command> command = gavel::read_command(json, Limits(), warnings);
  if (!command) return std::nullopt;
  // A text that is not a path is nobody's to quote, and keys that no document takes are no keys.
  for (const auto* raw : {&command->raw_path, &command->raw_from})
    if (*raw && !gavel::PathText::parse(**raw, Limits())) return std::nullopt;
  for (const auto& path : {command->path, command->from.value_or(Path())})
    if (!check_path(path, Limits())) return std::nullopt;
  return std::move(*command);
}

// What stands around an envelope in a message.
struct Around {
  std::string before;
  std::string after;
};

const std::vector<Around>& surroundings() {
  static const std::vector<Around> kAll = {{"", ""},
                                           {"她笑了。\n\n", "\n\n然后呢？"},
                                           {"- one\n- two: ", " and on it goes.\n"},
                                           {"HP < 10 & it's \"bad\".\r\n", "\r\n```\nan example\n```\n"},
                                           {"<think>_.set('a', 1);</think>\n", "\n<content>…</content>"}};
  return kAll;
}

// The bytes that are no blanks: between two envelopes stands a line break.
std::size_t inked(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return c > ' ' || c < 0; }));
}

// What reading `text` makes of it, if that is not `commands`; empty: it is.
std::string difference(const std::string& text, const std::vector<Command>& commands,
                       std::string_view dialect, const Around& around) {
  gavel::ReadOptions options;
  options.dialect = dialect;
  const Reading reading = gavel::read_text(around.before + text + around.after, options);
  if (reading.proposals.size() != commands.size())
    return std::to_string(reading.proposals.size()) + " proposals instead of " +
           std::to_string(commands.size());
  if (inked(reading.narration) > inked(around.before) + inked(around.after))
    return "left in the narration: " + reading.narration;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const Proposal& proposal = reading.proposals[i];
    if (!proposal.command) return "refused: " + proposal.error->message;
    if (essence(*proposal.command) != essence(commands[i]))
      return "read as " + essence(*proposal.command) + "\ninstead of " + essence(commands[i]);
    for (const gavel::Warning& warning : proposal.warnings)
      if (warning.code.starts_with("repair")) return "repaired: " + warning.message;
  }
  for (const gavel::Warning& warning : reading.warnings)
    if (warning.code.starts_with("repair")) return "repaired: " + warning.message;
  return "";
}

// The text that a dialect has for these commands, if it needs no note for it.
std::optional<std::string> said(const Dialect& dialect, const std::vector<Command>& commands) {
  const Result<Written> written = dialect.write(commands, gavel::Mounts());
  if (!written || !written->notes.empty()) return std::nullopt;
  return written->text;
}

std::string failure_of(const Dialect& dialect, const Json& json, std::string_view as, const Around& around) {
  const std::optional<Command> command = command_of(json);
  if (!command) return "";
  const std::optional<std::string> text = said(dialect, {*command});
  if (!text) return "";
  const std::string wrong = difference(*text, {*command}, as, around);
  if (wrong.empty()) return "";
  return "\n" + to_text(json) + "\nis written\n" + around.before + *text + around.after + "\nand " + wrong;
}

// The simplest command that still fails, and how.
std::string shrunk(const Dialect& dialect, Json json, std::string_view as, const Around& around) {
  std::string failure = failure_of(dialect, json, as, around);
  for (int budget = 300; budget > 0; --budget) {
    bool simpler = false;
    for (Json& other : simpler_commands(json)) {
      std::string why = failure_of(dialect, other, as, around);
      if (why.empty()) continue;
      json = std::move(other);
      failure = std::move(why);
      simpler = true;
      break;
    }
    if (!simpler) break;
  }
  return failure;
}

// Texts of one to four commands that the dialect can say, until every verb of `verbs` was among them.
void go_round(std::string_view id, const std::set<std::string>& verbs) {
  const auto found = gavel::find_dialect(id);
  REQUIRE(found);
  const Dialect& dialect = **found;
  Random random(chosen_seed());
  const std::size_t cases = chosen_cases();
  std::size_t failures = 0;
  std::set<std::string> met;
  for (std::size_t i = 0; i < cases && failures < 5; ++i) {
    std::vector<Json> batch;
    std::vector<Command> commands;
    const std::size_t size = 1 + random.below(4);
    for (int tries = 0; commands.size() < size && tries < 5000; ++tries) {
      Json json = random_command(random);
      std::optional<Command> command = command_of(json);
      if (!command || !said(dialect, {*command})) continue;
      met.emplace(verb_name(command->verb));
      batch.push_back(std::move(json));
      commands.push_back(std::move(*command));
    }
    REQUIRE(commands.size() == size);  // else the random commands miss the dialect
    const std::string_view as = random.chance(50) ? "auto" : id;
    const std::optional<std::string> text = said(dialect, commands);
    if (!text) continue;  // they can be said alone, but not together
    const Around& around = random.pick(surroundings());
    const std::string wrong = difference(*text, commands, as, around);
    if (wrong.empty()) continue;
    ++failures;
    std::string alone;
    for (const Json& json : batch)
      if (alone.empty() && !failure_of(dialect, json, as, around).empty())
        alone = shrunk(dialect, json, as, around);
    FAIL_CHECK(
        "case " << i << " of " << id << " read as " << as << ": "
                << (alone.empty() ? "\n" + around.before + *text + around.after + "\n" + wrong : alone));
  }
  CHECK(met == verbs);  // what can be said without a note
}

TEST_CASE("text written in tavern reads back the same [R003-07]") {
  go_round("tavern", {"set", "merge", "ensure", "add", "insert", "push", "pull", "delete", "restore", "get"});
}
TEST_CASE("text written in ops reads back the same [R003-07]") {
  go_round("ops", {"set", "merge", "push", "pop", "splice", "delete", "get", "call"});
}
TEST_CASE("text written in mvu reads back the same [R003-07]") {
  go_round("mvu", {"set", "merge", "add", "insert", "push", "pull", "delete", "move", "get", "call"});
}
TEST_CASE("text written in patch reads back the same [R003-07]") {
  go_round("patch", {"set", "add", "insert", "delete", "move", "copy", "test"});
}
TEST_CASE("text written in filament reads back the same [R003-07]") {
  go_round("filament",
           {"set", "ensure", "add", "mul", "div", "insert", "push", "pop", "delete", "move", "copy", "test"});
}
TEST_CASE("text written in memory reads back the same [R003-07]") {
  go_round("memory", {"set", "merge", "delete", "move"});
}
TEST_CASE("text written in ir reads back the same [R003-07]") {
  go_round("ir", {"set", "merge", "ensure", "add", "mul", "div", "insert", "push", "pop", "pull", "splice",
                  "delete", "restore", "move", "copy", "get", "test", "call"});
}

}  // namespace
