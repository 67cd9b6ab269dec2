// FactCheck: one fact against the state as it is, the state as it was when the turn began, and what was
// settled between. It knows values, places and numbers; what they mean, only the plugins know.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "rules/claims.hpp"

#include "dice.hpp"
#include "fact.hpp"
#include "kinds.hpp"

namespace gavel {

class FactCheck {
 public:
  // REQUIRES: all of them outlive it.
  FactCheck(const Document& document, Document::Savepoint begin, const Context& context, const Kinds& kinds,
            std::span<const Settled> settled, const std::vector<Roll>& rolls)
      : document_(document),
        begin_(begin),
        context_(context),
        kinds_(kinds),
        settled_(settled),
        rolls_(rolls) {}

  // Whether the state or the turn bears the fact out. `actual`: what the state says.
  bool holds(const Fact& fact, Json& actual) const;

 private:
  const Json* now(PathView path) const;
  std::optional<Json> before(PathView path) const;
  Json counted(const Fact& fact, const Json* list) const;
  bool has_changed(const Fact& fact) const;
  bool has_moved(const Fact& fact) const;
  bool was_settled_at(const Fact& fact, const Json& value) const;
  bool was_rolled(const Json& number) const;
  // Every amount by which the place changed in this turn: step by step, neighbours together, in all.
  std::vector<Json> amounts(const Fact& fact, bool& unknown) const;
  void add_elements(const Fact& fact, std::vector<Json>& amounts) const;
  bool settles(const Settled& one, std::string_view kind) const;
  bool amount_was_given(const Fact& fact) const;

  const Document& document_;
  Document::Savepoint begin_;
  const Context& context_;
  const Kinds& kinds_;
  std::span<const Settled> settled_;
  const std::vector<Roll>& rolls_;
};

}  // namespace gavel
