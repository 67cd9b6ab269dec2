#include "audit_filter.hpp"

#include <algorithm>

#include "state/json_writer.hpp"
#include "state/path_text.hpp"
#include "store/refusals.hpp"
#include "store/stored_json.hpp"

namespace gavel {
namespace {

bool is_string(const Json* json, std::string_view text) {
  return json != nullptr && json->is_string() && string_of(*json) == text;
}

// Whether the path of a change, as an array, is at `place` or below it.
bool at_or_below(const Json& path, PathView place) {
  if (!path.is_array()) return false;
  const JsonArray& steps = array_of(path);
  std::size_t i = 0;
  for (const Segment segment : place) {
    if (i == steps.size()) return false;
    const Json& step = steps[i++];
    const bool same = step.is_string() ? !segment.is_index && string_of(step) == segment.key
                                       : segment.is_index && step.is_number_integer() &&
                                             wide(step) == static_cast<WideInteger>(segment.index);
    if (!same) return false;
  }
  return true;
}

}  // namespace

AuditFilter::AuditFilter(const AuditQuery& query) : query_(query) {
  for (const std::optional<std::string>& word : {query.tag, query.actor, query.code}) {
    if (!word) continue;
    std::string quoted;
    append_quoted(quoted, *word);
    words_.push_back(std::move(quoted));
  }
  if (query.path) dotted_ = to_dotted(*query.path);
}

Result<std::vector<AuditFilter::Match>> AuditFilter::matches(std::string_view turn,
                                                             const std::string& audit) const {
  std::vector<Match> found;
  const bool possible = std::all_of(words_.begin(), words_.end(), [&audit](const std::string& word) {
    return audit.find(word) != std::string::npos;
  });
  if (audit.empty() || !possible) return found;
  Result<Json> records = read_stored_json(audit);
  if (!records || !records->is_array()) return corrupt(named("turn", turn), "its audit is no JSON array");
  JsonArray& rows = array_of(*records);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (matches(rows[i])) found.push_back({i, std::move(rows[i])});
  }
  return found;
}

bool AuditFilter::matches(const Json& record) const {
  if (query_.actor && !is_string(member(record, "actor"), *query_.actor)) return false;
  if (query_.code && !is_string(member(record, "code"), *query_.code)) return false;
  if (query_.tag) {
    const Json* tags = member(record, "tags");
    if (tags == nullptr || !tags->is_array()) return false;
    const JsonArray& list = array_of(*tags);
    const bool tagged = std::any_of(list.begin(), list.end(),
                                    [this](const Json& tag) { return is_string(&tag, *query_.tag); });
    if (!tagged) return false;
  }
  return !query_.path || touches(record);
}

bool AuditFilter::touches(const Json& record) const {
  const Json* key = member(record, "key");
  if (key != nullptr && key->is_string()) {
    const std::string& place = string_of(*key);
    const std::size_t size = dotted_.size();
    if (size == 0 ||
        (place.starts_with(dotted_) && (place.size() == size || place[size] == '.' || place[size] == '[')))
      return true;
  }
  const Json* changes = member(record, "changes");
  if (changes == nullptr || !changes->is_array()) return false;
  const JsonArray& rows = array_of(*changes);
  return std::any_of(rows.begin(), rows.end(), [this](const Json& row) {
    const Json* path = member(row, "path");
    // A change of the host's own tree is at no place of the game's.
    return path != nullptr && member(row, "tree") == nullptr && at_or_below(*path, *query_.path);
  });
}

}  // namespace gavel
