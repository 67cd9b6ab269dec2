#include "campaign_text.hpp"

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "paint.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostEffects = 8;  // shown of one command
constexpr std::size_t kMostText = 160;   // bytes of a narration in a list

std::string text_of(const Json& json, std::string_view name) {
  const Json* value = member(json, name);
  if (value == nullptr || value->is_null()) return {};
  return printable(value->is_string() ? string_of(*value) : to_text(*value));
}

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
  std::string out = text_of(*side, "status");
  if (const Json* value = member(*side, "effective")) out += " to " + value_text(value);
  if (const Json* value = member(*side, "result")) out += " with " + value_text(value);
  if (const std::string code = text_of(*side, "code"); !code.empty()) out += " " + code;
  if (const std::string rule = text_of(*side, "rule"); !rule.empty()) out += " by " + rule;
  return out;
}

std::string change_of(const Json* side) {
  if (side == nullptr || side->is_null()) return "unchanged";
  return value_text(member(*side, "before")) + " → " + value_text(member(*side, "after"));
}

// What a turn comes to by other rules: was, now.
std::string difference_text(const Json& one) {
  const std::string what = text_of(one, "what");
  const Json* stored = member(one, "stored");
  const Json* now = member(one, "now");
  if (what == "command")
    return text_of(one, "verb") + " " + path_of(one) + "  was " + side_of(stored) + ", now " + side_of(now);
  if (what == "change") return path_of(one) + "  was " + change_of(stored) + ", now " + change_of(now);
  return shortened(printable(to_text(one)), kMostText);
}

void add_command(std::string& out, const Json& line, const Paint& paint) {
  const std::string status = text_of(line, "status");
  const bool player = text_of(line, "actor") == "player";
  out += "  " + paint(style_of(status), std::string(sign_of(status)) + " " + status) + "  " +
         paint(kBold, text_of(line, "verb")) + " " + path_of(line) +
         (player ? paint(kDim, "  (player)") : "");
  if (const std::string why = text_of(line, "reason"); !why.empty()) out += "  " + paint(kDim, "// " + why);
  out += "\n";
  if (member(line, "code") != nullptr)
    out += "      " + paint(style_of(status), text_of(line, "code")) + "  " + text_of(line, "message") + "\n";
  if (member(line, "hint") != nullptr) out += "      " + paint(kDim, "↳ " + text_of(line, "hint")) + "\n";
  if (member(line, "proposed") != nullptr)
    out += "      " + paint(kYellow, text_of(line, "proposed") + " became " + text_of(line, "effective")) +
           "  " + text_of(line, "why") + "\n";
  if (member(line, "rule") != nullptr)
    out += "      " + paint(kDim, "by " + text_of(line, "rule") + ", " + text_of(line, "at")) + "\n";
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
    const std::string by = text_of(change, "cause");
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
    out += "  " + paint(style, text_of(row, what)) + "  " + text_of(row, said) + "\n";
}

// What rules on trial would have done.
void add_shadow(std::string& out, const Json& verdict, const Paint& paint) {
  const Json* notes = member(verdict, "shadow");
  if (notes == nullptr) return;
  for (const Json& note : array_of(*notes))
    out += "  " + paint(kYellow, "? in shadow") + "  " + text_of(note, "rule") + " would " +
           text_of(note, "decision") + " " + path_of(note) + "  " + text_of(note, "message") + "\n";
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
    out += "  " + paint(kYellow, text_of(warning, "code")) + "  " + text_of(warning, "message") + "\n";
    if (const std::string hint = text_of(warning, "hint"); !hint.empty())
      out += "    " + paint(kDim, "↳ " + hint) + "\n";
  }
}

}  // namespace

