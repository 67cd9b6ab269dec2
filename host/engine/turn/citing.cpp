#include "citing.hpp"

#include <optional>
#include <string_view>

namespace gavel {
namespace {

// The line of a member of ruleset.yaml, or of a member in it.
void point_at(Where& where, const RulesetFile* file, std::string_view section, std::string_view name = {}) {
  if (file == nullptr || file->tree == nullptr) return;
  std::optional<YamlNode> node = file->tree->top().member(section);
  if (node && !name.empty()) node = node->member(name);
  if (!node || node->where_key().line == 0) return;
  where.file = "ruleset.yaml";
  where.line = node->where_key().line;
}

void name_error_sources(Error& error, const RulesetFile* file) {
  Where& where = error.where;
  if (!where.rule.empty()) return;
  switch (error.code) {
    case Code::kProtected:
      where.rule = "protection";
      break;
    case Code::kLimitDepth:
    case Code::kLimitSize:
    case Code::kLimitCount:
      if (error.limit.empty()) break;
      where.rule = "limits." + error.limit;
      point_at(where, file, "limits", error.limit);
      break;
    case Code::kDialectUnlisted:
      where.rule = "dialects";
      point_at(where, file, "dialects");
      break;
    case Code::kPathOutside:
      where.rule = file != nullptr && !file->tavern_mounts.empty() ? "mounts" : "root";
      point_at(where, file, where.rule);
      break;
    case Code::kToolUnknown:
      where.rule = "tools";
      point_at(where, file, "tools");
      break;
    default:
      break;
  }
}

}  // namespace

void name_error_sources(Verdict& verdict, const RulesetFile* file) {
  for (Line& line : verdict.lines)
    if (line.outcome.error) name_error_sources(*line.outcome.error, file);
}

}  // namespace gavel
