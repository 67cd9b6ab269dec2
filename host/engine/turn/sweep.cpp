#include "sweep.hpp"

#include <algorithm>
#include <map>

#include "command/audit.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

// What one turn may take for elements that cannot be set aside, in steps of about a nanosecond.
constexpr std::size_t kMostSteps = std::size_t(1) << 26U;
constexpr std::size_t kMovedSteps = 1;      // an element that moves because one in front of it goes
constexpr std::size_t kComparedSteps = 64;  // one that is judged because of it
constexpr std::size_t kWeightSteps = 4;     // for what is compared, by its weight
constexpr std::size_t kShiftedSteps = 512;  // an expiry that is written again, and recorded

// The elements of one array that go, the last first.
struct Elements {
  enum class Way { kUnknown, kOneByOne, kAside, kTogether };
  Path array;
  Way way = Way::kUnknown;
  std::vector<Path> places;
  std::size_t done = 0;
  std::vector<Path> together;  // of kTogether, those whose turn has come
  // kAside: what stands behind, the last first, since when, and how many equal ones follow one of them.
  std::vector<Json> aside;
  Document::Savepoint from;
  std::size_t equals_at = 0, equals = 0;

  std::size_t left() const { return places.size() - done; }
};

class Sweep {
 public:
  explicit Sweep(const SweepInput& input)
      : in_(input), document_(input.document), context_(input.turn.rules.context) {}

  void run() {
    const std::vector<Path> due = document_.expiries().due(context_.now);
    for (const Path& place : due)
      if (place.back().is_index) {
        Elements& elements = arrays_[std::string(place.parent().bytes())];
        elements.array = Path(place.parent());
        elements.places.push_back(place);
      }
    for (const Path& place : due) {
      if (place.back().is_index) {
        element(place, arrays_.find(place.parent().bytes())->second);
      } else {
        one(place, nullptr);
      }
    }
  }

 private:
  void element(const Path& place, Elements& elements) {
    if (elements.way == Elements::Way::kUnknown) elements.way = way_of(elements);
    ++elements.done;
    if (elements.way == Elements::Way::kAside) {
      if (elements.done == 1) {
        elements.from = document_.savepoint();
        open_.push_back(&elements);
      }
      document_.set_aside(elements.array, place.back().index + 1, elements.aside);
      one(place, &elements);
      if (elements.left() == 0) close(elements);
    } else if (elements.way == Elements::Way::kTogether) {
      elements.together.push_back(place);
      if (elements.left() == 0) go_together(elements);
    } else {
      one(place, nullptr);
    }
  }

  Elements::Way way_of(const Elements& elements) {
    const std::size_t count = elements.places.size();
    if (count == 1) return Elements::Way::kOneByOne;
    const std::size_t each = steps_behind(elements);
    const std::size_t steps = count * each + shifts(elements) * kShiftedSteps;
    if (steps > kMostSteps - spent_) return Elements::Way::kTogether;
    spent_ += steps;
    return each > 0 ? Elements::Way::kOneByOne : Elements::Way::kAside;
  }

  // What one of them costs for those behind it, where it goes from the array as it stands. 0: nobody who
  // judges them looks at others, or at how many there are.
  std::size_t steps_behind(const Elements& elements) const {
    const auto covers = [&](const Pattern& pattern) { return pattern.covers(elements.array); };
    const auto asked = [&](const Path& place) { return in_.referee->asks_about(place); };
    const bool by_rules = in_.referee != nullptr;
    const bool judged = by_rules && (in_.turn.rules.ruleset->file().fields.lists_containers() ||
                                     std::ranges::any_of(context_.numbered, covers));
    if (!judged && std::ranges::none_of(context_.described, covers) &&
        !(by_rules && std::ranges::any_of(elements.places, asked)))
      return 0;
    const JsonArray& array = array_of(*document_.find(elements.array));
    auto going = elements.places.rbegin();
    const Json* before = nullptr;
    std::size_t steps = 1;
    for (std::size_t i = going->back().index; i < array.size(); ++i) {
      if (going != elements.places.rend() && going->back().index == i) {
        ++going;
        continue;
      }
      const bool compared = judged || (before != nullptr && identical(*before, array[i]));
      before = &array[i];
      steps += kMovedSteps + (judged ? kComparedSteps : 0);
      if (compared) steps += kWeightSteps * weight_of(array[i]);
    }
    return steps;
  }

