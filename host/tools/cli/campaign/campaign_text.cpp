#include "campaign_text.hpp"

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "paint.hpp"
#include "show.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostEffects = 8;  // shown of one command
constexpr std::size_t kMostText = 160;   // bytes of a narration in a list

std::string path_of(const Json& json) {
  const Json* path = member(json, "path");
  if (path == nullptr) return {};
  if (path->is_string()) return printable(string_of(*path));
  const Result<Path> found = path_from_json(*path, Limits());
  if (!found) return printable(to_text(*path));
  return found->empty() ? "(root)" : printable(to_dotted(*found));
}

// Narrations keep their lines.
std::string paragraphs(const std::string& text, const std::string& indent) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) out += indent + printable(std::string_view(text).substr(at, end - at)) + "\n";
    at = end + 1;
  }
  return out;
}

void add_effects(std::string& out, const Json& effects, const Paint& paint) {
  std::size_t shown = 0;
  for (const Json& effect : array_of(effects)) {
    if (++shown > kMostEffects) {
      out +=
          "      " + paint(kDim, "… and " + std::to_string(effects.size() - kMostEffects) + " more") + "\n";
      return;
    }
    out += "      " + paint(kDim, path_of(effect)) + "  " + value_text(member(effect, "before")) +
           paint(kDim, " → ") + paint(kBold, value_text(member(effect, "after"))) + "\n";
  }
}

std::string_view style_of(const std::string& status) {
  if (status == "applied") return kGreen;
  if (status == "amended") return kYellow;
  return status == "rejected" ? kRed : kDim;
}

std::string_view sign_of(const std::string& status) {
  if (status == "applied") return "✓";
  if (status == "amended") return "±";
  if (status == "rejected") return "✗";
  return status == "duplicate" ? "=" : "–";
}

// One side of a difference between verdicts, in a few words.
std::string side_of(const Json* side) {
  if (side == nullptr || side->is_null()) return "nothing";
  if (!side->is_object() || member(*side, "status") == nullptr) return printable(to_text(*side));
  std::string out = shown_at(*side, "status");
  if (const Json* value = member(*side, "effective")) out += " to " + value_text(value);
  if (const Json* value = member(*side, "result")) out += " with " + value_text(value);
  if (const std::string code = shown_at(*side, "code"); !code.empty()) out += " " + code;
  if (const std::string rule = shown_at(*side, "rule"); !rule.empty()) out += " by " + rule;
  return out;
}

std::string change_of(const Json* side) {
  if (side == nullptr || side->is_null()) return "unchanged";
  return value_text(member(*side, "before")) + " → " + value_text(member(*side, "after"));
}

// What a turn comes to by other rules: was, now.
std::string difference_text(const Json& one) {
  const std::string what = shown_at(one, "what");
  const Json* stored = member(one, "stored");
  const Json* now = member(one, "now");
  if (what == "command")
    return shown_at(one, "verb") + " " + path_of(one) + "  was " + side_of(stored) + ", now " + side_of(now);
  if (what == "change") return path_of(one) + "  was " + change_of(stored) + ", now " + change_of(now);
  return shortened(printable(to_text(one)), kMostText);
}

void add_command(std::string& out, const Json& line, const Paint& paint) {
  const std::string status = shown_at(line, "status");
  const bool player = shown_at(line, "actor") == "player";
  out += "  " + paint(style_of(status), std::string(sign_of(status)) + " " + status) + "  " +
         paint(kBold, shown_at(line, "verb")) + " " + path_of(line) +
         (player ? paint(kDim, "  (player)") : "");
  if (const std::string why = shown_at(line, "reason"); !why.empty()) out += "  " + paint(kDim, "// " + why);
  out += "\n";
  if (member(line, "code") != nullptr)
    out +=
        "      " + paint(style_of(status), shown_at(line, "code")) + "  " + shown_at(line, "message") + "\n";
  if (member(line, "hint") != nullptr) out += "      " + paint(kDim, "↳ " + shown_at(line, "hint")) + "\n";
  if (member(line, "proposed") != nullptr)
    out += "      " + paint(kYellow, shown_at(line, "proposed") + " became " + shown_at(line, "effective")) +
           "  " + shown_at(line, "why") + "\n";
  if (member(line, "rule") != nullptr)
    out += "      " + paint(kDim, "by " + shown_at(line, "rule") + ", " + shown_at(line, "at")) + "\n";
  if (const Json* detail = member(line, "detail"); detail != nullptr && detail->is_string())
    out += paint(kDim, paragraphs(string_of(*detail), "      "));
  if (const Json* result = member(line, "result"))
    out += "      " + paint(kDim, "result  ") + value_text(result) + "\n";
  if (const Json* effects = member(line, "effects")) add_effects(out, *effects, paint);
}

