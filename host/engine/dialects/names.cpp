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

std::optional<std::string_view> op_name(Draft& draft, const TokenList& tokens, std::size_t token) {
  if (token == 0) {
    draft.problem("`op` is missing");
    return std::nullopt;
  }
  const std::string_view name = tokens.inside(tokens[token]);
  draft.proposal.verb = shortened(name, 64);
  if (tokens[token].kind == Token::Kind::kString) return name;
  draft.problem("`op` must be a string");
  return std::nullopt;
}

}  // namespace gavel
