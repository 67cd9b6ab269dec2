// Reading the table of fields: what is no row, and which two rows say one thing twice.

#include <algorithm>
#include <array>

#include "guards/fields.hpp"
#include "state/json_writer.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

constexpr std::array<std::string_view, 7> kColumns = {"path", "write", "read", "type", "min", "max", "enum"};
constexpr std::array<std::string_view, 7> kTypes = {"object", "array",   "string", "integer",
                                                    "number", "boolean", "null"};

Error bad_row(std::size_t row, const std::string& what) {
  return {Code::kParseMalformed, "fields[" + std::to_string(row) + "]: " + what};
}

Result<std::uint32_t> read_actors(const Json& json, std::size_t row) {
  if (!json.is_array()) return bad_row(row, "`write` and `read` are arrays of actors");
  std::uint32_t mask = 0;
  for (const Json& name : array_of(json)) {
    const std::optional<Actor> actor = name.is_string() ? actor_of(string_of(name)) : std::nullopt;
    if (!actor)
      return bad_row(row, "unknown actor " + to_text(name) +
                              "; known are model, player, operator, tool, automation, derive, migration");
    mask |= 1U << static_cast<unsigned>(*actor);
  }
  return mask;
}

Result<std::vector<std::string>> read_types(const Json& json, std::size_t row) {
  std::vector<std::string> types;
  if (json.is_array() && json.empty()) return bad_row(row, "`type` names no type");
  const JsonArray names = json.is_array() ? array_of(json) : JsonArray{json};
  for (const Json& name : names) {
    if (!name.is_string() || std::find(kTypes.begin(), kTypes.end(), string_of(name)) == kTypes.end()) {
      return bad_row(row, "unknown type " + to_text(name) +
                              (name.is_string() ? did_you_mean(string_of(name), kTypes) : ""));
    }
    types.push_back(string_of(name));
  }
  return types;
}

Result<void> read_column(FieldRow& row, const std::string& name, const Json& value, std::size_t index,
                         const Limits& limits) {
  if (name == "path") {
    if (!value.is_string()) return bad_row(index, "`path` is a pattern such as \"people.*.mood\"");
    Result<Pattern> pattern = Pattern::parse(string_of(value), limits);
    if (!pattern) {
      Error error = bad_row(index, pattern.error().message);
      error.hint = pattern.error().hint;
      return error;
    }
    row.pattern = std::move(*pattern);
  } else if (name == "write" || name == "read") {
    const std::uint32_t actors = TRY(read_actors(value, index));
    (name == "write" ? row.writers : row.readers) = actors;
  } else if (name == "type") {
    row.types = TRY(read_types(value, index));
  } else if (name == "min" || name == "max") {
    if (!value.is_number()) return bad_row(index, "`" + name + "` must be a number");
    (name == "min" ? row.min : row.max) = value;
  } else if (name == "enum") {
    if (!value.is_array() || value.empty()) return bad_row(index, "`enum` is an array of the values allowed");
    row.values = array_of(value);
    row.listed = ValueSet(*row.values);
  } else {
    return bad_row(index, "unknown column \"" + name + "\"" + did_you_mean(name, kColumns));
  }
  return {};
}

}  // namespace

Result<FieldTable> FieldTable::from_json(const Json& rows, const Limits& limits,
                                         std::span<const Where> marks) {
  if (!rows.is_array()) return Error(Code::kParseMalformed, "`fields` is an array of rows");
  FieldTable table;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Json& json = array_of(rows)[i];
    if (!json.is_object() || !json.contains("path")) return bad_row(i, "a row is an object with a `path`");
    FieldRow row;
    if (i < marks.size()) row.where = marks[i];
    for (const auto& [name, value] : object_of(json)) TRY(read_column(row, name, value, i, limits));
    if (row.min && row.max && number_less(*row.max, *row.min)) return bad_row(i, "`min` is above `max`");
    if (row.values) {
      table.lists_containers_ =
          table.lists_containers_ || std::any_of(row.values->begin(), row.values->end(), is_container);
    }
    table.rows_.push_back(std::move(row));
  }
  std::stable_sort(table.rows_.begin(), table.rows_.end(),
                   [](const FieldRow& a, const FieldRow& b) { return a.pattern < b.pattern; });
  for (std::size_t i = 1; i < table.rows_.size(); ++i) {
    if (table.rows_[i - 1].pattern == table.rows_[i].pattern) {
      return Error(Code::kParseMalformed,
                   "fields: the pattern \"" + table.rows_[i].pattern.text() + "\" appears twice",
                   "merge the two rows");
    }
  }
  table.add_to_indexes();
  return table;
}

}  // namespace gavel