// What followed the commands: derived values, automations, what expired.
void add_followed(std::string& out, const Json& verdict, const Paint& paint) {
  const Json* changes = member(verdict, "changes");
  if (changes == nullptr) return;
  std::string cause;
  for (const Json& change : array_of(*changes)) {
    const std::string by = shown_at(change, "cause");
    if (by.starts_with("command ")) continue;
    if (by != cause) out += "  " + paint(kCyan, "» " + by) + "\n";
    cause = by;
    add_effects(out, Json(JsonArray{change}), paint);
  }
}

void add_rows(std::string& out, const Json& verdict, const char* name, const char* what, const char* said,
              std::string_view style, const Paint& paint) {
  const Json* rows = member(verdict, name);
  if (rows == nullptr) return;
  for (const Json& row : array_of(*rows))
    out += "  " + paint(style, shown_at(row, what)) + "  " + shown_at(row, said) + "\n";
}

// What rules on trial would have done.
void add_shadow(std::string& out, const Json& verdict, const Paint& paint) {
  const Json* notes = member(verdict, "shadow");
  if (notes == nullptr) return;
  for (const Json& note : array_of(*notes))
    out += "  " + paint(kYellow, "? in shadow") + "  " + shown_at(note, "rule") + " would " +
           shown_at(note, "decision") + " " + path_of(note) + "  " + shown_at(note, "message") + "\n";
}

// What the game's own code did and said beside the commands.
void add_notes(std::string& out, const Json& verdict, const Paint& paint) {
  add_rows(out, verdict, "rolls", "handler", "total", kDim, paint);
  add_rows(out, verdict, "events", "name", "by", kDim, paint);
  add_shadow(out, verdict, paint);
  add_rows(out, verdict, "logs", "handler", "text", kDim, paint);
}

void add_warnings(std::string& out, const Json& json, const Paint& paint) {
  const Json* warnings = member(json, "warnings");
  if (warnings == nullptr) return;
  for (const Json& warning : array_of(*warnings)) {
    out += "  " + paint(kYellow, shown_at(warning, "code")) + "  " + shown_at(warning, "message") + "\n";
    if (const std::string hint = shown_at(warning, "hint"); !hint.empty())
      out += "    " + paint(kDim, "↳ " + hint) + "\n";
  }
}

}  // namespace

std::string answer_for_people(const Json& verdict, bool colour) {
  const Paint paint(colour);
  const std::string outcome = shown_at(verdict, "outcome");
  const std::string_view style = outcome == "accepted" ? kGreen : outcome == "retry" ? kYellow : kRed;
  std::string out =
      paint(kBold, shown_at(verdict, "turn")) + "  " + paint(style, outcome) + "  " +
      paint(kDim, "attempt " + shown_at(verdict, "attempt") + ", version " + shown_at(verdict, "version")) +
      "\n";
  if (const Json* narration = member(verdict, "narration"); narration != nullptr && narration->is_string())
    out += paragraphs(string_of(*narration), "  ");
  if (const Json* displays = member(verdict, "displays"))
    for (const Json& one : array_of(*displays)) {
      out += "  " + paint(kDim, "<" + shown_at(one, "tag") + ">") + "\n";
      out += paragraphs(shown_at(one, "content"), "    ");
    }
  if (const Json* commands = member(verdict, "commands"))
    for (const Json& line : array_of(*commands)) add_command(out, line, paint);
  add_followed(out, verdict, paint);
  add_rows(out, verdict, "conflicts", "kind", "why", kRed, paint);
  add_notes(out, verdict, paint);
  if (const Json* report = member(verdict, "report")) out += paragraphs(shown_at(*report, "text"), "  ");
  if (const Json* messages = member(verdict, "messages_to_append"))
    for (const Json& message : array_of(*messages)) {
      out += "  " + paint(kYellow, "back to the model:") + "\n";
      if (const Json* content = member(message, "content"))
        out += paragraphs(content->is_string() ? string_of(*content) : to_text(*content), "    ");
    }
  if (const Json* user = member(verdict, "user")) add_warnings(out, *user, paint);
  add_warnings(out, verdict, paint);
  return out;
}

