#include "effect_record.hpp"

#include "state/path_text.hpp"

namespace gavel {
std::optional<Json> delta_of(const Json* before, const Json* after) {
  const Json zero(0);
  const Json& old = before == nullptr ? zero : *before;
  const Json& now = after == nullptr ? zero : *after;
  if (!old.is_number() || !now.is_number()) return std::nullopt;
  return difference(now, old);
}

Json EffectRecord::make(EffectMember which) const {
  switch (which) {
    case EffectMember::kPath:
      return to_dotted(effect_.path);
    case EffectMember::kDelta: {
      std::optional<Json> delta = delta_of(effect_.before, effect_.after);
      return delta ? std::move(*delta) : Json();
    }
    case EffectMember::kMatch:
      return effect_.pattern.captures(effect_.path);
    case EffectMember::kVerb:
      return std::string(effect_.verb);
    case EffectMember::kActor:
      return std::string(effect_.actor);
    default:
      return std::string(effect_.reason);
  }
}

const Json* EffectRecord::member(std::size_t index) {
  const auto which = static_cast<EffectMember>(index);
  if (which == EffectMember::kBefore) return effect_.before;
  if (which == EffectMember::kAfter) return effect_.after;
  std::optional<Json>& made = made_[index];
  if (!made) made = make(which);
  const bool nothing = (which == EffectMember::kDelta && made->is_null()) ||
                       (which == EffectMember::kReason && effect_.reason.empty());
  return nothing ? nullptr : &*made;
}

}  // namespace gavel
