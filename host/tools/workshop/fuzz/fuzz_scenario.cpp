#include "fuzz_scenario.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"

namespace gavel {
namespace {

constexpr std::size_t kDefaultPause = 60;

std::string in_quotes(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

// Whether it may stand as it is, line by line.
bool is_plain(const std::string& text) {
  if (text.empty() || text.front() == ' ' || text.front() == '\n' || text.back() == '\n' ||
      text.back() == ' ')
    return false;
  std::string lines = text;
  std::erase(lines, '\n');
  return printable(lines) == lines && text.find("\n ") == std::string::npos;
}

void add_text(std::string& out, std::string_view name, const std::string& text) {
  out.append("    ").append(name).append(":");
  if (!is_plain(text)) {
    out += " " + in_quotes(text) + "\n";
    return;
  }
  out += " |-\n      ";
  for (const char c : text) {
    out += c;
    if (c == '\n') out += "      ";
  }
  out += "\n";
}

std::string comment(const std::string& text) {
  std::string line = printable(shortened(text, 400));
  std::replace(line.begin(), line.end(), '\n', ' ');
  return "# " + line + "\n";
}

void add_expectation(std::string& out, const FuzzTrouble& trouble) {
  switch (trouble.what) {
    case FuzzFinding::What::kForbidden:
      if (trouble.row.is_object()) {
        Json row = trouble.row;
        for (const char* name : {"write", "read", "why"}) row.erase(name);
        out += "    expect: {fits: [" + to_text(row) + "]}\n";
      }
      return;
    case FuzzFinding::What::kReplay:
    case FuzzFinding::What::kUndo:
      return;  // that every turn comes out the same again is held against every scenario
    default:
      out += trouble.never.empty() ? "    expect: {outcome: accepted}\n"
                                   : "    expect: {never: [" + in_quotes(trouble.never) + "]}\n";
  }
}

}  // namespace

std::string scenario_of(const FuzzCase& game, const FuzzTrouble& trouble, const Ruleset& ruleset,
                        std::uint64_t seed, const std::optional<Json>& state) {
  std::string title(what_name(trouble.what));
  if (!trouble.code.empty()) title += ": " + trouble.code;
  if (!trouble.rule.empty()) title += " in " + trouble.rule;
  std::string out = comment("Found by gavel test --fuzz: seed " + std::to_string(seed) + ", case " +
                            std::to_string(game.number) + ". " + trouble.message);
  out += "scenario: " + in_quotes(printable(title)) + "\n";
  if (state) out += "given: {state: {\"\": " + to_text(*state) + "}}\n";
  out += "turns:\n";
  for (std::size_t i = 0; i < game.turns.size(); ++i) {
    const FuzzTurn& turn = game.turns[i];
    if (turn.settings.is_object()) {
      out += "  - settings: " + to_text(turn.settings) + "\n    after: 0\n";
    }
    out += "  - id: " + turn_id(i) + "\n";
    if (turn.after_s != static_cast<std::int64_t>(kDefaultPause))
      out += "    after: " + std::to_string(turn.after_s) + "\n";
    if (turn.by_operator) out += "    as: operator\n";
    if (!turn.user.empty()) add_text(out, "user", text_of(turn.user, ruleset));
    add_text(out, "model", text_of(turn.model, ruleset));
    if (i == trouble.turn) add_expectation(out, trouble);
  }
  return out;
}

}  // namespace gavel
