#include "texts.hpp"

#include <optional>
#include <utility>

#include "turn/protocols.hpp"

#include "mounts.hpp"
#include "unread.hpp"

namespace gavel {
namespace {

Reading read(const TurnRules& rules, const TurnPart& part, const TagTable* tags) {
  ReadOptions options;
  options.dialect = part.read_as();
  options.actor = part.role;
  options.limits = rules.context.limits;
  options.tags = tags;
  options.mounts = rules.mounts;
  options.arithmetic = rules.arithmetic;
  if (rules.ruleset == nullptr) return read_text(part.written(), options);
  const RulesetFile& file = rules.ruleset->file();
  options.among = file.dialects;
  options.mounts = {file.memory_status, file.memory_attribute, file.memory_memory};
  options.arithmetic = file.arithmetic;
  Reading reading = read_text(part.written(), options);
  if (!file.tavern_mounts.empty()) {
    for (Proposal& proposal : reading.proposals)
      if (proposal.dialect == "tavern") mount(proposal, file.tavern_mounts, options.limits);
  }
  return reading;
}

// The tag of the block in which a model gives its summary; empty: there is none.
std::string memory_block(const TurnRules& rules) {
  const std::optional<PromptMemory>* memory =
      rules.ruleset == nullptr ? nullptr : &rules.ruleset->file().prompt.memory;
  return memory == nullptr || !*memory ? std::string() : (*memory)->block;
}

// Takes the summary out of what the model said; the last block counts.
void take_recap(const std::string& block, Verdict& verdict) {
  if (block.empty()) return;
  std::erase_if(verdict.reading.components, [&](Component& component) {
    if (component.tag != block) return false;
    if (!is_blank_text(component.text)) verdict.recap = std::move(component.text);
    return true;
  });
}

// The schemas of a turn: as they stand, and as the player switches them.
class PartReader {
 public:
  PartReader(const TurnRun& turn, const Document& document)
      : rules_(turn.rules), own_(own_schemas(document)) {
    const std::optional<Json>& given = turn.input.schemas;
    if (rules_.keeps_progress && given && given->is_array()) {
      own_.clear();
      for (const Json& id : array_of(*given))
        if (id.is_string()) own_.push_back(string_of(id));
    }
    before_ = own_;
  }

  // Reads a part by the schemas that are in force now, and follows what its player says.
  Reading read_part(const TurnPart& part) {
    Reading reading = read(rules_, part, tags(part.role));
    if (part.role == Actor::kPlayer) {
      follow_switches(rules_.ruleset, reading, own_, reading.warnings);
    } else {
      refuse_switches(reading, reading.warnings);
    }
    return reading;
  }

  std::optional<Json> switched() const { return own_ == before_ ? std::nullopt : std::optional(Json(own_)); }

 private:
  // What is in force is asked again only where something was switched.
  const TagTable* tags(Actor speaker) {
    const bool any = rules_.ruleset != nullptr && !rules_.ruleset->schemas().empty();
    const std::string block = speaker == Actor::kModel ? memory_block(rules_) : "";
    if (rules_.tags != nullptr || (!any && speaker != Actor::kPlayer && block.empty())) return rules_.tags;
    if (any && (!active_ || active_of_ != own_)) {
      active_ = active_schemas(*rules_.ruleset, own_);
      active_of_ = own_;
    }
    static const Activation kNone;
    table_ = tags_of(active_ ? *active_ : kNone, speaker);
    if (!block.empty()) table_->put({block, Tag::Kind::kComponent, {}, {}});
    return &*table_;
  }

  const TurnRules& rules_;
  std::vector<std::string> own_;
  std::vector<std::string> before_;
  std::optional<TagTable> table_;
  std::optional<Activation> active_;
  std::vector<std::string> active_of_;
};

}  // namespace

void read_texts(const TurnRun& turn, const Document& document, Verdict& verdict) {
  PartReader reader(turn, document);
  std::vector<Proposal> all;
  std::span<const Mount> mounts;
  if (turn.rules.ruleset != nullptr) mounts = turn.rules.ruleset->file().tavern_mounts;
  for (const TurnPart& part : turn.input.parts) {
    const std::size_t index = &part - turn.input.parts.data(),
                      envelopes = all.empty() ? 0 : all.back().envelope + 1;
    Reading reading = reader.read_part(part);
    leave_out_unread(reading, document, turn.rules.context, mounts, part.role);
    for (Proposal& proposal : reading.proposals) {
      proposal.part = index;
      proposal.envelope += envelopes;
      all.push_back(std::move(proposal));
    }
    reading.proposals.clear();
    if (&part == &turn.input.spoken()) {
      verdict.reading = std::move(reading);
    } else {
      verdict.players.push_back(std::move(reading));
      verdict.player_commands = all.size();
    }
  }
  if (turn.input.spoken().role == Actor::kModel) take_recap(memory_block(turn.rules), verdict);
  verdict.reading.proposals = std::move(all);
  verdict.schemas = reader.switched();
}

}  // namespace gavel