std::string answer_for_people(const Json& verdict, bool colour) {
  const Paint paint(colour);
  const std::string outcome = text_of(verdict, "outcome");
  const std::string_view style = outcome == "accepted" ? kGreen : outcome == "retry" ? kYellow : kRed;
  std::string out =
      paint(kBold, text_of(verdict, "turn")) + "  " + paint(style, outcome) + "  " +
      paint(kDim, "attempt " + text_of(verdict, "attempt") + ", version " + text_of(verdict, "version")) +
      "\n";
  if (const Json* narration = member(verdict, "narration"); narration != nullptr && narration->is_string())
    out += paragraphs(string_of(*narration), "  ");
  if (const Json* displays = member(verdict, "displays"))
    for (const Json& one : array_of(*displays)) {
      out += "  " + paint(kDim, "<" + text_of(one, "tag") + ">") + "\n";
      out += paragraphs(text_of(one, "content"), "    ");
    }
  if (const Json* commands = member(verdict, "commands"))
    for (const Json& line : array_of(*commands)) add_command(out, line, paint);
  add_followed(out, verdict, paint);
  add_rows(out, verdict, "conflicts", "kind", "why", kRed, paint);
  add_notes(out, verdict, paint);
  if (const Json* report = member(verdict, "report")) out += paragraphs(text_of(*report, "text"), "  ");
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
    return object == nullptr ? std::string() : text_of(*object, inner);
  };
  std::string out = paint(kBold, text_of(campaign, "campaign_id"));
  if (const std::string title = text_of(campaign, "title"); !title.empty()) out += "  " + title;
  out += "\n" + row("rules     ", part("ruleset", "ruleset") + " " + part("ruleset", "version") + "  " +
                                      part("ruleset", "hash").substr(0, 12));
  out += row("stands at ", (part("head", "turn").empty() ? "the beginning" : part("head", "turn")) +
                               "  (version " + part("head", "version") + ", branch " +
                               part("head", "branch") + ", " + part("head", "hash").substr(0, 12) + ")");
  out += row("milestone ", part("milestone", "value") + ", last advanced at turn " +
                               part("milestone", "last_advanced_at_turn"));
  out += row("dialog    ", part("dialog", "dialog_type_selected"));
  out += row("changed   ", text_of(campaign, "updated_at"));
  if (part("rollback_pending", "can_undo") == "true")
    out += row("rolled back",
               "from " + part("rollback_pending", "from_turn_id") + "; gavel campaign undo takes it back");
  if (const Json* branches = member(campaign, "branches"); branches != nullptr && branches->size() > 1)
    for (const Json& branch : array_of(*branches))
      out += row("branch    ", text_of(branch, "id") + "  ends with " + text_of(branch, "turn") + "  " +
                                   text_of(branch, "label"));
  return out;
}

std::string list_for_people(const Json& campaigns, bool colour) {
  const Paint paint(colour);
  std::string out;
  for (const Json& one : array_of(campaigns))
    out += paint(kBold, text_of(one, "campaign_id")) + "  " + text_of(one, "title") +
           paint(kDim, "  turn " + text_of(one, "turn") + ", version " + text_of(one, "version") +
                           ", changed " + text_of(one, "updated_at")) +
           (member(one, "damaged") == nullptr ? "" : "  " + paint(kRed, "✗ " + text_of(one, "damaged"))) +
           "\n";
  return out.empty() ? "no campaigns\n" : out;
}

std::string turns_for_people(const Json& turns, bool colour) {
  const Paint paint(colour);
  std::string out;
  for (const Json& turn : array_of(turns)) {
    out += paint(kBold, text_of(turn, "turn_id")) +
           paint(kDim, "  " + text_of(turn, "timestamp") + "  version " + text_of(turn, "version") + ", " +
                           text_of(turn, "branch")) +
           "\n";
    if (const std::string said = text_of(turn, "user_input"); !said.empty())
      out += "  " + paint(kCyan, "> " + shortened(said, kMostText)) + "\n";
    if (const std::string told = text_of(turn, "assistant_output_text"); !told.empty())
      out += "  " + shortened(told, kMostText) + "\n";
  }
  return out.empty() ? "no turns\n" : out;
}