  // The same for what is left of them, where somebody turned out to look.
  std::size_t steps_now(const Elements& elements) const {
    const JsonArray& array = array_of(*document_.find(elements.array));
    std::size_t steps = 0;
    for (std::size_t i = elements.places.back().back().index; i < array.size(); ++i)
      steps += kMovedSteps + kWeightSteps * weight_of(array[i]);
    return steps;
  }

  // How often an expiry moves because an element in front of it goes.
  std::size_t shifts(const Elements& elements) const {
    std::size_t count = 0;
    auto going = elements.places.rbegin();  // from the first on
    for (const auto& [path, expiry] :
         document_.expiries().from_element(elements.array, going->back().index)) {
      const std::uint64_t index = index_in(elements.array, path);
      while (going != elements.places.rend() && going->back().index < index) ++going;
      const bool goes = going != elements.places.rend() && going->back().index == index;
      if (!goes && expiry.time > context_.now)
        count += static_cast<std::size_t>(going - elements.places.rbegin());
    }
    return count;
  }

  static std::uint64_t index_in(PathView array, const Path& below) {
    return (*PathView::Iterator(below.bytes().data() + array.bytes().size())).index;
  }

  // `elements`: those that it is one of, where what stands behind it is set aside.
  void one(const Path& place, Elements* elements) {
    show_to_rules(place);
    const Document::Savepoint from = document_.savepoint();
    const std::optional<Expired> gone = expire(document_, place, context_, judge_);
    if (!gone) return;
    const bool went = !gone->stays;
    record(*gone, from, elements != nullptr && went ? behind(*elements) : MovedUp());
    if (elements != nullptr && !went) stays_behind(place, *elements);
  }

  void record(const Expired& gone, Document::Savepoint from, const MovedUp& behind) {
    in_.verdict.audit.push_back(audit_expiry(document_, from, gone, context_, frame(), behind));
    if (gone.stays) return warn(gone);
    Path shown = gone.shown;
    if (behind.equals > 0) shown = shown.parent().child(shown.back().index + behind.equals);
    tell(from, behind.equals == 0 ? nullptr : &gone.shown, shown);
  }

  AuditFrame frame() { return {in_.op_ids.next(), in_.turn.input.turn, 0, "ttl"}; }

  void warn(const Expired& gone) {
    const bool is_protected = gone.stays->code == Code::kProtected;
    const std::string message =
        to_dotted(gone.shown) +
        (is_protected
             ? " has expired, but it is protected or contains something protected, so it is kept permanently"
             : " has expired, but the actor who set the expiry may not delete it, so it is kept permanently");
    // Of a hidden place, the audit alone tells.
    if (context_.tells(gone.shown, in_.turn.input.spoken().role) && context_.tells(gone.shown, Actor::kModel))
      in_.verdict.reading.warnings.push_back(
          {is_protected ? "expiry.protected" : "expiry.denied", message, {}});
  }

  // `at`: where rows are found that tell of `place`; nullptr: they name it already.
  void tell(Document::Savepoint from, const Path* at, const Path& place) {
    bool cut = false;
    for (EffectRow& row : effect_rows(document_, from, context_.described, in_.room, cut)) {
      row.cause = "ttl";
      if (at != nullptr && row.path.view().starts_with(*at)) {
        Path moved = place;
        for (const Segment segment : PathView(row.path.bytes().substr(at->bytes().size())))
          moved.push(segment);
        row.path = std::move(moved);
      }
      in_.verdict.expired.push_back(std::move(row));
    }
    if (cut) {
      in_.verdict.reading.warnings.push_back(
          {"effects.unlisted", "not all that expired is listed (max_listed_effects)", {}});
    }
  }

