#include "texts.hpp"

#include <iterator>
#include <optional>
#include <utility>

#include "turn/protocols.hpp"

#include "mounts.hpp"

namespace gavel {
namespace {

Reading read(const TurnInput& input, std::string_view text, Actor actor, const TagTable* tags) {
  ReadOptions options;
  options.dialect = input.dialect;
  options.actor = actor;
  options.limits = input.context.limits;
  options.tags = tags;
  options.mounts = input.mounts;
  options.arithmetic = input.arithmetic;
  if (input.ruleset == nullptr) return read_text(text, options);
  const RulesetFile& file = input.ruleset->file();
  options.among = file.dialects;
  options.mounts = {file.memory_status, file.memory_attribute, file.memory_memory};
  options.arithmetic = file.arithmetic;
  Reading reading = read_text(text, options);
  if (!file.tavern_mounts.empty()) {
    for (Proposal& proposal : reading.proposals)
      if (proposal.dialect == "tavern") mount(proposal, file.tavern_mounts, options.limits);
  }
  return reading;
}

// The schemas of a turn: as they stand, and as the player switches them.
class Switching {
 public:
  Switching(const TurnInput& input, const Document& document) : input_(input) {
    const bool given =
        input.campaign != nullptr && input.campaign->schemas && input.campaign->schemas->is_array();
    own_ = own_schemas(document);
    if (given) {
      own_.clear();
      for (const Json& id : array_of(*input.campaign->schemas))
        if (id.is_string()) own_.push_back(string_of(id));
    }
    before_ = own_;
  }

  // Reads a text by the schemas that are in force now, and follows what its player says.
  Reading hear(std::string_view text, Actor speaker) {
    Reading reading = read(input_, text, speaker, tags(speaker));
    if (speaker == Actor::kPlayer) {
      follow_switches(input_.ruleset, reading, own_, reading.warnings);
    } else {
      refuse_switches(reading, reading.warnings);
    }
    return reading;
  }

  std::optional<Json> switched() const { return own_ == before_ ? std::nullopt : std::optional(Json(own_)); }

 private:
  // What is in force is asked again only where something was switched.
  const TagTable* tags(Actor speaker) {
    const bool any = input_.ruleset != nullptr && !input_.ruleset->schemas().empty();
    if (input_.tags != nullptr || (!any && speaker != Actor::kPlayer)) return input_.tags;
    if (any && (!active_ || active_of_ != own_)) {
      active_ = active_schemas(*input_.ruleset, own_);
      active_of_ = own_;
    }
    static const Activation kNone;
    table_ = tags_of(active_ ? *active_ : kNone, speaker);
    return &*table_;
  }

  const TurnInput& input_;
  std::vector<std::string> own_;
  std::vector<std::string> before_;
  std::optional<TagTable> table_;
  std::optional<Activation> active_;
  std::vector<std::string> active_of_;
};

}  // namespace

void read_texts(const TurnInput& input, const Document& document, Verdict& verdict) {
  Switching switching(input, document);
  std::optional<Reading> user;
  if (!input.user_text.empty()) user = switching.hear(input.user_text, Actor::kPlayer);
  verdict.reading = switching.hear(input.text, input.actor);
  verdict.schemas = switching.switched();
  if (!user) return;
  std::vector<Proposal>& all = verdict.reading.proposals;
  std::vector<Proposal> both = std::exchange(user->proposals, {});
  verdict.asked = both.size();
  const std::size_t envelopes = both.empty() ? 0 : both.back().envelope + 1;
  for (Proposal& proposal : all) proposal.envelope += envelopes;
  both.insert(both.end(), std::make_move_iterator(all.begin()), std::make_move_iterator(all.end()));
  all = std::move(both);
  verdict.user = std::move(user);
}

}  // namespace gavel
