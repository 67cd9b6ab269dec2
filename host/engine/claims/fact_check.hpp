// FactCheck: one fact against the state as it is, the state as it was when the turn began, and what was
// settled between. It knows values, places and numbers; what they mean, only the plugins know.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "claims/claims.hpp"
#include "claims/fact.hpp"
#include "rules/dice.hpp"
#include "ruleset/kinds.hpp"
#include "state/past.hpp"

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
  // The last amendment by a rule to the change that a fact claims; nullptr: there is none.
  const Amendment* amendment_of(const Fact& fact) const;
  // What the looking came to so far, in the measure of Document::work.
  std::size_t work() const { return work_; }

 private:
  bool same(const Json& a, const Json& b) const;
  bool has_members(const Json& element, const Json& wanted) const;
  bool mentions(const Json& json, std::string_view text) const;
  std::map<std::string, Json> counts_of(const Json* list, const std::string& field) const;
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
  mutable std::optional<Past> past_;  // made for the first fact that looks back
  mutable std::uint64_t past_generation_ = 0;
  mutable std::size_t work_ = 0;
};

}  // namespace gavel