  // What an element that just went had behind it. REQUIRES: its removal is the journal's last entry.
  MovedUp behind(Elements& elements) const {
    const std::vector<Json>& aside = elements.aside;
    if (aside.empty()) return {};
    const Journal& journal = document_.journal();
    const Json& gone = array_of(journal[journal.size() - 1].value)[0];
    if (!same(gone, aside.back())) return {&aside.back()};
    std::size_t at = aside.size() - 1, count = 1;
    for (; at > 0; --at, ++count) {
      if (elements.equals > 0 && at == elements.equals_at) {
        count += elements.equals - 1;
        break;
      }
      if (!same(aside[at], aside[at - 1])) break;
    }
    elements.equals_at = aside.size() - 1;
    elements.equals = count;
    return {&aside.back(), count, &aside[aside.size() - count]};
  }

  bool same(const Json& a, const Json& b) const {
    document_.charge(8);
    return identical(a, b);
  }

  // One of those that were to go stays, and with it the expiries of what it holds: they move whenever another
  // goes.
  void stays_behind(const Path& place, Elements& elements) {
    const std::size_t steps = document_.expiries().below(place).size() * elements.left() * kShiftedSteps;
    spent_ += std::min(steps, kMostSteps - spent_);
    if (steps == 0 || spent_ < kMostSteps || elements.left() == 0) return;
    close(elements);
    elements.way = Elements::Way::kTogether;
  }

  void close(Elements& elements) {
    document_.bring_back(elements.array, elements.aside, elements.from);
    std::erase(open_, &elements);
  }

  // A rule that is asked sees the document as it is. Before the place's savepoint: what closes stays closed.
  void show_to_rules(const Path& place) {
    if (open_.empty() || in_.referee == nullptr || !in_.referee->asks_about(place)) return;
    while (!open_.empty()) {
      Elements& elements = *open_.back();
      close(elements);
      if (elements.left() == 0) continue;
      const std::size_t steps = elements.left() * steps_now(elements);
      elements.way = steps > kMostSteps - spent_ ? Elements::Way::kTogether : Elements::Way::kOneByOne;
      if (elements.way == Elements::Way::kOneByOne) spent_ += steps;
    }
  }

  void go_together(const Elements& elements) {
    const Path& array = elements.array;
    std::vector<Actor> actors;
    std::vector<std::size_t> indices;
    std::vector<Expired> going;
    for (const Path& place : elements.together) {
      show_to_rules(place);
      const Document::Savepoint from = document_.savepoint();
      const std::optional<Expiry> expiry = document_.expiries().at(place);
      const std::optional<Expired> gone = judge_expired(document_, place, context_, judge_);
      if (!gone) continue;
      if (gone->stays) {
        record(*gone, from, {});
        continue;
      }
      indices.push_back(place.back().index);
      going.push_back(*gone);
      const std::optional<Actor> actor = expiry->by.empty() ? std::nullopt : actor_of(expiry->by);
      if (actor && std::ranges::find(actors, *actor) == actors.end()) actors.push_back(*actor);
    }
    if (indices.empty()) return;
    std::ranges::reverse(indices);
    const Document::Savepoint from = document_.savepoint();
    const std::optional<Error> refused = take_expired(document_, array, indices, actors, context_, judge_);
    if (!refused) {
      in_.verdict.audit.push_back(audit_expiries(document_, from, array, context_, frame()));
      return tell(from, nullptr, array);
    }
    for (Expired& one : going) {
      const Document::Savepoint before = document_.savepoint();
      document_.set_expiry(one.path, std::nullopt);
      one.stays = refused;
      record(one, before, {});
    }
  }

  const SweepInput& in_;
  Document& document_;
  const Context& context_;
  std::map<std::string, Elements, std::less<>> arrays_;  // by the bytes of their paths
  std::vector<Elements*> open_;  // whose elements are set aside: each within the one before
  std::size_t spent_ = 0;        // INVARIANT: at most kMostSteps
  // Rules are asked before the place goes, as when it was set; what guards see is that it went.
  const Judge judge_ = [this](const Proposed& proposed) -> Result<void> {
    std::vector<Amendment> none;
    if (in_.referee != nullptr && !proposed.expiring.empty()) return in_.referee->judge(proposed, none);
    return in_.turn.rules.ruleset == nullptr ? Result<void>()
                                             : in_.turn.rules.ruleset->guards().judge(proposed);
  };
};

}  // namespace

void sweep(const SweepInput& input) {
  const Paying nobody(input.document, Document::kNobody);
  Sweep(input).run();
}

}  // namespace gavel
