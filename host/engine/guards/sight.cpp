// What the table of fields keeps from an actor's eyes, told from the table and the path alone.

#include <algorithm>

#include "guards/fields.hpp"

namespace gavel {
namespace {

bool is_among(std::uint32_t actors, Actor actor) {
  return ((actors >> static_cast<unsigned>(actor)) & 1U) != 0;
}

bool keeps_from_reading(const FieldRow& row, Actor actor) {
  return row.readers && !is_among(*row.readers, actor);
}

bool keeps_from_writing(const FieldRow& row, Actor actor) {
  return row.writers && !is_among(*row.writers, actor);
}

}  // namespace

// Of the rows, only those before the one that speaks for the place itself speak for anything below it.
bool FieldTable::hides_below(PathView path, Actor actor) const {
  for (const FieldRow& row : rows_) {
    if (row.readers && row.pattern.covers(path)) return false;
    if (keeps_from_reading(row, actor) && row.pattern.leads_below(path)) return true;
  }
  return false;
}

// Whether what a row hides may be a place that the actor may not write.
bool FieldTable::is_sealed(const FieldRow& hiding, Actor actor) const {
  for (const FieldRow& row : rows_) {
    if (keeps_from_writing(row, actor) && row.pattern.overlaps(hiding.pattern)) return true;
    if (row.writers && row.pattern.includes(hiding.pattern)) return false;
  }
  return false;
}

bool FieldTable::seals(PathView path, Actor actor) const {
  if (hides(path, actor)) {
    for (const FieldRow& row : rows_) {
      if (row.writers && row.pattern.covers(path)) return keeps_from_writing(row, actor);
      if (keeps_from_writing(row, actor) && row.pattern.leads_below(path)) return true;
    }
    return false;
  }
  for (const FieldRow& row : rows_) {
    if (row.readers && row.pattern.covers(path)) return false;
    if (keeps_from_reading(row, actor) && row.pattern.leads_below(path) && is_sealed(row, actor)) return true;
  }
  return false;
}

Where FieldTable::kept_to_others(PathView path, Actor actor) const {
  if (const FieldRow* row = write_denied(path, actor)) return row->where;
  const auto below = std::ranges::find_if(rows_, [&](const FieldRow& row) {
    return keeps_from_writing(row, actor) && row.pattern.leads_below(path);
  });
  return below == rows_.end() ? Where() : below->where;
}

// What one may not read, they do not bring to where the other from outside reads it either.
bool FieldTable::keeps_hidden(PathView from, PathView to, Actor actor) const {
  if (!hides(from, actor) && !hides_below(from, actor)) return true;
  const Actor other = actor == Actor::kModel ? Actor::kPlayer : Actor::kModel;
  return keeps_hidden_from(from, to, actor) && keeps_hidden_from(from, to, other);
}

bool FieldTable::pairs_hidden(const Path& array, const DescribedPatterns& described, Actor actor) const {
  return covered(described, array) && (!keeps_hidden(array.child(0), array, actor) ||
                                       (hides(array.child(1), actor) && !hides(array, actor)));
}

bool FieldTable::keeps_hidden_from(PathView from, PathView to, Actor actor) const {
  if (!hides(from, actor) && !hides_below(from, actor)) return true;
  // What fits there would be asked of what is hidden.
  const auto asks = [&to](const FieldRow& row) {
    return (!row.types.empty() || row.min || row.max || row.values) &&
           (row.pattern.matches(to) || row.pattern.leads_below(to));
  };
  // Nor does what is sealed go where it is not: whether it is protected could be tried there.
  const bool opens = seals(from, actor) && !seals(to, actor);
  if (!opens && hides(to, actor) && !may_read_below(to, actor) && std::ranges::none_of(rows_, asks))
    return true;
  return std::ranges::all_of(rows_, [&](const FieldRow& row) { return row.pattern.same_below(from, to); });
}

}  // namespace gavel
