#include "rules/batch.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "command/audit.hpp"
#include "lua/trace.hpp"
#include "state/effects.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"

namespace gavel {
namespace {

// In a row, a container stands without its contents: they have rows of their own.
Json shown_value(const Json& value) { return is_container(value) ? Json(value.type()) : value; }

// False: there is no room for it.
bool add_row(EffectRows& rows, const Effect& effect, std::size_t& room, bool& cut) {
  if (effect.implied) return true;
  cut = room == 0;
  if (cut) return false;
  --room;
  EffectRow& row = rows.emplace_back();
  row.path = Path(effect.path);
  if (effect.before != nullptr) row.before = shown_value(*effect.before);
  if (effect.after != nullptr) row.after = shown_value(*effect.after);
  return true;
}

bool fails(const Line& line) { return line.outcome.status == Status::kRejected; }

// A proposal that was never run: it could not be read, or the batch had failed before it.
Line refuse_unrun(const BatchInput& input, const Proposal& proposal, const AuditFrame& frame) {
  Line line;
  line.outcome.error = proposal.error.value_or(Error(Code::kBatchRolledBack, ""));
  const bool superseded = line.outcome.error->code == Code::kDialectSuperseded;
  line.outcome.status = superseded ? Status::kSkipped : Status::kRejected;
  line.audit = audit_unrun(proposal, input.actor, *line.outcome.error, input.context, frame);
  return line;
}

// A proposal of an envelope that repeats the one before it, which was judged.
Line pass_over_twin(const BatchInput& input, const Proposal& proposal, const AuditFrame& frame) {
  Line line;
  line.outcome.status = Status::kDuplicate;
  line.outcome.error = Error(Code::kPreconditionUnique, "the block right before this one says the same");
  line.audit =
      audit_unrun(proposal, input.actor, *line.outcome.error, input.context, frame, Status::kDuplicate);
  return line;
}

// The members that an object lost because another one was set in its place, as far as whoever wrote it may
// read them.
void warn_of_dropped(const BatchInput& input, const Proposal& proposal, Effects& effects, Outcome& outcome) {
  constexpr std::size_t kNamed = 8;
  if (proposal.command->verb != Verb::kSet || !is_outsider(input.actor) || !outcome.resolved) return;
  std::string names;
  std::size_t count = 0;
  const std::size_t depth = outcome.path.size() + 1;
  for (const Effect& effect : effects.shown()) {
    if (effect.after != nullptr || effect.inside || !effect.path.starts_with(outcome.path)) continue;
    if (effect.path.size() != depth || effect.path.back().is_index) continue;
    if (!input.context.tells(effect.path, input.actor)) continue;
    if (++count <= kNamed)
      names += (names.empty() ? "" : ", ") + shortened(std::string(effect.path.back().key), 64);
  }
  if (count == 0) return;
  if (count > kNamed) names += " and " + std::to_string(count - kNamed) + " more";
  outcome.warnings.push_back({"set.dropped",
                              to_dotted(outcome.path) + " has lost " + names +
                                  ": a `set` of an object leaves nothing of the old one",
                              proposal.span});
}

// The command that is meant, now that the document can be asked.
Result<Command> settled(const Document& document, const BatchInput& input, const Proposal& proposal) {
  if (proposal.settle == nullptr) return *proposal.command;
  Path path = proposal.command->path;
  if (proposal.command->raw_path) {
    const Result<PathText> text = PathText::parse(*proposal.command->raw_path, input.context.limits);
    if (!text) return *proposal.command;  // the kernel says what is wrong with it
    path = text->resolve(document.data());
  }
  Place place = resolve(document.data(), path, input.context.described);
  // Of a hidden place, what it is must not decide what is said of the command.
  if (!input.context.tells(place.shown, input.actor))
    place = resolve(Json(Json::value_t::object), Path(path));
  return proposal.settle(*proposal.command, place);
}

TraceEvent event_of(const Command& command, std::size_t number) {
  TraceEvent one;
  one.who = "command";
  one.which = verb_name(command.verb);
  one.number = number;
  return one;
}

// `number`: of the proposal in its turn.
Line judge_one(Document& document, const BatchInput& input, std::size_t number, const AuditFrame& frame,
               IdSource& op_ids, std::size_t& room) {
  const Proposal& proposal = input.proposals[number - input.first];
  Line line;
  const Result<Command> meant = settled(document, input, proposal);
  if (!meant) {
    line.outcome.status = Status::kRejected;
    line.outcome.error = meant.error();
    line.audit = audit_unrun(proposal, input.actor, meant.error(), input.context, frame);
    return line;
  }
  const Command& command = *meant;
  Trace* trace = input.referee == nullptr ? nullptr : input.referee->trace();
  const std::size_t heard = trace == nullptr ? 0 : trace->open(event_of(command, number));
  Effects effects(document, document.savepoint(), input.context.described, input.context.numbered);
  const Referee::Mark mark = input.referee == nullptr ? Referee::Mark{} : input.referee->mark();
  if (input.referee != nullptr && command.verb == Verb::kCall) {
    line.outcome = input.referee->call(command, line.amendments);
  } else if (input.referee != nullptr) {
    line.outcome = input.referee->write(command, input.context, line.amendments, effects);
  } else {
    const Judge judge = [&](const Proposed& proposed) {
      return judge_paid(input.guards, proposed, document);
    };
    line.outcome = execute(document, command, input.context, judge, effects);
  }
  const bool kept = line.outcome.status == Status::kApplied;
  if (!kept && input.referee != nullptr) input.referee->take_back(mark);
  if (!kept) line.amendments.clear();
  if (!line.amendments.empty()) line.outcome.status = Status::kAmended;
  if (kept) warn_of_dropped(input, proposal, effects, line.outcome);
  line.effects = effect_rows(effects, room, line.cut);
  line.audit = audit_command(document, effects, command, line.outcome, input.context, frame);
  if (kept && input.referee != nullptr) input.referee->after(effects, command, line.outcome, op_ids);
  if (trace != nullptr) {
    trace->at(heard).answer = status_name(line.outcome.status);
    trace->close(heard);
  }
  return line;
}

// Every line but the culprit's says that it was undone, and why; what could not be read says that too.
void roll_back_lines(const BatchInput& input, const std::vector<AuditFrame>& frames, std::vector<Line>& lines,
                     std::size_t culprit) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == culprit) continue;
    Line& line = lines[i];
    line.outcome.status = Status::kRejected;
    line.culprit = input.first + culprit;
    line.cut = false;
    line.outcome.result.reset();
    line.amendments.clear();
    line.effects.clear();
    std::string message = "command " + std::to_string(input.first + culprit) +
                          " failed, so every command of its batch was undone";
    if (const std::optional<Error>& own = input.proposals[i].error) message += "; also: " + own->message;
    line.outcome.error =
        Error(Code::kBatchRolledBack, std::move(message),
              "fix command " + std::to_string(input.first + culprit) + " and send the whole batch again");
    line.audit = audit_unrun(input.proposals[i], input.actor, *line.outcome.error, input.context, frames[i]);
  }
}

}  // namespace