std::string campaign_for_people(const Json& campaign, bool colour) {
  const Paint paint(colour);
  const auto row = [&](const char* name, const std::string& value) {
    return "  " + paint(kDim, name) + "  " + value + "\n";
  };
  const auto part = [&](const char* name, const char* inner) {
    const Json* object = member(campaign, name);
    return object == nullptr ? std::string() : shown_at(*object, inner);
  };
  std::string out = paint(kBold, shown_at(campaign, "campaign_id"));
  if (const std::string title = shown_at(campaign, "title"); !title.empty()) out += "  " + title;
  out += "\n" + row("rules     ", part("ruleset", "ruleset") + " " + part("ruleset", "version") + "  " +
                                      part("ruleset", "hash").substr(0, 12));
  out += row("stands at ", (part("head", "turn").empty() ? "the beginning" : part("head", "turn")) +
                               "  (version " + part("head", "version") + ", branch " +
                               part("head", "branch") + ", " + part("head", "hash").substr(0, 12) + ")");
  out += row("milestone ", part("milestone", "value") + ", last advanced at turn " +
                               part("milestone", "last_advanced_at_turn"));
  out += row("dialog    ", part("dialog", "dialog_type_selected"));
  out += row("changed   ", shown_at(campaign, "updated_at"));
  if (part("rollback_pending", "can_undo") == "true")
    out += row("rolled back",
               "from " + part("rollback_pending", "from_turn_id") + "; gavel campaign undo takes it back");
  if (const Json* branches = member(campaign, "branches"); branches != nullptr && branches->size() > 1)
    for (const Json& branch : array_of(*branches))
      out += row("branch    ", shown_at(branch, "id") + "  ends with " + shown_at(branch, "turn") + "  " +
                                   shown_at(branch, "label"));
  return out;
}

std::string list_for_people(const Json& campaigns, bool colour) {
  const Paint paint(colour);
  std::string out;
  for (const Json& one : array_of(campaigns))
    out += paint(kBold, shown_at(one, "campaign_id")) + "  " + shown_at(one, "title") +
           paint(kDim, "  turn " + shown_at(one, "turn") + ", version " + shown_at(one, "version") +
                           ", changed " + shown_at(one, "updated_at")) +
           (member(one, "damaged") == nullptr ? "" : "  " + paint(kRed, "✗ " + shown_at(one, "damaged"))) +
           "\n";
  return out.empty() ? "no campaigns\n" : out;
}

std::string turns_for_people(const Json& turns, bool colour) {
  const Paint paint(colour);
  std::string out;
  for (const Json& turn : array_of(turns)) {
    out += paint(kBold, shown_at(turn, "turn_id")) +
           paint(kDim, "  " + shown_at(turn, "timestamp") + "  version " + shown_at(turn, "version") + ", " +
                           shown_at(turn, "branch")) +
           "\n";
    if (const std::string said = shown_at(turn, "user_input"); !said.empty())
      out += "  " + paint(kCyan, "> " + shortened(said, kMostText)) + "\n";
    if (const std::string told = shown_at(turn, "assistant_output_text"); !told.empty())
      out += "  " + shortened(told, kMostText) + "\n";
  }
  return out.empty() ? "no turns\n" : out;
}

std::string timeline_for_people(const Json& timeline, bool colour) {
  const Paint paint(colour);
  std::string out;
  const Json* turns = member(timeline, "turns");
  const std::string head = shown_at(timeline, "head");
  for (const Json& branch : array_of(*member(timeline, "branches"))) {
    const std::string id = shown_at(branch, "id");
    const std::string fork = shown_at(branch, "fork_turn");
    out += paint(kBold, id) + (fork.empty() ? "" : paint(kDim, "  from " + fork)) + "  " +
           shown_at(branch, "label") + "\n";
    for (const Json& turn : array_of(*turns)) {
      if (shown_at(turn, "branch") != id) continue;
      const bool current = shown_at(turn, "current") == "true";
      const std::string name = shown_at(turn, "turn_id");
      out += "  " + paint(current ? kGreen : kDim, (current ? "● " : "○ ") + name) +
             (name == head ? paint(kBold, "  ← here") : "") + "\n";
    }
  }
  return out;
}

