#include <algorithm>
#include <array>

#include "base/tokens.hpp"
#include "base/utf8.hpp"
#include "prompts/prompt.hpp"
#include "ruleset/tool_texts.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"

#include "id_view.hpp"
#include "outcome_view.hpp"
#include "permission_view.hpp"
#include "state_view.hpp"
#include "summary_view.hpp"
#include "token_budget.hpp"
#include "words.hpp"

namespace gavel {
namespace {

using Part = PromptPart;

// The parts of each kind of dialog, where a ruleset does not say.
const std::vector<Part>& default_parts(std::size_t dialog) {
  static const std::array<std::vector<Part>, kDialogTypes.size()> kParts = {
      std::vector<Part>{Part::kSystem, Part::kProtocols, Part::kTools, Part::kState, Part::kSummary,
                        Part::kExamples, Part::kHistory, Part::kMilestone},
      {Part::kSystem, Part::kProtocols, Part::kTools, Part::kState, Part::kExamples, Part::kHistory},
      {Part::kSystem, Part::kTools, Part::kState},
      {Part::kSystem, Part::kSummary, Part::kHistory}};
  return kParts[dialog];
}

std::string place_of(const Where& where) {
  return where.line == 0 ? where.file : where.file + ":" + std::to_string(where.line);
}

// What a turn showed besides its narration, as it was written.
std::string displayed(const Json& turn) {
  std::string out;
  const Json* displays = member(turn, "displays");
  if (displays == nullptr || !displays->is_array()) return out;
  for (const Json& one : array_of(*displays)) {
    const std::string tag = text_at(one, "tag");
    out += "<" + tag;
    if (const Json* attributes = member(one, "attributes"); attributes != nullptr && attributes->is_object())
      for (const auto& [name, value] : object_of(*attributes))
        out += " " + name + "=\"" + (value.is_string() ? string_of(value) : "") + "\"";
    out += ">" + text_at(one, "content") + "</" + tag + ">\n";
  }
  return out;
}

std::string trimmed_end(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

// A part before it has its place.
struct Piece {
  std::string part;
  std::string source;
  std::string text;
  std::string role = "system";
  std::string left_out;
};
using Pieces = std::vector<Piece>;

std::size_t quarters_of(const Pieces& pieces) {
  std::size_t sum = 0;
  for (const Piece& piece : pieces) sum += quarter_tokens(piece.text);
  return sum;
}

class Assembly {
 public:
  explicit Assembly(const PromptInput& input)
      : in_(input),
        file_(input.ruleset->file()),
        section_(file_.prompt),
        language_(input.language.empty() ? file_.language : input.language) {
    const std::string type = text_at(in_.settings, "dialog.manual_type");
    const auto at = std::find(kDialogTypes.begin(), kDialogTypes.end(), type);
    dialog_ = at == kDialogTypes.end() ? 0 : static_cast<std::size_t>(at - kDialogTypes.begin());
    full_ = flag_at(in_.settings, "context.full_context_enabled");
    compress_ = !full_ && flag_at(in_.settings, "context.compress_enabled");
  }

  Prompt run() {
    out_.dialog = kDialogTypes[dialog_];
    out_.budget = in_.tokens != 0 ? in_.tokens : section_.tokens;
    for (const ActiveSchema& one : in_.active.schemas) out_.schemas.push_back(one.schema->id);
    for (const SchemaNotice& notice : in_.active.notices)
      out_.warnings.push_back({notice.code, notice.message, {}});
    gather_fixed();
    gather_rest();
    lay_out();
    out_.tokens = (quarters_ + 3) / 4;
    if (out_.tokens > out_.budget)
      out_.warnings.push_back({"prompt.over_budget",
                               "what is never cut takes " + std::to_string(out_.tokens) + " tokens of " +
                                   std::to_string(out_.budget) + " (prompt.tokens)",
                               {}});
    return std::move(out_);
  }

 private:
  bool has(Part part) const {
    const std::vector<Part>& parts =
        section_.dialogs[dialog_].parts ? *section_.dialogs[dialog_].parts : default_parts(dialog_);
    return std::ranges::find(parts, part) != parts.end();
  }

  std::string word(std::string_view name) const { return std::string(prompt_word(name, language_)); }

  void add(Pieces& pieces, std::string part, std::string source, std::string text) const {
    text = trimmed_end(std::move(text));
    if (!text.empty()) pieces.push_back({std::move(part), std::move(source), std::move(text), "system", {}});
  }

  // ---- what is never cut

  void gather_fixed() {
    if (has(Part::kSystem)) {
      add(opening_, "system", place_of(section_.where), section_.system.in(language_));
      const Said& own = section_.dialogs[dialog_].text;
      add(opening_, "dialog", own.empty() ? "the host" : place_of(section_.where),
          own.empty() ? std::string(dialog_words(dialog_, language_)) : own.in(language_));
      if (!in_.goal.empty()) add(opening_, "goal", "the campaign", word("goal") + "\n" + in_.goal);
    }
    if (has(Part::kProtocols)) {
      for (const ActiveSchema& one : in_.active.schemas) {
        if (!one.counts) continue;
        const Schema& schema = *one.schema;
        Pieces& target = schema.target == InjectionTarget::kSystem       ? opening_
                         : schema.target == InjectionTarget::kPreHistory ? before_
                                                                         : behind_;
        add(target, "protocol " + schema.id, place_of(schema.said_at), schema.instruction.in(language_));
      }
    }
    if (has(Part::kProtocols))
      add(opening_, "permissions", "the fields table", view_permissions(*in_.ruleset, in_.active, language_));
    if (has(Part::kTools)) {
      gather_tools();
      if (const std::string said = view_outcome(*in_.ruleset, in_.outcome, language_); !said.empty())
        add(behind_, "outcome", "the last turn", word("outcome") + "\n" + said);
    }
    if (has(Part::kProtocols)) gather_budgets();
    if (has(Part::kMilestone)) gather_milestone();
    if (has(Part::kHistory)) gather_memory();
  }

  void gather_budgets() {
    std::string text;
    for (const Json& one : array_of(in_.budgets))
      text += "- " + text_at(one, "place") + word("colon") + to_text(*member(one, "left")) + " / " +
              to_text(*member(one, "most")) + "\n";
    if (!text.empty()) add(behind_, "budgets", "the state", word("left") + "\n" + text);
  }

  // How many turns the summary tells of.
  std::uint64_t summed_up() const { return campaign_count({"summary", "upto"}); }

  std::uint64_t campaign_count(std::initializer_list<std::string_view> names) const {
    const Json* node = member(in_.document->meta(), "campaign");
    for (const std::string_view name : names) node = node == nullptr ? nullptr : member(*node, name);
    return node != nullptr && node->is_number_integer()
               ? static_cast<std::uint64_t>(std::max<WideInteger>(0, wide(*node)))
               : 0;
  }

  // Asks for a summary when the last one is old. Room is kept for what is said of turns that are lost.
  void gather_memory() {
    if (!compress_ || !section_.memory) return;
    const PromptMemory& memory = *section_.memory;
    const std::uint64_t turns = campaign_count({"turns"});
    if (turns <= summed_up() + memory.after) return;
    const std::string how = memory.block.empty()
                                ? word("recap_tool") + memory.tool
                                : word("recap_block") + "<" + memory.block + ">…</" + memory.block + ">";
    add(behind_, "memory", place_of(section_.where), word("recap") + "\n" + how);
  }

  // Of the turns that were wanted, the first `gone` pieces found no room. Those that no summary tells of are
  // named.
  void tell_lost(const Pieces& wanted, std::size_t gone, std::uint64_t before) {
    if (!compress_ || gone == 0) return;
    std::uint64_t number = before + 1;
    for (std::size_t i = 1; i < gone; ++i) number += wanted[i].source != wanted[i - 1].source ? 1 : 0;
    if (number <= summed_up()) return;
    const std::string many = std::to_string(number - summed_up()), last = wanted[gone - 1].source.substr(5);
    add(before_, "lost", "the host", word("lost_turns") + many + word("lost_upto") + last + word("lost"));
    out_.warnings.push_back(
        {"prompt.turns_lost",
         "turns have no room in the request, and no summary tells of them: " + many + ", up to " + last,
         {}});
  }

  // Those that a summary tells of need not stand there but for the last ones, which show how things are said.
  std::size_t first_wanted(std::size_t all) const {
    constexpr std::size_t kLast = 4;
    if (!compress_ || !section_.memory || summed_up() <= in_.turns_before) return 0;
    const std::size_t told =
        static_cast<std::size_t>(std::min<std::uint64_t>(summed_up() - in_.turns_before, all));
    return std::min(told, all - std::min(all, kLast));
  }

  void gather_tools() {
    const std::vector<ToolText> tools = tool_texts(*in_.ruleset, in_.tools, language_);
    if (tools.empty()) return;
    std::string text = word("tools") + "\n";
    for (const ToolText& tool : tools) {
      text += "- " + tool.name + ": " + (tool.guidance.empty() ? tool.summary : tool.guidance) + "\n";
      text += listed("arguments", tool.args);
      std::vector<std::string> rejects;
      for (const auto& [reason, meaning] : tool.rejects)
        rejects.push_back(meaning.empty() ? reason
                                          : std::string(reason).append(" (").append(meaning).append(")"));
      text += listed("refused", rejects);
    }
    add(opening_, "tools", tools.front().at, text);
  }

  // A line of a tool, or nothing.
  std::string listed(std::string_view name, const std::vector<std::string>& items) const {
    if (items.empty()) return {};
    std::string line = "  " + word(name);
    for (std::size_t i = 0; i < items.size(); ++i) line += (i == 0 ? "" : "; ") + items[i];
    return line + "\n";
  }

  // The directive is in the requests that follow an advance.
  void gather_milestone() {
    const Json* campaign = member(in_.document->meta(), "campaign");
    const Json* milestone = campaign == nullptr ? nullptr : member(*campaign, "milestone");
    if (milestone == nullptr) return;
    const auto count = [](const Json& json, std::string_view name) -> WideInteger {
      const Json* value = member(json, name);
      return value != nullptr && value->is_number_integer() ? wide(*value) : 0;
    };
    const WideInteger since = count(*campaign, "turns") - count(*milestone, "last_advanced_at_turn");
    if (count(*milestone, "value") < 1 || since < 0 ||
        since >= static_cast<WideInteger>(section_.milestone_turns))
      return;
    const bool own = !section_.milestone.empty();
    add(behind_, "milestone", own ? place_of(section_.where) : "the host",
        own ? section_.milestone.in(language_) : word("milestone"));
  }

  // ---- what shares the tokens

  void gather_rest() {
    Pieces examples = wanted_examples();
    Pieces turns = wanted_turns();
    SummaryView summary;
    if (has(Part::kSummary) && !full_) summary = view_summary(*in_.ruleset, *in_.document, language_);
    std::size_t summary_wants = quarter_tokens(summary.kept);
    for (const std::string& entry : summary.entries) summary_wants += quarter_tokens(entry) + 1;
    std::size_t fixed =
        quarters_of(opening_) + quarters_of(before_) + quarters_of(behind_) + quarter_tokens(in_.user_text);
    for (const Json& message : array_of(in_.messages)) fixed += quarter_tokens(text_at(message, "content"));
    // Room for what is said of turns that are lost.
    if (compress_ && !turns.empty())
      fixed += quarter_tokens(word("lost_turns") + word("lost_upto") + word("lost")) + 80;
    TokenBudget budget(out_.budget * 4, fixed);
    if (has(Part::kState)) take_state(budget, summary_wants + quarters_of(examples) + quarters_of(turns));
    take_summary(budget, summary, quarters_of(examples) + quarters_of(turns));
    take_last(budget, budget.share(quarters_of(turns)), examples, examples_);
    constexpr std::uint64_t kStep = 8;  // turns
    const std::size_t first = has(Part::kHistory) && in_.history.is_array() ? first_turn() : 0;
    const std::size_t gone =
        take_last(budget, budget.left(), turns, turns_, in_.turns_before + first, full_ ? 1 : kStep);
    tell_lost(turns, gone, in_.turns_before + first);
  }

  void take_state(TokenBudget& budget, std::size_t wanted_behind) {
    const std::string head = word("state") + "\n";
    const std::string more = word("more");
    const std::size_t around = quarter_tokens(head) + quarter_tokens(more);
    const std::size_t share = budget.share(wanted_behind);
    if (share <= around) return;
    std::vector<Path> elsewhere;
    if (has(Part::kSummary)) elsewhere = summary_places(*in_.ruleset, in_.document->data());
    StateView view = view_state(*in_.ruleset, in_.document->data(), elsewhere, language_, share - around);
    if (view.text.empty() && !view.cut) return;
    if (view.cut) view.text += more;
    Pieces state;
    add(state, "state", "the state", head + view.text);
    if (view.cut) state.back().left_out = "the state's last places";
    add_ids(budget, state);
    budget.take(std::min(budget.left(), quarter_tokens(state.front().text)));
    behind_.insert(behind_.begin(), std::make_move_iterator(state.begin()),
                   std::make_move_iterator(state.end()));
  }

  // The ids that calls can name, where there is room.
  void add_ids(TokenBudget& budget, Pieces& pieces) const {
    if (!has(Part::kTools)) return;
    const std::string ids = view_ids(*in_.ruleset, in_.document->data(), in_.tools, language_);
    if (ids.empty()) return;
    const std::string text = word("ids") + "\n" + ids;
    if (quarter_tokens(text) + quarter_tokens(pieces.back().text) > budget.left()) return;
    budget.take(quarter_tokens(text));
    add(pieces, "ids", "the state", text);
  }

  void take_summary(TokenBudget& budget, const SummaryView& summary, std::size_t wanted_behind) {
    if (summary.entries.empty() && summary.kept.empty()) return;
    const std::string head = word("summary") + "\n";
    std::size_t left = budget.share(wanted_behind);
    const std::size_t kept = quarter_tokens(head) + quarter_tokens(summary.kept);
    if (kept > left) return;
    left -= kept;
    std::size_t first = summary.entries.size();
    while (first > 0 && quarter_tokens(summary.entries[first - 1]) + 1 <= left)
      left -= quarter_tokens(summary.entries[--first]) + 1;
    std::string text = head;
    for (std::size_t i = first; i < summary.entries.size(); ++i) text += summary.entries[i] + "\n";
    add(before_, "summary", "the summary", text + summary.kept);
    if (first > 0) before_.back().left_out = std::to_string(first) + " of the oldest entries";
    budget.take(std::min(budget.left(), quarter_tokens(before_.back().text)));
  }

  // Pairs, the last ones first; what does not fit is gone from the front. Where turns fall out, they do so up
  // to a number that `step` divides (`before`: the number of the first), so that the requests of several
  // turns begin alike.
  static std::size_t take_last(TokenBudget& budget, std::size_t share, Pieces& wanted, Pieces& taken,
                               std::uint64_t before = 0, std::uint64_t step = 1) {
    std::size_t first = wanted.size();
    while (first > 0) {
      std::size_t pair = first - 1;
      std::size_t quarters = quarter_tokens(wanted[pair].text);
      while (pair > 0 && wanted[pair - 1].source == wanted[pair].source)
        quarters += quarter_tokens(wanted[--pair].text);
      if (quarters > share) break;
      share -= quarters;
      budget.take(std::min(budget.left(), quarters));
      first = pair;
    }
    if (first > 0 && step > 1) first = next_step(wanted, first, before, step);
    if (first > 0 && first < wanted.size())
      wanted[first].left_out = std::to_string(first) + " messages before this one";
    taken.assign(std::make_move_iterator(wanted.begin() + static_cast<std::ptrdiff_t>(first)),
                 std::make_move_iterator(wanted.end()));
    return first;
  }

  // The first piece, from `first` on, whose turn has a number that `step` divides; `first` itself, where half
  // of what is left would go with it.
  static std::size_t next_step(const Pieces& wanted, std::size_t first, std::uint64_t before,
                               std::uint64_t step) {
    std::uint64_t number = before;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (i > 0 && wanted[i - 1].source != wanted[i].source) ++number;
      const bool begins = i == 0 || wanted[i - 1].source != wanted[i].source;
      if (i > first + (wanted.size() - first) / 2) break;
      if (i >= first && begins && number % step == 0) return i;
    }
    return first;
  }

  static void add_pair(Pieces& pieces, const std::string& part, const std::string& source, std::string user,
                       std::string assistant) {
    user = trimmed_end(std::move(user));
    assistant = trimmed_end(std::move(assistant));
    if (!user.empty()) pieces.push_back({part, source, std::move(user), "user", {}});
    if (!assistant.empty()) pieces.push_back({part, source, std::move(assistant), "assistant", {}});
  }

  Pieces wanted_examples() const {
    Pieces pieces;
    if (!has(Part::kExamples)) return pieces;
    for (const ActiveSchema& one : in_.active.schemas) {
      if (!one.counts) continue;
      std::size_t number = 0;
      for (const SchemaExample& example : one.schema->examples)
        add_pair(pieces, "example", place_of(one.schema->where) + " example " + std::to_string(++number),
                 example.input.in(language_), example.output.in(language_));
    }
    return pieces;
  }

  // The place in the history of the first turn that is wanted.
  std::size_t first_turn() const {
    const std::size_t all = array_of(in_.history).size();
    const std::optional<std::size_t>& most = compress_ ? section_.recent : section_.history;
    const std::size_t bound = full_ || !most ? 0 : all - std::min(*most, all);
    return std::max(bound, first_wanted(all));
  }

  Pieces wanted_turns() const {
    Pieces pieces;
    if (!has(Part::kHistory) || !in_.history.is_array()) return pieces;
    const JsonArray& all = array_of(in_.history);
    for (std::size_t i = first_turn(); i < all.size(); ++i) {
      std::string reply = trimmed_end(text_at(all[i], "assistant_output_text") + displayed(all[i]));
      const std::string commands = text_at(all[i], "commands");
      if (!commands.empty()) reply += (reply.empty() ? "" : "\n") + commands;
      // Roles alternate, even where a turn said nothing.
      add_pair(pieces, "history", "turn " + text_at(all[i], "turn_id"), text_at(all[i], "user_input"),
               reply.empty() && !text_at(all[i], "user_input").empty() ? "……" : reply);
    }
    return pieces;
  }

  // ---- messages

  // What a turn changes stands as near to the end as it can, so that an upstream that keeps the beginning of
  // the last request can use it again.
  void lay_out() {
    system(opening_);
    for (Piece& piece : examples_) message(piece);
    system(before_);
    for (Piece& piece : turns_) message(piece);
    system(behind_);
    Piece user{"user", "the player", in_.user_text, "user", {}};
    if (!user.text.empty()) message(user);
    for (const Json& one : array_of(in_.messages)) {
      Piece piece{"feedback", "the last attempt", text_at(one, "content"), text_at(one, "role"), {}};
      if (!piece.text.empty()) message(piece);
    }
  }

  void note(const Piece& piece) {
    const std::size_t quarters = quarter_tokens(piece.text);
    quarters_ += quarters;
    out_.blocks.push_back(
        {piece.part, piece.source, (quarters + 3) / 4, out_.messages.size(), piece.left_out});
  }

  void message(Piece& piece) {
    if (piece.part != "user") cross_out(piece.text);
    note(piece);
    out_.messages.push_back({piece.role, std::move(piece.text)});
  }

  // All of them as one message.
  void system(Pieces& pieces) {
    if (pieces.empty()) return;
    std::string text;
    for (Piece& piece : pieces) {
      cross_out(piece.text);
      note(piece);
      text += (text.empty() ? "" : "\n\n") + piece.text;
    }
    out_.messages.push_back({"system", std::move(text)});
  }

  void cross_out(std::string& text) const {
    constexpr std::size_t kLeast = 4;  // bytes; what is shorter is in every other text
    const std::string& secret = in_.hidden_goal;
    if (secret.size() < kLeast) return;
    gavel::cross_out(text, secret);
  }

  const PromptInput& in_;
  const RulesetFile& file_;
  const PromptSection& section_;
  std::string language_;
  std::size_t dialog_ = 0;
  bool full_ = false;
  bool compress_ = false;
  Prompt out_;
  // System texts: first, which no turn changes; between examples and history; behind the history.
  Pieces opening_, before_, behind_;
  Pieces examples_, turns_;
  std::size_t quarters_ = 0;  // of all that was laid out
};

}  // namespace

Prompt assemble(const PromptInput& input) { return Assembly(input).run(); }

}  // namespace gavel
