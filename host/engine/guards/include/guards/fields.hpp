// FieldTable: who may write a place, who may read it, and which values fit there. The table of a ruleset's
// `fields`.
//
// A row's pattern speaks for the places that it matches and for all below. Each column is decided on its own
// by the most specific row that has that column: `write` and `read` by rows that cover the place, `type`,
// `min`, `max` and `enum` by rows that match it exactly. Where no row speaks, everything is allowed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "command/sight.hpp"
#include "command/verb.hpp"
#include "state/json.hpp"
#include "state/pattern.hpp"
#include "state/pattern_index.hpp"
#include "state/resolve.hpp"
#include "state/value_set.hpp"

namespace gavel {

struct FieldRow {
  Pattern pattern;
  std::optional<std::uint32_t> writers;  // bits by Actor
  std::optional<std::uint32_t> readers;
  std::vector<std::string> types;  // empty: any
  std::optional<Json> min;
  std::optional<Json> max;
  std::optional<std::vector<Json>> values;
  ValueSet listed;  // of `values`
  Where where;      // of the row, for messages: "ruleset.yaml:12"
};

// The one of `allowed` that a text means: the same but for its case, or a slip away. nullptr: none. Each that
// is compared takes one of `left`; where that is used up, none is found.
const Json* nearest_value(const std::vector<Json>& allowed, const Json& value, std::size_t& left);
// For a value with all its parts: enough for lists that people write, and a moment's work.
constexpr std::size_t kMostCompared = 200'000;

class FieldTable : public Sight {
 public:
  // Of so few rows each is held against every path. Of more an index names those that speak for it, and what
  // the asking came to is charged (judge_paid).
  static constexpr std::size_t kFewRows = 64;

  FieldTable() = default;
  // An array of {path, write?, read?, type?, min?, max?, enum?}. Refuses what is unknown, and two rows with
  // one pattern. `marks`: where each row stands, where that is known.
  static Result<FieldTable> from_json(const Json& rows, const Limits& limits,
                                      std::span<const Where> marks = {});

  bool empty() const { return rows_.empty(); }
  // All of them, the more specific first.
  const std::vector<FieldRow>& rows() const { return rows_; }
  // The row that says who may write a place, or who may read it; nullptr: everybody may.
  const FieldRow* writer(PathView path) const;
  const FieldRow* reader(PathView path) const;
  // The rows that say which values fit there, each of which decides at least one of type, min, max and enum.
  std::vector<const FieldRow*> value_rows(PathView path) const;

  // The row that denies; nullptr: allowed.
  const FieldRow* write_denied(PathView path, Actor actor) const;
  const FieldRow* read_denied(PathView path, Actor actor) const;
  // Sight.
  bool hides(PathView path, Actor actor) const override { return read_denied(path, actor) != nullptr; }
  bool hides_below(PathView path, Actor actor) const override;
  bool seals(PathView path, Actor actor) const override;
  bool keeps_hidden(PathView from, PathView to, Actor actor) const override;
  Where kept_to_others(PathView path, Actor actor) const override;
  // Whether the actor would see what is hidden in an array, if that became a described pair. The answer
  // comes from the table alone.
  bool pairs_hidden(const Path& array, const DescribedPatterns& described, Actor actor) const;
  // Of a place that the actor may not read: whether some row opens a place below it.
  bool may_read_below(PathView path, Actor actor) const;
  std::vector<Pattern> patterns() const;
  // Some row says who may read.
  bool has_readers() const { return has_readers_; }

  // Whether a value fits at its place; an error carries the pattern that spoke.
  Result<void> fits(PathView path, const Json& value) const;
  // The value nearest to one that does not fit, where it is obvious which that is: of the right type, inside
  // the range, the allowed word that was meant. Containers are mended part by part. Nothing: there is none.
  std::optional<Json> nearest_fitting(PathView path, const Json& value) const;
  // Some row lists whole containers as its values, so that a change inside one must be looked at from above.
  bool lists_containers() const { return lists_containers_; }

 private:
  void add_to_indexes();
  template <typename Has>
  const FieldRow* first_covering(const PatternIndex& index, PathView path, const Has& has) const;
  // The rows with a column about values that match the place, in their order.
  std::vector<const FieldRow*> matching(PathView path) const;
  std::optional<Json> mended(PathView path, const Json& value, std::size_t& left) const;
  bool keeps_hidden_from(PathView from, PathView to, Actor actor) const;
  bool is_sealed(const FieldRow& row, Actor actor) const;

  std::vector<FieldRow> rows_;  // INVARIANT: the more specific first
  // Places in `rows_` of those that have the column; empty where the rows are few.
  PatternIndex writing_, reading_, valuing_;
  bool lists_containers_ = false;
  bool has_readers_ = false;
};

}  // namespace gavel
