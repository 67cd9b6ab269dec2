// Places whose time has come: whether they may go, judged as whoever set the expiry.

#include "command/host_keys.hpp"
#include "command/kernel.hpp"

namespace gavel {
namespace {

Command removal(const Path& place, Actor actor) {
  Command command;
  command.verb = Verb::kDelete;
  command.path = place;
  command.origin.actor = actor;
  return command;
}

// One place on its way out.
class Leaving {
 public:
  Leaving(Document& document, const Path& place, const Expiry& expiry, const Context& context,
          const Judge& judge)
      : document_(document),
        place_(place),
        context_(context),
        judge_(judge),
        asks_(!expiry.by.empty() && judge),
        command_(removal(place, actor_of(expiry.by).value_or(Actor::kModel))),
        effects_(document, document.savepoint(), context.described, context.numbered),
        expired_{place, standing(document.data(), place, context.described).shown, std::nullopt} {
    if (holds_protected(*document.find(place)))
      expired_.stays = Error(Code::kProtected, "it is protected, or holds what is");
    judged({place});
  }

  void take() {
    if (!expired_.stays) document_.erase(place_);
    judged({});
  }

  Expired end() {
    if (expired_.stays) {
      document_.rollback(effects_.from());
      document_.set_expiry(place_, std::nullopt);
    }
    return std::move(expired_);
  }

 private:
  void judged(const std::vector<Path>& expiring) {
    if (!asks_ || expired_.stays) return;
    Result<void> answer =
        judge_({document_, effects_, command_, context_, expiring, expired_.shown, Path(), {}});
    if (!answer) expired_.stays = std::move(answer).error();
  }

  Document& document_;
  const Path& place_;
  const Context& context_;
  const Judge& judge_;
  const bool asks_;
  const Command command_;
  Effects effects_;
  Expired expired_;
};

}  // namespace

std::optional<Expired> expire(Document& document, const Path& place, const Context& context,
                              const Judge& judge) {
  const std::optional<Expiry> expiry = document.expiries().at(place);
  if (!expiry) return std::nullopt;
  Leaving leaving(document, place, *expiry, context, judge);
  leaving.take();
  return leaving.end();
}

std::optional<Expired> judge_expired(Document& document, const Path& place, const Context& context,
                                     const Judge& judge) {
  const std::optional<Expiry> expiry = document.expiries().at(place);
  if (!expiry) return std::nullopt;
  return Leaving(document, place, *expiry, context, judge).end();
}

std::optional<Error> take_expired(Document& document, const Path& array, std::span<const std::size_t> indices,
                                  std::span<const Actor> actors, const Context& context, const Judge& judge) {
  Effects effects(document, document.savepoint(), context.described, context.numbered);
  const Path shown = standing(document.data(), array, context.described).shown;
  document.take_out(array, indices);
  for (const Actor actor : actors) {
    const Command command = removal(array, actor);
    Result<void> answer = judge({document, effects, command, context, {}, shown, Path(), {}});
    if (answer) continue;
    document.rollback(effects.from());
    return std::move(answer).error();
  }
  return std::nullopt;
}

}  // namespace gavel