std::string exchange_for_people(const Json& report, bool colour) {
  const Paint paint(colour);
  const auto named = [&](const char* which) {
    const Json* rules = member(report, which);
    return rules == nullptr ? std::string()
                            : shown_at(*rules, "ruleset") + " " + shown_at(*rules, "version") + " (" +
                                  shown_at(*rules, "hash").substr(0, 12) + ")";
  };
  std::string out = paint(kBold, named("from") + " → " + named("to")) + "\n";
  if (const Json* rules = member(report, "rules"))
    for (const Json& rule : array_of(*rules)) out += "  " + printable(string_of(rule)) + "\n";
  if (const Json* migrated = member(report, "migrated"))
    for (const Json& plugin : array_of(*migrated))
      out += "  " + paint(kCyan, "» " + shown_at(plugin, "plugin")) + "  " + shown_at(plugin, "from") +
             " → " + shown_at(plugin, "to") + "  " + shown_at(plugin, "note") + "\n";
  if (const Json* changes = member(report, "changes")) add_effects(out, *changes, paint);
  if (const Json* turns = member(report, "turns"))
    for (const Json& turn : array_of(*turns)) {
      const bool same = shown_at(turn, "same") == "true";
      out += "  " +
             paint(same ? kGreen : kYellow, std::string(same ? "= " : "≠ ") + shown_at(turn, "turn_id")) +
             "  " + shown_at(turn, "outcome") + "\n";
      if (const Json* differences = member(turn, "differences"))
        for (const Json& one : array_of(*differences)) out += "      " + difference_text(one) + "\n";
    }
  add_notes(out, report, paint);
  add_warnings(out, report, paint);
  add_rows(out, report, "problems", "code", "message", kRed, paint);
  return out;
}

std::string swap_for_people(const Json& report, bool colour) {
  const Paint paint(colour);
  std::string out = exchange_for_people(report, colour);
  out += shown_at(report, "applied") == "true"
             ? paint(kGreen, "✓ exchanged, as turn " + shown_at(report, "turn_id")) + "\n"
             : paint(kDim, "nothing was stored; --apply makes the exchange") + "\n";
  return out;
}

std::string audit_for_people(const Json& hits, bool colour) {
  const Paint paint(colour);
  std::string out;
  for (const Json& hit : array_of(hits)) {
    const Json* record = member(hit, "record");
    if (record == nullptr) continue;
    out += paint(kBold, shown_at(hit, "turn")) + "  " + shown_at(*record, "actor") + "  " +
           shown_at(*record, "action") + " " + shown_at(*record, "key") + "  " +
           paint(kDim, shown_at(*record, "status") + " " + shown_at(*record, "code")) + "\n";
  }
  return out.empty() ? "no records\n" : out;
}

std::string repair_for_people(const Json& report, bool colour) {
  const Paint paint(colour);
  if (shown_at(report, "sound") == "true") return paint(kGreen, "✓ nothing is damaged") + "\n";
  std::string out;
  for (const Json& one : array_of(*member(report, "damaged")))
    out += paint(kRed, "✗ " + shown_at(one, "row") + " " + shown_at(one, "id")) + "  " +
           shown_at(one, "what") + "\n";
  for (const Json& one : array_of(*member(report, "lost")))
    out += paint(kRed, "– lost") + "  " + shown_at(one, "turn_id") + ": " + shown_at(one, "why") + "\n";
  const auto list = [&](const char* name, const char* what, std::string_view style) {
    for (const Json& one : array_of(*member(report, name)))
      out += paint(style, what) + "  " + printable(string_of(one)) + "\n";
  };
  list("replayed", "± judged again", kYellow);
  list("restored", "✓ made again from its record", kGreen);
  list("notes", "!", kYellow);
  const Json& head = *member(report, "head");
  const std::string turn = shown_at(head, "turn");
  out += shown_at(report, "kept") + " turns are left; the campaign goes on after " +
         (turn.empty() ? "its beginning" : turn) + " (branch " + shown_at(head, "branch") + ")\n";
  for (const Json& one : array_of(*member(report, "left")))
    out += paint(kRed, "✗ still damaged") + "  " + printable(string_of(one)) + "\n";
  if (shown_at(report, "applied") == "true" && !array_of(*member(report, "left")).empty())
    return out + "stored, but not whole; the store as it was is in " + shown_at(report, "copy") + "\n" +
           "  fix: gavel campaign export " + shown_at(report, "campaign_id") +
           " --out FILE keeps what is sound; import it into a new store\n";
  if (shown_at(report, "applied") == "true")
    return out + paint(kGreen, "✓ repaired; the store as it was is in " + shown_at(report, "copy")) + "\n";
  return out + paint(kDim, "nothing was stored; --yes stores it") + "\n";
}

std::string findings_for_people(const std::vector<Finding>& found, const std::string& what, bool colour) {
  const Paint paint(colour);
  if (found.empty()) return paint(kGreen, "✓ " + what) + "\n";
  std::string out;
  for (const Finding& one : found)
    out += paint(one.code.empty() ? kRed : kYellow,
                 "✗ " + (one.turn.empty() ? one.branch : "turn " + one.turn)) +
           "  " + (one.code.empty() ? "" : one.code + "  ") +
           (one.version == 0 ? "" : "version " + std::to_string(one.version) + "  ") + printable(one.what) +
           "\n";
  return out;
}

}  // namespace gavel
