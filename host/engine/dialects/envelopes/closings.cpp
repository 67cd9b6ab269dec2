#include "closings.hpp"

namespace gavel {
namespace {

// Offsets of the text become those of a window, or, with -base, the other way round.
Closing shifted(Closing closing, std::size_t base) {
  if (closing.restart) *closing.restart -= base;
  if (closing.mark) {
    closing.mark->begin -= base;
    closing.mark->end -= base;
  }
  return closing;
}

bool stands_from(const Closing& closing, std::size_t at) {
  if (closing.mark) return closing.mark->begin >= at;
  return !closing.restart || *closing.restart >= at;
}

}  // namespace

Closing Closings::find(const Window& window, std::size_t base, std::size_t at, std::string_view name,
                       const ClosingRules& rules) {
  const std::string key = (rules.bare ? "<" : rules.restarts ? ">" : "/") + std::string(name);
  const auto known = known_.find(key);
  if (known != known_.end() && known->second.from <= base + at && stands_from(known->second.found, base + at))
    return shifted(known->second.found, base);
  Closing found = find_closing(window, at, name, rules);
  if (!found.mark && !found.restart) window.ends(window.size());
  if (!window.starved()) known_[key] = {base + at, shifted(found, std::size_t(0) - base)};
  return found;
}

Closing Closings::end_of(const Window& window, std::size_t base, const Mark& mark, const Tag& tag) {
  return find(window, base, mark.end, closers_of(mark, tag), {.bare = !tag.closer.empty()});
}

}  // namespace gavel
