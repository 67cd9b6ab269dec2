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

namespace gavel {

struct FieldRow {
  Pattern pattern;
  std::optional<std::uint32_t> writers;  // bits by Actor
  std::optional<std::uint32_t> readers;
  std::vector<std::string> types;  // empty: any
  std::optional<Json> min;
  std::optional<Json> max;
  std::optional<std::vector<Json>> values;
  Where where;  // of the row, for messages: "ruleset.yaml:12"
};

// The one of `allowed` that a text means: the same but for its case, or a slip away. nullptr: none.
const Json* nearest_value(const std::vector<Json>& allowed, const Json& value);

class FieldTable : public Sight {
 public:
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
  // Of a place that the actor may not read: whether some row opens a place below it.
  bool may_read_below(PathView path, Actor actor) const;
  std::vector<Pattern> patterns() const;
  // Some row says who may read.
  bool has_readers() const;

  // Whether a value fits at its place; an error carries the pattern that spoke.
  Result<void> fits(PathView path, const Json& value) const;
  // The value nearest to one that does not fit, where it is obvious which that is: of the right type, inside
  // the range, the allowed word that was meant. Containers are mended part by part. Nothing: there is none.
  std::optional<Json> nearest_fitting(PathView path, const Json& value) const;
  // Some row lists whole containers as its values, so that a change inside one must be looked at from above.
  bool lists_containers() const { return lists_containers_; }

 private:
  std::optional<Json> mended(PathView path, const Json& value) const;
  bool keeps_hidden_from(PathView from, PathView to, Actor actor) const;
  bool is_sealed(const FieldRow& row, Actor actor) const;

  std::vector<FieldRow> rows_;  // INVARIANT: the more specific first
  bool lists_containers_ = false;
};

}  // namespace gavel
