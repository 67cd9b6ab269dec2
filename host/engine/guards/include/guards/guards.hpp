// Guards: the host's own judgement of what a command did, after amending rules and before all others. They
// look at the effects, never at the path as written, so that one effect gets one answer whatever verb and
// whatever path led to it.
#pragma once

#include <functional>

#include "base/result.hpp"
#include "command/kernel.hpp"
#include "guards/fields.hpp"

namespace gavel {

// Is told what the fields table answers about each effect of a write, those behind a refused one too.
using FieldListener = std::function<void(const Effect& effect, const Result<void>& answer)>;

class Guards {
 public:
  Guards() = default;
  explicit Guards(FieldTable fields) : fields_(std::move(fields)) {}

  const FieldTable& fields() const { return fields_; }

  // Keys, authority, values, protection: the first that objects speaks.
  Result<void> judge(const Proposed& proposed, const FieldListener& listener = nullptr) const;

 private:
  Result<void> judge_fields(const Proposed& proposed, const FieldListener& listener) const;
  Result<void> judge_effect(const Proposed& proposed, const Effect& effect,
                            const FieldListener& listener) const;
  Result<void> judge_field(const Proposed& proposed, const Effect& effect) const;
  Result<void> judge_expiring(const Proposed& proposed) const;

  FieldTable fields_;
};

// The same, and the document's payer is charged for what a table of many rows took to look through.
Result<void> judge_paid(const Guards& guards, const Proposed& proposed, Document& document,
                        const FieldListener& listener = nullptr);

// What the command did to places that may be hidden. REQUIRES: the actor is an outsider.
Result<void> judge_unseen(const Proposed& proposed, const FieldTable& fields);

// Every node that was protected before must stand at its place and be protected still. Elements of an array
// may move up and down, but must all be found again, in the same order. REQUIRES: the actor is an outsider.
Result<void> judge_protection(const Proposed& proposed);

}  // namespace gavel