EffectRows effect_rows(Effects& effects, std::size_t& room, bool& cut) {
  EffectRows rows;
  for (const Effect& effect : effects.shown())
    if (!add_row(rows, effect, room, cut)) break;
  return rows;
}

EffectRows effect_rows(const Document& document, Document::Savepoint from, const DescribedPatterns& described,
                       std::size_t& room, bool& cut) {
  EffectRows rows;
  EffectOptions options;
  if (!described.empty()) options.described = &described;
  visit_effects(document, from, options,
                [&](const Effect& effect) { return add_row(rows, effect, room, cut); });
  return rows;
}

std::vector<Line> judge_batch(Document& document, const BatchInput& input, IdSource& op_ids,
                              std::size_t& room) {
  const bool atomic = input.atomic || std::any_of(input.proposals.begin(), input.proposals.end(),
                                                  [](const Proposal& p) { return p.transaction; });
  const Document::Savepoint from = document.savepoint();
  const Referee::Mark mark = input.referee == nullptr ? Referee::Mark{} : input.referee->mark();
  std::vector<Line> lines;
  lines.reserve(input.proposals.size());
  std::vector<AuditFrame> frames;
  frames.reserve(input.proposals.size());
  std::size_t culprit = input.proposals.size();
  for (std::size_t i = 0; i < input.proposals.size(); ++i) {
    const Proposal& proposal = input.proposals[i];
    const AuditFrame& frame = frames.emplace_back(
        AuditFrame{op_ids.next(), input.turn, input.number, "command " + std::to_string(input.first + i)});
    const bool beyond = culprit < i;  // the batch has failed already: the rest is not tried
    if (proposal.twin) {
      lines.push_back(pass_over_twin(input, proposal, frame));
    } else if (proposal.command && !beyond) {
      lines.push_back(judge_one(document, input, input.first + i, frame, op_ids, room));
    } else {
      lines.push_back(refuse_unrun(input, proposal, frame));
    }
    Outcome& outcome = lines.back().outcome;
    outcome.warnings.insert(outcome.warnings.begin(), proposal.warnings.begin(), proposal.warnings.end());
    if (lines.back().cut) {
      outcome.warnings.push_back({"effects.unlisted",
                                  "not all effects of command " + std::to_string(input.first + i) +
                                      " are listed (max_listed_effects)",
                                  proposal.span});
    }
    if (atomic && !beyond && fails(lines.back())) culprit = i;
  }
  if (culprit < lines.size()) {
    document.rollback(from);
    if (input.referee != nullptr) input.referee->take_back(mark);
    roll_back_lines(input, frames, lines, culprit);
  }
  return lines;
}

}  // namespace gavel
