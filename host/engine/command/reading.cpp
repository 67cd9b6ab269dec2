// Who may not read a place learns nothing of it: no value, no copy, no comparison, and no message that tells.

#include <algorithm>

#include "command/host_keys.hpp"
#include "state/path_text.hpp"
#include "state/seen.hpp"

#include "execution.hpp"

namespace gavel {
namespace {

// Keys that a wildcard keeps from the reader are as hidden as what stands there.
std::string name_for(const Context& context, const Command& command, PathView path, PathView place,
                     PathView source) {
  if (context.tells(path, command.origin.actor)) return path.empty() ? "the root" : to_dotted(path);
  const bool outside = is_outsider(command.origin.actor);
  const auto written = [&](const Path& part) {
    return outside && (place.starts_with(part) || source.starts_with(part));
  };
  Path part;
  for (const Segment segment : path) {
    Path longer = part;
    longer.push(segment);
    if (!context.tells(longer, command.origin.actor) && !written(longer)) break;
    part = std::move(longer);
  }
  if (part == path) return to_dotted(path);
  return "something in " + (part.empty() ? "the state" : to_dotted(part));
}

// Of what a plugin wrote: the part in which something may be hidden from whoever it acts for.
std::optional<Path> veiled_part(const Context& context, Actor actor, const Path& place, const Path& source) {
  if (is_outsider(actor) || !context.guarded(actor)) return std::nullopt;
  for (const Path* part : {&place, &source}) {
    // Where an element comes or goes, those behind it move.
    for (Path at = *part; !at.empty() || part == &place; at = Path(at.parent())) {
      if (context.sight->hides(at, context.message_reader) ||
          context.sight->hides_below(at, context.message_reader))
        return at;
      if (at.empty() || !at.back().is_index) break;
    }
  }
  return std::nullopt;
}

}  // namespace

Error unsaid(PathView place, const std::string& named, const Context& context, Actor actor) {
  Error error(Code::kAuthorityDenied,
              named + " could not be written, and " +
                  std::string(actor_name(is_outsider(actor) ? actor : context.message_reader)) +
                  " may not read it, so its value is not shown");
  if (!is_outsider(actor)) error.where = context.sight->kept_to_others(place, actor);
  return error;
}

std::optional<Path> Proposed::veiled() const {
  return veiled_part(context, command.origin.actor, place, source);
}

std::string Proposed::named(PathView path) const {
  const std::optional<Path> part = veiled();
  return name_for(context, command, part ? part->view() : path, place, source);
}

std::string Execution::named(PathView path) const {
  return name_for(context_, command_, path, place_.shown, from_place_.shown);
}

// Where a path leads. Behind the first hidden place on it, it is shown as it was written: what it comes to
// there, an index or a key, would tell what stands there.
Place Execution::find(const Path& target) const {
  Place place = again(target);
  if (!has_hidden() || (place.node != nullptr && !hides(place.shown))) return place;
  Path part;
  std::size_t known = 0;
  for (auto at = target.begin(); known < target.size(); ++at, ++known) {
    Path shown = again(part).shown;
    if (hides(shown)) {
      for (; at != target.end(); ++at) shown.push(*at);
      place.shown = std::move(shown);
      return place;
    }
    part.push(*at);
  }
  return place;
}

// Whether the table of fields may hide something in what stands there, whether or not something does.
bool Execution::may_hide_in(const Place& place) const {
  return place.node != nullptr && is_container(*place.node) &&
         context_.sight->hides_below(place.shown, command_.origin.actor);
}

// The places that the command's text may mean: what is hidden is as if it were not there.
Seen Execution::sees() const {
  if (!has_hidden()) return {};
  return [this](PathView path) { return !hides(path); };
}

Execution::Stop Execution::may_not_read(PathView path) const {
  return reject(Code::kAuthorityDenied,
                std::string(actor_name(command_.origin.actor)) + " may not read " + named(path),
                "only others may read it; leave out what asks for it");
}

Execution::Stop Execution::may_not_read_all(PathView path) const {
  return reject(
      Code::kAuthorityDenied,
      std::string(actor_name(command_.origin.actor)) + " may not read all that can be in " + named(path),
      "name the places in it that may be read, one by one");
}

// Whether what the command answers depends on what its place holds. A condition asks, even if its answer is
// only yes or no.
bool Execution::asks() const {
  const bool compares = options_.if_equals || options_.expect || command_.expect_old || options_.where ||
                        !options_.unique_by.empty() || options_.dedupe || options_.all ||
                        options_.cascade == false;
  return compares || command_.verb == Verb::kTest || command_.verb == Verb::kPop ||
         command_.verb == Verb::kPull || command_.verb == Verb::kSplice;
}

// Whether the command comes to the same whatever stands at its place, if anything does.
bool Execution::is_blind() const {
  const bool sets = command_.verb == Verb::kSet && !options_.allow_missing &&
                    options_.merge_strategy.value_or(MergeStrategy::kReplace) == MergeStrategy::kReplace;
  const bool brings = command_.verb == Verb::kMove || command_.verb == Verb::kCopy;
  return (sets || (brings && options_.overwrite != false)) && !asks() && !options_.if_missing &&
         !options_.if_exists && !options_.if_version;
}

// Whether a place can be made may depend on what is above it: that must be known to the actor.
Execution::Step Execution::check_way(const Path& shown) const {
  for (Path above = shown; !above.empty();) {
    above = above.parent();
    if (hides(above)) return may_not_read(above);
    if (again(above).node != nullptr) return {};
  }
  return {};
}

// The game's own bin may be hidden and still take what is thrown away; nobody names another place that they
// cannot see.
Execution::Step Execution::check_bin() const {
  const bool restores = command_.verb == Verb::kRestore;
  if (!restores && !options_.soft_delete) return {};
  Path bin;
  if (Step stop = find_bin(bin)) return stop;
  if (!hides(shown_of(bin))) return {};
  Path own;
  const bool is_own = !find_own_bin(own) && own == bin;
  if (!restores && is_own) return {};
  return reject(Code::kAuthorityDenied,
                std::string(actor_name(command_.origin.actor)) + " may not read the recycle bin",
                "only others may read it; leave out what asks for it");
}

// The counter that `ifVersion` means: none between the place and it may be hidden.
Execution::Step Execution::check_version_seen() const {
  if (!options_.if_version) return {};
  for (Path at = place_.shown;; at = at.parent()) {
    const Path counter = at.child(kVersionKey);
    if (hides(counter)) return may_not_read(counter);
    const Json* node = again(at).node;
    if (at.empty() || (node != nullptr && version_of(*node))) return {};
  }
}

// Where a member or an element is refused if it is there already, the place must be one that may be read.
Execution::Step Execution::check_inserted() const {
  if (command_.verb != Verb::kInsert) return {};
  if (options_.dedupe && !place_.shown.empty()) {
    const Place above = again(place_.shown.parent());
    if (may_hide_in(above) && above.node->is_array()) return may_not_read_all(above.shown);
  }
  if (place_.node == nullptr || !node().is_object() || !command_.value->is_object()) return {};
  for (const auto& [key, child] : object_of(*command_.value))
    if (hides(place_.shown.child(key))) return may_not_read(place_.shown.child(key));
  return {};
}

// Whether what is hidden in the source is as hidden there. No described pair may come to be or end on the
// way: whether one does, and what is seen of it then, would depend on what is hidden in it.
bool Execution::keeps_hidden(const Path& source, const Path& to) const {
  return context_.sight->keeps_hidden(source, to, command_.origin.actor) &&
         std::ranges::all_of(context_.described, [&](const Pattern& pair) {
           return pair.matches(source) == pair.matches(to) && pair.same_below(source, to);
         });
}

// REQUIRES: something may be hidden in the source.
// What goes to another place takes along what is hidden in it. There it must be as hidden, and nobody else's.
Execution::Step Execution::check_brought(const Path& source, const Path& to) const {
  if (keeps_hidden(source, to) && !context_.sight->seals(to, command_.origin.actor)) return {};
  return may_not_read_all(source);
}

// What the command asks for must be the actor's to read, and what becomes of it must not depend on what is
// not. The answers come from the table of fields and from what the actor sees, so that a refusal tells
// nothing.
Execution::Step Execution::check_reads() const {
  if (!has_hidden()) return {};
  const bool brings = command_.verb == Verb::kMove || command_.verb == Verb::kCopy;
  if (brings && hides(from_place_.shown)) return may_not_read(from_place_.shown);
  if (Step stop = check_bin()) return stop;
  if (hides(place_.shown) && !is_blind()) return may_not_read(place_.shown);
  if (asks() && may_hide_in(place_)) return may_not_read_all(place_.shown);
  if (Step stop = check_version_seen()) return stop;
  if (Step stop = check_inserted()) return stop;
  const bool made = place_.node == nullptr || hides(place_.shown);
  return made && is_writing(command_.verb) ? check_way(place_.shown) : Step();
}

// A copy of what the actor may see of the place.
Json Execution::seen() const {
  if (!has_hidden()) return node();
  return part_seen(node(), place_.shown, context_.described, [this](PathView path) {
    document_.charge(kLookup);
    return !hides(path);
  });
}

// Why the kernel refused to write a hidden place is not said: messages show values. Who acts for a plugin is
// refused as the guards would have refused it: nothing tells which of them it was.
Execution::Step Execution::redacted(Step stop) const {
  const Actor actor = command_.origin.actor;
  if (!stop) return stop;
  if (!is_outsider(actor)) {
    if (const std::optional<Path> part = veiled_part(context_, actor, place_.shown, from_place_.shown))
      stop->error = unsaid(*part, named(*part), context_, actor);
    return stop;
  }
  if (stop->error.code == Code::kAuthorityDenied) return stop;
  const Path& hidden = context_.tells(place_.shown, actor) ? from_place_.shown : place_.shown;
  if (context_.tells(hidden, actor)) return stop;
  stop->error.message = unsaid(hidden, named(hidden), context_, actor).message;
  stop->error.hint.clear();
  return stop;
}

}  // namespace gavel
