#include "guards/guards.hpp"

#include <vector>

#include "command/host_keys.hpp"
#include "state/lookup_work.hpp"
#include "state/path_text.hpp"
#include "state/subtree.hpp"

namespace gavel {
namespace {

// The outermost array on the way in whose elements something may be hidden: which of them changed depends on
// that, and is not said.
std::optional<Path> veiled(const Proposed& proposed, PathView path) {
  const Actor actor = proposed.command.origin.actor;
  if (proposed.context.sight == nullptr || !is_outsider(actor)) return std::nullopt;
  Path array;
  for (const Segment segment : path) {
    if (segment.is_index && proposed.context.sight->hides_below(array, actor)) return array;
    array.push(segment);
  }
  return std::nullopt;
}

// Of what is veiled neither the place nor the reason is said.
std::optional<Error> untold(const Proposed& proposed) {
  const std::optional<Path> part = proposed.veiled();
  if (!part) return std::nullopt;
  return unsaid(*part, proposed.named(*part), proposed.context, proposed.command.origin.actor);
}

Error denied(const Proposed& proposed, PathView path, const FieldRow& row) {
  const Actor actor = proposed.command.origin.actor;
  if (std::optional<Error> unsaid = untold(proposed)) return std::move(*unsaid);
  if (const std::optional<Path> array = veiled(proposed, path))
    return {Code::kAuthorityDenied,
            std::string(actor_name(actor)) + " may not write this in " + proposed.named(*array), "",
            row.where};
  Where where = row.where;
  where.rule = row.pattern.text();
  return {Code::kAuthorityDenied, std::string(actor_name(actor)) + " may not write " + proposed.named(path),
          "the field \"" + row.pattern.text() + "\" does not allow this actor to write", std::move(where)};
}

// Of a place that may not be read, neither the value nor which values fit is told.
Error unfit(const Proposed& proposed, PathView path, Error error) {
  if (std::optional<Error> unsaid = untold(proposed)) return std::move(*unsaid);
  if (proposed.tells(path)) return error;
  return {error.code, proposed.named(path) + " does not take this value", "", std::move(error.where)};
}

// The flag that makes a node protected, in force.
bool is_protection(PathView path, const Json& node) {
  const Segment last = path.back();
  return !last.is_index && last.key == kProtectedKey && node.is_boolean() && node.get<bool>();
}

bool is_version(PathView path) {
  if (path.empty()) return false;
  const Segment last = path.back();
  return !last.is_index && last.key == kVersionKey;
}

}  // namespace

Result<void> Guards::judge(const Proposed& proposed, const FieldListener& listener) const {
  if (fields_.has_readers() && is_outsider(proposed.command.origin.actor))
    TRY(judge_unseen(proposed, fields_));
  TRY(judge_fields(proposed, listener));
  // A clear-all leaves protected nodes where they are by its own meaning; what moves up beside them is no
  // loss.
  if (is_outsider(proposed.command.origin.actor) && !proposed.command.options.all)
    TRY(judge_protection(proposed));
  if (!proposed.expiring.empty()) TRY(judge_expiring(proposed));
  return {};
}

Result<void> Guards::judge_fields(const Proposed& proposed, const FieldListener& listener) const {
  const std::span<const Effect> effects = proposed.effects.judged();
  Result<void> answer;
  std::size_t next = 0;
  while (answer && next < effects.size()) answer = judge_effect(proposed, effects[next++], listener);
  // Nobody pays for what is only told.
  const std::size_t work = lookup_work;
  while (listener && next < effects.size()) (void)judge_effect(proposed, effects[next++], listener);
  lookup_work = work;
  return answer;
}

// Who may write the place, and what fits there.
Result<void> Guards::judge_field(const Proposed& proposed, const Effect& effect) const {
  if (fields_.empty() || is_version(effect.path)) return {};  // versions are the host's own
  const Actor actor = proposed.command.origin.actor;
  if (!effect.implied) {
    if (const FieldRow* row = fields_.write_denied(effect.path, actor))
      return denied(proposed, effect.path, *row);
  }
  // What of the hidden was written was asked already (judge_unseen); what only moved fits as it did before,
  // or did not then either, and which of the two is not told.
  const bool asked = fields_.has_readers() && is_outsider(actor) && fields_.hides(effect.path, actor);
  if (effect.after == nullptr || asked) return {};
  Result<void> fits = fields_.fits(effect.path, *effect.after);
  return fits ? Result<void>() : unfit(proposed, effect.path, std::move(fits).error());
}

Result<void> Guards::judge_effect(const Proposed& proposed, const Effect& effect,
                                  const FieldListener& listener) const {
  if (effect.after != nullptr && effect.before == nullptr && !effect.path.empty()) {
    const Segment last = effect.path.back();
    if (!last.is_index) TRY(check_key(last.key, proposed.context.limits));
  }
  Result<void> answer = judge_field(proposed, effect);
  if (listener) listener(effect, answer);
  if (!answer || !fields_.lists_containers() || is_version(effect.path)) return answer;
  // The containers above have changed too; a table that lists whole containers must see them.
  for (PathView above = effect.path; !above.empty();) {
    above = above.parent();
    const Place place = resolve(proposed.document.data(), above, proposed.context.described);
    if (place.node == nullptr) continue;
    if (Result<void> judged = fields_.fits(above, *place.node); !judged)
      return unfit(proposed, above, std::move(judged).error());
  }
  return {};
}

// A place that is set to go later is judged as if it went now.
Result<void> Guards::judge_expiring(const Proposed& proposed) const {
  const Actor actor = proposed.command.origin.actor;
  for (const Path& place : proposed.expiring) {
    const Json* node = proposed.document.find(place);
    if (node == nullptr) continue;
    const Place shown = standing(proposed.document.data(), place, proposed.context.described);
    const bool guarded = fields_.has_readers() && is_outsider(actor);
    const auto seals = [&](const Json& json, PathView path) {
      return guarded && is_container(json) && fields_.seals(path, actor);
    };
    const auto sealed = [&](PathView path) {
      return Error(Code::kAuthorityDenied,
                   proposed.named(path) +
                       " may hold what only others may read and write, and cannot be set to expire");
    };
    if (guarded && place.back().is_index) {
      const Path array = standing(proposed.document.data(), place.parent(), proposed.context.described).shown;
      if (fields_.pairs_hidden(array, proposed.context.described, actor)) return sealed(array);
    }
    // Before protection is asked: what is sealed in it may be protected.
    if (seals(*shown.node, shown.shown)) return sealed(shown.shown);
    if (is_outsider(actor) && (holds_protected(*node) || is_protection(place, *node))) {
      return Error(Code::kProtected, proposed.named(shown.shown) +
                                         " is protected, or holds what is, and cannot be set to expire");
    }
    if (fields_.empty()) continue;
    for (Subtree nodes(*shown.node, shown.shown, proposed.context.described); nodes.next();) {
      if (seals(nodes.json(), nodes.path())) return sealed(nodes.path());
      if (const FieldRow* row = fields_.write_denied(nodes.path(), actor))
        return denied(proposed, nodes.path(), *row);
      if (guarded && fields_.hides(nodes.path(), actor)) nodes.pass();
    }
  }
  return {};
}

}  // namespace gavel
