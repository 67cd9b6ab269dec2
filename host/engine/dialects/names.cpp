#include "names.hpp"

#include "base/utf8.hpp"
#include "state/suggest.hpp"

namespace gavel {

void unknown_name(Draft& draft, std::string_view name, std::span<const std::string_view> names,
                  const Naming& naming) {
  const auto shown = [&naming](std::string_view one) {
    return std::string(naming.before).append(one).append(naming.behind);
  };
  const std::string kind(naming.kind);
  std::string hint = did_you_mean(name, names, naming.before, naming.behind);
  if (hint.empty()) {
    for (const std::string_view one : names) hint.append(hint.empty() ? "" : ", ").append(one);
    hint = "; the " + kind + "s are " + hint;
  }
  draft.problem("there is no " + kind + " " + shown(printable(draft.proposal.verb)) + hint);
}

const VerbName* known_verb(Draft& draft, std::span<const VerbName> table, std::string_view name,
                           std::string_view written, std::string_view kind) {
  draft.proposal.verb = shortened(written, 64);
  if (const VerbName* row = find_row(table, name)) return row;
  std::vector<std::string_view> names;
  for (const VerbName& row : table) names.push_back(row.name);
  unknown_name(draft, name, names, {kind});
  return nullptr;
}

const VerbName* op_verb(Draft& draft, const TokenList& tokens, std::size_t token,
                        std::span<const VerbName> table, std::string_view kind) {
  if (token == 0) {
    draft.problem("`op` is missing");
    return nullptr;
  }
  const std::string_view name = tokens.inside(tokens[token]);
  if (tokens[token].is_string()) return known_verb(draft, table, name, name, kind);
  draft.proposal.verb = shortened(name, 64);
  draft.problem("`op` must be a string");
  return nullptr;
}

}  // namespace gavel