std::string timeline_for_people(const Json& timeline, bool colour) {
  const Paint paint(colour);
  std::string out;
  const Json* turns = member(timeline, "turns");
  const std::string head = text_of(timeline, "head");
  for (const Json& branch : array_of(*member(timeline, "branches"))) {
    const std::string id = text_of(branch, "id");
    const std::string fork = text_of(branch, "fork_turn");
    out += paint(kBold, id) + (fork.empty() ? "" : paint(kDim, "  from " + fork)) + "  " +
           text_of(branch, "label") + "\n";
    for (const Json& turn : array_of(*turns)) {
      if (text_of(turn, "branch") != id) continue;
      const bool current = text_of(turn, "current") == "true";
      const std::string name = text_of(turn, "turn_id");
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
                            : text_of(*rules, "ruleset") + " " + text_of(*rules, "version") + " (" +
                                  text_of(*rules, "hash").substr(0, 12) + ")";
  };
  std::string out = paint(kBold, named("from") + " → " + named("to")) + "\n";
  if (const Json* rules = member(report, "rules"))
    for (const Json& rule : array_of(*rules)) out += "  " + printable(string_of(rule)) + "\n";
  if (const Json* migrated = member(report, "migrated"))
    for (const Json& plugin : array_of(*migrated))
      out += "  " + paint(kCyan, "» " + text_of(plugin, "plugin")) + "  " + text_of(plugin, "from") + " → " +
             text_of(plugin, "to") + "  " + text_of(plugin, "note") + "\n";
  if (const Json* changes = member(report, "changes")) add_effects(out, *changes, paint);
  if (const Json* turns = member(report, "turns"))
    for (const Json& turn : array_of(*turns)) {
      const bool same = text_of(turn, "same") == "true";
      out += "  " +
             paint(same ? kGreen : kYellow, std::string(same ? "= " : "≠ ") + text_of(turn, "turn_id")) +
             "  " + text_of(turn, "outcome") + "\n";
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
  out += text_of(report, "applied") == "true"
             ? paint(kGreen, "✓ exchanged, as turn " + text_of(report, "turn_id")) + "\n"
             : paint(kDim, "nothing was stored; --apply makes the exchange") + "\n";
  return out;
}

std::string audit_for_people(const Json& hits, bool colour) {
  const Paint paint(colour);
  std::string out;
  for (const Json& hit : array_of(hits)) {
    const Json* record = member(hit, "record");
    if (record == nullptr) continue;
    out += paint(kBold, text_of(hit, "turn")) + "  " + text_of(*record, "actor") + "  " +
           text_of(*record, "action") + " " + text_of(*record, "key") + "  " +
           paint(kDim, text_of(*record, "status") + " " + text_of(*record, "code")) + "\n";
  }
  return out.empty() ? "no records\n" : out;
}

std::string repair_for_people(const Json& report, bool colour) {
  const Paint paint(colour);
  if (text_of(report, "sound") == "true") return paint(kGreen, "✓ nothing is damaged") + "\n";
  std::string out;
  for (const Json& one : array_of(*member(report, "damaged")))
    out += paint(kRed, "✗ " + text_of(one, "row") + " " + text_of(one, "id")) + "  " + text_of(one, "what") +
           "\n";
  for (const Json& one : array_of(*member(report, "lost")))
    out += paint(kRed, "– lost") + "  " + text_of(one, "turn_id") + ": " + text_of(one, "why") + "\n";
  const auto list = [&](const char* name, const char* what, std::string_view style) {
    for (const Json& one : array_of(*member(report, name)))
      out += paint(style, what) + "  " + printable(string_of(one)) + "\n";
  };
  list("replayed", "± judged again", kYellow);
  list("restored", "✓ made again from its record", kGreen);
  list("notes", "!", kYellow);
  const Json& head = *member(report, "head");
  const std::string turn = text_of(head, "turn");
  out += text_of(report, "kept") + " turns are left; the campaign goes on after " +
         (turn.empty() ? "its beginning" : turn) + " (branch " + text_of(head, "branch") + ")\n";
  for (const Json& one : array_of(*member(report, "left")))
    out += paint(kRed, "✗ still damaged") + "  " + printable(string_of(one)) + "\n";
  if (text_of(report, "applied") == "true" && !array_of(*member(report, "left")).empty())
    return out + "stored, but not whole; the store as it was is in " + text_of(report, "copy") + "\n" +
           "  fix: gavel campaign export " + text_of(report, "campaign_id") +
           " --out FILE keeps what is sound; import it into a new store\n";
  if (text_of(report, "applied") == "true")
    return out + paint(kGreen, "✓ repaired; the store as it was is in " + text_of(report, "copy")) + "\n";
  return out + paint(kDim, "nothing was stored; --yes stores it") + "\n";
}

std::string findings_for_people(const std::vector<Finding>& found, const std::string& what, bool colour) {
  const Paint paint(colour);
  if (found.empty()) return paint(kGreen, "✓ " + what) + "\n";
  std::string out;
  for (const Finding& one : found)
    out += paint(kRed, "✗ " + (one.turn.empty() ? one.branch : "turn " + one.turn)) + "  " +
           (one.version == 0 ? "" : "version " + std::to_string(one.version) + "  ") + printable(one.what) +
           "\n";
  return out;
}

}  // namespace gavel
