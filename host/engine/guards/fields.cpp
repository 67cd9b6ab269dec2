// Which rows of the table speak for a place, and what they say.

#include "guards/fields.hpp"

#include <algorithm>
#include <utility>

#include "state/json_writer.hpp"
#include "state/lookup_work.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : " or ") + name;
  return out;
}

bool includes(std::uint32_t actors, Actor actor) {
  return (actors & (1U << static_cast<unsigned>(actor))) != 0;
}

Where spoke(const FieldRow& row) {
  Where where = row.where;
  where.rule = row.pattern.text();
  return where;
}

bool has_value_column(const FieldRow& row) { return !row.types.empty() || row.min || row.max || row.values; }

}  // namespace

void FieldTable::add_to_indexes() {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const FieldRow& row = rows_[i];
    has_readers_ = has_readers_ || row.readers;
    if (rows_.size() <= kFewRows) continue;
    if (row.writers) writing_.add(row.pattern, i);
    if (row.readers) reading_.add(row.pattern, i);
    if (has_value_column(row)) valuing_.add(row.pattern, i);
  }
}

// `has`: whether a row is one of those in the index.
template <typename Has>
const FieldRow* FieldTable::first_covering(const PatternIndex& index, PathView path, const Has& has) const {
  if (rows_.size() <= kFewRows) {
    const auto found = std::ranges::find_if(
        rows_, [&](const FieldRow& row) { return has(row) && row.pattern.covers(path); });
    return found == rows_.end() ? nullptr : &*found;
  }
  std::vector<std::size_t> found;
  index.covering(path, found);
  return found.empty() ? nullptr : &rows_[found.front()];
}

std::vector<const FieldRow*> FieldTable::matching(PathView path) const {
  std::vector<const FieldRow*> rows;
  if (rows_.size() <= kFewRows) {
    for (const FieldRow& row : rows_)
      if (has_value_column(row) && row.pattern.matches(path)) rows.push_back(&row);
    return rows;
  }
  std::vector<std::size_t> found;
  valuing_.matching(path, found);
  for (const std::size_t i : found) rows.push_back(&rows_[i]);
  return rows;
}

const FieldRow* FieldTable::writer(PathView path) const {
  return first_covering(writing_, path, [](const FieldRow& row) { return row.writers.has_value(); });
}

const FieldRow* FieldTable::reader(PathView path) const {
  return first_covering(reading_, path, [](const FieldRow& row) { return row.readers.has_value(); });
}

const FieldRow* FieldTable::write_denied(PathView path, Actor actor) const {
  const FieldRow* row = writer(path);
  return row == nullptr || includes(*row->writers, actor) ? nullptr : row;
}

const FieldRow* FieldTable::read_denied(PathView path, Actor actor) const {
  const FieldRow* row = reader(path);
  return row == nullptr || includes(*row->readers, actor) ? nullptr : row;
}

std::vector<const FieldRow*> FieldTable::value_rows(PathView path) const {
  bool typed = false, low = false, high = false, listed = false;
  std::vector<const FieldRow*> found;
  for (const FieldRow* row : matching(path)) {
    const bool says = (!row->types.empty() && !typed) || (row->min && !low) || (row->max && !high) ||
                      (row->values && !listed);
    if (!says) continue;
    typed = typed || !row->types.empty();
    low = low || row->min.has_value();
    high = high || row->max.has_value();
    listed = listed || row->values.has_value();
    found.push_back(row);
  }
  return found;
}

bool FieldTable::may_read_below(PathView path, Actor actor) const {
  for (const FieldRow& row : rows_) {
    if (row.readers && row.pattern.covers(path)) return false;
    if (row.readers && includes(*row.readers, actor) && row.pattern.leads_below(path)) return true;
  }
  return false;
}

std::vector<Pattern> FieldTable::patterns() const {
  std::vector<Pattern> all;
  for (const FieldRow& row : rows_) all.push_back(row.pattern);
  return all;
}

Result<void> FieldTable::fits(PathView path, const Json& value) const {
  bool typed = false, low = false, high = false, listed_values = false;
  const auto place = [&path] { return to_dotted(path); };
  for (const FieldRow* row : matching(path)) {
    if (!row->types.empty() && !std::exchange(typed, true) &&
        std::none_of(row->types.begin(), row->types.end(),
                     [&value](const std::string& type) { return has_type(value, type); })) {
      return Error(Code::kTypeMismatch,
                   place() + " must be " + listed(row->types) + ", not " + std::string(type_name(value)), "",
                   spoke(*row));
    }
    const bool first_low = row->min && !std::exchange(low, true);
    const bool first_high = row->max && !std::exchange(high, true);
    if ((first_low && value.is_number() && number_less(value, *row->min)) ||
        (first_high && value.is_number() && number_less(*row->max, value))) {
      return Error(Code::kValueRange,
                   place() + " would be " + to_text(value) + "; it goes from " +
                       (row->min ? to_text(*row->min) : "any") + " to " +
                       (row->max ? to_text(*row->max) : "any"),
                   "choose a value inside the range", spoke(*row));
    }
    if (row->values && !std::exchange(listed_values, true) && !row->listed.find(*row->values, value)) {
      Error error(Code::kValueEnum, place() + " must be one of " + to_text(Json(*row->values)), "",
                  spoke(*row));
      lookup_work += error.message.size();
      return error;
    }
  }
  return {};
}

}  // namespace gavel
