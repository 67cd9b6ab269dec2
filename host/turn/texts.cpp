#include "texts.hpp"

#include <iterator>
#include <utility>

#include "mounts.hpp"

namespace gavel {
namespace {

Reading read(const TurnInput& input, std::string_view text, Actor actor) {
  ReadOptions options;
  options.dialect = input.dialect;
  options.actor = actor;
  options.limits = input.context.limits;
  options.tags = input.tags;
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

}  // namespace

void read_texts(const TurnInput& input, Verdict& verdict) {
  verdict.reading = read(input, input.text, input.actor);
  if (input.user_text.empty()) return;
  Reading user = read(input, input.user_text, Actor::kPlayer);
  std::vector<Proposal>& all = verdict.reading.proposals;
  std::vector<Proposal> both = std::exchange(user.proposals, {});
  verdict.asked = both.size();
  const std::size_t envelopes = both.empty() ? 0 : both.back().envelope + 1;
  for (Proposal& proposal : all) proposal.envelope += envelopes;
  both.insert(both.end(), std::make_move_iterator(all.begin()), std::make_move_iterator(all.end()));
  all = std::move(both);
  verdict.user = std::move(user);
}

}  // namespace gavel
